// An array keeps its layout in calls of redist::hdf5, and in no others that
// could change it.
//
// RUN: %redistc --remarks --dump=sema %s > %t.txt 2>&1
// RUN: FileCheck %s --input-file=%t.txt --implicit-check-not=reaching:
// RUN: FileCheck %s --input-file=%t.txt --check-prefix=REMARK
#include <redist/hdf5.h>
#include <redist/redist.h>

using Array = redist::array<double, 1>;

namespace other::hdf5 {
void read(Array &, const char *, const char *);
} // namespace other::hdf5

void files(long n) {
  Array a({n}, redist::layout({redist::cyclic(3)}).onto({4}));
  redist::hdf5::read(a, "file", "a");
  redist::hdf5::write(a, "file", "b");
#pragma redistribute a[n] to(cyclic(5) onto(4))
}
// CHECK-LABEL: line 20
// CHECK:       reaching: cyclic(3) onto(4) at(0)
// REMARK-DAG: hdf5-layouts.cpp:20:1: remark: schedule embedded:

void others(long n) {
  Array a({n}, redist::layout({redist::cyclic(3)}).onto({4}));
  other::hdf5::read(a, "file", "a");
#pragma redistribute a[n] to(cyclic(5) onto(4))
}
// CHECK-LABEL: line 29
// REMARK-DAG: hdf5-layouts.cpp:29:1: remark: the runtime plans: {{.*}}'a'
