//===- bench-overlap.cpp - Whether combines hide transfers ----------------===//
//
// Rank 0 alone combines large items of all others, an item a rank: with the
// runtime's helper thread, and without it (REDIST_COMBINE_THREAD=0), in
// interleaved rounds, beside the two costs themselves, d and c. By the model
// all n - 1 combines and transfers follow each other without overlap, and the
// shorter ones are hidden behind the longer ones, but for the first transfer
// and the last combine, with it:
//
//   (n - 1)(d + c)   and   d + c + (n - 2) max(d, c)
//
// Of the difference, (n - 2) min(d, c), how much is won? That a machine has
// processors for all this is the user's business; a round during which it had
// not shows in the spread.
//
//===----------------------------------------------------------------------===//
#include "CommandLine.h"
#include "Timing.h"

#include "redist/Reduce.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

using bench::median;
using bench::slowest;

struct Field {
  static constexpr int count = 512 * 1024; // 4 MB
  double values[count];
};

/// Length of a vector of two, some times over; a few milliseconds a time.
class Merge {
public:
  explicit Merge(int givenTurns) : turns(givenTurns) {}

  void operator()(Field &into, const Field &from) const {
    const double begin = MPI_Wtime();
    for (int turn = 0; turn < turns; ++turn)
      for (int i = 0; i < Field::count; ++i)
        into.values[i] = std::sqrt(into.values[i] * into.values[i] +
                                   from.values[i] * from.values[i]);
    *seconds += MPI_Wtime() - begin;
  }
  /// Of all its calls on this rank since the last time; nobody calls it now.
  double takeSeconds() {
    const double taken = *seconds;
    *seconds = 0;
    return taken;
  }

private:
  int turns;
  std::shared_ptr<double> seconds = std::make_shared<double>(0);
};

struct Options {
  int rounds = 41;
  int turns = 1;
  bool json = false;
};

struct Round {
  double transfer = 0, combine = 0; ///< d and c
  double without = 0, with = 0;     ///< overlap
};

class Overlap {
public:
  explicit Overlap(const Options &options) : merge(options.turns) {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    makeCommunicator("1", with);
    makeCommunicator("0", without);
  }
  Overlap(const Overlap &) = delete;
  Overlap &operator=(const Overlap &) = delete;
  ~Overlap() {
    MPI_Comm_free(&with);
    MPI_Comm_free(&without);
  }

  Round measure() {
    Round round;
    round.transfer = slowest([&] { transfer(); });
    std::fill_n(field->values, Field::count, 1 + rank);
    round.without = slowest([&] { reduce(without); });
    round.combine = merge.takeSeconds() / std::max(1, size - 1);
    std::fill_n(field->values, Field::count, 1 + rank);
    MPI_Bcast(&round.combine, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    round.with = slowest([&] { reduce(with); });
    merge.takeSeconds();
    return round;
  }

private:
  /// The runtime asks the environment when a communicator is used first.
  void makeCommunicator(const char *thread, MPI_Comm &made) {
    setenv("REDIST_COMBINE_THREAD", thread, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    for (int warmUp = 0; warmUp < 2; ++warmUp)
      reduce(made);
    merge.takeSeconds();
  }

  void transfer() {
    constexpr int tag = 0;
    if (rank == 0)
      MPI_Recv(received->values, Field::count, MPI_DOUBLE, 1, tag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (rank == 1)
      MPI_Send(field->values, Field::count, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  }

  void reduce(MPI_Comm comm) {
    static constexpr redist::directive where = {
        __FILE__, __LINE__, "reduce(merge : field) root(0) reducers(1)",
        "auto",   nullptr,  0};
    redist::reduce(where, redist::reduction().root(0).reducers(1).uniform(),
                   comm, merge, *field);
  }

  int rank = 0, size = 1;
  MPI_Comm with = MPI_COMM_NULL, without = MPI_COMM_NULL;
  Merge merge;
  std::unique_ptr<Field> field = std::make_unique<Field>();
  std::unique_ptr<Field> received = std::make_unique<Field>();
};

/// Of what can be hidden.
static double hiddenPart(const Round &round, int ranks) {
  return (round.without - round.with) /
         ((ranks - 2) * std::min(round.transfer, round.combine));
}

template <typename Sum>
static Round summed(const std::vector<Round> &rounds, Sum sum) {
  Round all;
  for (double Round::*const time :
       {&Round::transfer, &Round::combine, &Round::without, &Round::with}) {
    std::vector<double> values;
    for (const Round &round : rounds)
      values.push_back(round.*time);
    all.*time = sum(values);
  }
  return all;
}

static void print(const char *name, const Round &round, int ranks,
                  double hidden, bool asJson) {
  const double model = round.transfer + round.combine +
                       (ranks - 2) * std::max(round.transfer, round.combine);
  std::printf(
      asJson ? ",\"%s\":{\"transfer\":%.6g,\"combine\":%.6g,"
               "\"without\":%.6g,\"with\":%.6g,\"model\":%.6g,"
               "\"hidden\":%.4g}"
             : "%-8s %8.3f %8.3f %10.3f %8.3f %8.3f %8.3f\n",
      name, round.transfer * (asJson ? 1 : 1e3),
      round.combine * (asJson ? 1 : 1e3), round.without * (asJson ? 1 : 1e3),
      round.with * (asJson ? 1 : 1e3), model * (asJson ? 1 : 1e3), hidden);
}

/// The least of each time is what the machine can do when nobody else wants it.
static void print(const std::vector<Round> &rounds, int ranks, bool asJson) {
  const Round least = summed(rounds, [](const std::vector<double> &values) {
    return *std::min_element(values.begin(), values.end());
  });
  std::vector<double> parts;
  for (const Round &round : rounds)
    parts.push_back(hiddenPart(round, ranks));
  if (asJson)
    std::printf("{\"ranks\":%d,\"bytes\":%zu", ranks, sizeof(Field));
  else
    std::printf("%-8s %8s %8s %10s %8s %8s %8s\n", "[ms]", "d", "c", "without",
                "with", "model", "hidden");
  print("minimum", least, ranks, hiddenPart(least, ranks), asJson);
  print("median", summed(rounds, median), ranks, median(parts), asJson);
  if (asJson)
    std::printf("}\n");
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-overlap [options], with at least 3 ranks\n"
    "  --rounds K     interleaved rounds (41)\n"
    "  --turns K      how often a combine goes over its items (1)\n"
    "  --json         machine-readable output\n"
    "  --help         this text\n"
    "Times with and without overlap; hidden: of what the model says can be.\n"
    "Minimum: of the least times; median: of times, and of what was hidden.\n";

static Options parse(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-overlap", usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--turns"))
      options.turns = line.number<int>();
    else
      line.refuseUnknown();
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 3) {
    if (rank == 0)
      std::fputs(usage, stderr);
    MPI_Finalize();
    return 2;
  }
  std::vector<Round> rounds;
  {
    Overlap overlap(options);
    for (int i = 0; i < options.rounds; ++i)
      rounds.push_back(overlap.measure());
  }
  if (rank == 0)
    print(rounds, size, options.json);
  MPI_Finalize();
}
