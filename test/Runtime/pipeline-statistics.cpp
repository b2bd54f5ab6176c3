// REDIST_STATS sums up pipelines; REDIST_TRACE has a row a rank with stages.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_STATS=1 REDIST_TRACE=%t.json timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
// CHECK: redist (3 ranks from world rank 0): 2 pipelines: 60 items, {{[1-9][0-9]*}} bytes sent in {{[1-9][0-9]*}} messages
// CHECK-NEXT: time {{.*}} s: stages {{.*}}, wait {{.*}} (slowest rank of each call)
// CHECK-NEXT: model: period {{.*}} us where weights are known, measured {{.*}} us there
// RUN: %python -c 'import json, sys; events = json.load(open(sys.argv[1])); print({n: (len([e for e in events if e["name"] == n]), len({e["tid"] for e in events if e["name"] == n})) for n in ("stage 1", "stage 2", "stage 3")})' %t.json | FileCheck %s --check-prefix=TRACE
// TRACE: {'stage 1': (60, 1), 'stage 2': (60, 1), 'stage 3': (60, 1)}
#include "Inputs/PipelineCheck.h"

#include <chrono>
#include <thread>

using namespace redist;

static void execute() {
  static const directive where = pipelineAt(1);
  pipeline_run run(where, pipeline(),
                   {pipeline_stage(), pipeline_stage(), pipeline_stage()},
                   MPI_COMM_WORLD);
  try {
    run.start();
    for (int i = 0; i < 30; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      int value = 0;
      if (item.runs(1)) {
        value = i;
      }
      item.pass(1, value);
      if (item.runs(2)) {
        std::this_thread::sleep_for(std::chrono::microseconds(300));
      }
      item.pass(2, value);
      if (item.runs(3)) {
        require(value == i, "value");
      }
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  execute();
  execute();
  MPI_Finalize();
}
