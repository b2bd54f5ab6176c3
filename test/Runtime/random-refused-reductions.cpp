// Random sequences of reductions on random communicators: kinds of values and
// operators, sizes around those at which the way changes, roots, strategies. At
// random calls one rank or two have a problem: another clause, another size, a
// section outside of its object, an operator that throws at some combine. Then
// all ranks throw the same error, and no item has changed; or, if the operator
// was not asked that often, all have the result. The calls after it are right.
// Arguments: the number of calls, and of the sequence.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 2 %t 300 1
// RUN: timeout 100 %mpirun 4 %t 300 2
// RUN: env REDIST_NODES=0,1 timeout 100 %mpirun 2 %t 500 3
// RUN: env REDIST_NODES=0,1,2 timeout 100 %mpirun 3 %t 400 4
// RUN: env REDIST_NODES=0,0,1,1,1 timeout 100 %mpirun 5 %t 400 5
// RUN: env REDIST_NODES=0,1,0,1,2,2,2 timeout 100 %mpirun 7 %t 300 6
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t 300 7
// RUN: env REDIST_NODES=0,0,1,1 REDIST_VERIFY=1 timeout 100 %mpirun 4 %t 200 8
// RUN: env REDIST_NODES=0,0,1,1 REDIST_STATS=1 timeout 100 %mpirun 4 %t 200 9
#include "Inputs/ReduceCheck.h"

#include <algorithm>
#include <map>
#include <random>
#include <stdexcept>

using namespace redist;

/// x -> a x + b, first the left one: sides matter.
struct Affine {
  unsigned a, b;
};
static bool operator==(const Affine &f, const Affine &g) {
  return f.a == g.a && f.b == g.b;
}
static Affine then(const Affine &f, const Affine &g) noexcept {
  return {g.a * f.a, g.a * f.b + g.b};
}

using Counts = std::map<int, long>;

static Counts joinedCounts(const Counts &a, const Counts &b) {
  Counts made = a;
  for (const auto &[key, count] : b)
    made[key] += count;
  return made;
}

enum class Problem {
  None,
  OtherRoot,
  BadRoot,
  OtherSize,
  Outside,
  OtherOperator,
  OtherStrategy,
  Throws
};

/// A call as all ranks draw it, and what one rank makes of it.
struct Call {
  int size = 1, rank = 0;
  int root = -1;
  int count = 1;
  bool isOrdered = false;
  const char *strategy = "auto";
  int line = 1;
  Problem problem = Problem::None; ///< of this rank
  bool isAnyWrong = false;         ///< on some rank; for certain an error
  bool mayThrow = false;
  int combinesLeft = -1; ///< until the operator throws

  bool hasResult() const { return root < 0 || root == rank; }
  reduction clauses() const {
    reduction what;
    if (root >= 0 || problem == Problem::BadRoot)
      what = what.root(problem == Problem::BadRoot ? size + 2 : root);
    if (problem == Problem::OtherRoot)
      what = what.root((root + 1) % size);
    return isOrdered ? what.ordered() : what;
  }
  directive where() const {
    return reduceAt(line,
                    problem == Problem::OtherStrategy ? "fibonacci" : strategy);
  }
  std::int64_t length() const {
    return count + (problem == Problem::OtherSize);
  }
  std::int64_t lower() const { return problem == Problem::Outside ? 5 : 0; }
};

/// Says how often it has been asked, and may throw then.
template <typename T, typename Operator> struct Watched {
  Operator op;
  int *left;
  T operator()(const T &a, const T &b) const {
    if (*left >= 0 && --*left < 0)
      throw std::runtime_error("not this one");
    return op(a, b);
  }
};
template <typename T, typename Operator>
static Watched<T, Operator> watched(Operator op, int &left) {
  return {op, &left};
}

template <typename T>
static T fold(const Call &c, T (*value)(int, int), int i,
              T (*op)(const T &, const T &)) {
  T all = value(0, i);
  for (int rank = 1; rank < c.size; ++rank)
    all = op(all, value(rank, i));
  return all;
}

/// The same text on all ranks; whether it is an error.
static bool isError(MPI_Comm comm, const Call &c, const std::string &text) {
  std::string first = text;
  int length = static_cast<int>(first.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, comm);
  first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(first.data(), length, MPI_CHAR, 0, comm);
  expectText(first, text, "not the same error on all ranks");
  if (!c.mayThrow || c.isAnyWrong)
    require(text.empty() == !c.isAnyWrong, "unexpected: '" + text + "'");
  return !text.empty();
}

/// Runs `call` on `items`, whose values are `own` before and, where there is a
/// result, `expected` after it.
template <typename Items, typename Run>
static void check(MPI_Comm comm, const Call &c, Items &items,
                  const Items &expected, Run run) {
  const Items own = items;
  const std::string text = errorOf(run);
  const bool hasNew = !isError(comm, c, text) && c.hasResult();
  require(items == (hasNew ? expected : own),
          hasNew ? "the result is wrong" : "items have changed: " + text);
}

//===----------------------------------------------------------------------===//
// Kinds
//===----------------------------------------------------------------------===//

static long numberOf(int rank, int i) { return (i % 100 - 3) * (rank + 2L); }
static long sumOf(const long &a, const long &b) { return a + b; }

static void sums(MPI_Comm comm, Call c) {
  std::vector<long> x, expected;
  for (int i = 0; i <= c.count; ++i) {
    x.push_back(numberOf(c.rank, i));
    expected.push_back(i < c.count ? fold<long>(c, numberOf, i, sumOf)
                                   : x.back());
  }
  check(comm, c, x, expected, [&] {
    if (c.problem == Problem::OtherOperator)
      reduce(c.where(), c.clauses(), comm, minimum{},
             elements(x, c.lower(), c.length()));
    else
      reduce(c.where(), c.clauses(), comm, plus{},
             elements(x, c.lower(), c.length()));
  });
}

static Affine functionOf(int rank, int i) {
  return {static_cast<unsigned>(i + 3 * rank + 1),
          static_cast<unsigned>(i * rank + 7)};
}

template <typename Operator>
static void affine(MPI_Comm comm, const Call &c, Operator op) {
  std::vector<Affine> x, expected;
  for (int i = 0; i <= c.count; ++i) {
    x.push_back(functionOf(c.rank, i));
    expected.push_back(i < c.count ? fold<Affine>(c, functionOf, i, then)
                                   : x.back());
  }
  check(comm, c, x, expected, [&] {
    reduce(c.where(), c.clauses(), comm, op,
           elements(x, c.lower(), c.length()));
  });
}

static std::string textOf(int rank, int i) {
  return std::string(static_cast<std::size_t>(i + rank % 3),
                     static_cast<char>('a' + rank % 26));
}

static void texts(MPI_Comm comm, Call c) {
  std::string x = textOf(c.rank, c.count);
  check(comm, c, x, fold<std::string>(c, textOf, c.count, joined), [&] {
    reduce(c.where(), c.clauses(), comm,
           watched<std::string>(joined, c.combinesLeft), x);
  });
}

static Counts countsOf(int rank, int i) {
  Counts made;
  for (int key = rank; key < rank + i; ++key)
    made[key * 3 % 1000] = key;
  return made;
}

/// Beside a number: several items, and one of fixed size.
struct CountsAndNumber {
  Counts counts;
  long number;
  bool operator==(const CountsAndNumber &other) const {
    return counts == other.counts && number == other.number;
  }
};

static void counts(MPI_Comm comm, Call c) {
  const int entries = c.count % 800;
  CountsAndNumber x{countsOf(c.rank, entries), numberOf(c.rank, 1)};
  const CountsAndNumber expected{
      fold<Counts>(c, countsOf, entries, joinedCounts),
      fold<long>(c, numberOf, 1, sumOf)};
  struct Both {
    int *left;
    Counts operator()(const Counts &a, const Counts &b) const {
      if (*left >= 0 && --*left < 0)
        throw std::runtime_error("not this one");
      return joinedCounts(a, b);
    }
    long operator()(const long &a, const long &b) const { return a + b; }
  };
  check(comm, c, x, expected, [&] {
    reduce(c.where(), c.clauses(), comm, Both{&c.combinesLeft}, x.counts,
           x.number);
  });
}

static constexpr int kinds = 5;

static void run(MPI_Comm comm, int kind, Call c) {
  switch (kind) {
  case 0:
    return sums(comm, c);
  case 1:
    return affine(comm, c, then);
  case 2:
    return affine(comm, c, watched<Affine>(then, c.combinesLeft));
  case 3:
    return texts(comm, c);
  default:
    return counts(comm, c);
  }
}

//===----------------------------------------------------------------------===//
// Sequences
//===----------------------------------------------------------------------===//

static bool fits(Problem problem, int kind, const Call &c) {
  const bool isSection = kind <= 2;
  switch (problem) {
  case Problem::OtherSize:
  case Problem::Outside:
    return isSection && c.count > 0;
  case Problem::OtherOperator:
    return kind == 0;
  case Problem::OtherStrategy:
    return c.size > 1;
  case Problem::Throws:
    return kind >= 2;
  default:
    return true;
  }
}

/// All ranks of the communicator draw the same numbers.
static void drawProblems(std::mt19937 &random, int kind, Call &c) {
  // Two of two ranks may be wrong alike.
  for (int i = c.size > 2 && random() % 4 == 0 ? 2 : 1; i > 0; --i) {
    const auto problem = static_cast<Problem>(1 + random() % 7);
    const int rank = static_cast<int>(random() % unsigned(c.size));
    const int combines = static_cast<int>(random() % 6);
    if (!fits(problem, kind, c))
      continue;
    // A lone rank agrees with itself, and combines nothing.
    if (c.size == 1 && problem != Problem::BadRoot &&
        problem != Problem::Outside)
      continue;
    (problem == Problem::Throws ? c.mayThrow : c.isAnyWrong) = true;
    if (rank != c.rank)
      continue;
    if (problem == Problem::Throws)
      c.combinesLeft = combines;
    else
      c.problem = problem;
  }
}

static void randomCall(MPI_Comm comm, std::mt19937 &random) {
  // In bytes of 8 each: those of small values end at 256 and at 1024.
  constexpr int counts[] = {0,   1,   2,    3,    17,   255,
                            256, 257, 1023, 1024, 1025, 5000};
  constexpr const char *strategies[] = {"auto", "auto", "auto", "greedy",
                                        "binomial"};
  Call c;
  c.size = sizeOf(comm);
  c.rank = rankOf(comm);
  const int kind = static_cast<int>(random() % kinds);
  c.count = counts[random() % std::size(counts)];
  c.root =
      std::max(-1, static_cast<int>(random() % unsigned(2 * c.size)) - c.size);
  c.isOrdered = kind != 0 && kind != 4;
  c.strategy = strategies[random() % std::size(strategies)];
  c.line = 1 + static_cast<int>(random() % 5);
  if (random() % 3 == 0)
    drawProblems(random, kind, c);
  run(comm, kind, c);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int calls = argc > 1 ? std::atoi(argv[1]) : 100;
  std::mt19937 random(argc > 2 ? static_cast<unsigned>(std::atoi(argv[2])) : 1);
  for (int done = 0; done < calls; done += 25) {
    // The same on all ranks, so far; then one sequence for each part.
    const int parts = done == 0 ? 1 : 1 + static_cast<int>(random() % 3);
    const unsigned seed = random();
    const int part =
        static_cast<int>((seed >> (rankOf() % 16)) % unsigned(parts));
    MPI_Comm comm;
    MPI_Comm_split(MPI_COMM_WORLD, part,
                   seed % 2 ? rankOf() : sizeOf() - rankOf(), &comm);
    std::mt19937 own(seed + unsigned(part));
    for (int i = 0; i < 25; ++i)
      randomCall(comm, own);
    MPI_Comm_free(&comm);
  }
  if (rankOf() == 0)
    std::printf("%d ranks: right\n", sizeOf());
  MPI_Finalize();
}
