//===- bench-redistribute.cpp - Ours beside ScaLAPACK, FFTW and by hand ---===//
//
// Moves vectors and matrices of doubles on all ranks, in interleaved rounds:
// the runtime (into a destination, the plan is kept) in private memory, in
// arrays, by messages alone and by derived types, beside the peers of each case
// (BenchCase.h), and plain copies. Every result is checked once. A round's time
// is that of the slowest rank.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/MovedReport.h"
#include "Support/CommandLine.h"
#include "Support/CoreLatency.h"
#include "Support/Timing.h"

#include <cstdio>

using bench::Case;
using bench::CaseMaker;
using bench::CyclicShape;
using bench::WayKind;

struct Options {
  std::int64_t elements = 16 << 20;
  std::int64_t rows = 4000;
  int rounds = 11;
  bool json = false;
  std::string only; ///< measure cases whose name holds this
  std::vector<CaseMaker> cases;
};

static void requireResult(Case &c, std::size_t way) {
  if (c.takeResult(way))
    return;
  std::fprintf(stderr, "bench-redistribute: wrong result of %s, %s\n",
               c.ways()[way].name.c_str(), c.name().c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

static void measure(Case &c, const Options &options, bool first) {
  const std::size_t ways = c.ways().size();
  for (std::size_t way = 0; way < ways; ++way) {
    c.ways()[way].run();
    if (c.ways()[way].kind != WayKind::Limit)
      requireResult(c, way);
  }
  const int repeats = c.repeats();
  bench::Measured measured{std::vector<std::vector<double>>(ways),
                           {bench::coreLatency()}};
  for (std::size_t round = 0; round < static_cast<std::size_t>(options.rounds);
       ++round) {
    for (std::size_t turn = 0; turn < ways; ++turn) {
      const std::size_t way = (turn + round) % ways;
      const auto &run = c.ways()[way].run;
      if (c.fitsCaches())
        run();
      measured.times[way].push_back(bench::slowest([&] {
                                      for (int i = 0; i < repeats; ++i)
                                        run();
                                    }) /
                                    repeats);
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
    "Times in milliseconds, of the slowest rank: minimum and median; of ours "
    "also the\nminimum and the median of time / plain copy, and the median of "
    "best peer / time,\nthe latter two also of the rounds with cores near or "
    "far apart. Matrices need a\nsquare number of ranks, the transposition "
    "FFTW and a number of ranks that\ndivides the rows.\n";

static void addUsualCases(Options &options) {
  const auto add = [&](const CyclicShape &shape) {
    options.cases.push_back([shape] { return bench::makeCyclicCase(shape); });
  };
  static constexpr std::int64_t blocks[][2] = {{3, 5},       {7, 11}, {64, 96},
                                               {1000, 1500}, {0, 1},  {1, 0}};
  const std::int64_t elements = options.elements;
  for (const auto &[from, to] : blocks)
    add({from, to, elements});
  for (const auto &[from, to] : blocks)
    add({from, to, elements / 16});
  add({3, 5, elements / 16, 16});
  for (const auto &[from, to] : {std::pair{64, 96}, std::pair{3, 5}})
    add({from, to, options.rows, 1, true});
  add({3, 5, 10'000});
  add({64, 96, 10'000});
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
      return bench::makeCyclicCase({from, to, options.elements});
    }};
  else
    addUsualCases(options);
}

int main(int argc, char **argv) {
  Options options;
  parse(argc, argv, options); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  bench::bindRanks();
  const bool speaks = bench::worldRank() == 0;
  if (speaks && options.json)
    std::printf("{\"ranks\":%d,\"elements\":%lld,\"rows\":%lld,\"cases\":[",
                bench::worldSize(), static_cast<long long>(options.elements),
                static_cast<long long>(options.rows));
  else if (speaks)
    std::printf("%-12s %10s %10s   %s\n", "[ms]", "min", "median",
                "/ copy: min, median; best peer /");
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
