//===- bench-pipeline.cpp - Pipelines beside others -----------------------===//
//
// What an item costs: empty stages with 8-byte items, one a rank; and stages of
// 200, 400 and 200 microseconds, which keep a processor busy, with small and
// large frames. By the runtime, by hand with MPI, by TBB where there is one,
// and in a loop; in interleaved rounds on the same ranks, which all but those
// that are measured sleep through. A round's time of small items is that of the
// slowest rank.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/LargeItems.h"
#include "Pipeline/SmallItems.h"
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#include <unistd.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

struct Options {
  int rounds = 9;
  long items = 1000000; ///< small ones
  int frames = 100;
  std::size_t bytes = 1000000; ///< of a large frame
  bool json = false;
};

static const char usage[] =
    "usage: mpirun -n 2|3 bench-pipeline [options]\n"
    "  --items N   small items in a round (1000000)\n"
    "  --frames N  frames in a round, 20 at least (100)\n"
    "  --bytes N   of a large frame (1000000)\n"
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
    else if (line.is("--bytes"))
      options.bytes = line.number<std::size_t>(8);
    else
      line.refuseUnknown();
  return options;
}

/// One way, in all rounds.
struct Way {
  std::string name;
  std::size_t bytes; ///< of an item
  double bound;      ///< seconds an item; 0: not known
  std::function<double()> seconds;
  std::vector<double> all;
};

//===----------------------------------------------------------------------===//
// What is measured
//===----------------------------------------------------------------------===//

static void addSmall(std::vector<Way> &ways, int ranks,
                     const Options &options) {
  const auto perItem = [](long items, auto way) {
    const double seconds = bench::slowest([&] { way(items); });
    return seconds / static_cast<double>(items);
  };
  const auto checked = [ranks](std::int64_t sum, long items, bool isPlain) {
    const std::int64_t added = ranks == 3 && !isPlain ? items : 0;
    if (sum != items * (items - 1) / 2 + added)
      throw std::runtime_error("wrong result of small items");
  };
  const auto add = [&](const char *name, long items, auto way) {
    ways.push_back({name,
                    8,
                    0,
                    [=] {
                      return perItem(items, [&](long n) {
                        checked(way(ranks, n), n, false);
                      });
                    },
                    {}});
  };
  const long items = options.items, fewer = std::max(1L, items / 10);
  add("redist", items,
      [](int used, long count) { return bench::smallByRuntime(used, count); });
  add("by hand, batches of 256", items, bench::smallByHand);
  add("by hand, a message each", fewer, bench::smallOneByOne);
  const auto onFirst = [&](const char *name, long count, bool isPlain,
                           auto way) {
    ways.push_back({name,
                    8,
                    0,
                    [=] {
                      return bench::onFirst([&] {
                        const double begin = MPI_Wtime();
                        checked(way(count), count, isPlain);
                        return (MPI_Wtime() - begin) /
                               static_cast<double>(count);
                      });
                    },
                    {}});
  };
#ifdef REDIST_BENCH_TBB
  onFirst("TBB", fewer, false,
          [=](long count) { return bench::smallByTbb(ranks, count); });
#endif
  onFirst("loop", items, true, bench::smallInLoop);
}

static void addFrames(std::vector<Way> &ways, int ranks, std::size_t bytes,
                      int frames) {
  const int processors = static_cast<int>(sysconf(_SC_NPROCESSORS_ONLN));
  const auto add = [&](const char *name, int usedRanks, auto way) {
    ways.push_back(
        {name, bytes, bench::framesBound(usedRanks, processors), way, {}});
  };
  add("redist", ranks,
      [=] { return bench::framesByRuntime(ranks, frames, bytes); });
  add("by hand", ranks,
      [=] { return bench::framesByHand(ranks, frames, bytes); });
#ifdef REDIST_BENCH_TBB
  add("TBB", std::min(3, processors * 2), [=] {
    return bench::onFirst([&] { return bench::framesByTbb(frames, bytes); });
  });
#endif
  add("loop", 1, [=] {
    return bench::onFirst([&] { return bench::framesInLoop(frames, bytes); });
  });
}

/// Collective.
static std::vector<Way> measured(int ranks, const Options &options) {
  std::vector<Way> ways;
  addSmall(ways, ranks, options);
  for (const std::size_t bytes : {std::size_t{8}, options.bytes})
    addFrames(ways, ranks, bytes, options.frames);
  for (int round = 0; round < options.rounds; ++round)
    for (Way &way : ways)
      way.all.push_back(way.seconds());
  return ways;
}

//===----------------------------------------------------------------------===//
// What is shown
//===----------------------------------------------------------------------===//

static void showText(const std::vector<Way> &ways) {
  std::printf("%10s  %-24s %11s %11s   min / bound\n", "bytes", "[ns an item]",
              "min", "median");
  for (const Way &way : ways) {
    const double least = *std::min_element(way.all.begin(), way.all.end());
    std::printf("%10zu  %-24s %11.2f %11.2f", way.bytes, way.name.c_str(),
                least * 1e9, bench::median(way.all) * 1e9);
    if (way.bound > 0)
      std::printf("   %.3f", least / way.bound);
    std::printf("\n");
  }
}

static void showJson(const std::vector<Way> &ways, int ranks) {
  std::printf("{\"ranks\":%d,\"ways\":[", ranks);
  for (const Way &way : ways) {
    std::printf("%s\n{\"name\":\"%s\",\"bytes\":%zu,",
                &way == &ways[0] ? "" : ",", way.name.c_str(), way.bytes);
    if (way.bound > 0)
      std::printf("\"bound\":%.9g,", way.bound);
    std::printf("\"min\":%.9g,\"median\":%.9g}",
                *std::min_element(way.all.begin(), way.all.end()),
                bench::median(way.all));
  }
  std::printf("\n]}\n");
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size != 2 && size != 3) {
    if (rank == 0)
      std::fprintf(stderr, "bench-pipeline: 2 or 3 ranks are needed\n");
    MPI_Finalize();
    return 2;
  }
  try {
    const std::vector<Way> ways = measured(size, options);
    if (rank == 0 && options.json)
      showJson(ways, size);
    else if (rank == 0)
      showText(ways);
  } catch (const std::exception &problem) {
    std::fprintf(stderr, "bench-pipeline: %s\n", problem.what());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  MPI_Finalize();
}
