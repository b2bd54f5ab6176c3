//===- bench-pipeline.cpp - Pipelines beside MPI by hand ------------------===//
//
// What an item costs: empty stages with 8-byte items, beside pipelines that are
// written by hand with MPI (batches of 256 items, two in flight on each link;
// and a message for each item), in interleaved rounds on the same ranks; and
// stages of 200, 400 and 200 microseconds with items of 1 MB on one rank, two
// and three: the period once all ranks are busy, beside that of the model with
// the bandwidth that is measured here. A round's time is that of the slowest
// rank.
//
//===----------------------------------------------------------------------===//
#include "CommandLine.h"
#include "Timing.h"

#include "redist/Pipeline.h"
#include "redist/Schedule/Pipeline/MakeMapping.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <vector>

struct Options {
  int rounds = 9;
  long items = 1000000; ///< small ones
  int frames = 200;     ///< large ones
  bool json = false;
};

static int rankOf() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}
static int sizeOf() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

[[noreturn]] static void wrong(const char *what) {
  std::fprintf(stderr, "bench-pipeline: wrong result of %s\n", what);
  MPI_Abort(MPI_COMM_WORLD, 1);
  std::abort();
}

//===----------------------------------------------------------------------===//
// Small items
//===----------------------------------------------------------------------===//

/// One stage a rank, mapped without measuring.
static const redist::directive smallDirective = {
    "bench-pipeline.cpp", 1, "pipeline", "one_to_one", nullptr, 0};

static std::int64_t smallByRuntime(long items) {
  std::int64_t sum = 0;
  const redist::pipeline_stage stage =
      redist::pipeline_stage().work(1).data(0).bytes(8);
  redist::pipeline_run run(
      smallDirective, redist::pipeline().onto(3).bandwidth(1e9),
      {stage.at(0), stage.at(1), stage.at(2)}, MPI_COMM_WORLD);
  run.keep(3, sum);
  try {
    run.start();
    for (long i = 0; i < items; ++i) {
      redist::pipeline_item item(run);
      if (!item.begins())
        continue;
      std::int64_t value = 0;
      if (item.runs(1)) {
        value = i;
      }
      item.pass(1, value);
      if (item.runs(2)) {
        value += 1;
      }
      item.pass(2, value);
      if (item.runs(3)) {
        sum += value;
      }
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  return sum;
}

constexpr std::size_t batch = 256;
using Batch = std::array<std::int64_t, batch>;

/// Sends batches to the next rank, two of them in flight.
class BatchOut {
public:
  explicit BatchOut(int toRank) : peer(toRank) {}
  void put(std::int64_t value) {
    buffers[now][count++] = value;
    if (count == batch)
      flush();
  }
  void flush() {
    MPI_Isend(buffers[now].data(), static_cast<int>(count), MPI_INT64_T, peer,
              0, MPI_COMM_WORLD, &requests[now]);
    now ^= 1;
    MPI_Wait(&requests[now], MPI_STATUS_IGNORE);
    count = 0;
  }
  void finish() {
    flush();
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }

private:
  int peer;
  Batch buffers[2];
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int now = 0;
  std::size_t count = 0;
};

/// Receives them, the next one always posted.
class BatchIn {
public:
  explicit BatchIn(int fromRank) : peer(fromRank) {
    post(0);
    post(1);
  }
  std::int64_t get() {
    if (at == count)
      next();
    return buffers[now][at++];
  }
  /// Two receives are posted ahead.
  void finish() {
    for (MPI_Request &request : requests)
      if (request != MPI_REQUEST_NULL)
        MPI_Cancel(&request);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
  }

private:
  void post(int which) {
    MPI_Irecv(buffers[which].data(), static_cast<int>(batch), MPI_INT64_T, peer,
              0, MPI_COMM_WORLD, &requests[which]);
  }
  void next() {
    if (isFirst)
      isFirst = false;
    else {
      post(now);
      now ^= 1;
    }
    MPI_Status status;
    MPI_Wait(&requests[now], &status);
    int received = 0;
    MPI_Get_count(&status, MPI_INT64_T, &received);
    count = static_cast<std::size_t>(received);
    at = 0;
  }

  int peer;
  Batch buffers[2];
  MPI_Request requests[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  int now = 0;
  std::size_t at = 0, count = 0;
  bool isFirst = true;
};

static std::int64_t smallByHand(long items) {
  const int rank = rankOf();
  std::int64_t sum = 0;
  if (rank == 0) {
    BatchOut out(1);
    for (long i = 0; i < items; ++i)
      out.put(i);
    out.finish();
  } else if (rank == 1) {
    BatchIn in(0);
    BatchOut out(2);
    for (long i = 0; i < items; ++i)
      out.put(in.get() + 1);
    out.finish();
    in.finish();
  } else if (rank == 2) {
    BatchIn in(1);
    for (long i = 0; i < items; ++i)
      sum += in.get();
    in.finish();
  }
  MPI_Bcast(&sum, 1, MPI_INT64_T, 2, MPI_COMM_WORLD);
  return sum;
}

/// A message for each item.
static std::int64_t smallOneByOne(long items) {
  const int rank = rankOf();
  std::int64_t sum = 0;
  for (long i = 0; rank < 3 && i < items; ++i) {
    std::int64_t value = i;
    if (rank > 0)
      MPI_Recv(&value, 1, MPI_INT64_T, rank - 1, 1, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    if (rank == 1)
      value += 1;
    if (rank < 2)
      MPI_Send(&value, 1, MPI_INT64_T, rank + 1, 1, MPI_COMM_WORLD);
    else
      sum += value;
  }
  MPI_Bcast(&sum, 1, MPI_INT64_T, 2, MPI_COMM_WORLD);
  return sum;
}

//===----------------------------------------------------------------------===//
// Large items
//===----------------------------------------------------------------------===//

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

/// Seconds an item, once the first third is through.
static double frames(int ranks, int count) {
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
    wrong("frames");
  const std::size_t first = ends.size() / 3;
  return (ends.back() - ends[first]) /
         static_cast<double>(ends.size() - 1 - first);
}

/// Bytes per second of an item that rank 0 sends to rank 1 and gets back.
static double bandwidth() {
  std::vector<char> frame(frameBytes);
  const int rank = rankOf();
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

/// Seconds an item of the best mapping on so many ranks.
static double modelPeriod(int ranks, double bytesPerSecond) {
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
    wrong("the model");
  const auto made = makeMapping(*instance, MappingKind::Auto);
  if (!made)
    wrong("the model");
  return static_cast<double>(made->cost.period) /
         static_cast<double>(made->cost.periodDivisor) * instance->tick;
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

static const char usage[] =
    "usage: mpirun -n 3 bench-pipeline [options]\n"
    "  --items N   small items in a round (1000000)\n"
    "  --frames N  items of 1 MB in a round, 20 at least (200)\n"
    "  --rounds N  of all ways in turn; the least and the median count (9)\n"
    "  --json      machine-readable output\n"
    "  --help      this text\n";

static Options parse(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-pipeline", usage, argc, argv);
  while (line.next())
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--items"))
      options.items = line.number<long>();
    else if (line.is("--frames"))
      options.frames = line.number<int>(20);
    else
      line.refuseUnknown();
  return options;
}

/// Of all rounds.
struct Times {
  std::vector<double> byHand, oneByOne, runtime; ///< seconds a small item
  std::vector<double> frames[3];                 ///< on one rank more each
  std::vector<double> bandwidths;
};

struct Summary {
  double least = 0, median = 0;
};
static Summary summaryOf(const std::vector<double> &values) {
  return {*std::min_element(values.begin(), values.end()),
          bench::median(values)};
}

static void show(const Times &times, const Options &options) {
  std::vector<double> ratios(times.byHand.size());
  for (std::size_t i = 0; i < ratios.size(); ++i)
    ratios[i] = times.runtime[i] / times.byHand[i];
  const Summary ratio = summaryOf(ratios);
  const auto showSmall = [&](const char *name, const char *key,
                             const std::vector<double> &seconds) {
    const auto [least, median] = summaryOf(seconds);
    std::printf(options.json ? "\"%s\":{\"min_ns\":%.6g,\"median_ns\":%.6g},"
                             : "  %-24s %9.2f %9.2f ns an item\n",
                options.json ? key : name, least * 1e9, median * 1e9);
  };
  const double fastest =
      *std::max_element(times.bandwidths.begin(), times.bandwidths.end());
  std::printf(options.json
                  ? "{\"small\":{"
                  : "8-byte items, empty stages        min    median\n");
  showSmall("by hand, a message each", "one_by_one", times.oneByOne);
  showSmall("by hand, batches of 256", "by_hand", times.byHand);
  showSmall("redist", "redist", times.runtime);
  std::printf(options.json
                  ? "\"ratio\":{\"min\":%.6g,\"median\":%.6g}},"
                    "\"bandwidth\":%.6g,\"frames\":["
                  : "  redist / batches         %9.3f %9.3f\n"
                    "1 MB items, stages of 200, 400, 200 us; %.3g bytes/s\n",
              ratio.least, ratio.median, fastest);
  for (int ranks = 1; ranks <= 3; ++ranks) {
    const auto [least, median] = summaryOf(times.frames[ranks - 1]);
    const double model = modelPeriod(ranks, fastest);
    std::printf(options.json
                    ? "%s{\"ranks\":%d,\"model_us\":%.6g,\"min_us\":%.6g,"
                      "\"median_us\":%.6g}"
                    : "%s  %d ranks: model %7.1f us, min %7.1f, median %7.1f; "
                      "min / model %.3f\n",
                options.json && ranks > 1 ? "," : "", ranks, model * 1e6,
                least * 1e6, median * 1e6, least / model);
  }
  if (options.json)
    std::printf("]}\n");
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  if (sizeOf() < 3) {
    if (rankOf() == 0)
      std::fprintf(stderr, "bench-pipeline: 3 ranks are needed\n");
    MPI_Finalize();
    return 2;
  }
  Times times;
  const auto perItem = [&](std::int64_t way(long), long items) {
    const double seconds = bench::slowest([&] {
      if (way(items) != items * (items + 1) / 2)
        wrong("small items");
    });
    return seconds / static_cast<double>(items);
  };
  for (int round = 0; round < options.rounds; ++round) {
    times.byHand.push_back(perItem(smallByHand, options.items));
    times.runtime.push_back(perItem(smallByRuntime, options.items));
    times.oneByOne.push_back(
        perItem(smallOneByOne, std::max(1L, options.items / 10)));
    times.bandwidths.push_back(bandwidth());
    for (int ranks = 1; ranks <= 3; ++ranks)
      times.frames[ranks - 1].push_back(frames(ranks, options.frames));
  }
  if (rankOf() == 0)
    show(times, options);
  MPI_Finalize();
}
