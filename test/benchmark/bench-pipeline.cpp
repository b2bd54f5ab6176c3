//===- bench-pipeline.cpp - Pipelines beside MPI by hand ------------------===//
//
// What an item costs: empty stages with 8-byte items, beside a pipeline that is
// written by hand with MPI (batches of 256 items, two in flight on each link),
// in interleaved rounds on the same ranks; and stages of 200, 400 and 200
// microseconds with items of 1 MB, beside what the model says and beside one
// rank that runs them all. A round's time is that of the slowest rank.
//
//===----------------------------------------------------------------------===//
#include "Timing.h"

#include "redist/Pipeline.h"

#include <algorithm>
#include <array>
#include <chrono>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
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

//===----------------------------------------------------------------------===//
// Large items
//===----------------------------------------------------------------------===//

constexpr double stageSeconds[3] = {200e-6, 400e-6, 200e-6};
constexpr std::size_t frameBytes = 1000000;

/// Uses the processor for so long.
static void work(double seconds) {
  const auto end =
      std::chrono::steady_clock::now() + std::chrono::duration<double>(seconds);
  while (std::chrono::steady_clock::now() < end) {
  }
}

static const redist::directive frameDirective = {
    "bench-pipeline.cpp", 2, "pipeline", "auto", nullptr, 0};

static void frames(int ranks, int count) {
  long seen = 0;
  redist::pipeline_run run(frameDirective, redist::pipeline().onto(ranks),
                           {redist::pipeline_stage().movable(),
                            redist::pipeline_stage().movable(),
                            redist::pipeline_stage().movable()},
                           MPI_COMM_WORLD);
  run.keep(3, seen);
  try {
    run.start();
    for (int i = 0; i < count; ++i) {
      redist::pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> frame;
      if (item.runs(1)) {
        frame.resize(frameBytes);
        frame[7] = static_cast<char>(i);
        work(stageSeconds[0]);
      }
      item.pass(1, frame);
      if (item.runs(2)) {
        work(stageSeconds[1]);
      }
      item.pass(2, frame);
      if (item.runs(3)) {
        work(stageSeconds[2]);
        seen += frame[7] == static_cast<char>(i);
      }
      item.ends(frame);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  if (seen != count)
    wrong("frames");
}

//===----------------------------------------------------------------------===//
// Rounds
//===----------------------------------------------------------------------===//

static Options optionsOf(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view argument = argv[i];
    const auto number = [&](const char *name) -> long {
      const std::string prefix = std::string(name) + "=";
      return argument.substr(0, prefix.size()) == prefix
                 ? std::atol(argv[i] + prefix.size())
                 : 0;
    };
    if (argument == "--json")
      options.json = true;
    else if (const long rounds = number("--rounds"); rounds > 0)
      options.rounds = static_cast<int>(rounds);
    else if (const long items = number("--items"); items > 0)
      options.items = items;
    else if (const long frames = number("--frames"); frames > 0)
      options.frames = static_cast<int>(frames);
    else {
      if (rankOf() == 0)
        std::printf("usage: mpirun -n 3 bench-pipeline [--items=N] "
                    "[--frames=N] [--rounds=N] [--json]\n"
                    "  --items   small items in a round\n"
                    "  --frames  items of 1 MB in a round\n");
      MPI_Finalize();
      std::exit(argument == "--help" ? 0 : 2);
    }
  }
  return options;
}

struct Times {
  std::vector<double> hand, runtime, oneRank, allRanks;
};

static void show(const Times &times, const Options &options) {
  std::vector<double> ratios(times.hand.size());
  for (std::size_t i = 0; i < ratios.size(); ++i)
    ratios[i] = times.runtime[i] / times.hand[i];
  const double perItem = 1e9 / static_cast<double>(options.items);
  const double perFrame = 1e6 / options.frames;
  const double hand = bench::median(times.hand) * perItem;
  const double runtime = bench::median(times.runtime) * perItem;
  const double one = bench::median(times.oneRank) * perFrame;
  const double all = bench::median(times.allRanks) * perFrame;
  if (options.json)
    std::printf("{\"small\":{\"by_hand_ns\":%.6g,\"redist_ns\":%.6g,"
                "\"ratio\":%.6g},\"frames\":{\"one_rank_us\":%.6g,"
                "\"three_ranks_us\":%.6g}}\n",
                hand, runtime, bench::median(ratios), one, all);
  else
    std::printf("8-byte items, empty stages\n"
                "  by hand, batches of 256  %9.2f ns an item\n"
                "  redist                   %9.2f ns an item\n"
                "  ratio                    %9.3f\n"
                "1 MB items, stages of 200, 400, 200 us\n"
                "  one rank                 %9.1f us an item\n"
                "  three ranks              %9.1f us an item\n",
                hand, runtime, bench::median(ratios), one, all);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const Options options = optionsOf(argc, argv);
  if (sizeOf() < 3) {
    if (rankOf() == 0)
      std::fprintf(stderr, "bench-pipeline: 3 ranks are needed\n");
    MPI_Finalize();
    return 2;
  }
  Times times;
  const std::int64_t sum = options.items * (options.items + 1) / 2;
  for (int round = 0; round < options.rounds; ++round) {
    times.hand.push_back(bench::slowest([&] {
      if (smallByHand(options.items) != sum)
        wrong("small items by hand");
    }));
    times.runtime.push_back(bench::slowest([&] {
      if (smallByRuntime(options.items) != sum)
        wrong("small items");
    }));
    times.oneRank.push_back(bench::slowest([&] { frames(1, options.frames); }));
    times.allRanks.push_back(
        bench::slowest([&] { frames(3, options.frames); }));
  }
  if (rankOf() == 0)
    show(times, options);
  MPI_Finalize();
}
