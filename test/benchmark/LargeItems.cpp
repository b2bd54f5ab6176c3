//===- LargeItems.cpp - Items of a megabyte, stages of known time ---------===//
//
// See LargeItems.h.
//
//===----------------------------------------------------------------------===//
#include "LargeItems.h"

#include "redist/Pipeline.h"
#include "redist/Schedule/Pipeline/MakeMapping.h"

#include <algorithm>
#include <chrono>
#include <stdexcept>
#include <vector>

constexpr double stageSeconds[3] = {200e-6, 400e-6, 200e-6};
constexpr int frameBytes = 1000000;

using Clock = std::chrono::steady_clock;

/// Uses the processor until so long after `begin`.
static void work(double seconds, Clock::time_point begin = Clock::now()) {
  const auto end = begin + std::chrono::duration<double>(seconds);
  while (Clock::now() < end) {
  }
}

static const redist::directive frameDirective = {
    "bench-pipeline.cpp", 2, "pipeline", "auto", nullptr, 0};

double bench::frames(int ranks, int count) {
  long seen = 0;
  std::vector<double> ends;
  redist::pipeline_run run(frameDirective, redist::pipeline().onto(ranks),
                           {redist::pipeline_stage().movable(),
                            redist::pipeline_stage().movable(),
                            redist::pipeline_stage().movable()},
                           MPI_COMM_WORLD);
  run.keep(3, seen);
  run.keep(3, ends);
  try {
    run.start();
    for (int i = 0; i < count; ++i) {
      redist::pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> frame;
      if (item.runs(1)) {
        const auto begin = Clock::now();
        frame.resize(frameBytes);
        frame[7] = static_cast<char>(i);
        work(stageSeconds[0], begin);
      }
      item.pass(1, frame);
      if (item.runs(2)) {
        work(stageSeconds[1]);
      }
      item.pass(2, frame);
      if (item.runs(3)) {
        work(stageSeconds[2]);
        seen += frame[7] == static_cast<char>(i);
        ends.push_back(MPI_Wtime());
      }
      item.ends(frame);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  if (seen != count)
    throw std::runtime_error("wrong result of frames");
  const std::size_t first = ends.size() / 3;
  return (ends.back() - ends[first]) /
         static_cast<double>(ends.size() - 1 - first);
}

double bench::bandwidth() {
  std::vector<char> frame(frameBytes);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  double least = 1;
  MPI_Barrier(MPI_COMM_WORLD);
  for (int round = 0; rank < 2 && round < 20; ++round) {
    const double begin = MPI_Wtime();
    for (const int from : {0, 1})
      if (rank == from)
        MPI_Send(frame.data(), frameBytes, MPI_CHAR, 1 - from, 2,
                 MPI_COMM_WORLD);
      else
        MPI_Recv(frame.data(), frameBytes, MPI_CHAR, from, 2, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
    least = std::min(least, (MPI_Wtime() - begin) / 2);
  }
  MPI_Bcast(&least, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return frameBytes / least;
}

double bench::modelPeriod(int ranks, double bytesPerSecond) {
  using namespace redist::schedule;
  PipelineProblem problem;
  problem.model = TransferModel::Overlapped;
  for (const double seconds : stageSeconds)
    problem.work.push_back(nearFraction(seconds));
  const Fraction frame = nearFraction(frameBytes);
  problem.data = {{0, 1}, frame, frame, {0, 1}};
  problem.speeds.assign(static_cast<std::size_t>(ranks), {1, 1});
  problem.bandwidth = {nearFraction(bytesPerSecond)};
  const auto instance = makeInstance(problem);
  if (!instance)
    throw std::runtime_error("wrong result of the model");
  const auto made = makeMapping(*instance, MappingKind::Auto);
  if (!made)
    throw std::runtime_error("wrong result of the model");
  return static_cast<double>(made->cost.period) /
         static_cast<double>(made->cost.periodDivisor) * instance->tick;
}
