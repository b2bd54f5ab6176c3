//===- random-gemr2d.cpp - p?gemr2d against its definition ----------------===//
//
// random-gemr2d <seed> <count>: random copies between grids that are the same,
// overlap or are disjoint, within a union context of some processes, with all
// types, in C and Fortran conventions; every local element is compared, padding
// included. Contexts are made and freed all the time, so their numbers come
// again. Where the union context lies on all ranks in order, ScaLAPACK's own
// routine, found by its handle, must come to the same.
//
//===----------------------------------------------------------------------===//
#include "matrices.h"

#include <complex>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

#define DECLARE(LETTER, TYPE)                                                  \
  extern "C" {                                                                 \
  void Cp##LETTER##gemr2d(int, int, TYPE *, int, int, int *, TYPE *, int, int, \
                          int *, int);                                         \
  void Cp##LETTER##gemr2do(int, int, TYPE *, int, int, int *, TYPE *, int,     \
                           int, int *);                                        \
  void p##LETTER##gemr2d_(const int *, const int *, TYPE *, const int *,       \
                          const int *, int *, TYPE *, const int *,             \
                          const int *, int *, const int *);                    \
  void p##LETTER##gemr2do_(const int *, const int *, TYPE *, const int *,      \
                           const int *, int *, TYPE *, const int *,            \
                           const int *, int *);                                \
  }
DECLARE(i, int)
DECLARE(s, float)
DECLARE(d, double)
DECLARE(c, std::complex<float>)
DECLARE(z, std::complex<double>)

template <typename T> struct Symbols {
  void (*c)(int, int, T *, int, int, int *, T *, int, int, int *, int);
  void (*cOnAll)(int, int, T *, int, int, int *, T *, int, int, int *);
  void (*fortran)(const int *, const int *, T *, const int *, const int *,
                  int *, T *, const int *, const int *, int *, const int *);
  void (*fortranOnAll)(const int *, const int *, T *, const int *, const int *,
                       int *, T *, const int *, const int *, int *);
  const char *name;
};
#define SYMBOLS(LETTER)                                                        \
  {&Cp##LETTER##gemr2d, &Cp##LETTER##gemr2do, &p##LETTER##gemr2d_,             \
   &p##LETTER##gemr2do_, "Cp" #LETTER "gemr2d"}

static void *scalapackHandle() {
  static void *const handle =
      dlopen("libscalapack-openmpi.so", RTLD_NOW | RTLD_NOLOAD)
          ? dlopen("libscalapack-openmpi.so", RTLD_NOW)
          : dlopen("libscalapack-openmpi.so.2.2", RTLD_NOW);
  return handle;
}

/// Submatrix of the two, 0-based.
struct Place {
  int m, n, ia, ja, ib, jb;
};

static int randomExtent(test::Random &random) {
  return random.oneIn(12) ? 0 : random.between(1, 60);
}

static test::Dimension randomDimension(test::Random &random, int extent,
                                       int coordinates) {
  const int block = random.between(1, random.oneIn(3) ? 70 : 9);
  return {extent, block, block, random.below(coordinates), coordinates};
}

template <typename T>
static void call(const Symbols<T> &symbols, int way, Place p,
                 test::Matrix<T> &a, test::Matrix<T> &b, int unionContext) {
  const int one[] = {p.ia + 1, p.ja + 1, p.ib + 1, p.jb + 1};
  T *const from = a.values.data();
  T *const to = b.values.data();
  int *const descA = a.descriptor.data();
  int *const descB = b.descriptor.data();
  switch (way) {
  case 0:
    symbols.c(p.m, p.n, from, one[0], one[1], descA, to, one[2], one[3], descB,
              unionContext);
    break;
  case 1:
    symbols.fortran(&p.m, &p.n, from, &one[0], &one[1], descA, to, &one[2],
                    &one[3], descB, &unionContext);
    break;
  case 2:
    symbols.cOnAll(p.m, p.n, from, one[0], one[1], descA, to, one[2], one[3],
                   descB);
    break;
  default:
    symbols.fortranOnAll(&p.m, &p.n, from, &one[0], &one[1], descA, to, &one[2],
                         &one[3], descB);
  }
}

template <typename T>
static void compare(const std::vector<T> &found, const std::vector<T> &wanted,
                    const std::string &what) {
  if (found.size() > 0 &&
      std::memcmp(found.data(), wanted.data(), found.size() * sizeof(T)) != 0)
    test::fail(what);
}

template <typename T>
static void runCase(test::Random &random, const Symbols<T> &symbols,
                    int number) {
  // Grids on some ranks of a union context, which is on some of the world's.
  const int ranks = test::worldSize();
  std::vector<int> members(static_cast<std::size_t>(ranks));
  std::iota(members.begin(), members.end(), 0);
  const bool isInOrder = random.oneIn(2);
  if (!isInOrder) {
    random.shuffle(members);
    members.resize(static_cast<std::size_t>(random.between(1, ranks)));
  }
  test::Grid all = randomGrid(random, members, true);
  if (isInOrder) {
    all.rows = 1;
    all.columns = ranks;
    all.ranks = members;
  }
  all.open();
  test::Grid gridA = test::randomGrid(random, members);
  gridA.open();
  test::Grid gridB = gridA;
  const bool isSame = random.oneIn(4);
  if (!isSame) {
    gridB = test::randomGrid(random, members);
    gridB.open();
  }

  const int rowsA = randomExtent(random), columnsA = randomExtent(random);
  const int rowsB = randomExtent(random), columnsB = randomExtent(random);
  test::Matrix<T> a(gridA, randomDimension(random, rowsA, gridA.rows),
                    randomDimension(random, columnsA, gridA.columns),
                    random.below(4));
  test::Matrix<T> b(gridB, randomDimension(random, rowsB, gridB.rows),
                    randomDimension(random, columnsB, gridB.columns),
                    random.below(4));
  Place p{};
  p.m = random.below(std::min(rowsA, rowsB) + 1);
  p.n = random.below(std::min(columnsA, columnsB) + 1);
  p.ia = random.below(rowsA - p.m + 1);
  p.ja = random.below(columnsA - p.n + 1);
  p.ib = random.below(rowsB - p.m + 1);
  p.jb = random.below(columnsB - p.n + 1);
  const bool onAll = random.oneIn(4);
  const int way = random.below(2) + (onAll ? 2 : 0);

  // Twice: the second time the plan is known.
  for (int round = 0; round < 2; ++round) {
    const auto valueAt = [&](int i, int j) {
      return T(static_cast<float>(1 + i + 64 * j + 4096 * round));
    };
    std::fill(a.values.begin(), a.values.end(), T(-5));
    a.forEach([&](int i, int j, T &x) { x = valueAt(i, j); });
    std::fill(b.values.begin(), b.values.end(), T(-9));
    const std::vector<T> kept = a.values;
    test::Matrix<T> wanted = b;
    wanted.forEach([&](int i, int j, T &x) {
      if (i >= p.ib && i < p.ib + p.m && j >= p.jb && j < p.jb + p.n)
        x = valueAt(i - p.ib + p.ia, j - p.jb + p.ja);
    });
    test::Matrix<T> theirs = b;
    if (onAll || all.context >= 0)
      call(symbols, way, p, a, b, all.context);
    const std::string what =
        "case " + std::to_string(number) + " round " + std::to_string(round);
    compare(b.values, wanted.values, what + ": the target is wrong");
    compare(a.values, kept, what + ": the source has changed");
    if (!isInOrder || round > 0)
      continue;
    Symbols<T> original = symbols;
    *reinterpret_cast<void **>(&original.c) =
        dlsym(scalapackHandle(), symbols.name);
    if (reinterpret_cast<void *>(original.c) ==
        reinterpret_cast<void *>(symbols.c))
      test::fail("ScaLAPACK's routine is ours");
    call(original, 0, p, a, theirs, all.context);
    compare(theirs.values, wanted.values, what + ": ScaLAPACK differs");
  }
  if (!isSame)
    gridB.close();
  gridA.close();
  all.close();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  test::Random random(argc > 1 ? std::atoi(argv[1]) : 1);
  const int count = argc > 2 ? std::atoi(argv[2]) : 10;
  for (int number = 0; number < count; ++number)
    switch (random.below(5)) {
    case 0:
      runCase<int>(random, SYMBOLS(i), number);
      break;
    case 1:
      runCase<float>(random, SYMBOLS(s), number);
      break;
    case 2:
      runCase<double>(random, SYMBOLS(d), number);
      break;
    case 3:
      runCase<std::complex<float>>(random, SYMBOLS(c), number);
      break;
    default:
      runCase<std::complex<double>>(random, SYMBOLS(z), number);
    }
  MPI_Barrier(MPI_COMM_WORLD);
  if (test::worldRank() == 0)
    std::printf("%d cases right\n", count);
  Cblacs_exit(0);
}
