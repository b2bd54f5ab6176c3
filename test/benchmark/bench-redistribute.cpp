//===- bench-redistribute.cpp - Ours beside ScaLAPACK, FFTW and by hand ---===//
//
// Moves vectors and matrices of doubles on all ranks, in interleaved rounds:
// the runtime (into a destination, the plan is kept) beside the peers of each
// case (BenchCase.h). Every result is checked once. A round's time is that of
// the slowest rank; the ratios are medians over the rounds.
//
//===----------------------------------------------------------------------===//
#include "BenchCase.h"
#include "Timing.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <string_view>

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

static double medianRatio(const std::vector<double> &ours,
                          const std::vector<double> &theirs) {
  std::vector<double> result(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    result[i] = ours[i] / theirs[i];
  return median(result);
}

using Times = std::vector<std::vector<double>>; ///< by way and round

static void printText(const Case &c, const Times &times) {
  std::printf("%s\n", c.name().c_str());
  for (std::size_t way = 0; way < times.size(); ++way) {
    std::printf("  %-10s %8.2f %8.2f", c.ways()[way].name.c_str(),
                least(times[way]) * 1e3, median(times[way]) * 1e3);
    if (way > 0)
      std::printf("   %6.3f", medianRatio(times[0], times[way]));
    std::printf("\n");
  }
}

static void printJson(const Case &c, const Times &times, bool first) {
  std::printf("%s\n    {\"name\":\"%s\"", first ? "" : ",", c.name().c_str());
  for (std::size_t way = 0; way < times.size(); ++way)
    std::printf(",\"%s\":{\"minimum\":%.9g,\"median\":%.9g}",
                c.ways()[way].name.c_str(), least(times[way]),
                median(times[way]));
  std::printf(",\"ratio\":{");
  for (std::size_t way = 1; way < times.size(); ++way)
    std::printf("%s\"%s\":%.6g", way > 1 ? "," : "", c.ways()[way].name.c_str(),
                medianRatio(times[0], times[way]));
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
  Times times(ways);
  for (std::size_t round = 0; round < static_cast<std::size_t>(options.rounds);
       ++round)
    for (std::size_t turn = 0; turn < ways; ++turn) {
      const std::size_t way = (turn + round) % ways;
      times[way].push_back(slowest(c.ways()[way].run));
    }
  if (bench::worldRank() != 0)
    return;
  if (options.json)
    printJson(c, times, first);
  else
    printText(c, times);
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
    "median of\nredist / other. Matrices need a square number of ranks, the "
    "transposition FFTW\nand a number of ranks that divides the rows.\n";

static const char *textAfter(int argc, char **argv, int &i) {
  if (i + 1 < argc)
    return argv[++i];
  std::fprintf(stderr, "bench-redistribute: %s needs a value\n", argv[i]);
  std::exit(2);
}

/// The number after an option; ends the program where there is none.
static std::int64_t numberAfter(int argc, char **argv, int &i) {
  const char *const option = argv[i];
  const char *const text = textAfter(argc, argv, i);
  char *end = nullptr;
  const long long value = std::strtoll(text, &end, 10);
  if (*text && !*end && value >= 0)
    return value;
  std::fprintf(stderr, "bench-redistribute: %s needs a number\n", option);
  std::exit(2);
}

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
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--help") {
      std::fputs(usage, stdout);
      std::exit(0);
    } else if (option == "--json") {
      options.json = true;
    } else if (option == "--elements") {
      options.elements = numberAfter(argc, argv, i);
    } else if (option == "--rows") {
      options.rows = numberAfter(argc, argv, i);
    } else if (option == "--rounds") {
      options.rounds = static_cast<int>(
          std::max<std::int64_t>(1, numberAfter(argc, argv, i)));
    } else if (option == "--from") {
      from = numberAfter(argc, argv, i);
    } else if (option == "--to") {
      to = numberAfter(argc, argv, i);
    } else if (option == "--only") {
      options.only = textAfter(argc, argv, i);
    } else {
      std::fprintf(stderr, "bench-redistribute: unknown option '%s'\n",
                   argv[i]);
      std::exit(2);
    }
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
