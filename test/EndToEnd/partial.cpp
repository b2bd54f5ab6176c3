// Parts of values, annotated: sums in floating point are those of a serial loop
// over the parts in the order of ranks, bit by bit, on every holder; operators
// that do not commute; in place and into, arrays, requests, accumulate, with
// constants and without.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: timeout 100 %mpirun 1 %t | FileCheck %s
// RUN: timeout 100 %mpirun 2 %t | FileCheck %s
// RUN: timeout 100 %mpirun 3 %t | FileCheck %s
// RUN: timeout 100 %mpirun 4 %t | FileCheck %s
// RUN: timeout 100 %mpirun 6 %t | FileCheck %s
// RUN: timeout 100 %mpirun 8 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t | FileCheck %s
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t | FileCheck %s
// CHECK: all sums are those of the serial loop
#include <redist/redist.h>

#include <mpi.h>

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <vector>

static int rankOf() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static int sizeOf() {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

/// The part that a rank holds: sums of these depend on their order.
static double part(int rank, long i) {
  return std::ldexp(std::sin(1.0 + rank + 0.37 * i), (rank * 7 + i) % 40);
}

/// The serial loop over ranks [first, first + count * step).
static double sum(long i, int first, int count, int step = 1) {
  double value = part(first, i);
  for (int r = 1; r < count; ++r)
    value = value + part(first + r * step, i);
  return value;
}

static void require(bool isRight, const char *what) {
  if (isRight)
    return;
  std::fprintf(stderr, "rank %d: %s\n", rankOf(), what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

struct Affine { // x -> a x + b: composition does not commute
  double a, b;
};
static Affine compose(const Affine &f, const Affine &g) {
  return {f.a * g.a, f.a * g.b + f.b};
}
static Affine affine(int rank, long i) {
  return {1.0 + rank, 0.5 * static_cast<double>(i) - rank};
}
static Affine composed(long i, int count) {
  Affine value = affine(0, i);
  for (int r = 1; r < count; ++r)
    value = compose(value, affine(r, i));
  return value;
}

template <typename Visit>
static void forBlock(long n, int p, int coordinate, Visit visit) {
  const long block = n > 0 ? (n + p - 1) / p : 1;
  for (long i = coordinate * block; i < n && i < (coordinate + 1) * block; ++i)
    visit(i, i - coordinate * block);
}

// clang-format off
static void everywhere(long n) {
  const int p = sizeOf(), me = rankOf();
  std::vector<double> mine(n);
  for (long i = 0; i < n; ++i)
    mine[i] = part(me, i);
  const auto isBlock = [&](const std::vector<double> &a) {
    long size = 0;
    forBlock(n, p, me, [&](long, long at) { size = at + 1; });
    require(static_cast<long>(a.size()) == size, "the size of a block of sums");
    forBlock(n, p, me, [&](long i, long at) {
      require(a[at] == sum(i, 0, p), "a sum in blocks");
    });
  };
  const auto isWhole = [&](const std::vector<double> &a) {
    require(static_cast<long>(a.size()) == n, "the size of all sums");
    for (long i = 0; i < n; ++i)
      require(a[i] == sum(i, 0, p), "a sum");
  };
  {
    std::vector<double> a = mine;
#pragma redistribute a[n] from(* onto(partial(+, p))) to(block onto(p))
    isBlock(a);
  }
  {
    std::vector<double> a = mine;
#pragma redistribute a[n] from(* onto(partial(+, p))) to(* onto(copies(p)))
    isWhole(a);
  }
  {
    std::vector<double> a;
#pragma redistribute mine[n] from(* onto(partial(+, p))) to(* onto(copies(p))) into(a) nowait(sums)
#pragma redistribute wait(sums)
    isWhole(a);
  }
  {
    std::vector<double> a(n, 0.25);
#pragma redistribute mine[n] from(* onto(partial(+, p))) to(* onto(copies(p))) into(a) accumulate(*)
    for (long i = 0; i < n; ++i)
      require(a[i] == 0.25 * sum(i, 0, p), "an accumulated sum");
  }
  {
    std::vector<double> a;
#pragma redistribute mine[n] from(* onto(partial(max, p))) to(* onto(1) at(p - 1)) into(a)
    for (long i = 0; i < static_cast<long>(a.size()); ++i) {
      double most = part(0, i);
      for (int r = 1; r < p; ++r)
        most = std::fmax(most, part(r, i));
      require(a[i] == most, "a maximum");
    }
    require(static_cast<long>(a.size()) == (me == p - 1 ? n : 0), "all maxima");
  }
  {
    std::vector<Affine> f(n), g;
    for (long i = 0; i < n; ++i)
      f[i] = affine(me, i);
#pragma redistribute f[n] from(* onto(partial(compose, p))) to(cyclic(2) onto(p)) into(g)
    long count = 0;
    for (long i = 0; i < n; ++i)
      count += i / 2 % p == me;
    require(static_cast<long>(g.size()) == count, "the number of compositions");
    for (long i = 0, at = 0; i < n; ++i) {
      if (i / 2 % p != me)
        continue;
      const Affine wanted = composed(i, p);
      require(g[at].a == wanted.a && g[at].b == wanted.b, "a composition");
      ++at;
    }
  }
  {
    redist::array<double, 1> a({n}, redist::layout({redist::undistributed()}).onto({redist::partial(redist::plus{}, p)}), MPI_COMM_WORLD);
    for (auto [index, value] : a.owned())
      value = part(me, index[0]);
#pragma redistribute a[n] to(block onto(p))
    for (auto [index, value] : a.owned())
      require(value == sum(index[0], 0, p), "a sum of an array");
  }
  {
    redist::array<double, 1> a({n}, redist::layout({redist::undistributed()}).onto({redist::partial(redist::plus{}, p)}), MPI_COMM_WORLD);
    for (auto [index, value] : a.owned())
      value = part(me, index[0]);
#pragma redistribute a[n] from(* onto(partial(+, p))) to(* onto(copies(p)))
    for (auto [index, value] : a.owned())
      require(value == sum(index[0], 0, p), "a copied sum of an array");
  }
}

// Parts beside distributed dimensions, and copies; constants.
static void mixed(long n) {
  const int p = sizeOf(), me = rankOf();
  if (p < 4)
    return;
  const auto cyclicOwner = [](long i) { return static_cast<int>(i / 3 % 2); };
  std::vector<double> mine;
  if (me < 4)
    for (long i = 0; i < n; ++i)
      if (cyclicOwner(i) == me / 2)
        mine.push_back(part(me, i));
  {
    std::vector<double> a = mine;
#pragma redistribute a[n] from(cyclic(3) onto(2, partial(+, 2))) to(block onto(4))
    if (me < 4)
      forBlock(n, 4, me, [&](long i, long at) {
        require(a[at] == sum(i, 2 * cyclicOwner(i), 2), "a sum of two parts");
      });
  }
  {
    std::vector<double> a;
    for (long i = 0; me < 4 && i < n; ++i)
      if (cyclicOwner(i) == me % 2)
        a.push_back(part(me, i));
#pragma redistribute a[n] from(cyclic(3) onto(partial(+, 2), 2)) to(cyclic(5) onto(copies(2), 2))
    long count = 0;
    for (long i = 0; me < 4 && i < n; ++i)
      count += i / 5 % 2 == me % 2;
    require(static_cast<long>(a.size()) == count, "the number of copied sums");
    for (long i = 0, at = 0; me < 4 && i < n; ++i)
      if (i / 5 % 2 == me % 2)
        require(a[at++] == sum(i, cyclicOwner(i), 2, 2), "a copied sum of two");
  }
  {
    // The same part on two ranks: 0 and 1 hold the first, 2 and 3 the second.
    std::vector<double> a;
    for (long i = 0; me < 4 && i < n; ++i)
      a.push_back(part(me / 2, i));
#pragma redistribute a[n] from(* onto(partial(+, 2), copies(2))) to(block onto(3))
    if (me < 3)
      forBlock(n, 3, me, [&](long i, long at) {
        require(a[at] == sum(i, 0, 2), "a sum of copied parts");
      });
  }
  {
    std::vector<double> a;
    for (long i = 0; me < 4 && i < n; ++i)
      a.push_back(part(me, i));
    std::vector<double> b(n, 1);
#pragma redistribute a[n] from(* onto(partial(+, 2), partial(+, 2))) to(* onto(1)) into(b)
    for (long i = 0; i < n; ++i)
      require(b[i] == (me == 0 ? sum(i, 0, 4) : 1), "a sum of two times two");
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  for (const long n : {0L, 1L, 5L, 48L, 1000L, 300000L}) {
    everywhere(n);
    mixed(n);
  }
  if (rankOf() == 0)
    std::puts("all sums are those of the serial loop");
  MPI_Finalize();
}
