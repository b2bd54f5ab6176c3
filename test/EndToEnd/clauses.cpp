// Each clause on matrices whose elements are their own global indices: after
// every directive each rank finds the element of the rule at each of its places.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 %s -o %t
// RUN: timeout 100 %mpirun 4 %t | FileCheck %s
// RUN: timeout 100 %mpirun 6 %t | FileCheck %s
// RUN: %mpicxx -std=c++17 -fsyntax-only -Wno-unknown-pragmas -DREDIST_REWRITTEN -I %source_dir/include %s
// CHECK: 0 wrong of {{[1-9][0-9]+}}
#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <vector>

using Matrix = std::vector<long>;
static int me;
static long wrong, looked;

// CYCLIC(k) on p ranks of one dimension; p = 1 is `*`.
struct Axis {
  long extent, block, ranks;
  long owner(long i) const { return i / block % ranks; }
};

static long id(long i, long j) { return 1000 * i + j; }

/// This rank's part of a matrix on a grid from rank `first` on, by rows or by
/// columns, of what element(i, j) gives.
template <typename Element>
static Matrix part(Axis rows, Axis columns, bool byColumns, long first,
                   Element element) {
  Matrix result;
  const auto add = [&](long i, long j) {
    if (first + rows.owner(i) * columns.ranks + columns.owner(j) == me)
      result.push_back(element(i, j));
  };
  if (byColumns)
    for (long j = 0; j < columns.extent; ++j)
      for (long i = 0; i < rows.extent; ++i)
        add(i, j);
  else
    for (long i = 0; i < rows.extent; ++i)
      for (long j = 0; j < columns.extent; ++j)
        add(i, j);
  return result;
}

template <typename Range>
static void expect(const Range &found, const Matrix &wanted, int line) {
  ++looked;
  bool good = static_cast<std::size_t>(found.size()) >= wanted.size();
  for (std::size_t i = 0; good && i < wanted.size(); ++i)
    good = found.data()[i] == wanted[i];
  if (good)
    return;
  std::printf("line %d: wrong on rank %d\n", line, me);
  ++wrong;
}

static void grids(long n, long m) {
  Matrix a = part({n, 3, 4}, {m, 1, 1}, false, 0, id), b = a;
#pragma redistribute a[n][m] from(cyclic(3), * onto(4))                         \
    to(cyclic(2), cyclic onto(2, 2))
  expect(a, part({n, 2, 2}, {m, 1, 2}, false, 0, id), __LINE__);
#pragma redistribute a[n][m] from(cyclic(2), cyclic onto(2, 2))                \
    to(*, cyclic(5) onto(3) at(1))
  expect(a, part({n, 1, 1}, {m, 5, 3}, false, 1, id), __LINE__);
  a = b;
  b = part({n, 3, 4}, {m, 1, 1}, false, 0,
           [](long i, long j) { return -id(i, j); });
#pragma redistribute a[n][m], b[n][m] from(cyclic(3), * onto(4))                \
                                  to(*, cyclic(4) onto(4))
  expect(a, part({n, 1, 1}, {m, 4, 4}, false, 0, id), __LINE__);
  expect(b,
         part({n, 1, 1}, {m, 4, 4}, false, 0,
              [](long i, long j) { return -id(i, j); }),
         __LINE__);
}

static void transposes(long n, long m) {
  Matrix a = part({n, 3, 4}, {m, 1, 1}, false, 0, id), b;
  const auto turned = [](long i, long j) { return id(j, i); };
#pragma redistribute a[n][m] from(cyclic(3), * onto(4)) to(cyclic(5), * onto(4)) \
    permute(1, 0) into(b)
  expect(b, part({m, 5, 4}, {n, 1, 1}, false, 0, turned), __LINE__);
  a = part({n, 2, 2}, {m, 3, 2}, true, 0, id);
#pragma redistribute a[n][m] from(cyclic(2), cyclic(3) onto(2, 2))             \
    order(column) to(*, cyclic(2) onto(4)) permute(1, 0)
  expect(a, part({m, 1, 1}, {n, 2, 4}, true, 0, turned), __LINE__);
}

/// A column to a row, backwards; every third element to every second.
static void sections(long n, long m) {
  const auto none = [](long, long) { return -1L; };
  redist::array<long, 2> source(
      {n, m},
      redist::layout({redist::cyclic(3), redist::undistributed()}).onto({4})),
      target(
          {m, n},
          redist::layout({redist::cyclic(2), redist::cyclic(2)}).onto({2, 2}));
  source.for_each(
      [](const auto &index, long &value) { value = id(index[0], index[1]); });
  target.fill(-1);
#pragma redistribute source[0 : n][2 : 1] to(cyclic(2), cyclic(2) onto(2, 2))  \
    permute(1, 0) into(target[4 : 1][n - 1 : n : -1])
  expect(target,
         part({m, 2, 2}, {n, 2, 2}, false, 0,
              [n](long i, long j) { return i == 4 ? id(n - 1 - j, 2) : -1; }),
         __LINE__);
  const long count = n / 3;
  Matrix x = part({n, (n + 3) / 4, 4}, {1, 1, 1}, false, 0, id),
         y = part({n, 2, 4}, {1, 1, 1}, false, 0, none);
#pragma redistribute x[1 : count : 3] from(block((n + 3) / 4) onto(4))         \
    to(cyclic(2) onto(4)) into(y[0 : count : 2])
  expect(y,
         part({n, 2, 4}, {1, 1, 1}, false, 0,
              [count](long i, long) {
                return i % 2 == 0 && i / 2 < count ? id(1 + i / 2 * 3, 0) : -1;
              }),
         __LINE__);
#pragma redistribute x[0 : 0] from(cyclic onto(4)) to(cyclic onto(4))          \
    into(y[0 : 0])
}

static void requests(long n, long m) {
  Matrix a = part({n, 3, 4}, {m, 1, 1}, false, 0, id), b = a, c;
  const Matrix wanted = part({n, 1, 1}, {m, 2, 4}, false, 0, id);
  const long size = static_cast<long>(b.size());
#pragma redistribute a[n][m] from(cyclic(3), * onto(4))                         \
    to(*, cyclic(2) onto(4)) nowait(first)
#pragma redistribute b[n][m] from(cyclic(3), * onto(4))                         \
    to(*, cyclic(2) onto(4)) into(c) nowait(second)
  long same = 0; // computed while both are on their way
  for (const long value : part({n, 3, 4}, {m, 1, 1}, false, 0, id))
    same += b[static_cast<std::size_t>(same)] == value;
#pragma redistribute wait(second)
  expect(c, wanted, __LINE__);
#pragma redistribute wait(first)
  expect(a, wanted, __LINE__);
  expect(b, part({n, 3, 4}, {m, 1, 1}, false, 0, id), __LINE__);
  wrong += same != size;
}

/// Blocks of any size, and a target grid whose ranks the runtime numbers.
static void placed(long n, long m) {
  const std::vector<int> sizes = {5, 0, static_cast<int>(n) - 5, 0};
  Matrix a = part({n, 3, 4}, {m, 1, 1}, false, 0, id);
#pragma redistribute a[n][m] from(cyclic(3), * onto(4))                         \
    to(gen_block(sizes), * onto(4))
  expect(a,
         me == 0   ? part({5, 5, 1}, {m, 1, 1}, false, 0, id)
         : me == 2 ? part({n - 5, n, 1}, {m, 1, 1}, false, 2,
                          [](long i, long j) { return id(i + 5, j); })
                   : Matrix(),
         __LINE__);
  int position = -2;
  const int *const counts = sizes.data(); // as many as the grid has rows
#pragma redistribute a[n][m] from(gen_block(counts), * onto(4))                 \
    to(cyclic(4), * onto(4)) relabel(position)
  expect(a, part({n, 4, 4}, {m, 1, 1}, false, me - position, id), __LINE__);
  ++looked;
  wrong += me < 4 ? position < 0 || position > 3 : position != -1;
}

/// from() left out: the array knows, and the compiler follows it.
template <long K> static void arrays(long n, long m) {
  redist::array<long, 2> a(
      {n, m},
      redist::layout({redist::cyclic(K), redist::undistributed()}).onto({4}));
  a.for_each(
      [](const auto &index, long &value) { value = id(index[0], index[1]); });
  for (int i = 0; i < 3; ++i) {
#pragma redistribute a[n][m] to(*, cyclic(2) onto(3))
    expect(a, part({n, 1, 1}, {m, 2, 3}, false, 0, id), __LINE__);
#pragma redistribute a[n][m] to(cyclic(2), cyclic(K) onto(2, 2))
    expect(a, part({n, 2, 2}, {m, K, 2}, false, 0, id), __LINE__);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  for (const long n : {8, 31}) {
    grids(n, 13);
    transposes(n, 13);
    sections(n, 13);
    requests(n, 13);
    placed(n, 13);
    arrays<3>(n, 13);
    arrays<5>(n, 13);
  }
  long all[2], mine[2] = {wrong, looked};
  MPI_Reduce(mine, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%ld wrong of %ld\n", all[0], all[1]);
  MPI_Finalize();
}
