//===- LargeItems.cpp - Stages of known time, by the runtime --------------===//
//
// See LargeItems.h.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/LargeItems.h"

#include "redist/Pipeline.h"

#include <algorithm>
#include <stdexcept>

double bench::FrameEnds::period() const {
  const std::size_t first = times.size() / 3;
  if (!isRight || first + 1 >= times.size())
    throw std::runtime_error("wrong result of frames");
  return (times.back() - times[first]) /
         static_cast<double>(times.size() - 1 - first);
}

static const redist::directive frameDirective = {
    "bench-pipeline.cpp", 2, "pipeline", "auto", nullptr, 0};

double bench::framesByRuntime(int ranks, int count, std::size_t bytes,
                              MPI_Comm communicator) {
  FrameEnds ends;
  redist::pipeline_run run(frameDirective, redist::pipeline().onto(ranks),
                           {redist::pipeline_stage().movable(),
                            redist::pipeline_stage().movable(),
                            redist::pipeline_stage().movable()},
                           communicator);
  run.keep(3, ends.isRight);
  run.keep(3, ends.times);
  try {
    run.start();
    for (int i = 0; i < count; ++i) {
      redist::pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> frame;
      if (item.runs(1)) {
        makeFrame(frame, bytes, i);
      }
      item.pass(1, frame);
      if (item.runs(2)) {
        work(stageSeconds[1]);
      }
      item.pass(2, frame);
      if (item.runs(3)) {
        work(stageSeconds[2]);
        ends.add(frame, i);
      }
      item.ends(frame);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  return ends.period();
}

/// Sums of intervals of stages, and all of them on the processors.
double bench::framesBound(int ranks, int processors) {
  const auto [a, b, c] = stageSeconds;
  const double all = a + b + c;
  const double longest = ranks == 1 ? all
                         : ranks == 2
                             ? std::min(std::max(a, b + c), std::max(a + b, c))
                             : std::max({a, b, c});
  return std::max(longest, all / processors);
}
