//===- bench-strategies.cpp - What `auto` takes, beside all others --------===//
//
// Moves vectors of doubles on all ranks, from all to half of them, and from
// half of them to all, in interleaved rounds: by every strategy, by derived
// types, and by `auto` as REDIST_PROFILE has it choose; by messages alone, and
// with shared memory. Every result is checked once. A round's time is that of
// the slowest rank.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/CoreLatency.h"
#include "Support/OwnCommunicator.h"
#include "Support/Timing.h"

#include "redist/Redistribute.h"

#include <cstdio>
#include <memory>
#include <numeric>

namespace {

struct Options {
  std::vector<std::int64_t> elements = {10'000, 100'000, 1'000'000, 16'000'000};
  int rounds = 7;
  bool json = false;
  std::string only; ///< measure cases whose name holds this
};

struct Side {
  std::int64_t block; ///< 0: BLOCK
  std::int64_t ranks;

  redist::layout layout() const {
    return redist::layout({block > 0 ? redist::cyclic(block) : redist::block()})
        .onto({ranks});
  }
  std::int64_t blockOf(std::int64_t extent) const {
    return block > 0 ? block : (extent + ranks - 1) / ranks;
  }
  std::string name() const {
    return block > 0 ? "cyclic(" + std::to_string(block) + ")" : "block";
  }
};

struct Problem {
  Side source, target;
  std::int64_t extent;

  std::string name() const {
    return source.name() + " on " + std::to_string(source.ranks) + " -> " +
           target.name() + " on " + std::to_string(target.ranks) + ", " +
           std::to_string(extent) + " doubles";
  }
};

/// The numbers of the elements that the rank has.
std::vector<double> numbered(const Side &side, std::int64_t extent) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::vector<double> result;
  const std::int64_t block = side.blockOf(extent);
  if (rank < side.ranks)
    for (std::int64_t first = rank * block; first < extent;
         first += side.ranks * block)
      for (std::int64_t i = first; i < std::min(first + block, extent); ++i)
        result.push_back(static_cast<double>(i));
  return result;
}

/// One way to move, on a communicator that knows its settings.
class Way {
public:
  Way(const char *wayName, const char *strategy, bool sharesMemory)
      : name(wayName), hasSharedMemory(sharesMemory),
        where{"bench-strategies", 1, "", strategy, nullptr, 0} {}

  /// Until the runtime has looked for shared memory. Collective.
  void prepare(const Problem &problem, const std::vector<double> &from,
               std::vector<double> &to) {
    constexpr int enough = 9;
    for (int i = 0; i < enough; ++i)
      run(problem, from, to);
  }
  void run(const Problem &problem, const std::vector<double> &from,
           std::vector<double> &to) const {
    redist::redistribute_into(
        where,
        redist::redistribution({redist::whole(problem.extent)})
            .from(problem.source.layout())
            .to(problem.target.layout()),
        communicator.get(), redist::objects(from), redist::objects(to));
  }

  std::string name;
  bool hasSharedMemory;
  std::vector<double> times;

private:
  redist::directive where;
  bench::OwnCommunicator communicator;
};

using Ways = std::vector<std::unique_ptr<Way>>;

/// All ways, `auto` first, of messages alone and then with shared memory; each
/// has moved the problem, rightly.
class Strategies {
public:
  explicit Strategies(const Problem &moved)
      : problem(moved), from(numbered(moved.source, moved.extent)),
        to(numbered(moved.target, moved.extent)) {
    for (const bool sharesMemory : {false, true}) {
      const bench::Setting memory("REDIST_SHARED_MEMORY",
                                  sharesMemory ? "1" : "0");
      add("auto", "auto", sharesMemory);
      for (const char *const strategy : {"stepwise", "direct", "alltoall"})
        add(strategy, strategy, sharesMemory);
      if (sharesMemory)
        break;
      {
        const bench::TypesProfile types;
        add("types", "auto", false);
      }
      const bench::Setting none("REDIST_PROFILE", "");
      add("window", "auto", false);
    }
  }

  void measure(int rounds) {
    constexpr std::int64_t enough = 8 << 20; // doubles
    const auto repeats =
        static_cast<int>(std::max<std::int64_t>(1, enough / problem.extent));
    for (std::size_t round = 0; round < static_cast<std::size_t>(rounds);
         ++round)
      for (std::size_t turn = 0; turn < ways.size(); ++turn) {
        Way &way = *ways[(turn + round) % ways.size()];
        way.run(problem, from, to); // caches may hold what others have moved
        way.times.push_back(bench::slowest([&] {
                              for (int i = 0; i < repeats; ++i)
                                way.run(problem, from, to);
                            }) /
                            repeats);
      }
  }

  const Ways &all() const { return ways; }

private:
  void add(const char *name, const char *strategy, bool sharesMemory) {
    ways.push_back(std::make_unique<Way>(name, strategy, sharesMemory));
    const std::vector<double> expected = to;
    std::fill(to.begin(), to.end(), -1.0);
    ways.back()->prepare(problem, from, to);
    if (to == expected)
      return;
    std::fprintf(stderr, "bench-strategies: wrong result of %s, %s\n", name,
                 problem.name().c_str());
    MPI_Abort(MPI_COMM_WORLD, 1);
  }

  const Problem problem;
  std::vector<double> from, to;
  Ways ways;
};

double minOf(const Way &way) {
  return *std::min_element(way.times.begin(), way.times.end());
}
double medianOf(const Way &way) { return bench::median(way.times); }

using Measure = double (*)(const Way &);

/// `auto` by the best of those that share memory, or do not, as it does.
double ratio(const Ways &ways, bool sharesMemory, Measure measure) {
  double best = std::numeric_limits<double>::infinity();
  double chosen = 0;
  for (const auto &way : ways) {
    // Whoever may share memory may also do without.
    if (sharesMemory || !way->hasSharedMemory)
      best = std::min(best, measure(*way));
    if (way->name == "auto" && way->hasSharedMemory == sharesMemory)
      chosen = measure(*way);
  }
  return chosen / best;
}

void printText(const Problem &problem, const Ways &ways) {
  std::printf("%s\n", problem.name().c_str());
  for (const auto &way : ways) {
    std::printf("  %-8s %-9s %10.4f %10.4f",
                way->hasSharedMemory ? "shared" : "messages", way->name.c_str(),
                minOf(*way) * 1e3, medianOf(*way) * 1e3);
    if (way->name == "auto")
      std::printf("   %.3f %.3f", ratio(ways, way->hasSharedMemory, minOf),
                  ratio(ways, way->hasSharedMemory, medianOf));
    std::printf("\n");
  }
}

void printJson(const Problem &problem, const Ways &ways, bool isFirst) {
  std::printf("%s\n    {\"name\":\"%s\",\"ways\":[", isFirst ? "" : ",",
              problem.name().c_str());
  const char *separator = "";
  for (const auto &way : ways) {
    std::printf("%s\n      {\"name\":\"%s\",\"shared\":%s,\"minimum\":%.4g,"
                "\"median\":%.4g",
                separator, way->name.c_str(),
                way->hasSharedMemory ? "true" : "false", minOf(*way),
                medianOf(*way));
    if (way->name == "auto")
      std::printf(",\"best\":{\"minimum\":%.4g,\"median\":%.4g}",
                  ratio(ways, way->hasSharedMemory, minOf),
                  ratio(ways, way->hasSharedMemory, medianOf));
    std::printf("}");
    separator = ",";
  }
  std::printf("]}");
}

/// To as many ranks, to half of them, and to twice as many.
std::vector<Problem> grid(const Options &options) {
  static constexpr std::int64_t blocks[][2] = {
      {3, 5}, {64, 96}, {1000, 1500}, {0, 1}};
  int ranks = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<Problem> result;
  for (const std::int64_t extent : options.elements) {
    for (const auto &[from, to] : blocks)
      result.push_back({{from, ranks}, {to, ranks}, extent});
    if (const int half = ranks / 2; half > 0) {
      result.push_back({{64, ranks}, {96, half}, extent});
      result.push_back({{64, half}, {96, ranks}, extent});
    }
  }
  std::erase_if(result, [&](const Problem &problem) {
    return problem.name().find(options.only) == std::string::npos;
  });
  return result;
}

const char usage[] =
    "usage: mpirun -n RANKS bench-strategies [options]\n"
    "  --elements N,...  doubles in the vectors "
    "(10000,100000,1000000,16000000)\n"
    "  --rounds K        interleaved rounds (7)\n"
    "  --only TEXT       cases whose names hold this\n"
    "  --json            machine-readable output\n"
    "  --help            this text\n"
    "Times in milliseconds, of the slowest rank: minimum and median; of auto "
    "also both\nby those of the best way. auto chooses by the profile that "
    "REDIST_PROFILE names.\n";

void parse(int argc, char **argv, Options &options) {
  bench::CommandLine line("bench-strategies", usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--elements"))
      options.elements = line.numbers<std::int64_t>(1, std::int64_t{1} << 40);
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--only"))
      options.only = line.text();
    else
      line.refuseUnknown();
  }
}

} // namespace

int main(int argc, char **argv) {
  Options options;
  parse(argc, argv, options); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  bench::bindRanks();
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0 && options.json)
    std::printf("{\"ranks\":%d,\"cases\":[", ranks);
  bool isFirst = true;
  for (const Problem &problem : grid(options)) {
    Strategies strategies(problem);
    strategies.measure(options.rounds);
    if (rank == 0 && options.json)
      printJson(problem, strategies.all(), std::exchange(isFirst, false));
    else if (rank == 0)
      printText(problem, strategies.all());
    std::fflush(stdout);
  }
  if (rank == 0 && options.json)
    std::printf("\n]}\n");
  MPI_Finalize();
}
