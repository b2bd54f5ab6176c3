//===- edge-cases.cpp - What random copies hardly ever meet ---------------===//
//
// Source and target in one array, transposes in place and through several
// buffers, contexts that take the numbers of others, and a leading dimension
// beyond 2^30. One line for each that is right.
//
//===----------------------------------------------------------------------===//
#include "matrices.h"

#include <sys/mman.h>

extern "C" {
void Cpdgemr2d(int, int, double *, int, int, int *, double *, int, int, int *,
               int);
void Cpsgemr2d(int, int, float *, int, int, int *, float *, int, int, int *,
               int);
void pdtran_(const int *, const int *, const double *, const double *,
             const int *, const int *, const int *, const double *, double *,
             const int *, const int *, const int *);
}

static const int one = 1;

static test::Grid gridOn(int rows, int columns, std::vector<int> ranks) {
  test::Grid grid;
  grid.rows = rows;
  grid.columns = columns;
  grid.ranks = std::move(ranks);
  grid.open();
  return grid;
}

static double valueAt(int i, int j) { return i + 5000.0 * j; }

static void right(const char *what) {
  MPI_Barrier(MPI_COMM_WORLD);
  if (test::worldRank() == 0)
    std::printf("%s\n", what);
}

/// A submatrix moves within its own matrix, over itself.
static void overOneself() {
  test::Grid grid = gridOn(2, 2, {0, 1, 2, 3});
  test::Matrix<double> a(grid, {40, 3, 3, 1, 2}, {30, 4, 4, 0, 2}, 2);
  a.forEach([](int i, int j, double &x) { x = valueAt(i, j); });
  Cpdgemr2d(30, 20, a.values.data(), 1, 1, a.descriptor.data(), a.values.data(),
            6, 3, a.descriptor.data(), grid.context);
  a.forEach([](int i, int j, double x) {
    const bool isMoved = i >= 5 && i < 35 && j >= 2 && j < 22;
    if (x != (isMoved ? valueAt(i - 5, j - 2) : valueAt(i, j)))
      test::fail("over oneself");
  });
  grid.close();
  right("a submatrix over itself");
}

static void transposeInPlace() {
  test::Grid grid = gridOn(2, 2, {0, 2, 1, 3});
  test::Matrix<double> a(grid, {50, 7, 7, 0, 2}, {50, 7, 7, 1, 2}, 1);
  a.forEach([](int i, int j, double &x) { x = valueAt(i, j); });
  const int n = 50;
  const double minus = -1, nothing = 0;
  if (grid.context >= 0)
    pdtran_(&n, &n, &minus, a.values.data(), &one, &one, a.descriptor.data(),
            &nothing, a.values.data(), &one, &one, a.descriptor.data());
  a.forEach([](int i, int j, double x) {
    if (x != -valueAt(j, i))
      test::fail("transpose in place");
  });
  grid.close();
  right("a transpose in place");
}

/// More than the buffer holds, so it goes in several parts.
static void transposeInParts() {
  test::Grid grid = gridOn(2, 2, {0, 1, 2, 3});
  const int m = 1300, n = 2100;
  test::Matrix<double> a(grid, {n + 5, 64, 64, 1, 2}, {m, 48, 48, 0, 2}, 0);
  test::Matrix<double> c(grid, {m, 32, 32, 0, 2}, {n, 40, 40, 1, 2}, 3);
  a.forEach([](int i, int j, double &x) { x = valueAt(i, j); });
  c.forEach([](int i, int j, double &x) { x = i - j; });
  const double two = 2, three = 3;
  const int fourth = 4;
  if (grid.context >= 0)
    pdtran_(&m, &n, &two, a.values.data(), &fourth, &one, a.descriptor.data(),
            &three, c.values.data(), &one, &one, c.descriptor.data());
  c.forEach([](int i, int j, double x) {
    if (x != 3.0 * (i - j) + 2 * valueAt(j + 3, i))
      test::fail("transpose in parts");
  });
  grid.close();
  right("a transpose in parts");
}

/// The same numbers of contexts, block sizes and shapes, but other ranks: what
/// was learnt of the first must not be used for the second.
static void numbersComeAgain() {
  std::vector<std::vector<int>> orders = {
      {0, 1, 2, 3}, {3, 1, 0, 2}, {0, 1, 2, 3}, {2, 3, 1, 0}};
  std::vector<int> contexts;
  for (const auto &ranks : orders) {
    test::Grid from = gridOn(2, 2, ranks);
    test::Grid to = gridOn(1, 2, {ranks[3], ranks[0]});
    test::Matrix<double> a(from, {21, 2, 2, 0, 2}, {22, 3, 3, 0, 2}, 0);
    test::Matrix<double> b(to, {21, 5, 5, 0, 1}, {22, 4, 4, 0, 2}, 0);
    a.forEach([](int i, int j, double &x) { x = valueAt(i, j); });
    Cpdgemr2d(21, 22, a.values.data(), 1, 1, a.descriptor.data(),
              b.values.data(), 1, 1, b.descriptor.data(), from.context);
    b.forEach([](int i, int j, double x) {
      if (x != valueAt(i, j))
        test::fail("a context took the number of another");
    });
    contexts.push_back(from.context);
    to.close();
    from.close();
  }
  if (contexts.front() != contexts.back())
    test::fail("the numbers of contexts do not come again");
  right("numbers of contexts that come again");
}

/// The same for transposes, of contexts that are there at once and of ones that
/// come one after the other: what has been agreed on for one is known there
/// alone, in the first call and the later ones.
static void transposesOnManyGrids() {
  const std::vector<std::vector<int>> orders = {
      {0, 1, 2, 3}, {0, 2, 1, 3}, {3, 1, 0, 2}};
  const auto transpose = [](const test::Grid &grid, int add) {
    const int m = 17 + add, n = 13;
    test::Matrix<double> a(grid, {40, 2, 2, 1, 2}, {40, 3, 3, 0, 2}, 0);
    test::Matrix<double> c(grid, {40, 5, 5, 0, 2}, {40, 2, 2, 1, 2}, add % 3);
    a.forEach([&](int i, int j, double &x) { x = valueAt(i, j) + add; });
    const double factor = 1, nothing = 0;
    if (grid.context >= 0)
      pdtran_(&m, &n, &factor, a.values.data(), &one, &one, a.descriptor.data(),
              &nothing, c.values.data(), &one, &one, c.descriptor.data());
    c.forEach([&](int i, int j, double x) {
      if (i < m && j < n && x != valueAt(j, i) + add)
        test::fail("transposes on many grids");
    });
  };
  for (int round = 0; round < 2; ++round) {
    std::vector<test::Grid> grids;
    for (const auto &ranks : orders)
      grids.push_back(gridOn(2, 2, ranks));
    for (int turn = 0; turn < 4; ++turn)
      for (const test::Grid &grid : grids)
        transpose(grid, turn / 2);
    for (test::Grid &grid : grids)
      grid.close();
  }
  right("transposes on many grids");
}

/// More arguments than are remembered, and the first ones again.
static void transposesOfManySubmatrices() {
  test::Grid grid = gridOn(2, 2, {0, 1, 2, 3});
  for (int turn = 0; turn < 3; ++turn)
    for (int offset = 1; offset <= 80; ++offset) {
      const int m = offset % 9, n = 3, from = 1 + offset % 27;
      test::Matrix<double> a(grid, {30, 4, 4, 0, 2}, {40, 3, 3, 0, 2}, 0);
      test::Matrix<double> c(grid, {40, 3, 3, 0, 2}, {30, 4, 4, 0, 2}, 0);
      a.forEach([](int i, int j, double &x) { x = valueAt(i, j); });
      const double factor = 1, nothing = 0;
      if (grid.context >= 0)
        pdtran_(&m, &n, &factor, a.values.data(), &from, &one,
                a.descriptor.data(), &nothing, c.values.data(), &one, &from,
                c.descriptor.data());
      c.forEach([&](int i, int j, double x) {
        if (i < m && j >= from - 1 && j < from - 1 + n && x != valueAt(j, i))
          test::fail("transposes of many submatrices");
      });
    }
  grid.close();
  right("transposes of many submatrices");
}

/// Local indices leave the range of an int; only a few pages are touched.
static void longLeadingDimension() {
  test::Grid grid = gridOn(1, 2, {0, 1});
  test::Grid small = gridOn(2, 1, {1, 0});
  test::Matrix<float> b(small, {10, 2, 2, 0, 2}, {6, 6, 6, 0, 1}, 0);
  if (grid.context >= 0) {
    const int leading = 1'100'000'000;
    const std::size_t bytes = sizeof(float) * 3 * std::size_t{leading};
    void *const room = mmap(nullptr, bytes, PROT_READ | PROT_WRITE,
                            MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (room == MAP_FAILED)
      test::fail("no address space");
    auto *const values = static_cast<float *>(room);
    int descriptor[] = {1, grid.context, 10, 6, 10, 3, 0, 0, leading};
    for (std::size_t j = 0; j < 3; ++j)
      for (std::size_t i = 0; i < 10; ++i)
        values[i + j * leading] = static_cast<float>(
            i + 100 * (j + 3 * static_cast<std::size_t>(grid.column)));
    Cpsgemr2d(10, 6, values, 1, 1, descriptor, b.values.data(), 1, 1,
              b.descriptor.data(), grid.context);
    munmap(room, bytes);
  }
  b.forEach([](int i, int j, float x) {
    if (x != static_cast<float>(i + 100 * j))
      test::fail("a long leading dimension");
  });
  small.close();
  grid.close();
  right("a leading dimension beyond 2^30");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  overOneself();
  transposeInPlace();
  transposeInParts();
  numbersComeAgain();
  transposesOnManyGrids();
  transposesOfManySubmatrices();
  longLeadingDimension();
  Cblacs_exit(0);
}
