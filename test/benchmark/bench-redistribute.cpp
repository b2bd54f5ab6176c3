//===- bench-redistribute.cpp - Ours beside ScaLAPACK, FFTW and by hand ---===//
//
// Moves vectors and matrices of doubles on all ranks, in interleaved rounds:
// the runtime (into a destination, the plan is kept) beside the peers of each
// case (BenchCase.h). Every result is checked once. A round's time is that of
// the slowest rank; the ratios are medians over the rounds, and over those that
// the machine had its cores close together in, or apart (CoreLatency.h).
//
//===----------------------------------------------------------------------===//
#include "BenchCase.h"
#include "CommandLine.h"
#include "CoreLatency.h"
#include "Timing.h"

#include <algorithm>
#include <cstdio>
#include <numeric>

using bench::Case;
using bench::CaseMaker;
using bench::median;
using bench::slowest;

struct Options {
  std::int64_t elements = 16 << 20;
  std::int64_t rows = 4000;
  int rounds = 11;
  bool json = false;
  std::string only; ///< measure cases whose name holds this
  std::vector<CaseMaker> cases;
};

static double least(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}

using Times = std::vector<std::vector<double>>; ///< by way and round

/// Some of the rounds of a case, and how far the cores were apart.
struct Mode {
  const char *name;
  std::vector<std::size_t> rounds;
  std::vector<double> latencies;
};

struct Measured {
  Times times;
  std::vector<double> latencies; ///< before each round, and after the last
};

static double medianRatio(const Times &times, std::size_t way,
                          const std::vector<std::size_t> &rounds) {
  std::vector<double> result;
  for (const std::size_t round : rounds)
    result.push_back(times[0][round] / times[way][round]);
  return median(result);
}

static std::vector<std::size_t> allRounds(const Times &times) {
  std::vector<std::size_t> result(times[0].size());
  std::iota(result.begin(), result.end(), std::size_t{0});
  return result;
}

/// The modes that there were; a round during which the mode may have changed
/// is in none.
static std::vector<Mode> modesOf(const Measured &measured) {
  Mode near{"near", {}, {}};
  Mode far{"far", {}, {}};
  for (std::size_t round = 0; round + 1 < measured.latencies.size(); ++round) {
    const double before = measured.latencies[round];
    const double after = measured.latencies[round + 1];
    if (before == 0 || after == 0 ||
        (before < bench::farLatency) != (after < bench::farLatency))
      continue;
    Mode &mode = before < bench::farLatency ? near : far;
    mode.rounds.push_back(round);
    mode.latencies.push_back((before + after) / 2);
  }
  std::vector<Mode> result;
  for (Mode *const mode : {&near, &far})
    if (!mode->rounds.empty())
      result.push_back(std::move(*mode));
  return result;
}

static void printText(const Case &c, const Measured &measured) {
  const Times &times = measured.times;
  std::printf("%s\n", c.name().c_str());
  for (std::size_t way = 0; way < times.size(); ++way) {
    std::printf("  %-10s %8.2f %8.2f", c.ways()[way].name.c_str(),
                least(times[way]) * 1e3, median(times[way]) * 1e3);
    if (way > 0)
      std::printf("   %6.3f", medianRatio(times, way, allRounds(times)));
    std::printf("\n");
  }
  for (const Mode &mode : modesOf(measured)) {
    std::printf("  %s cores, %.0f ns, %zu rounds:", mode.name,
                median(mode.latencies) * 1e9, mode.rounds.size());
    for (std::size_t way = 1; way < times.size(); ++way)
      std::printf(" %.3f", medianRatio(times, way, mode.rounds));
    std::printf("\n");
  }
}

static void printRatios(const Case &c, const Times &times,
                        const std::vector<std::size_t> &rounds) {
  std::printf("\"ratio\":{");
  for (std::size_t way = 1; way < times.size(); ++way)
    std::printf("%s\"%s\":%.6g", way > 1 ? "," : "", c.ways()[way].name.c_str(),
                medianRatio(times, way, rounds));
  std::printf("}");
}

static void printJson(const Case &c, const Measured &measured, bool first) {
  const Times &times = measured.times;
  std::printf("%s\n    {\"name\":\"%s\"", first ? "" : ",", c.name().c_str());
  for (std::size_t way = 0; way < times.size(); ++way)
    std::printf(",\"%s\":{\"minimum\":%.9g,\"median\":%.9g}",
                c.ways()[way].name.c_str(), least(times[way]),
                median(times[way]));
  std::printf(",");
  printRatios(c, times, allRounds(times));
  std::printf(",\"cores\":{");
  bool firstMode = true;
  for (const Mode &mode : modesOf(measured)) {
    std::printf("%s\"%s\":{\"rounds\":%zu,\"latency\":%.3g,",
                firstMode ? "" : ",", mode.name, mode.rounds.size(),
                median(mode.latencies));
    printRatios(c, times, mode.rounds);
    std::printf("}");
    firstMode = false;
  }
  std::printf("}}");
}

static void requireResult(Case &c, const std::string &way) {
  if (c.takeResult())
    return;
  std::fprintf(stderr, "bench-redistribute: wrong result of %s, %s\n",
               way.c_str(), c.name().c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void measure(Case &c, const Options &options, bool first) {
  for (const bench::Way &way : c.ways()) {
    way.run();
    requireResult(c, way.name);
  }
  const std::size_t ways = c.ways().size();
  Measured measured{Times(ways), {bench::coreLatency()}};
  for (std::size_t round = 0; round < static_cast<std::size_t>(options.rounds);
       ++round) {
    for (std::size_t turn = 0; turn < ways; ++turn) {
      const std::size_t way = (turn + round) % ways;
      measured.times[way].push_back(slowest(c.ways()[way].run));
    }
    measured.latencies.push_back(bench::coreLatency());
  }
  if (bench::worldRank() != 0)
    return;
  if (options.json)
    printJson(c, measured, first);
  else
    printText(c, measured);
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-redistribute [options]\n"
    "  --elements N   doubles in the vectors (16777216)\n"
    "  --rows N       rows and columns of the matrices (4000)\n"
    "  --rounds K     interleaved rounds (11)\n"
    "  --from R --to S  a vector, CYCLIC(R) -> CYCLIC(S), alone; 0 is BLOCK\n"
    "  --only TEXT    cases whose names hold this\n"
    "  --json         machine-readable output\n"
    "  --help         this text\n"
    "Times in milliseconds, of the slowest rank: minimum, median, and the "
    "median of\nredist / other, also of the rounds with cores near or far "
    "apart. "
    "Matrices need a square number of ranks, the "
    "transposition FFTW\nand a number of ranks that divides the rows.\n";

static void addUsualCases(Options &options) {
  static constexpr std::int64_t blocks[][2] = {
      {64, 96}, {3, 5}, {1000, 1500}, {0, 1}, {1, 0}};
  for (const auto &[from, to] : blocks)
    options.cases.push_back([&options, source = from, target = to] {
      return bench::makeVectorCase(options.elements, source, target);
    });
  static constexpr std::int64_t squares[][2] = {{64, 96}, {3, 5}};
  for (const auto &[from, to] : squares)
    options.cases.push_back([&options, source = from, target = to] {
      return bench::makeGridCase(options.rows, source, target);
    });
  options.cases.push_back(
      [&options] { return bench::makeTransposeCase(options.rows); });
}

static void parse(int argc, char **argv, Options &options) {
  std::int64_t from = -1;
  std::int64_t to = -1;
  bench::CommandLine line("bench-redistribute", usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--elements"))
      options.elements = line.number<std::int64_t>();
    else if (line.is("--rows"))
      options.rows = line.number<std::int64_t>();
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--from"))
      from = line.number<std::int64_t>(0);
    else if (line.is("--to"))
      to = line.number<std::int64_t>(0);
    else if (line.is("--only"))
      options.only = line.text();
    else
      line.refuseUnknown();
  }
  if (from >= 0 && to >= 0)
    options.cases = {[&options, from, to] {
      return bench::makeVectorCase(options.elements, from, to);
    }};
  else
    addUsualCases(options);
}

int main(int argc, char **argv) {
  Options options;
  parse(argc, argv, options); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  const bool speaks = bench::worldRank() == 0;
  if (speaks && options.json)
    std::printf("{\"ranks\":%d,\"elements\":%lld,\"rows\":%lld,\"cases\":[",
                bench::worldSize(), static_cast<long long>(options.elements),
                static_cast<long long>(options.rows));
  else if (speaks)
    std::printf("%-12s %8s %8s   %6s\n", "[ms]", "min", "median", "ratio");
  bool first = true;
  for (const CaseMaker &make : options.cases) {
    const std::unique_ptr<Case> made = make();
    if (!made || made->name().find(options.only) == std::string::npos)
      continue;
    measure(*made, options, first);
    first = false;
  }
  if (speaks && options.json)
    std::printf("\n]}\n");
  MPI_Finalize();
}
