//===- bench-overlap.cpp - Whether combines hide transfers ----------------===//
//
// Rank 0 combines large items: of three ranks or more, an item of each other
// rank, as the only one that combines; of two, several items of the other one,
// each in a reduction that does not block. With the runtime's helper thread,
// and without it (REDIST_COMBINE_THREAD=0), in interleaved rounds, beside the
// two costs themselves, each measured alone: d, a message of one item, and c,
// the operator on an item and one that has just been received. By the model all
// k combines and transfers follow each other without overlap, and the shorter
// ones are hidden behind the longer ones, but for the first transfer and the
// last combine, with it:
//
//   k (d + c)   and   d + (k - 1) max(d, c) + c
//
// How much longer does it take with overlap than that, and how much of the
// difference, (k - 1) min(d, c), is won? That a machine has
// processors for all this is the user's business; a round during which it had
// not shows in the spread.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#include "redist/Reduce.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

using bench::median;
using bench::slowest;

template <int megabytes> struct Field {
  static constexpr int count = megabytes * 1024 * 128;
  double values[count];
};

/// Length of a vector of two, some times over; a few milliseconds a time.
struct Merge {
  int turns;

  template <typename Field>
  void operator()(Field &into, const Field &from) const {
    for (int turn = 0; turn < turns; ++turn)
      for (int i = 0; i < Field::count; ++i)
        into.values[i] = std::sqrt(into.values[i] * into.values[i] +
                                   from.values[i] * from.values[i]);
  }
};

struct Options {
  int rounds = 41;
  int turns = 1;
  int megabytes = 4;
  bool json = false;
};

/// Items that the other one of two ranks sends.
constexpr int itemsOfTwo = 8;

/// The k of the model.
static int combinesOn(int ranks) { return ranks == 2 ? itemsOfTwo : ranks - 1; }

struct Round {
  double transfer = 0, combine = 0; ///< d and c
  double without = 0, with = 0;     ///< overlap
};

template <typename Field> class Overlap {
public:
  explicit Overlap(const Options &options) : merge{options.turns} {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
    fields.resize(size == 2 ? itemsOfTwo : 1);
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
    fill();
    measureCosts(round);
    fill();
    round.without = slowest([&] { reduce(without); });
    fill();
    round.with = slowest([&] { reduce(with); });
    return round;
  }

private:
  /// The runtime asks the environment when a communicator is used first.
  void makeCommunicator(const char *thread, MPI_Comm &made) {
    setenv("REDIST_COMBINE_THREAD", thread, 1);
    MPI_Comm_dup(MPI_COMM_WORLD, &made);
    for (int warmUp = 0; warmUp < 2; ++warmUp)
      reduce(made);
  }

  /// Means over all items.
  void measureCosts(Round &round) {
    for (Field &field : fields) {
      round.transfer += slowest([&] { transfer(field); });
      round.combine += slowest([&] {
        if (rank == 0)
          merge(field, *received);
      });
    }
    round.transfer /= static_cast<double>(fields.size());
    round.combine /= static_cast<double>(fields.size());
  }

  void transfer(const Field &field) {
    constexpr int tag = 0;
    if (rank == 0)
      MPI_Recv(received->values, Field::count, MPI_DOUBLE, 1, tag,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    else if (rank == 1)
      MPI_Send(field.values, Field::count, MPI_DOUBLE, 0, tag, MPI_COMM_WORLD);
  }

  void fill() {
    for (Field &field : fields)
      std::fill_n(field.values, Field::count, 1 + rank);
  }

  void reduce(MPI_Comm comm) {
    static constexpr redist::directive where = {
        __FILE__, __LINE__, "reduce(merge : field) root(0) reducers(1)",
        "auto",   nullptr,  0};
    const auto clauses = redist::reduction().root(0).reducers(1).uniform();
    if (size > 2) {
      redist::reduce(where, clauses, comm, merge, fields[0]);
      return;
    }
    std::vector<redist::request> requests;
    for (Field &field : fields)
      requests.push_back(
          redist::start_reduce(where, clauses, comm, merge, field));
    for (redist::request &request : requests)
      redist::wait(request);
  }

  int rank = 0, size = 1;
  MPI_Comm with = MPI_COMM_NULL, without = MPI_COMM_NULL;
  Merge merge;
  std::vector<Field> fields;
  std::unique_ptr<Field> received = std::make_unique<Field>();
};

/// Of what can be hidden.
static double hiddenPart(const Round &round, int ranks) {
  return (round.without - round.with) /
         ((combinesOn(ranks) - 1) * std::min(round.transfer, round.combine));
}

static double modelOf(const Round &round, int ranks) {
  return round.transfer + round.combine +
         (combinesOn(ranks) - 1) * std::max(round.transfer, round.combine);
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

/// `ratio`: of the time with overlap to the model.
static void print(const char *name, const Round &round, int ranks, double ratio,
                  double hidden, bool asJson) {
  const double unit = asJson ? 1 : 1e-3;
  std::printf(asJson ? ",\"%s\":{\"transfer\":%.6g,\"combine\":%.6g,"
                       "\"without\":%.6g,\"with\":%.6g,\"model\":%.6g,"
                       "\"ratio\":%.4g,\"hidden\":%.4g}"
                     : "%-8s %8.3f %8.3f %10.3f %8.3f %8.3f %8.3f %8.3f\n",
              name, round.transfer / unit, round.combine / unit,
              round.without / unit, round.with / unit,
              modelOf(round, ranks) / unit, ratio, hidden);
}

/// The least of each time is what the machine can do when nobody else wants it;
/// ratios are taken within a round.
static void print(const std::vector<Round> &rounds, int ranks,
                  const Options &options) {
  const bool asJson = options.json;
  const auto minOf = [](const std::vector<double> &values) {
    return *std::min_element(values.begin(), values.end());
  };
  std::vector<double> parts, ratios;
  for (const Round &round : rounds) {
    parts.push_back(hiddenPart(round, ranks));
    ratios.push_back(round.with / modelOf(round, ranks));
  }
  if (asJson)
    std::printf("{\"ranks\":%d,\"combines\":%d,\"bytes\":%d", ranks,
                combinesOn(ranks), options.megabytes << 20);
  else
    std::printf("%-8s %8s %8s %10s %8s %8s %8s %8s\n", "[ms]", "d", "c",
                "without", "with", "model", "ratio", "hidden");
  const Round least = summed(rounds, minOf);
  print("minimum", least, ranks, minOf(ratios), hiddenPart(least, ranks),
        asJson);
  print("median", summed(rounds, median), ranks, median(ratios), median(parts),
        asJson);
  if (asJson)
    std::printf("}\n");
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-overlap [options], with at least 2 ranks\n"
    "  --rounds K     interleaved rounds (41)\n"
    "  --turns K      how often a combine goes over its items (1)\n"
    "  --megabytes M  of an item: 4, 16 or 64 (4)\n"
    "  --json         machine-readable output\n"
    "  --help         this text\n"
    "Times with and without overlap; ratio: with overlap / model; hidden: of\n"
    "what the model says can be. Minimum: of times and of ratios, and what "
    "was\n"
    "hidden of the least times; median: of all.\n";

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
    else if (line.is("--megabytes"))
      options.megabytes = line.number<int>();
    else
      line.refuseUnknown();
  }
  if (options.megabytes != 4 && options.megabytes != 16 &&
      options.megabytes != 64) {
    std::fputs("bench-overlap: --megabytes is 4, 16 or 64\n", stderr);
    std::exit(2);
  }
  return options;
}

/// Collective.
template <int megabytes>
static std::vector<Round> measured(const Options &options) {
  std::vector<Round> rounds;
  Overlap<Field<megabytes>> overlap(options);
  for (int i = 0; i < options.rounds; ++i)
    rounds.push_back(overlap.measure());
  return rounds;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  int rank = 0, size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (size < 2) {
    if (rank == 0)
      std::fputs(usage, stderr);
    MPI_Finalize();
    return 2;
  }
  const std::vector<Round> rounds =
      options.megabytes == 4    ? measured<4>(options)
      : options.megabytes == 16 ? measured<16>(options)
                                : measured<64>(options);
  if (rank == 0)
    print(rounds, size, options);
  MPI_Finalize();
}
