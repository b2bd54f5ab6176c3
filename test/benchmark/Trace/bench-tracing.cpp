//===- bench-tracing.cpp - What it costs to see what ran ------------------===//
//
// Redistributions, reductions and pipelines on communicators of four kinds: two
// that record nothing, one that records sums (REDIST_STATS), and one that
// records a timeline (REDIST_TRACE), which the runtime decides at a
// communicator's first use. All four take turns in each round; ratios are taken
// within a round, over the first kind. That of the second one shows what the
// machine does by itself. Writing the timeline, at the end of the program, is
// no part of the times.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/LargeItems.h"
#include "Pipeline/SmallItems.h"
#include "Redistribute/BenchCase.h"
#include "Support/CommandLine.h"
#include "Support/CoreLatency.h"
#include "Support/OwnCommunicator.h"
#include "Support/Timing.h"

#include "redist/Reduce.h"

#include <unistd.h>

#include <array>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <string>
#include <vector>

struct Options {
  int rounds = 15;
  std::string only; ///< measure cases whose name holds this
  bool json = false;
};

//===----------------------------------------------------------------------===//
// What records
//===----------------------------------------------------------------------===//

enum Kind : std::size_t { Traced, Off, OffAgain, Statistics };
constexpr std::size_t kindCount = 4;

/// Communicators of all ranks, by kind, each used for the first time while the
/// environment is set for it.
class Recorded {
public:
  using Use = std::function<void(MPI_Comm)>;

  /// Collective. Calls `use` until the runtime has made all that it keeps.
  Recorded(const std::string &traceFile, const Use &use) {
    for (std::size_t kind = 0; kind < kindCount; ++kind) {
      const bench::Setting statistics("REDIST_STATS",
                                      kind == Statistics ? "1" : "0");
      const bench::Setting timeline("REDIST_TRACE",
                                    kind == Traced ? traceFile : "");
      constexpr int enough = 10;
      for (int i = 0; i < enough; ++i)
        use((*this)[kind]);
    }
  }
  MPI_Comm operator[](std::size_t kind) const {
    return communicators[kind].get();
  }

private:
  std::array<bench::OwnCommunicator, kindCount> communicators;
};

/// What is measured. Its data go with it.
struct Case {
  std::string name;
  int repeats; ///< in a turn
  Recorded::Use run;
};

//===----------------------------------------------------------------------===//
// What runs
//===----------------------------------------------------------------------===//

constexpr redist::directive here = {
    "bench-tracing.cpp", 1, "", "auto", nullptr, 0};

constexpr std::int64_t sourceBlock = 3, targetBlock = 5;

static std::vector<double> ownPart(std::int64_t doubles, std::int64_t block) {
  const std::int64_t own = redist::local_extent(
      doubles, block, bench::worldSize(), bench::worldRank());
  return std::vector<double>(static_cast<std::size_t>(own), 1.0);
}

static Case movement(const char *name, std::int64_t doubles, int repeats) {
  return {name, repeats,
          [doubles, source = ownPart(doubles, sourceBlock),
           target = ownPart(doubles, targetBlock)](MPI_Comm all) mutable {
            const int ranks = bench::worldSize();
            const auto layout = [&](std::int64_t block) {
              return redist::layout({redist::cyclic(block)}).onto({ranks});
            };
            redist::redistribute_into(
                here,
                redist::redistribution({redist::whole(doubles)})
                    .from(layout(sourceBlock))
                    .to(layout(targetBlock)),
                all, redist::objects(source), redist::objects(target));
          }};
}

/// Not known to MPI, so that the runtime's tree carries it out.
struct Larger {
  void operator()(double &into, double from) const {
    into = into < from ? from : into;
  }
};

static Case reductionOfOne(int repeats) {
  return {"reduction, 8 B", repeats, [x = 1.0](MPI_Comm all) mutable {
            redist::reduce(here, redist::reduction().uniform(), all, Larger{},
                           x);
          }};
}

static Case builtinOfOne(int repeats) {
  return {"sum, 8 B", repeats, [](MPI_Comm all) {
            double x = 1;
            redist::reduce(here, redist::reduction().uniform(), all,
                           redist::plus{}, x);
          }};
}

static Case reductionOfMany(std::int64_t doubles, int repeats) {
  const std::vector<double> numbers(static_cast<std::size_t>(doubles), 1.0);
  return {"reduction, 1 MB", repeats,
          [doubles, x = numbers](MPI_Comm all) mutable {
            redist::reduce(here, redist::reduction().uniform(), all, Larger{},
                           redist::elements(x, 0, doubles));
          }};
}

static Case smallItems(long items) {
  return {"pipeline, 8 B", 1, [items](MPI_Comm all) {
            bench::smallByRuntime(bench::worldSize(), items, all);
          }};
}

static Case frames(int count) {
  return {"pipeline, 1 MB", 1, [count](MPI_Comm all) {
            constexpr std::size_t bytes = 1000000;
            bench::framesByRuntime(bench::worldSize(), count, bytes, all);
          }};
}

/// As in bench-pipeline, one alive at a time.
struct Maker {
  std::string name;
  bool sharesMemory;
  std::function<Case()> make;
};

static std::vector<Maker> allCases() {
  constexpr std::int64_t large = 16 << 20, medium = 1 << 20, small = 10'000;
  constexpr std::int64_t megabyte = 125'000;
  std::vector<Maker> makers;
  for (const bool shares : {true, false}) {
    const char *const way = shares ? "private" : "messages";
    const auto add = [&](const char *size, std::int64_t doubles, int repeats) {
      makers.push_back({std::string(size) + ", " + way, shares,
                        [=] { return movement(size, doubles, repeats); }});
    };
    add("128 MB", large, 1);
    add("8 MB", medium, 8);
    add("10,000 doubles", small, 1000);
  }
  const auto add = [&](Case (*make)(int), int repeats) {
    makers.push_back({make(repeats).name, true, [=] { return make(repeats); }});
  };
  add(builtinOfOne, 2000);
  add(reductionOfOne, 2000);
  makers.push_back(
      {"reduction, 1 MB", true, [] { return reductionOfMany(megabyte, 20); }});
  makers.push_back({"pipeline, 8 B", true, [] { return smallItems(300'000); }});
  makers.push_back({"pipeline, 1 MB", true, [] { return frames(100); }});
  return makers;
}

//===----------------------------------------------------------------------===//
// Times
//===----------------------------------------------------------------------===//

struct Times {
  std::string name;
  std::array<std::vector<double>, kindCount> of; ///< seconds, by round
};

static Times measured(const Maker &maker, const std::string &traceFile,
                      int rounds) {
  const Case one = maker.make();
  const bench::Setting memory("REDIST_SHARED_MEMORY",
                              maker.sharesMemory ? "1" : "0");
  const Recorded all(traceFile, one.run);
  Times times{maker.name, {}};
  for (std::size_t round = 0; round < static_cast<std::size_t>(rounds); ++round)
    for (std::size_t turn = 0; turn < kindCount; ++turn) {
      const std::size_t kind = (round + turn) % kindCount;
      one.run(all[kind]); // caches hold what this kind leaves there
      const double seconds = bench::slowest([&] {
        for (int i = 0; i < one.repeats; ++i)
          one.run(all[kind]);
      });
      times.of[kind].push_back(seconds / one.repeats);
    }
  return times;
}

struct Ratio {
  double least, median;
};

static double minOf(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}

static Ratio ratioOf(const Times &times, Kind kind) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < times.of[Off].size(); ++i)
    ratios.push_back(times.of[kind][i] / times.of[Off][i]);
  return {minOf(ratios), bench::median(ratios)};
}

//===----------------------------------------------------------------------===//
// What is shown
//===----------------------------------------------------------------------===//

struct Column {
  const char *name;
  Kind kind;
};
constexpr Column columns[] = {
    {"again", OffAgain}, {"statistics", Statistics}, {"traced", Traced}};

static void showText(const std::vector<Times> &all) {
  std::printf("%-26s %10s %10s  again / off   statistics / off   traced / off"
              "\n",
              "[us]", "off: min", "median");
  for (const Times &one : all) {
    std::printf("%-26s %10.2f %10.2f", one.name.c_str(),
                minOf(one.of[Off]) * 1e6, bench::median(one.of[Off]) * 1e6);
    for (const Column &column : columns) {
      const Ratio ratio = ratioOf(one, column.kind);
      std::printf("  %6.3f %6.3f ", ratio.least, ratio.median);
    }
    std::printf("\n");
  }
}

static void showJson(const std::vector<Times> &all) {
  std::printf("{\"ranks\":%d,\"cases\":[", bench::worldSize());
  for (const Times &one : all) {
    std::printf("%s\n  {\"name\":\"%s\",\"off\":{\"minimum\":%.6g,"
                "\"median\":%.6g}",
                &one == all.data() ? "" : ",", one.name.c_str(),
                minOf(one.of[Off]), bench::median(one.of[Off]));
    for (const Column &column : columns) {
      const Ratio ratio = ratioOf(one, column.kind);
      std::printf(",\"%s\":{\"minimum\":%.4g,\"median\":%.4g}", column.name,
                  ratio.least, ratio.median);
    }
    std::printf("}");
  }
  std::printf("\n]}\n");
}

static const char usage[] =
    "usage: mpirun -n 2|3 bench-tracing [options]\n"
    "  --rounds K   interleaved rounds (15)\n"
    "  --only TEXT  cases whose names hold this\n"
    "  --json       machine-readable output, in seconds\n"
    "  --help       this text\n"
    "Times with nothing recorded, and ratios to them: nothing again, "
    "statistics,\na timeline; the least one and the median of all rounds.\n";

static Options parse(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-tracing", usage, argc, argv);
  while (line.next())
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--only"))
      options.only = line.text();
    else
      line.refuseUnknown();
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  const int size = bench::worldSize();
  const bool speaks = bench::worldRank() == 0;
  if (size != 2 && size != 3) {
    if (speaks)
      std::fputs(usage, stderr);
    MPI_Finalize();
    return 2;
  }
  bench::bindRanks();
  const std::string traceFile =
      "/tmp/bench-tracing-" + std::to_string(getpid()) + ".json";
  std::vector<Times> all;
  for (const Maker &maker : allCases())
    if (maker.name.find(options.only) != std::string::npos)
      all.push_back(measured(maker, traceFile, options.rounds));
  if (speaks && options.json)
    showJson(all);
  else if (speaks)
    showText(all);
  MPI_Finalize();
  unlink(traceFile.c_str());
}
