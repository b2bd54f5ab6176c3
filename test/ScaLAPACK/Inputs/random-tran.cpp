//===- random-tran.cpp - p?tran, p?tranu, p?tranc by their definition -----===//
//
// random-tran <seed> <count>: random transposes on random grids, of all types,
// with both kinds of descriptors, matrices that every process row or column has
// all of, and the values of alpha and beta that count as special. Elements and
// factors are small integers, so every result is exact. What need not be set
// (A where alpha is 0, C where beta is 0) is not a number. Every local element
// is compared, padding included, and with ScaLAPACK's own routine.
//
//===----------------------------------------------------------------------===//
#include "matrices.h"

#include <complex>
#include <cstdlib>
#include <cstring>
#include <dlfcn.h>
#include <limits>

template <typename T>
using Tran = void(const int *, const int *, const T *, const T *, const int *,
                  const int *, const int *, const T *, T *, const int *,
                  const int *, const int *);

extern "C" {
Tran<float> pstran_;
Tran<double> pdtran_;
Tran<std::complex<float>> pctranu_, pctranc_;
Tran<std::complex<double>> pztranu_, pztranc_;
}

template <typename T> static T number(int a, int) { return static_cast<T>(a); }
template <> std::complex<float> number(int a, int b) {
  return {static_cast<float>(a), static_cast<float>(b)};
}
template <> std::complex<double> number(int a, int b) {
  return {static_cast<double>(a), static_cast<double>(b)};
}
template <typename T> static T conjugate(T a) { return a; }
template <typename T> static std::complex<T> conjugate(std::complex<T> a) {
  return std::conj(a);
}

template <typename T> static T randomFactor(test::Random &random) {
  if (random.oneIn(3))
    return T(0);
  if (random.oneIn(3))
    return T(1);
  return number<T>(random.between(-3, 3), random.between(-3, 3));
}

/// Sources of -1 leave the dimension to every coordinate.
static test::Dimension randomDimension(test::Random &random, int extent,
                                       int coordinates, bool isLong) {
  const int block = random.between(1, random.oneIn(3) ? 70 : 9);
  const int first = isLong ? random.between(1, 12) : block;
  const int source = random.oneIn(8) ? -1 : random.below(coordinates);
  return {extent, first, block, source, coordinates};
}

/// As `==`, but for what is not a number on both sides.
template <typename T>
static void compare(const std::vector<T> &found, const std::vector<T> &wanted,
                    const std::string &what) {
  for (std::size_t i = 0; i < found.size(); ++i)
    if (!(found[i] == wanted[i]) &&
        (found[i] == found[i] || wanted[i] == wanted[i]))
      test::fail(what + ", local element " + std::to_string(i));
}

template <typename T>
static void runCase(test::Random &random, Tran<T> &ours, const char *name,
                    bool isConjugate, int number) {
  const T nothing = std::numeric_limits<float>::quiet_NaN();
  std::vector<int> members(static_cast<std::size_t>(test::worldSize()));
  std::iota(members.begin(), members.end(), 0);
  test::Grid grid = test::randomGrid(random, members);
  grid.open();
  const int m = random.oneIn(12) ? 0 : random.between(1, 40);
  const int n = random.oneIn(12) ? 0 : random.between(1, 40);
  const int ia = random.below(9), ja = random.below(9);
  const int ic = random.below(9), jc = random.below(9);
  const auto dimension = [&](int first, int length, int coordinates,
                             bool isLong) {
    return randomDimension(random, first + length + random.below(9) + 1,
                           coordinates, isLong);
  };
  const bool longA = random.oneIn(3), longC = random.oneIn(3);
  const test::Dimension rowsA = dimension(ia, n, grid.rows, longA);
  const test::Dimension columnsA = dimension(ja, m, grid.columns, longA);
  const test::Dimension rowsC = dimension(ic, m, grid.rows, longC);
  const test::Dimension columnsC = dimension(jc, n, grid.columns, longC);
  // Processes may tell the same in either kind of descriptor, and PBLAS looks
  // at N_ on each for itself.
  const bool isOther = random.oneIn(3) && test::worldRank() % 2 == 1;
  test::Matrix<T> a(grid, rowsA, columnsA, random.below(4), longA || isOther);
  test::Matrix<T> c(grid, rowsC, columnsC, random.below(4), longC || isOther);
  if (isOther)
    a.descriptor[3] += 7;
  const T alpha = randomFactor<T>(random), beta = randomFactor<T>(random);

  const auto valueA = [](int i, int j) {
    return ::number<T>(i % 13 - 2 * j, 3 * i - j % 7);
  };
  const auto valueC = [](int i, int j) { return ::number<T>(5 * i, i + j); };
  a.forEach([&](int i, int j, T &x) {
    const bool isInside = i >= ia && i < ia + n && j >= ja && j < ja + m;
    x = isInside && alpha == T(0) ? nothing : valueA(i, j);
  });
  test::Matrix<T> wanted = c;
  c.forEach([&](int i, int j, T &x) {
    const bool isInside = i >= ic && i < ic + m && j >= jc && j < jc + n;
    x = isInside && beta == T(0) ? nothing : valueC(i, j);
    T result = x;
    if (isInside) {
      result = beta == T(0) ? T(0) : beta * x;
      const T other = valueA(j - jc + ia, i - ic + ja);
      if (alpha != T(0))
        result += alpha * (isConjugate ? conjugate(other) : other);
    }
    wanted.values[wanted.indexOf(i, j)] = result;
  });
  const std::vector<T> kept = a.values;
  std::vector<T> theirs = c.values;
  if (grid.context >= 0) {
    const int one[] = {ia + 1, ja + 1, ic + 1, jc + 1};
    const auto run = [&](Tran<T> &tran, std::vector<T> &target) {
      tran(&m, &n, &alpha, a.values.data(), &one[0], &one[1],
           a.descriptor.data(), &beta, target.data(), &one[2], &one[3],
           c.descriptor.data());
    };
    run(ours, c.values);
    const std::string what =
        std::string(name) + ", case " + std::to_string(number) + ": ";
    compare(c.values, wanted.values, what + "the target is wrong");
    compare(a.values, kept, what + "the source has changed");
    void *const handle = dlopen("libscalapack-openmpi.so.2.2", RTLD_NOW);
    auto *const original = reinterpret_cast<Tran<T> *>(dlsym(handle, name));
    if (!original || original == &ours)
      test::fail("ScaLAPACK's routine is not found, or ours");
    run(*original, theirs);
    compare(theirs, wanted.values, what + "ScaLAPACK differs");
  }
  grid.close();
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  test::Random random(argc > 1 ? std::atoi(argv[1]) : 1);
  const int count = argc > 2 ? std::atoi(argv[2]) : 10;
  for (int number = 0; number < count; ++number)
    switch (random.below(6)) {
    case 0:
      runCase(random, pstran_, "pstran_", false, number);
      break;
    case 1:
      runCase(random, pdtran_, "pdtran_", false, number);
      break;
    case 2:
      runCase(random, pctranu_, "pctranu_", false, number);
      break;
    case 3:
      runCase(random, pctranc_, "pctranc_", true, number);
      break;
    case 4:
      runCase(random, pztranu_, "pztranu_", false, number);
      break;
    default:
      runCase(random, pztranc_, "pztranc_", true, number);
    }
  MPI_Barrier(MPI_COMM_WORLD);
  if (test::worldRank() == 0)
    std::printf("%d cases right\n", count);
  Cblacs_exit(0);
}
