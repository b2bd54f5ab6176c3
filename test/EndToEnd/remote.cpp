// Directives of two programs that are coupled by an intercommunicator: each
// side has its own layout, and each element that arrives is looked at. The
// programs are one file, started twice. Each exchange goes there and back, five
// times, so that the sides expect each other.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: timeout 100 %mpirun 3 %t : -n 2 %t | FileCheck %s
// RUN: timeout 100 %mpirun 1 %t : -n 5 %t | FileCheck %s
// RUN: timeout 100 %mpirun 4 %t : -n 1 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 2 %t : -n 3 %t | FileCheck %s
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 2 %t : -n 2 %t | FileCheck %s
// CHECK: all elements
#include "../../docs/examples/coupled/couple.h"

#include <redist/redist.h>

#include <cstdio>
#include <cstdlib>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

static int rank, ranks;
static bool isFirst;

static void require(bool holds, int line) {
  if (holds)
    return;
  std::fprintf(stderr, "line %d, rank %d of program %d: wrong\n", line, rank, !isFirst);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// Rows of a matrix and a vector to columns of it and another deal of that.
static void rowsToColumns(MPI_Comm other, int round) {
  const long n = 21, m = 13;
  const long rows = redist::local_extent(n, (n + ranks - 1) / ranks, ranks, rank);
  const long columns = redist::local_extent(m, 2, ranks, rank);
  if (isFirst) {
    std::vector<double> a(rows * m);
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j < m; ++j)
        a[i * m + j] = round + 100 * ((n + ranks - 1) / ranks * rank + i) + j;
    const std::vector<double> &sent = a;
#pragma redistribute sent[n][m], a[n][m] from(block, * onto(ranks)) to(remote) comm(other)
#pragma redistribute a[n][m] from(remote) to(block, * onto(ranks)) comm(other) permute(1, 0)
    for (long i = 0; i < rows; ++i)
      for (long j = 0; j < m; ++j)
        require(a[i * m + j] == round + 1 + 100 * ((n + ranks - 1) / ranks * rank + i) + j, __LINE__);
    return;
  }
  std::vector<double> b(n * columns), c, turned(m * n);
#pragma redistribute b[n][m], c[n][m] to(*, cyclic(2) onto(ranks)) comm(other) from(remote) order(column)
  require(static_cast<long>(c.size()) == n * columns && b == c, __LINE__);
  for (long j = 0; j < columns; ++j)
    for (long i = 0; i < n; ++i)
      require(b[j * n + i] == round + 100 * i + redist::global_index(j, 2, ranks, rank), __LINE__);
  // By storage: a matrix of m rows, dealt alike.
  for (double &one : b)
    one += 1;
#pragma redistribute b[m][n] from(cyclic(2), * onto(ranks)) to(remote) comm(other) strategy(stepwise)
}

/// Arrays know their layouts.
static void arrays(MPI_Comm own, MPI_Comm other, int round) {
  const long n = 17, m = 9;
  const auto layout = isFirst ? redist::layout({redist::block(), redist::undistributed()}).onto({ranks})
                              : redist::layout({redist::cyclic(3), redist::cyclic(2)}).onto({1, ranks});
  redist::array<long, 2> a({n, m}, layout, own);
  if (isFirst) {
    a.for_each([&](const auto &index, long &value) { value = round + 50 * index[0] + index[1]; });
#pragma redistribute a[n][m] to(remote) comm(other) nowait(sent)
#pragma redistribute wait(sent)
#pragma redistribute a[n][m] from(remote) to(*, block onto(ranks)) comm(other)
    require(ranks == 1 || a.layout().dimensions[0].kind == redist::distribution_kind::undistributed, __LINE__);
  } else {
    a.fill(-1);
#pragma redistribute a[n][m] from(remote) comm(other)
    a.for_each([&](const auto &index, long &value) { require(value == round + 50 * index[0] + index[1], __LINE__); });
#pragma redistribute a[n][m] to(remote) comm(other)
  }
  a.for_each([&](const auto &index, long &value) { require(value == round + 50 * index[0] + index[1], __LINE__); });
}

/// Sections of either side, added to what is there; a pointer; copies.
static void sections(MPI_Comm other, int round) {
  const long n = 40;
  if (isFirst) {
    std::vector<int> a(redist::local_extent(n, 3, ranks, rank));
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = round + static_cast<int>(redist::global_index(static_cast<long>(i), 3, ranks, rank));
#pragma redistribute a[30 : 12 : -2 of n] from(cyclic(3) onto(ranks)) to(remote) comm(other)
    int whole[12] = {};
#pragma redistribute whole[12] from(remote) to(* onto(copies(ranks))) comm(other)
    for (int i = 0; i < 12; ++i)
      require(whole[i] == 1000 + round + 30 - 2 * i, __LINE__);
    return;
  }
  std::vector<int> storage(redist::local_extent(n, 40 / ranks + 1, ranks, rank) + 1, 1000);
  int *b = storage.data();
#pragma redistribute b[5 : 12 of n] from(remote) to(block(40 / ranks + 1) onto(ranks)) comm(other) \
    accumulate(+) capacity(storage.size())
  for (long i = 0; i < static_cast<long>(storage.size()) - 1; ++i) {
    const long global = rank * (40 / ranks + 1) + i;
    const bool isNew = global >= 5 && global < 17;
    require(storage[i] == 1000 + (isNew ? round + 30 - 2 * (global - 5) : 0), __LINE__);
  }
#pragma redistribute b[5 : 12 of n] from(block(40 / ranks + 1) onto(ranks)) to(remote) comm(other)
}

/// A halo that comes from the other program, and room beside what is sent.
static void halos(MPI_Comm other, int round) {
  const long n = 31, block = (n + ranks - 1) / ranks;
  const long own = redist::local_extent(n, block, ranks, rank);
  const long size = own == 0 ? 0 : own + 3;
  std::vector<float> a(size, -1);
  if (isFirst) {
    for (long i = 0; i < own; ++i)
      a[2 + i] = static_cast<float>(round + rank * block + i);
#pragma redistribute a[n] from(block onto(ranks) room(2 : 1)) to(remote) comm(other)
    return;
  }
#pragma redistribute a[n] from(remote) to(block onto(ranks) halo(1 : 2)) comm(other)
  for (long i = -1; i < own + 2 && own > 0; ++i) {
    const long global = rank * block + i;
    if (global >= 0 && global < n)
      require(a[1 + i] == static_cast<float>(round + global), __LINE__);
  }
}

/// Of a template, with ranks in any order.
template <typename T> static void turned(MPI_Comm other, int round) {
  const long n = 25;
  std::vector<int> order;
  for (int i = 0; i < ranks; ++i)
    order.push_back(ranks - 1 - i);
  std::vector<T> a(redist::local_extent(n, 2, ranks, ranks - 1 - rank, 1));
  const auto valueAt = [&](std::size_t i) {
    return static_cast<T>(round + redist::global_index(static_cast<long>(i), 2, ranks, ranks - 1 - rank, 1));
  };
  if (isFirst) {
    for (std::size_t i = 0; i < a.size(); ++i)
      a[i] = valueAt(i);
#pragma redistribute a[n] from(cyclic(2) shift(1) onto(ranks) ranks(order)) to(remote) comm(other)
  } else {
#pragma redistribute a[n] from(remote) to(cyclic(2) shift(1) onto(ranks) ranks(order)) comm(other) nowait(arrival)
#pragma redistribute wait(arrival)
    for (std::size_t i = 0; i < a.size(); ++i)
      require(a[i] == valueAt(i), __LINE__);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm own, other = couple(own);
  int *number = nullptr, found = 0;
  MPI_Comm_get_attr(MPI_COMM_WORLD, MPI_APPNUM, &number, &found);
  isFirst = *number == 0;
  MPI_Comm_rank(own, &rank);
  MPI_Comm_size(own, &ranks);
  for (int round = 0; round < 5; ++round) {
    rowsToColumns(other, round);
    arrays(own, other, round);
    sections(other, round);
    halos(other, round);
    turned<short>(other, round);
    turned<double>(other, round);
  }
  if (isFirst && rank == 0)
    std::puts("all elements");
  MPI_Comm_free(&other);
  MPI_Finalize();
}
