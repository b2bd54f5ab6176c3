//===- bench-reduce.cpp - Built-in reductions beside MPI's own ------------===//
//
// Sums of doubles on all ranks, in interleaved rounds: the directive beside
// MPI_Allreduce or MPI_Reduce on the same numbers, from one number to
// megabytes. Every result is checked. A round's time is that of the slowest
// rank, for one reduction of a batch; ratios are medians over the rounds.
//
// Ranks that only give their values may run ahead of the root in such a batch.
// With --named the operator is a function of the program instead, which throws
// nothing or might throw, beside one of MPI_Op_create.
//
// "from one start" is the other view: ranks meet before each reduction, and it
// lasts until the root has the result and all ranks go on. The ranks' clocks
// must be one: all on one node.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#include "redist/Reduce.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <string>
#include <vector>

struct Options {
  int rounds = 41;
  std::int64_t largest = 1 << 22; ///< doubles
  bool json = false;
  bool named = false;
};

/// One way to sum `count` numbers.
struct Way {
  std::string name;
  std::function<void(std::vector<double> &)> run;
};

struct Case {
  std::string name;
  std::int64_t count;
  bool isToRoot, isFromOneStart;
  std::vector<Way> ways;
};

static redist::directive directiveOf(const char *strategy) {
  return {"bench-reduce.cpp", 1, "reduce(+ : x)", strategy, nullptr, 0};
}

static redist::reduction clausesOf(bool toRoot) {
  const redist::reduction what = redist::reduction().uniform();
  return toRoot ? what.root(0) : what;
}

static Way ours(std::int64_t count, bool toRoot, const char *strategy) {
  return {std::string("redist ") + strategy, [=](std::vector<double> &x) {
            if (count == 1)
              redist::reduce(directiveOf(strategy), clausesOf(toRoot),
                             MPI_COMM_WORLD, redist::plus{}, x[0]);
            else
              redist::reduce(directiveOf(strategy), clausesOf(toRoot),
                             MPI_COMM_WORLD, redist::plus{},
                             redist::elements(x, 0, count));
          }};
}

/// In place, as the directive; but with the numbers lost where one rank fails.
static Way theirs(std::int64_t count, bool toRoot) {
  return {"mpi", [=](std::vector<double> &x) {
            int rank = 0;
            MPI_Comm_rank(MPI_COMM_WORLD, &rank);
            const int n = static_cast<int>(count);
            if (!toRoot)
              MPI_Allreduce(MPI_IN_PLACE, x.data(), n, MPI_DOUBLE, MPI_SUM,
                            MPI_COMM_WORLD);
            else
              MPI_Reduce(rank == 0 ? MPI_IN_PLACE : x.data(), x.data(), n,
                         MPI_DOUBLE, MPI_SUM, 0, MPI_COMM_WORLD);
          }};
}

/// The same by a function that only this program knows.
template <typename Operator>
static Way named(const char *name, std::int64_t count, Operator op) {
  return {name, [=](std::vector<double> &x) {
            redist::reduce(directiveOf("auto"), clausesOf(false),
                           MPI_COMM_WORLD, op, redist::elements(x, 0, count));
          }};
}

static void addNumbers(void *from, void *into, int *count, MPI_Datatype *) {
  for (int i = 0; i < *count; ++i)
    static_cast<double *>(into)[i] += static_cast<double *>(from)[i];
}

static std::vector<Case> namedCases(const Options &options) {
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(addNumbers, 0, &op);
  std::vector<Case> cases;
  for (std::int64_t count = 1; count <= options.largest; count *= 16) {
    Case one{std::to_string(count * 8) + " B, named", count, false, false, {}};
    one.ways.push_back({"mpi", [=](std::vector<double> &x) {
                          MPI_Allreduce(MPI_IN_PLACE, x.data(),
                                        static_cast<int>(count), MPI_DOUBLE, op,
                                        MPI_COMM_WORLD);
                        }});
    one.ways.push_back(
        named("redist noexcept", count,
              [](double &a, const double &b) noexcept { a += b; }));
    one.ways.push_back(named("redist throwing", count,
                             [](double &a, const double &b) { a += b; }));
    cases.push_back(std::move(one));
  }
  return cases;
}

static std::vector<Case> allCases(const Options &options) {
  std::vector<Case> cases;
  const auto add = [&](bool toRoot, bool fromOneStart) {
    for (std::int64_t count = 1; count <= options.largest; count *= 16) {
      Case one{std::to_string(count * 8) + " B to " +
                   (toRoot ? "a root" : "all") +
                   (fromOneStart ? ", from one start" : ""),
               count,
               toRoot,
               fromOneStart,
               {}};
      one.ways = {theirs(count, toRoot), ours(count, toRoot, "auto")};
      if (count > 1)
        one.ways.push_back(ours(count, toRoot, "greedy"));
      cases.push_back(std::move(one));
    }
  };
  add(false, false);
  add(true, false);
  add(true, true);
  return cases;
}

static void requireSum(const Case &c, const Way &way) {
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  std::vector<double> x(static_cast<std::size_t>(c.count), rank + 1.0);
  way.run(x);
  const double sum = size * (size + 1) / 2.0;
  const bool isHere = !c.isToRoot || rank == 0;
  if (!isHere || std::all_of(x.begin(), x.end(),
                             [=](double value) { return value == sum; }))
    return;
  std::fprintf(stderr, "bench-reduce: wrong result of %s, %s\n",
               way.name.c_str(), c.name.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// Seconds of `batch` reductions, each from the first rank's start to the last
/// one's end. Collective.
static double fromOneStart(const std::function<void()> &way, int batch) {
  std::vector<double> begins, ends;
  for (int i = 0; i < batch; ++i) {
    MPI_Barrier(MPI_COMM_WORLD);
    begins.push_back(MPI_Wtime());
    way();
    ends.push_back(MPI_Wtime());
  }
  MPI_Allreduce(MPI_IN_PLACE, begins.data(), batch, MPI_DOUBLE, MPI_MIN,
                MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, ends.data(), batch, MPI_DOUBLE, MPI_MAX,
                MPI_COMM_WORLD);
  double sum = 0;
  for (std::size_t i = 0; i < begins.size(); ++i)
    sum += ends[i] - begins[i];
  return sum;
}

static double secondsOf(const Case &c, const std::function<void()> &way,
                        int batch) {
  if (c.isFromOneStart)
    return fromOneStart(way, batch);
  return bench::slowest([&] {
    for (int i = 0; i < batch; ++i)
      way();
  });
}

static void measure(const Case &c, const Options &options, bool first) {
  for (const Way &way : c.ways)
    requireSum(c, way);
  // About as long a batch for every size.
  const int batch =
      static_cast<int>(std::max<std::int64_t>(1, (1 << 15) / (c.count + 100)));
  // Zeros stay zeros.
  std::vector<double> x(static_cast<std::size_t>(c.count));
  std::vector<std::vector<double>> times(c.ways.size());
  for (std::size_t round = 0; round < static_cast<std::size_t>(options.rounds);
       ++round)
    for (std::size_t turn = 0; turn < c.ways.size(); ++turn) {
      const std::size_t way = (turn + round) % c.ways.size();
      times[way].push_back(
          secondsOf(c, [&] { c.ways[way].run(x); }, batch) / batch);
    }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0)
    return;
  if (options.json)
    std::printf("%s\n    {\"name\":\"%s\"", first ? "" : ",", c.name.c_str());
  else
    std::printf("%s\n", c.name.c_str());
  for (std::size_t way = 0; way < times.size(); ++way) {
    std::vector<double> ratios(times[way].size());
    for (std::size_t i = 0; i < ratios.size(); ++i)
      ratios[i] = times[way][i] / times[0][i];
    std::printf(options.json ? ",\"%s\":{\"minimum\":%.9g,\"median\":%.9g,"
                               "\"ratio\":%.6g}"
                             : "  %-15s %12.3f %12.3f %8.3f\n",
                c.ways[way].name.c_str(),
                bench::least(times[way]) * (options.json ? 1 : 1e6),
                bench::median(times[way]) * (options.json ? 1 : 1e6),
                bench::median(ratios));
  }
  if (options.json)
    std::printf("}");
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-reduce [options]\n"
    "  --rounds K    interleaved rounds (41)\n"
    "  --largest N   doubles in the largest array (4194304)\n"
    "  --named       operators of the program instead of built-in ones\n"
    "  --json        machine-readable output, in seconds\n"
    "  --help        this text\n"
    "Times in microseconds, of the slowest rank: minimum, median, and the "
    "median of\nthe ratio to MPI's own reduction.\n";

static Options parse(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-reduce", usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--named"))
      options.named = true;
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--largest"))
      options.largest = line.number<std::int64_t>();
    else
      line.refuseUnknown();
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  int rank = 0;
  int size = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (rank == 0 && options.json)
    std::printf("{\"ranks\":%d,\"cases\":[", size);
  else if (rank == 0)
    std::printf("%-17s %12s %12s %8s\n", "[us]", "min", "median", "ratio");
  bool first = true;
  for (const Case &c :
       options.named ? namedCases(options) : allCases(options)) {
    measure(c, options, first);
    first = false;
  }
  if (rank == 0 && options.json)
    std::printf("\n]}\n");
  MPI_Finalize();
}
