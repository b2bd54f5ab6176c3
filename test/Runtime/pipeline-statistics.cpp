// REDIST_STATS sums up pipelines, and what each of their stages did: items that
// `continue` ends do not reach the later ones. REDIST_TRACE has a row a rank,
// whose spans nest, with each stage of each item.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_STATS=1 REDIST_TRACE=%t.json timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
// CHECK: redist (3 ranks from world rank 0): 3 pipelines: 90 items, {{[1-9][0-9]*}} bytes sent in {{[1-9][0-9]*}} messages
// CHECK-NEXT: time {{.*}} s: stages {{.*}}, wait {{.*}} (slowest rank of each call)
// CHECK-NEXT: app.cpp:1 stage 1: 60 items in {{.*}} s, {{6......}} bytes sent on
// CHECK-NEXT: app.cpp:1 stage 2: 60 items in 0.{{[0-9]+}} s, {{54.....}} bytes sent on
// CHECK-NEXT: app.cpp:1 stage 3: 54 items in {{[0-9.]*}} s
// CHECK-NEXT: app.cpp:2 stage 1: 30 items in {{.*}} s, {{3......}} bytes sent on
// CHECK-NEXT: app.cpp:2 stage 2: 30 items in 0.{{[0-9]+}} s, {{27.....}} bytes sent on
// CHECK-NEXT: app.cpp:2 stage 3: 27 items in {{[0-9.]*}} s
// CHECK-NEXT: model: period {{.*}} us where weights are known, measured {{.*}} us there
// RUN: %python %S/Inputs/check_timeline.py %t.json "stage 1" "stage 2" "stage 3" | FileCheck %s --check-prefix=TRACE
// TRACE: 3 rows, all spans nest
// TRACE-NEXT: stage 1: 90 spans, 1 rows
// TRACE-NEXT: stage 2: 90 spans, 1 rows
// TRACE-NEXT: stage 3: 81 spans, 1 rows

// One rank sends nothing.
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 1 %t 2>&1 | FileCheck %s --check-prefix=ONE
// ONE: redist (1 rank from world rank 0): 3 pipelines: 90 items, 0 bytes sent in 0 messages
// ONE: app.cpp:1 stage 1: 60 items in {{.*}} s, 0 bytes sent on
// ONE: app.cpp:2 stage 3: 27 items
#include "Inputs/PipelineCheck.h"

#include <vector>

using namespace redist;

static void execute(int line) {
  const directive where = pipelineAt(line);
  pipeline_run run(where, pipeline(),
                   {pipeline_stage(), pipeline_stage(), pipeline_stage()},
                   MPI_COMM_WORLD);
  try {
    run.start();
    for (int i = 0; i < 30; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<int> values;
      if (item.runs(1)) {
        values.assign(25000, i);
      }
      item.pass(1, values);
      if (item.runs(2)) {
        nap(300);
        if (i % 10 == 9)
          continue;
      }
      item.pass(2, values);
      if (item.runs(3)) {
        require(values.back() == i, "value");
      }
      item.ends(values);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  execute(1);
  execute(2);
  execute(1);
  MPI_Finalize();
}
