// What arrives is combined with what is there, against a serial model: each
// kind of operator and of storage, sections, transposes, several objects,
// requests; then what is refused, where nothing has changed.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: %mpirun 1 %t | FileCheck %s
// RUN: %mpirun 2 %t | FileCheck %s
// RUN: %mpirun 3 %t | FileCheck %s
// RUN: %mpirun 4 %t | FileCheck %s
// CHECK: 0 wrong, 0 not refused
#include <redist/redist.h>

#include <algorithm>
#include <array>
#include <cstdio>
#include <string>
#include <vector>

static int me, ranks;
static int wrong, refused;

/// This rank's part of an n x m matrix, rows dealt CYCLIC(block); element (i, j)
/// is value(i, j).
template <typename T, typename Value>
static std::vector<T> rows(long n, long m, long block, Value value) {
  std::vector<T> part;
  for (long i = 0; i < n; ++i)
    for (long j = 0; redist::owner(i, block, ranks) == me && j < m; ++j)
      part.push_back(value(i, j));
  return part;
}

static long blockOf(long n) { return n > ranks ? (n + ranks - 1) / ranks : 1; }

static int given(long i, long j) { return static_cast<int>(7 * i + j) % 101; }
static int held(long i, long j) { return static_cast<int>(3 * i + 5 * j) % 89; }

template <typename T>
static void expect(const std::vector<T> &found, const std::vector<T> &wanted) {
  wrong += found != wanted;
}

struct Weighted {
  double sum;
  int count;
  bool operator==(const Weighted &other) const {
    return sum == other.sum && count == other.count;
  }
};
static Weighted weighted(int value) { return {value * 0.5, value % 7}; }

static Weighted merge(const Weighted &a, const Weighted &b) {
  return {2 * a.sum - b.sum, a.count + b.count};
}
template <typename T> static void pushDown(T &into, const T &from) {
  into = static_cast<T>(10 * into - from);
}
struct Scaled {
  int factor;
  int operator()(int a, int b) const { return factor * a - b; }
};
struct Solver {
  Scaled combine{4};
};

template <typename Combine>
static std::vector<int> combined(long n, long block, Combine combine) {
  return rows<int>(n, 1, block, [&](long i, long j) {
    return combine(held(i, j), given(i, j));
  });
}

/// Built-in operators, a template, a functor, a member, a lambda that captures.
static void operators(long n) {
  const auto a = rows<int>(n, 1, 3, given);
  const auto before = rows<int>(n, 1, 5, held);
  std::vector<int> b = before;
  const auto check = [&](auto combine) {
    expect(b, combined(n, 5, combine));
    b = before;
  };
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(+)
  check([](int x, int y) { return x + y; });
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(^)
  check([](int x, int y) { return x ^ y; });
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(||)
  check([](int x, int y) { return static_cast<int>(x || y); });
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(max)
  check([](int x, int y) { return std::max(x, y); });
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(pushDown)
  check([](int x, int y) { return 10 * x - y; });
  const Scaled triple{3};
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(triple)
  check(triple);
  const Solver solver;
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(solver.combine) nowait(moved)
#pragma redistribute wait(moved)
  check(Scaled{4});
  int shift = 17;
  const auto shifted = [&](const int &x, const int &y) { return shift * x - y; };
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(b) accumulate(shifted)
  check(shifted);
}

/// Two objects that are no numbers, behind pointers, in a part of a matrix.
static void sections(long n, long m) {
  const auto a = rows<Weighted>(n, m, blockOf(n), [](long i, long j) {
    return weighted(given(i, j));
  });
  const auto before = rows<Weighted>(m, n, 2, [](long i, long j) {
    return weighted(held(i, j));
  });
  const std::vector<Weighted> c = a;
  std::vector<Weighted> x = before, y = before;
  Weighted *const target = x.data();
#pragma redistribute a[1 : n - 2 of n][0 : 3 : 2 of m], c[1 : n - 2 of n][0 : 3 : 2 of m] \
    from(block, * onto(ranks)) permute(1, 0) to(cyclic(2), * onto(ranks)) accumulate(merge) \
    into(target[4 : 3 : -1 of m][2 : n - 2 of n], y[4 : 3 : -1 of m][2 : n - 2 of n]) \
    capacity(static_cast<long>(x.size()))
  const auto wanted = rows<Weighted>(m, n, 2, [&](long i, long j) {
    const Weighted own = weighted(held(i, j));
    const bool isMeant = i >= 2 && i <= 4 && j >= 2;
    return isMeant ? merge(own, weighted(given(j - 1, 2 * (4 - i)))) : own;
  });
  expect(x, wanted);
  expect(y, wanted);
}

/// Half of an array onto its other half; what elements consist of; bytes.
static void inOneArray(long n) {
  std::vector<int> a = rows<int>(2 * n, 1, 3, held);
#pragma redistribute a[0 : n] from(cyclic(3) onto(ranks)) into(a[n : n])       \
    to(cyclic(3) onto(ranks)) accumulate(*)
  expect(a, rows<int>(2 * n, 1, 3, [&](long i, long j) {
           return i < n ? held(i, j) : held(i, j) * held(i - n, j);
         }));
  using Triple = std::array<signed char, 3>;
  const auto triple = [](int value) {
    const auto low = static_cast<signed char>(value % 11);
    return Triple{low, static_cast<signed char>(2 * low), 1};
  };
  const auto from = rows<Triple>(
      n, 1, 4, [&](long i, long j) { return triple(given(i, j)); });
  auto to = rows<Triple>(n, 1, 1,
                         [&](long i, long j) { return triple(held(i, j)); });
#pragma redistribute from[n] from(cyclic(4) onto(ranks)) into(to)              \
    to(cyclic onto(ranks)) accumulate(+)
  expect(to, rows<Triple>(n, 1, 1, [&](long i, long j) {
           Triple sum = triple(held(i, j));
           for (std::size_t k = 0; k < sum.size(); ++k)
             sum[k] = static_cast<signed char>(sum[k] + triple(given(i, j))[k]);
           return sum;
         }));
}

/// Arrays that know their layouts, stored by columns.
static void arrays(long n, long m) {
  redist::array<double, 2> a(
      {n, m},
      redist::layout({redist::block(), redist::undistributed()}).onto({ranks}));
  redist::array<double, 2> b(
      {n, m},
      redist::layout({redist::undistributed(), redist::cyclic(3)})
          .onto({ranks}),
      MPI_COMM_WORLD, redist::storage_order::column);
  a.for_each([](const auto &index, double &value) {
    value = given(index[0], index[1]);
  });
  b.for_each([](const auto &index, double &value) {
    value = held(index[0], index[1]);
  });
#pragma redistribute a[n][m] into(b) to(*, cyclic(3) onto(ranks)) accumulate(+)
#pragma redistribute a[n][m] into(b) to(*, cyclic(3) onto(ranks))              \
    accumulate(pushDown)
  b.for_each([](const auto &index, double &value) {
    const int arriving = given(index[0], index[1]);
    wrong += value != 10 * (held(index[0], index[1]) + arriving) - arriving;
  });
}

template <typename Body>
static void refuse(const std::string &message, Body body) {
  try {
    body();
  } catch (const redist::error &problem) {
    refused += std::string(problem.what()).find(message) != std::string::npos;
  }
}

static void refusals(long n) {
  const auto a = rows<int>(n, 1, 3, given);
  std::vector<int> small = rows<int>(n, 1, 5, held);
  if (me == 0)
    small.pop_back();
  const std::vector<int> before = small;
  refuse("the storage for the to layout on rank 0", [&] {
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(ranks)) into(small) accumulate(+)
  });
  expect(small, before);
  redist::array<int, 1> dealt({n}, redist::layout({redist::cyclic(5)}).onto({ranks}));
  dealt.fill(9);
  refuse("to() is not the layout that the destination has: what arrives would "
         "be combined with other elements",
         [&] {
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(5) onto(1)) into(dealt) accumulate(+)
         });
  wrong += ranks > 1 && !std::all_of(dealt.begin(), dealt.end(),
                        [](int value) { return value == 9; });
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (const long n : {1, 29, 3000, 200000})
    operators(n);
  sections(8, 5);
  sections(700, 40);
  inOneArray(12);
  inOneArray(100000);
  arrays(7, 10);
  arrays(500, 300);
  refusals(20);
  // On one rank all layouts are one.
  const int own[2] = {wrong, (ranks == 1 ? 1 : 2) - refused};
  int all[2] = {};
  MPI_Reduce(own, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%d wrong, %d not refused\n", all[0], all[1]);
  MPI_Finalize();
}
