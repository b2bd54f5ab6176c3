// Sections of raw storage whose whole extents the directive tells: blocks of
// vectors and matrices, behind pointers and in storage with room to spare, from
// and to several objects, transposed, forwards and backwards.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: %mpirun 1 %t | FileCheck %s
// RUN: %mpirun 2 %t | FileCheck %s
// RUN: %mpirun 3 %t | FileCheck %s
// RUN: %mpirun 4 %t | FileCheck %s
// CHECK: 0 wrong, 2 of 2 refused
#include <redist/redist.h>

#include <cstdio>
#include <string>
#include <vector>

static int me, ranks;
static int wrong, refused;

static long blockOf(long n) { return n > ranks ? (n + ranks - 1) / ranks : 1; }

/// This rank's rows of an n x m matrix in blocks of rows, and a spare element:
/// element (i, j) is value(i, j).
template <typename Value>
static std::vector<int> rows(long n, long m, Value value) {
  std::vector<int> part;
  for (long i = 0; i < n; ++i)
    for (long j = 0; redist::owner(i, blockOf(n), ranks) == me && j < m; ++j)
      part.push_back(value(i, j));
  part.push_back(-2);
  return part;
}

static int number(long i, long j) { return static_cast<int>(100 * i + j); }

static void expect(const std::vector<int> &found,
                   const std::vector<int> &wanted) {
  wrong += found != wanted;
}

static void vectors(long n, long length) {
  const std::vector<int> x = rows(n, 1, number);
  std::vector<int> y = rows(2 * n, 1, [](long, long) { return -1; }), z = y;
  const int *const source = x.data();
  int *const target = y.data();
#pragma redistribute source[1 : length of n], x[1 : length of n]               \
    from(block onto(ranks)) to(block onto(ranks))                              \
    into(target[2 * length - 1 : length : -2 of 2 * n],                        \
         z[2 * length - 1 : length : -2 of 2 * n])
  const auto wanted = rows(2 * n, 1, [&](long i, long) {
    const bool isMeant = i % 2 == 1 && i < 2 * length;
    return isMeant ? number(length - (i - 1) / 2, 0) : -1;
  });
  expect(y, wanted);
  expect(z, wanted);
}

static void matrices(long n, long m) {
  const std::vector<int> a = rows(n, m, number);
  std::vector<int> b = rows(m, n, [](long, long) { return -1; });
  const int *const source = a.data();
  // Columns 1 and 2 become rows m - 1 and m - 2, from column 2 on.
#pragma redistribute source[0 : n - 2 of n][1 : 2 of m]                        \
    from(block, * onto(ranks)) permute(1, 0) to(block, * onto(ranks))          \
    into(b[m - 1 : 2 : -1 of m][2 : n - 2 of n]) nowait(moved)
#pragma redistribute wait(moved)
  expect(b, rows(m, n, [&](long i, long j) {
           return i >= m - 2 && j >= 2 ? number(j - 2, m - i) : -1;
         }));
}

/// Neither may the section leave what is told, nor is less than nothing told.
static void refusals(long n) {
  const std::vector<int> x = rows(n, 1, number);
  std::vector<int> y = rows(n, 1, number);
  const auto move = [&](long extent) {
#pragma redistribute x[0 : n of extent] from(block onto(ranks))                \
    to(cyclic(blockOf(n)) onto(ranks)) into(y[0 : n of n])
  };
  const auto refuse = [&](long extent, const std::string &message) {
    try {
      move(extent);
    } catch (const redist::error &problem) {
      refused += std::string(problem.what()).find(message) != std::string::npos;
    }
  };
  refuse(n - 1, "the section has the index 9, but the extent is 9");
  refuse(-1, "the extent is -1, which is negative");
  expect(y, x);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  vectors(5, 4);
  vectors(64, 17);
  vectors(100000, 99999);
  matrices(4, 3);
  matrices(17, 9);
  matrices(400, 300);
  refusals(10);
  const int own[2] = {wrong, 2 - refused};
  int all[2] = {};
  MPI_Reduce(own, all, 2, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%d wrong, %d of 2 refused\n", all[0], 2 - all[1]);
  MPI_Finalize();
}
