// What tools of MPI see: where directives begin and end, linked or preloaded,
// and communicators with names. Without a tool, nothing.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: %mpicxx -x c -shared -fPIC %S/Inputs/tool.c -o %t.so
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime %t.so -o %t.linked
// RUN: timeout 60 %mpirun 2 %t.linked | FileCheck %s
// RUN: timeout 60 %mpirun 2 %t | FileCheck %s --check-prefix=QUIET --allow-empty
// RUN: env LD_PRELOAD=%t.so timeout 60 %t | FileCheck %s --check-prefix=ALONE
// CHECK: regions:
// CHECK-NEXT: redistribute app.cpp:1
// CHECK-NEXT: reduce app.cpp:2
// CHECK-NEXT: redistribute app.cpp:3
// CHECK-NEXT: wait app.cpp:3
// CHECK-NEXT: pipeline app.cpp:4
// CHECK-NEXT: reduce app.cpp:5
// CHECK-NEXT: balance 0 of some
// CHECK-NEXT: communicators:
// CHECK-DAG: {{^}}redist{{$}}
// CHECK-DAG: redist node
// CHECK: calls inside: yes
// QUIET-NOT: {{.}}
// ALONE: redistribute app.cpp:1
// ALONE: pipeline app.cpp:4
// ALONE-NEXT: reduce app.cpp:5
// ALONE-NEXT: balance 0 of some
#include "Inputs/Check.h"
#include "Inputs/TwoStages.h"
#include "redist/Reduce.h"

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  const layout three = cyclic_layout(3, size, 0);
  const layout five = cyclic_layout(5, size, 0);
  auto a = filled<int>(100000, three, rankOf());
  redistribute(at(1), a, 100000, three, five, MPI_COMM_WORLD);
  int sum = 1;
  reduce(at(2), reduction(), MPI_COMM_WORLD, plus{}, sum);
  request pending = start_redistribute(
      at(3), redistribution({whole(100000)}).from(five).to(three),
      MPI_COMM_WORLD, a);
  wait(pending);
  runTwoStages(at(4), 3,
               [](int i, int value) { require(value == i, "value"); });
  reduce(at(5), reduction().uniform(), MPI_COMM_WORLD, plus{}, sum);
  MPI_Finalize();
}
