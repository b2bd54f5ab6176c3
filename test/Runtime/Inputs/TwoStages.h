//===- TwoStages.h - A pipeline of two stages ------------------*- C++ -*-===//
//
// What two tests of pipelines by hand run: the first stage numbers the items,
// the second one is given.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_RUNTIME_TWOSTAGES_H
#define REDIST_TEST_RUNTIME_TWOSTAGES_H

#include "redist/Pipeline.h"

/// Collective over `comm`. `second(i, value)` gets item i as the first stage
/// has passed it, value == i. What it throws is thrown as a stage_error.
template <class Stage>
void runTwoStages(const redist::directive &where, MPI_Comm comm, int items,
                  Stage second) {
  using namespace redist;
  pipeline_run run(where, pipeline(), {pipeline_stage(), pipeline_stage()},
                   comm);
  run.start();
  try {
    for (int i = 0; i < items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      int value = 0;
      if (item.runs(1))
        value = i;
      item.pass(1, value);
      if (item.runs(2))
        second(i, value);
      item.ends(value);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
}
template <class Stage>
void runTwoStages(const redist::directive &where, int items, Stage second) {
  runTwoStages(where, MPI_COMM_WORLD, items, second);
}

#endif
