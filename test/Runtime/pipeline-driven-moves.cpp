// A header that one rank evaluates, stages that are dealt to several, and a
// mapping that changes once weights are known: no item is lost, wherever the
// stream ends. And a sender of small items hears that another rank has failed.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 9 %t
#include "Inputs/PipelineCheck.h"

#include <stdexcept>
#include <vector>

using namespace redist;

/// The two stages in the middle are long; the fastest ranks are the last. Each
/// number of items is a directive of its own, which is measured anew.
static void dealt(int items) {
  const directive where = pipelineAt(10 + items);
  const std::string inAll = " of " + std::to_string(items);
  const int size = sizeOf();
  std::vector<double> speeds(static_cast<std::size_t>(size), 1);
  for (int i = size > 3 ? size - 3 : 0; i < size; ++i)
    speeds[static_cast<std::size_t>(i)] = 9;
  const pipeline_stage light = pipeline_stage().work(1).data(0);
  const pipeline_stage middle = pipeline_stage().work(20).data(0);
  const pipeline_stage longest = pipeline_stage().work(40).data(0);
  const bool isWide = size >= 7;
  int next = 0;
  std::vector<int> found;
  pipeline_run run(where, pipeline().driven().speeds(speeds),
                   {light, isWide ? middle.replicate(2) : middle,
                    isWide ? longest.replicate(3) : longest, light},
                   MPI_COMM_WORLD);
  run.keep(1, next);
  run.keep(4, found);
  try {
    run.start();
    int current = -1;
    for (; run.next([&] { return (current = next++) < items; });
         run.step([] {})) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      item.runs(1);
      item.pass(1, current);
      if (item.runs(2))
        nap(200);
      item.pass(2, current);
      if (item.runs(3))
        nap(400);
      item.pass(3, current);
      if (item.runs(4))
        found.push_back(current);
      item.ends(current);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  requireEqual(found.size(), static_cast<std::size_t>(items),
               std::to_string(found.size()) + " items" + inAll);
  for (int i = 0; i < items; ++i)
    requireEqual(found[static_cast<std::size_t>(i)], i,
                 "item " + std::to_string(i) + inAll);
}

/// 5 milliseconds an item: all of them would be begun long before the last.
static void stopped() {
  const directive where = pipelineAt(2);
  const int items = 1000;
  int begun = 0;
  bool isThrown = false;
  pipeline_run run(
      where, pipeline().bandwidth(1e9),
      {pipeline_stage().work(1).data(0).at(0), pipeline_stage().work(1).at(1)},
      MPI_COMM_WORLD);
  try {
    run.start();
    for (int i = 0; i < items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      int value = 0;
      if (item.runs(1)) {
        nap(5000);
        value = i;
        ++begun;
      }
      item.pass(1, value);
      if (item.runs(2) && value == 3)
        throw std::runtime_error("no");
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  try {
    run.finish();
  } catch (const stage_error &problem) {
    isThrown = problem.item() == 3 && problem.stage() == 2;
  }
  require(isThrown, "the error is another");
  require(begun < items / 2, "the sender has not heard of the stop");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (const int items : {0, 1, 8, 9, 10, 11, 23})
    dealt(items);
  stopped();
  MPI_Finalize();
}
