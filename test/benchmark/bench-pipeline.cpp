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
#include "LargeItems.h"
#include "SmallItems.h"
#include "Timing.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <vector>

struct Options {
  int rounds = 9;
  long items = 1000000; ///< small ones
  int frames = 200;     ///< large ones
  bool json = false;
};

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
    const double model = bench::modelPeriod(ranks, fastest);
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

/// Collective.
static Times measured(const Options &options) {
  Times times;
  const auto perItem = [&](std::int64_t way(long), long items) {
    const double seconds = bench::slowest([&] {
      if (way(items) != items * (items + 1) / 2)
        throw std::runtime_error("wrong result of small items");
    });
    return seconds / static_cast<double>(items);
  };
  for (int round = 0; round < options.rounds; ++round) {
    times.byHand.push_back(perItem(bench::smallByHand, options.items));
    times.runtime.push_back(perItem(bench::smallByRuntime, options.items));
    times.oneByOne.push_back(
        perItem(bench::smallOneByOne, std::max(1L, options.items / 10)));
    times.bandwidths.push_back(bench::bandwidth());
    for (int ranks = 1; ranks <= 3; ++ranks)
      times.frames[ranks - 1].push_back(bench::frames(ranks, options.frames));
  }
  return times;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 3) {
    if (rank == 0)
      std::fprintf(stderr, "bench-pipeline: 3 ranks are needed\n");
    MPI_Finalize();
    return 2;
  }
  try {
    const Times times = measured(options);
    if (rank == 0)
      show(times, options);
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "bench-pipeline: %s\n", problem.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
