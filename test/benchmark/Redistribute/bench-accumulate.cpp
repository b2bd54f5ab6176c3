//===- bench-accumulate.cpp - Combining beside replacing ------------------===//
//
// Moves a vector of doubles between layouts on all ranks, in interleaved
// rounds: redistribute_into() beside accumulate_into() by +, by max and by a
// named operator, from private memory and between arrays. Every result is
// checked once. A round's time is that of the slowest rank.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#define REDIST_REWRITTEN
#include "redist/Accumulate.h"
#include "redist/Array.h"

#include <cstdio>
#include <memory>

namespace {

struct Options {
  std::int64_t elements = std::int64_t{1} << 24;
  int rounds = 11;
  std::string only; ///< measure cases whose name holds this
};

constexpr redist::directive where{
    "bench-accumulate", 1, "", "auto", nullptr, 0};

struct Problem {
  std::int64_t from, to; ///< blocks; 0: BLOCK
  std::int64_t extent, ranks;

  redist::layout layout(std::int64_t block) const {
    return redist::layout({block > 0 ? redist::cyclic(block) : redist::block()})
        .onto({ranks});
  }
  redist::redistribution call() const {
    return redist::redistribution({redist::whole(extent)})
        .from(layout(from))
        .to(layout(to));
  }
  std::string name() const {
    const auto text = [](std::int64_t block) {
      return block > 0 ? "cyclic(" + std::to_string(block) + ")" : "block";
    };
    return text(from) + " -> " + text(to);
  }
};

/// Source and target of a problem as arrays, or as vectors beside them.
class Storage {
public:
  explicit Storage(const Problem &problem)
      : source({problem.extent}, problem.layout(problem.from)),
        target({problem.extent}, problem.layout(problem.to)) {
    source.for_each([](const auto &index, double &value) {
      value = static_cast<double>(index[0] % 1000);
    });
    from.assign(source.begin(), source.end());
    to.resize(static_cast<std::size_t>(target.size()));
  }
  void fill(double value) {
    target.fill(value);
    std::fill(to.begin(), to.end(), value);
  }
  /// Whether each element of the target is expected(index).
  template <typename Expected> bool holds(bool isArray, Expected expected) {
    bool isRight = true;
    std::size_t next = 0;
    target.for_each([&](const auto &index, double &value) {
      const double found = isArray ? value : to[next];
      isRight &= found == expected(index[0]);
      ++next;
    });
    return isRight;
  }

  redist::array<double, 1> source, target;
  std::vector<double> from, to;
};

void addInPlace(double &into, const double &from) { into += from; }

enum class Kind { Replace, Plus, Maximum, Named };
constexpr Kind kinds[] = {Kind::Replace, Kind::Plus, Kind::Maximum,
                          Kind::Named};
constexpr const char *kindNames[] = {"replace", "+", "max", "named"};

template <typename From, typename To>
void run(Kind kind, const Problem &problem, const From &from, To &to) {
  const auto sources = redist::objects(from);
  const auto targets = redist::objects(to);
  const redist::redistribution what = problem.call();
  switch (kind) {
  case Kind::Replace:
    return redist::redistribute_into(where, what, MPI_COMM_WORLD, sources,
                                     targets);
  case Kind::Plus:
    return redist::accumulate_into(where, what, MPI_COMM_WORLD, redist::plus{},
                                   sources, targets);
  case Kind::Maximum:
    return redist::accumulate_into(where, what, MPI_COMM_WORLD,
                                   redist::maximum{}, sources, targets);
  case Kind::Named:
    return redist::accumulate_into(where, what, MPI_COMM_WORLD, &addInPlace,
                                   sources, targets);
  }
}

void run(Kind kind, bool isArray, const Problem &problem, Storage &storage) {
  if (isArray)
    run(kind, problem, storage.source, storage.target);
  else
    run(kind, problem, storage.from, storage.to);
}

/// Until the runtime has looked for shared memory; the last one is checked.
void prepare(Kind kind, bool isArray, const Problem &problem,
             Storage &storage) {
  constexpr int enough = 9;
  constexpr double before = 500;
  for (int i = 0; i < enough; ++i) {
    storage.fill(before);
    run(kind, isArray, problem, storage);
  }
  const bool isRight = storage.holds(isArray, [&](std::int64_t index) {
    const auto arriving = static_cast<double>(index % 1000);
    return kind == Kind::Replace   ? arriving
           : kind == Kind::Maximum ? std::max(before, arriving)
                                   : before + arriving;
  });
  if (isRight)
    return;
  std::fprintf(stderr, "bench-accumulate: wrong result of %s, %s\n",
               kindNames[static_cast<int>(kind)], problem.name().c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

void measure(const Problem &problem, bool isArray, int rounds) {
  Storage storage(problem);
  std::vector<double> times[std::size(kinds)];
  for (const Kind kind : kinds)
    prepare(kind, isArray, problem, storage);
  for (int round = 0; round < rounds; ++round)
    for (std::size_t turn = 0; turn < std::size(kinds); ++turn) {
      const std::size_t k =
          (turn + static_cast<std::size_t>(round)) % std::size(kinds);
      times[k].push_back(
          bench::slowest([&] { run(kinds[k], isArray, problem, storage); }));
    }
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank != 0)
    return;
  std::printf("%s, %s\n", problem.name().c_str(),
              isArray ? "arrays" : "private");
  const auto least = [&](std::size_t k) {
    return *std::min_element(times[k].begin(), times[k].end());
  };
  const auto median = [&](std::size_t k) { return bench::median(times[k]); };
  for (std::size_t k = 0; k < std::size(kinds); ++k)
    std::printf("  %-8s %10.3f %10.3f   %.3f %.3f\n", kindNames[k],
                least(k) * 1e3, median(k) * 1e3, least(k) / least(0),
                median(k) / median(0));
  std::fflush(stdout);
}

constexpr const char *usage =
    "usage: mpirun -n RANKS bench-accumulate [options]\n"
    "  --elements N   doubles in the whole vector (2^24)\n"
    "  --rounds N     rounds of a case (11)\n"
    "  --only TEXT    only cases whose name has TEXT in it\n"
    "Prints least times and medians in ms, and their ratios to those of "
    "replacing.\n";

Options parse(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-accumulate", usage, argc, argv);
  while (line.next())
    if (line.is("--elements"))
      options.elements = line.number<std::int64_t>(1, std::int64_t{1} << 40);
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--only"))
      options.only = line.text();
    else
      line.refuseUnknown();
  return options;
}

} // namespace

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  constexpr std::int64_t blocks[][2] = {{3, 5}, {64, 96}, {1000, 1500},
                                        {0, 1}, {1, 0},   {0, 1000}};
  for (const auto &[from, to] : blocks)
    for (const bool isArray : {false, true}) {
      const Problem problem{from, to, options.elements, ranks};
      const std::string name =
          problem.name() + (isArray ? ", arrays" : ", private");
      if (name.find(options.only) != std::string::npos)
        measure(problem, isArray, options.rounds);
    }
  MPI_Finalize();
}
