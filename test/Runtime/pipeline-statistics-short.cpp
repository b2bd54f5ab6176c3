// Items that take less time than a look at the clock are counted, many at a
// time: REDIST_STATS tells how many reached each stage all the same, and
// REDIST_TRACE has a span for many of them.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_STATS=1 REDIST_TRACE=%t.json timeout 60 %mpirun 1 %t 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/check_timeline.py %t.json | FileCheck %s --check-prefix=ROWS -DRANKS=1
// RUN: %python %S/Inputs/count_items.py %t.json | FileCheck %s --check-prefix=SPANS
// RUN: env REDIST_STATS=1 REDIST_TRACE=%t.json timeout 60 %mpirun 2 %t 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/check_timeline.py %t.json | FileCheck %s --check-prefix=ROWS -DRANKS=2
// RUN: %python %S/Inputs/count_items.py %t.json | FileCheck %s --check-prefix=SPANS
// RUN: env REDIST_STATS=1 REDIST_TRACE=%t.json timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
// RUN: %python %S/Inputs/check_timeline.py %t.json | FileCheck %s --check-prefix=ROWS -DRANKS=3
// RUN: env REDIST_STATS=1 REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t 2>&1 | FileCheck %s
// Each seventh of 210,000 ends in stage 1, each tenth of all in stage 2.
// CHECK: 2 pipelines: 420000 items
// CHECK: app.cpp:1 stage 1: 210000 items in
// CHECK-NEXT: app.cpp:1 stage 2: 180000 items in
// CHECK-NEXT: app.cpp:1 stage 3: 162000 items in
// CHECK-NEXT: app.cpp:2 stage 1: 210000 items in
// CHECK-NEXT: app.cpp:2 stage 2: 180000 items in
// CHECK-NEXT: app.cpp:2 stage 3: 162000 items in
// ROWS: [[RANKS]] rows, all spans nest
// A span of several stages has the items of the first.
// SPANS: stage 1: 420000, stage 2: {{.*}}
// SPANS-NEXT: fewer spans
#include "Inputs/PipelineCheck.h"

using namespace redist;

/// With weights that are measured, or with stages 2 and 3 together.
static void execute(int line, bool isMeasured) {
  const directive where = pipelineAt(line);
  pipeline_stage stages[] = {pipeline_stage(), pipeline_stage(),
                             pipeline_stage()};
  if (!isMeasured)
    for (pipeline_stage &stage : stages)
      stage = pipeline_stage().work(1).data(0).bytes(8);
  pipeline_run run(where, isMeasured ? pipeline() : pipeline().bandwidth(1e9),
                   {stages[0], stages[1], stages[2]}, MPI_COMM_WORLD);
  long sum = 0;
  run.keep(3, sum);
  try {
    run.start();
    for (long i = 0; i < 210000; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      long value = 0;
      if (item.runs(1)) {
        value = i;
        if (i % 7 == 0)
          continue;
      }
      item.pass(1, value);
      if (item.runs(2)) {
        value += 1;
        if (i % 10 == 0)
          continue;
      }
      item.pass(2, value);
      if (item.runs(3)) {
        sum += value;
      }
      item.ends(value);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  long expected = 0;
  for (long i = 0; i < 210000; ++i)
    expected += i % 7 == 0 || i % 10 == 0 ? 0 : i + 1;
  require(sum == expected, "sum");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  execute(1, true);
  execute(2, false);
  MPI_Finalize();
}
