//===- careless-gemr2d.cpp - What ScaLAPACK's p?gemr2d never looks at -----===//
//
// careless-gemr2d <seed> <count>: random copies as programs write them that
// ScaLAPACK has never stopped. Types of descriptors that nobody has set;
// outside a grid nothing but a context that is none; extents and, in a
// dimension of one process, block sizes that differ between processes; leading
// dimensions of 0 and null pointers where nothing is stored; M or N below 0; M
// and N that a process in neither grid has not been told. A and B may be parts
// of one matrix that have no element in common. The target must be right,
// everything else must stay, and ScaLAPACK's own routine must come to the same.
//
//===----------------------------------------------------------------------===//
#include "matrices.h"

#include <cstdlib>
#include <dlfcn.h>

extern "C" {
void Cpdgemr2d(int, int, double *, int, int, int *, double *, int, int, int *,
               int);
}
using Gemr2d = decltype(Cpdgemr2d);

/// Shared by all ranks, and one that each has for itself.
struct Chance {
  test::Random common, own;
};

/// Two ranges of one dimension, 0-based.
struct Ranges {
  int length, a, b;
};

/// What a process that has no part in it may say.
static int nonsense(Chance &chance) {
  constexpr int values[] = {-77777, -1, 0, 1, 2, 77777};
  return values[chance.own.below(6)];
}

static test::Dimension randomDimension(test::Random &random, int extent,
                                       int coordinates) {
  const int block = random.between(1, random.oneIn(3) ? 30 : 6);
  return {extent, block, block, random.below(coordinates), coordinates};
}

static Ranges randomRanges(test::Random &random, int extentA, int extentB,
                           int least) {
  const int most = std::min(extentA, extentB);
  const int length = most <= least ? most : random.between(least, most);
  return {length, random.below(extentA - length + 1),
          random.below(extentB - length + 1)};
}

/// Parts of one matrix: disjoint in one dimension, anywhere in the other one.
static void separate(test::Random &random, int extent, Ranges &ranges) {
  ranges.length = random.between(0, extent / 2);
  const int first = random.below(extent - 2 * ranges.length + 1);
  const int second =
      random.between(first + ranges.length, extent - ranges.length);
  ranges.a = random.oneIn(2) ? first : second;
  ranges.b = ranges.a == first ? second : first;
}

/// A side of a call: the matrix, and how this process describes it.
struct Side {
  std::vector<int> descriptor;
  int first[2];
  double *address;
};

static Side careless(Chance &chance, test::Matrix<double> &matrix, int row,
                     int column, const Ranges (&ranges)[2], bool isA) {
  Side side{matrix.descriptor, {row + 1, column + 1}, matrix.values.data()};
  std::vector<int> &entries = side.descriptor;
  entries[0] = nonsense(chance);
  if (matrix.grid.row < 0) {
    entries[1] = chance.own.oneIn(2) ? -1 : -77777;
    for (std::size_t i = 2; i < entries.size(); ++i)
      entries[i] = nonsense(chance);
    side.first[0] = nonsense(chance);
    side.first[1] = nonsense(chance);
    side.address = nullptr;
    return side;
  }
  const auto end = [&](std::size_t d) {
    return (isA ? ranges[d].a : ranges[d].b) + ranges[d].length;
  };
  const auto stored = [](const test::Dimension &dimension, int coordinate) {
    return dimension.stored[static_cast<std::size_t>(coordinate)];
  };
  const int localRows = stored(matrix.rows, matrix.grid.row);
  if (chance.own.oneIn(3))
    entries[2] = chance.own.between(end(0), matrix.rows.extent);
  if (chance.own.oneIn(3))
    entries[3] = chance.own.between(end(1), matrix.columns.extent + 40);
  if (matrix.grid.rows == 1)
    entries[4] = chance.own.between(1, 9);
  if (matrix.grid.columns == 1)
    entries[5] = chance.own.between(1, 9);
  if (localRows == 0)
    entries[8] = 0;
  if (localRows == 0 || stored(matrix.columns, matrix.grid.column) == 0)
    side.address = nullptr;
  return side;
}

static double valueAt(int i, int j) { return 1 + i + 64.0 * j; }

static Gemr2d *scalapacks() {
  static auto *const found = reinterpret_cast<Gemr2d *>(
      dlsym(dlopen("libscalapack-openmpi.so.2.2", RTLD_NOW), "Cpdgemr2d"));
  if (!found || found == &Cpdgemr2d)
    test::fail("ScaLAPACK's routine is not found, or ours");
  return found;
}

static void runCase(Chance &chance, int number) {
  test::Random &random = chance.common;
  std::vector<int> ranks(static_cast<std::size_t>(test::worldSize()));
  std::iota(ranks.begin(), ranks.end(), 0);
  test::Grid all = test::randomGrid(random, ranks, true);
  all.open();
  test::Grid gridA = test::randomGrid(random, ranks);
  gridA.open();
  const bool isOneMatrix = random.oneIn(2);
  test::Grid gridB = gridA;
  if (!isOneMatrix) {
    gridB = test::randomGrid(random, ranks);
    gridB.open();
  }
  const auto extent = [&] {
    return random.between(1, random.oneIn(4) ? 3 : 40);
  };
  const auto matrixOn = [&](const test::Grid &grid) {
    test::Dimension rows = randomDimension(random, extent(), grid.rows);
    test::Dimension columns = randomDimension(random, extent(), grid.columns);
    return test::Matrix<double>(grid, rows, columns, random.below(3));
  };
  test::Matrix<double> a = matrixOn(gridA);
  test::Matrix<double> other = isOneMatrix ? a : matrixOn(gridB);
  test::Matrix<double> &b = isOneMatrix ? a : other;
  Ranges ranges[] = {
      randomRanges(random, a.rows.extent, b.rows.extent, 0),
      randomRanges(random, a.columns.extent, b.columns.extent, 0)};
  if (isOneMatrix && random.oneIn(2))
    separate(random, a.rows.extent, ranges[0]);
  else if (isOneMatrix)
    separate(random, a.columns.extent, ranges[1]);

  for (test::Matrix<double> *matrix : {&a, &b}) {
    std::fill(matrix->values.begin(), matrix->values.end(), -5);
    matrix->forEach([&](int i, int j, double &x) {
      x = valueAt(i, j) + (matrix == &a ? 0 : 0.5);
    });
  }
  const bool isNegative = random.oneIn(20);
  int m = ranges[0].length, n = ranges[1].length;
  if (isNegative)
    (random.oneIn(2) ? m : n) = random.oneIn(2) ? -1 : -1000;
  const std::vector<double> keptA = a.values, keptB = b.values;
  test::Matrix<double> wanted = b;
  wanted.forEach([&](int i, int j, double &x) {
    const int di = i - ranges[0].b, dj = j - ranges[1].b;
    if (di >= 0 && di < m && dj >= 0 && dj < n)
      x = valueAt(di + ranges[0].a, dj + ranges[1].a);
  });
  const Side sideA =
      careless(chance, a, ranges[0].a, ranges[1].a, ranges, true);
  Side sideB = careless(chance, b, ranges[0].b, ranges[1].b, ranges, false);
  if (gridA.row < 0 && gridB.row < 0 && m > 0 && n > 0) {
    m = chance.own.between(1, m);
    n = chance.own.between(1, n);
  }
  const auto call = [&](Gemr2d &gemr2d) {
    std::vector<int> descA = sideA.descriptor, descB = sideB.descriptor;
    gemr2d(m, n, sideA.address, sideA.first[0], sideA.first[1], descA.data(),
           sideB.address, sideB.first[0], sideB.first[1], descB.data(),
           all.context);
    const std::string what = "case " + std::to_string(number) +
                             (&gemr2d == &Cpdgemr2d ? "" : " of ScaLAPACK");
    if (b.values != wanted.values)
      test::fail(what + ": the target is wrong");
    if (!isOneMatrix && a.values != keptA)
      test::fail(what + ": the source has changed");
    if (descA != sideA.descriptor || descB != sideB.descriptor)
      test::fail(what + ": a descriptor has changed");
  };
  call(Cpdgemr2d);
  b.values = keptB;
  // ScaLAPACK sometimes asks for that much memory.
  if (!isNegative)
    call(*scalapacks());
  if (!isOneMatrix)
    gridB.close();
  gridA.close();
  all.close();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int seed = argc > 1 ? std::atoi(argv[1]) : 1;
  Chance chance{
      test::Random(static_cast<unsigned>(seed)),
      test::Random(static_cast<unsigned>(seed + 1000 + test::worldRank()))};
  const int count = argc > 2 ? std::atoi(argv[2]) : 10;
  for (int number = 0; number < count; ++number)
    runCase(chance, number);
  MPI_Barrier(MPI_COMM_WORLD);
  if (test::worldRank() == 0)
    std::printf("%d cases right\n", count);
  Cblacs_exit(0);
}
