//===- bench-redistribute.cpp - Ours, ScaLAPACK's and by hand -------------===//
//
// Moves a distributed vector of doubles from CYCLIC(r) to CYCLIC(s) on all
// ranks, in interleaved rounds, three ways: the runtime (into a destination,
// the plan is kept), pdgemr2d of ScaLAPACK, and packing by hand around one
// MPI_Alltoallv with its buffers kept. Every result is checked once. A round's
// time is that of the slowest rank; the ratios are medians over the rounds.
//
//===----------------------------------------------------------------------===//
#include "redist/Redistribute.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <functional>
#include <string>
#include <vector>

extern "C" {
void Cblacs_get(int context, int request, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridexit(int context);
void Cpdgemr2d(int m, int n, double *a, int ia, int ja, int *descA, double *b,
               int ib, int jb, int *descB, int context);
}

struct Case {
  std::string name;
  std::int64_t sourceBlock; ///< 0: block
  std::int64_t targetBlock;
};

struct Options {
  std::int64_t elements = 16 << 20;
  int rounds = 11;
  bool json = false;
  std::vector<Case> cases;
};

/// What the three ways share: one case on this rank.
struct Problem {
  std::int64_t elements, sourceBlock, targetBlock;
  int ranks, rank;
  std::vector<double> source, target;

  std::int64_t owner(std::int64_t i, std::int64_t block) const {
    return i / block % ranks;
  }
};

static Problem makeProblem(const Case &chosen, std::int64_t elements) {
  Problem p{};
  MPI_Comm_rank(MPI_COMM_WORLD, &p.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &p.ranks);
  const std::int64_t whole = (elements + p.ranks - 1) / p.ranks;
  p.elements = elements;
  p.sourceBlock = chosen.sourceBlock ? chosen.sourceBlock : whole;
  p.targetBlock = chosen.targetBlock ? chosen.targetBlock : whole;
  const auto extent = [&](std::int64_t block) {
    return static_cast<std::size_t>(
        redist::local_extent(elements, block, p.ranks, p.rank));
  };
  p.source.resize(extent(p.sourceBlock));
  p.target.resize(extent(p.targetBlock));
  for (std::int64_t local = 0;
       local < static_cast<std::int64_t>(p.source.size()); ++local) {
    const std::int64_t round = local / p.sourceBlock;
    p.source[static_cast<std::size_t>(local)] = static_cast<double>(
        (round * p.ranks + p.rank) * p.sourceBlock + local % p.sourceBlock);
  }
  return p;
}

static void requireResult(Problem &p, const char *way) {
  for (std::int64_t local = 0;
       local < static_cast<std::int64_t>(p.target.size()); ++local) {
    const std::int64_t round = local / p.targetBlock;
    const auto expected = static_cast<double>(
        (round * p.ranks + p.rank) * p.targetBlock + local % p.targetBlock);
    if (p.target[static_cast<std::size_t>(local)] == expected)
      continue;
    std::fprintf(stderr, "bench-redistribute: wrong result of %s\n", way);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::fill(p.target.begin(), p.target.end(), -1.0);
}

/// Packing by hand: runs in global order, one buffer a rank, MPI_Alltoallv.
class ByHand {
public:
  explicit ByHand(const Problem &problem) : p(problem) {
    const auto ranks = static_cast<std::size_t>(p.ranks);
    sendCounts.assign(ranks, 0);
    receiveCounts.assign(ranks, 0);
    forEachRun(p.sourceBlock, p.targetBlock, p.source.size(),
               [&](std::int64_t partner, std::int64_t, std::int64_t length) {
                 sendCounts[static_cast<std::size_t>(partner)] +=
                     static_cast<int>(length);
               });
    forEachRun(p.targetBlock, p.sourceBlock, p.target.size(),
               [&](std::int64_t partner, std::int64_t, std::int64_t length) {
                 receiveCounts[static_cast<std::size_t>(partner)] +=
                     static_cast<int>(length);
               });
    sendOffsets = offsetsOf(sendCounts);
    receiveOffsets = offsetsOf(receiveCounts);
    sendBuffer.resize(p.source.size());
    receiveBuffer.resize(p.target.size());
    cursors.resize(ranks);
  }

  void run(Problem &problem) {
    std::copy(sendOffsets.begin(), sendOffsets.end(), cursors.begin());
    const double *const source = problem.source.data();
    forEachRun(p.sourceBlock, p.targetBlock, p.source.size(),
               [&](std::int64_t partner, std::int64_t at, std::int64_t length) {
                 std::int64_t &cursor =
                     cursors[static_cast<std::size_t>(partner)];
                 for (std::int64_t i = 0; i < length; ++i)
                   sendBuffer[static_cast<std::size_t>(cursor + i)] =
                       source[at + i];
                 cursor += length;
               });
    MPI_Alltoallv(sendBuffer.data(), sendCounts.data(), sendOffsets.data(),
                  MPI_DOUBLE, receiveBuffer.data(), receiveCounts.data(),
                  receiveOffsets.data(), MPI_DOUBLE, MPI_COMM_WORLD);
    std::copy(receiveOffsets.begin(), receiveOffsets.end(), cursors.begin());
    double *const target = problem.target.data();
    forEachRun(p.targetBlock, p.sourceBlock, p.target.size(),
               [&](std::int64_t partner, std::int64_t at, std::int64_t length) {
                 std::int64_t &cursor =
                     cursors[static_cast<std::size_t>(partner)];
                 for (std::int64_t i = 0; i < length; ++i)
                   target[at + i] =
                       receiveBuffer[static_cast<std::size_t>(cursor + i)];
                 cursor += length;
               });
  }

private:
  /// Runs of my blocks of size `mine` that lie in one block of size `other`:
  /// (owner of the other block, my local index, length).
  template <typename Visit>
  void forEachRun(std::int64_t mine, std::int64_t other, std::size_t extent,
                  Visit visit) const {
    for (std::int64_t local = 0; local < static_cast<std::int64_t>(extent);) {
      const std::int64_t global =
          (local / mine * p.ranks + p.rank) * mine + local % mine;
      const std::int64_t length =
          std::min({mine - local % mine, other - global % other,
                    static_cast<std::int64_t>(extent) - local});
      visit(p.owner(global, other), local, length);
      local += length;
    }
  }
  static std::vector<int> offsetsOf(const std::vector<int> &counts) {
    std::vector<int> offsets(counts.size(), 0);
    for (std::size_t i = 1; i < counts.size(); ++i)
      offsets[i] = offsets[i - 1] + counts[i - 1];
    return offsets;
  }

  const Problem &p;
  std::vector<int> sendCounts, receiveCounts, sendOffsets, receiveOffsets;
  std::vector<double> sendBuffer, receiveBuffer;
  std::vector<std::int64_t> cursors;
};

/// The vector as a matrix of one column on a grid of one column of processes.
class ScaLapack {
public:
  explicit ScaLapack(const Problem &p) {
    Cblacs_get(0, 0, &context);
    Cblacs_gridinit(&context, "C", p.ranks, 1);
    describe(descA, p, p.sourceBlock, p.source.size());
    describe(descB, p, p.targetBlock, p.target.size());
  }
  ScaLapack(const ScaLapack &) = delete;
  ScaLapack &operator=(const ScaLapack &) = delete;
  ~ScaLapack() { Cblacs_gridexit(context); }

  void run(Problem &p) {
    Cpdgemr2d(static_cast<int>(p.elements), 1, p.source.data(), 1, 1, descA,
              p.target.data(), 1, 1, descB, context);
  }

private:
  void describe(int *desc, const Problem &p, std::int64_t block,
                std::size_t localExtent) const {
    const int values[9] = {1,
                           context,
                           static_cast<int>(p.elements),
                           1,
                           static_cast<int>(block),
                           1,
                           0,
                           0,
                           std::max(1, static_cast<int>(localExtent))};
    std::copy(values, values + 9, desc);
  }
  int context = 0;
  int descA[9], descB[9];
};

static double slowest(const std::function<void()> &way) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  way();
  const double own = MPI_Wtime() - begin;
  double all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, MPI_COMM_WORLD);
  return all;
}

static double median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  const std::size_t half = values.size() / 2;
  return values.size() % 2 ? values[half]
                           : (values[half - 1] + values[half]) / 2;
}

static double least(const std::vector<double> &values) {
  return *std::min_element(values.begin(), values.end());
}

static std::vector<double> ratios(const std::vector<double> &ours,
                                  const std::vector<double> &theirs) {
  std::vector<double> result(ours.size());
  for (std::size_t i = 0; i < ours.size(); ++i)
    result[i] = ours[i] / theirs[i];
  return result;
}

static void print(const Case &c, const Options &options, bool first,
                  const std::vector<double> (&times)[3]) {
  const std::vector<double> toScaLapack = ratios(times[0], times[1]);
  const std::vector<double> toByHand = ratios(times[0], times[2]);
  if (!options.json) {
    std::printf("%-22s %8.2f %8.2f %8.2f %8.2f %8.2f %8.2f   %6.3f %6.3f\n",
                c.name.c_str(), least(times[0]) * 1e3, median(times[0]) * 1e3,
                least(times[1]) * 1e3, median(times[1]) * 1e3,
                least(times[2]) * 1e3, median(times[2]) * 1e3,
                median(toScaLapack), median(toByHand));
    return;
  }
  static const char *const names[] = {"redist", "pdgemr2d", "alltoallv"};
  std::printf("%s\n    {\"name\":\"%s\"", first ? "" : ",", c.name.c_str());
  for (int way = 0; way < 3; ++way)
    std::printf(",\"%s\":{\"minimum\":%.9g,\"median\":%.9g}", names[way],
                least(times[way]), median(times[way]));
  std::printf(",\"ratio\":{\"pdgemr2d\":%.6g,\"alltoallv\":%.6g}}",
              median(toScaLapack), median(toByHand));
}

static void measure(const Case &c, const Options &options, bool first) {
  Problem p = makeProblem(c, options.elements);
  static constexpr redist::directive where = {
      "bench-redistribute", 1, "", "auto", nullptr, 0};
  ByHand byHand(p);
  ScaLapack scaLapack(p);
  const std::function<void()> ways[3] = {
      [&] {
        redist::redistribute_into(
            where, p.source, p.target, p.elements,
            redist::cyclic_layout(p.sourceBlock, p.ranks, 0),
            redist::cyclic_layout(p.targetBlock, p.ranks, 0), MPI_COMM_WORLD);
      },
      [&] { scaLapack.run(p); }, [&] { byHand.run(p); }};
  static const char *const names[] = {"redist", "pdgemr2d", "MPI_Alltoallv"};
  for (int way = 0; way < 3; ++way) {
    ways[way]();
    requireResult(p, names[way]);
  }
  std::vector<double> times[3];
  for (int round = 0; round < options.rounds; ++round)
    for (int turn = 0; turn < 3; ++turn) {
      const int way = (turn + round) % 3;
      times[way].push_back(slowest(ways[way]));
    }
  if (p.rank == 0)
    print(c, options, first, times);
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-redistribute [options]\n"
    "  --elements N   doubles in the vector (16777216)\n"
    "  --rounds K     interleaved rounds (11)\n"
    "  --from R --to S  CYCLIC(R) -> CYCLIC(S) alone; 0 is BLOCK\n"
    "  --json         machine-readable output\n"
    "  --help         this text\n"
    "Times in milliseconds, of the slowest rank; ratios are medians of "
    "redist / other.\n";

/// The number after an option; ends the program where there is none.
static std::int64_t numberAfter(int argc, char **argv, int &i) {
  char *end = nullptr;
  const char *const text = i + 1 < argc ? argv[i + 1] : "";
  const long long value = std::strtoll(text, &end, 10);
  if (*text && !*end && value >= 0 && ++i)
    return value;
  std::fprintf(stderr, "bench-redistribute: %s needs a number\n", argv[i]);
  std::exit(2);
}

static Options parse(int argc, char **argv) {
  Options options;
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
    } else if (option == "--rounds") {
      options.rounds = static_cast<int>(
          std::max<std::int64_t>(1, numberAfter(argc, argv, i)));
    } else if (option == "--from") {
      from = numberAfter(argc, argv, i);
    } else if (option == "--to") {
      to = numberAfter(argc, argv, i);
    } else {
      std::fprintf(stderr, "bench-redistribute: unknown option '%s'\n",
                   argv[i]);
      std::exit(2);
    }
  }
  if (from >= 0 && to >= 0)
    options.cases = {
        {std::to_string(from) + " -> " + std::to_string(to), from, to}};
  else
    options.cases = {{"cyclic(64) -> (96)", 64, 96},
                     {"cyclic(3) -> (5)", 3, 5},
                     {"cyclic(1000) -> (1500)", 1000, 1500},
                     {"block -> cyclic(1)", 0, 1},
                     {"cyclic(1) -> block", 1, 0}};
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  if (rank == 0 && options.json)
    std::printf("{\"ranks\":%d,\"elements\":%lld,\"cases\":[", ranks,
                static_cast<long long>(options.elements));
  else if (rank == 0)
    std::printf("%-22s %17s %17s %17s   %s\n%-22s %8s %8s %8s %8s %8s %8s   "
                "%6s %6s\n",
                "", "redist [ms]", "pdgemr2d [ms]", "Alltoallv [ms]",
                "ratio to", "", "min", "median", "min", "median", "min",
                "median", "pdgem.", "Alltoa.");
  for (std::size_t i = 0; i < options.cases.size(); ++i)
    measure(options.cases[i], options, i == 0);
  if (rank == 0 && options.json)
    std::printf("\n]}\n");
  MPI_Finalize();
}
