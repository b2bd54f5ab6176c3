// What several stages only add to, in the remarks and in the dump.
//
// RUN: %redistc --remarks %s -o %t.cpp 2>&1 | FileCheck %s
// RUN: %redistc --dump=sema %s 2>/dev/null | FileCheck %s --check-prefix=DUMP
#include <atomic>
void counted(std::atomic<long> &done, int n) {
#pragma pipeline onto(2) bandwidth(8)
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage work(4)
    ++done;
#pragma pipeline stage work(2)
    done += 2;
  }
}
// CHECK: pipeline-counts.cpp:12:5: warning: 'done' is counted by stages 1 and 2
// CHECK: pipeline-counts.cpp:7:1: remark: done is counted by each rank, and the sum on every rank after the loop
// DUMP: counts: done
