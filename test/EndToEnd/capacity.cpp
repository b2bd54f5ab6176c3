// Storage behind pointers, of which each rank has another amount: in place and
// as a destination, one or several, beside containers, of rows, with requests.
// What is too small is refused on all ranks, and nothing has moved.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: %mpirun 1 %t | FileCheck %s
// RUN: %mpirun 2 %t | FileCheck %s
// RUN: %mpirun 3 %t | FileCheck %s
// RUN: %mpirun 4 %t | FileCheck %s
// CHECK: 0 not refused, 0 wrong
#include <redist/redist.h>

#include <cstdio>
#include <vector>

static int me, ranks;
static int refused, wrong;

/// This rank's part of 0, 1, ... dealt CYCLIC(block) onto `count` ranks, in
/// storage with `spare` elements more, which are -1.
static std::vector<int> part(long n, long block, long count, long spare) {
  std::vector<int> values(
      static_cast<std::size_t>(redist::local_extent(n, block, count, me)));
  for (std::size_t i = 0; i < values.size(); ++i)
    values[i] = static_cast<int>(
        redist::global_index(static_cast<long>(i), block, count, me));
  values.resize(values.size() + static_cast<std::size_t>(spare), -1);
  return values;
}

/// The storage begins with the part; `n` says no more of the elements behind.
static void expect(const std::vector<int> &storage, long n, long block,
                   long count) {
  const std::vector<int> wanted = part(n, block, count, 0);
  for (std::size_t i = 0; i < wanted.size(); ++i)
    wrong += storage[i] != wanted[i];
}

/// Room for what any rank may get, and some more on each rank.
static std::vector<int> room(long n, long block, long count) {
  return part(n, block, count, n + me);
}

static void inPlace(long n) {
  std::vector<int> x = room(n, 3, ranks), y = room(n, 3, ranks);
  std::vector<int> v = part(n, 3, ranks, 0);
  int *const a = x.data(), *const b = y.data();
  const long held = static_cast<long>(x.size());
#pragma redistribute a[n], v[n], b[n] from(cyclic(3) onto(ranks))              \
    to(cyclic(n) onto(1)) capacity(held)
  expect(x, n, n, 1);
  expect(y, n, n, 1);
  expect(v, n, n, 1);
  wrong += static_cast<long>(v.size()) != (me == 0 ? n : 0);
#pragma redistribute a[n] from(cyclic(n) onto(1)) to(cyclic(2) onto(ranks))    \
    capacity(held) nowait(moved)
#pragma redistribute wait(moved)
  expect(x, n, 2, ranks);
}

static void rows(long n) {
  std::vector<int> x = room(4 * n, 4, ranks);
  auto *const table = reinterpret_cast<int(*)[4]>(x.data());
#pragma redistribute table[n] from(cyclic onto(ranks)) to(cyclic(5) onto(ranks)) \
    capacity(static_cast<long>(x.size()) / 4)
  expect(x, 4 * n, 20, ranks);
#pragma redistribute table[n][4] from(cyclic(5), * onto(ranks))                \
    to(cyclic, * onto(ranks)) capacity(static_cast<long>(x.size()))
  expect(x, 4 * n, 4, ranks);
}

static void tooSmall(long n) {
  std::vector<int> x = room(n, 3, ranks), y = room(n, 3, ranks);
  const std::vector<int> before = x;
  int *const a = x.data(), *const b = y.data();
  const long held = me == 0 ? n - 1 : n; // rank 0 is to have all
  try {
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(n) onto(1))    \
    capacity(held)
  } catch (const redist::error &) {
    ++refused;
  }
  try {
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) to(cyclic(n) onto(1))    \
    into(b) capacity(held)
  } catch (const redist::error &) {
    ++refused;
  }
  wrong += x != before || y != before;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (const long n : {1, 7, 100, 50000}) {
    inPlace(n);
    rows(n);
  }
  tooSmall(100);
  const int own[2] = {2 - refused, wrong};
  int all[2] = {};
  MPI_Reduce(own, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%d not refused, %d wrong\n", all[0], all[1]);
  MPI_Finalize();
}
