// Built-in operators on all arithmetic types, arrays and sections give what a
// serial fold gives, whichever way they go.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -pthread -o %t
// RUN: timeout 240 %mpirun 1 %t
// RUN: timeout 240 %mpirun 2 %t
// RUN: timeout 240 %mpirun 3 %t
// RUN: timeout 240 %mpirun 4 %t
// RUN: timeout 240 %mpirun 7 %t
// RUN: env REDIST_VERIFY=1 timeout 240 %mpirun 3 %t
#include "Inputs/FoldCheck.h"

#include <algorithm>
#include <array>
#include <complex>
#include <cstring>
#include <limits>
#include <type_traits>

using namespace redist;

/// Small values, so that no sum or product leaves any type or is rounded.
template <typename T> T valueOn(int rank, int i = 0) {
  const int value = (rank * 7 + i * 3) % 4;
  if constexpr (std::is_same<T, bool>::value)
    return value != 0;
  else
    return static_cast<T>(value + (i % 2));
}

template <typename T, typename Operator, typename Serial>
static void checkArrays(const std::string &name, Operator op, Serial serial) {
  constexpr std::size_t count = 700; // more than goes at once
  using Array = std::array<T, count>;
  const auto makeArray = [](int rank) {
    Array made;
    for (std::size_t i = 0; i < count; ++i)
      made[i] = valueOn<T>(rank, static_cast<int>(i));
    return made;
  };
  const auto foldArray = [=](Array &into, const Array &from) {
    for (std::size_t i = 0; i < count; ++i)
      into[i] = static_cast<T>(serial(into[i], from[i]));
  };
  for (const char *strategy : {"auto", "mpi"})
    checkReduction<Array>(name, strategy, reduction(), op, makeArray,
                          foldArray);
}

/// `op(T, T)` as C++ has it, beside the operator of the directive.
template <typename T, typename Operator, typename Serial>
static void checkOperator(const std::string &name, Operator op, Serial serial) {
  const auto fold = [=](T &into, const T &from) {
    into = static_cast<T>(serial(into, from));
  };
  const auto one = [](int rank) { return valueOn<T>(rank); };
  for (const char *strategy : {"auto", "mpi", "greedy", "binomial"})
    checkReduction<T>(name, strategy, reduction(), op, one, fold);
  checkReduction<T>(name + " ordered", "auto", reduction().ordered(), op, one,
                    fold);
  checkReduction<T>(name + " with cost", "auto", reduction().cost(2e-6, 1e-6),
                    op, one, fold);

  if constexpr (std::is_same<T, bool>::value || std::is_same<T, int>::value ||
                std::is_same<T, double>::value)
    checkArrays<T>(name + " of arrays", op, serial);
}

template <typename T> static void checkArithmetic(const char *type) {
  const std::string of = std::string(" of ") + type;
  if constexpr (std::is_same<T, bool>::value) {
    checkOperator<T>("+" + of, plus{}, [](T a, T b) { return a || b; });
    checkOperator<T>("*" + of, multiplies{}, [](T a, T b) { return a && b; });
  } else {
    checkOperator<T>("+" + of, plus{}, [](T a, T b) { return a + b; });
    checkOperator<T>("*" + of, multiplies{}, [](T a, T b) { return a * b; });
  }
  checkOperator<T>("&&" + of, logical_and{}, [](T a, T b) { return a && b; });
  checkOperator<T>("||" + of, logical_or{}, [](T a, T b) { return a || b; });
  checkOperator<T>("min" + of, minimum{},
                   [](T a, T b) { return b < a ? b : a; });
  checkOperator<T>("max" + of, maximum{},
                   [](T a, T b) { return a < b ? b : a; });
  if constexpr (std::is_integral<T>::value) {
    checkOperator<T>("&" + of, bit_and{}, [](T a, T b) { return a & b; });
    checkOperator<T>("|" + of, bit_or{}, [](T a, T b) { return a | b; });
    checkOperator<T>("^" + of, bit_xor{}, [](T a, T b) { return a ^ b; });
  }
}

/// Sections of all strides, others of the object untouched.
static void checkSections() {
  const int rank = rankOf();
  const int size = sizeOf();
  const auto sumOf = [&](std::size_t i) {
    long sum = 0;
    for (int r = 0; r < size; ++r)
      sum += r * 100 + static_cast<long>(i);
    return sum;
  };
  struct Place {
    std::int64_t lower, length, stride;
  };
  for (const Place &place : {Place{0, 20, 1},
                             {3, 5, 1},
                             {1, 4, 3},
                             {19, 20, -1},
                             {18, 3, -7},
                             {5, 0, 1},
                             {7, 1, 100},
                             {0, 0, 1},
                             {99, 0, 5}})
    for (const char *strategy : {"auto", "greedy", "mpi"}) {
      std::vector<long> x(20);
      for (std::size_t i = 0; i < x.size(); ++i)
        x[i] = rank * 100 + static_cast<long>(i);
      std::vector<long> expected = x;
      for (std::int64_t k = 0; k < place.length; ++k) {
        const auto i = static_cast<std::size_t>(place.lower + k * place.stride);
        expected[i] = sumOf(i);
      }
      reduce(reduceAt(2, strategy), reduction(), MPI_COMM_WORLD, plus{},
             elements(x, place.lower, place.length, place.stride));
      require(x == expected, "section " + std::to_string(place.lower) + ":" +
                                 std::to_string(place.length) + ":" +
                                 std::to_string(place.stride) + " " + strategy);
    }
  // Of pointers and of arrays of arrays.
  double grid[4][3];
  for (int i = 0; i < 12; ++i)
    (&grid[0][0])[i] = rank + i;
  reduce(reduceAt(3), reduction(), MPI_COMM_WORLD, plus{},
         elements(grid, 0, 2, 3));
  double *const second = grid[1];
  reduce(reduceAt(4), reduction().uniform(), MPI_COMM_WORLD, maximum{},
         elements(second, 0, 3), grid[2][0]);
  for (int i = 0; i < 12; ++i) {
    const double sum = size * (size - 1) / 2.0 + size * i;
    const bool isSummed = i / 3 == 0 || i / 3 == 3;
    const bool isLargest = i / 3 == 1 || i == 6;
    require((&grid[0][0])[i] == (isSummed    ? sum
                                 : isLargest ? size - 1 + i
                                             : rank + i),
            "grid " + std::to_string(i));
  }
}

/// Several items, of one type and of several.
static void checkSeveral() {
  const int rank = rankOf();
  const int size = sizeOf();
  for (const char *strategy : {"auto", "greedy", "mpi"})
    for (const bool isUniform : {false, true}) {
      const reduction what = isUniform ? reduction().uniform() : reduction();
      int a = rank;
      int b[3] = {rank, 1, 2 * rank};
      char c = 1;
      double d = 0.5;
      reduce(reduceAt(5, strategy), what, MPI_COMM_WORLD, plus{}, a, b);
      const int sum = size * (size - 1) / 2;
      require(a == sum && b[0] == sum && b[1] == size && b[2] == 2 * sum,
              "several of int");
      reduce(reduceAt(6, strategy), what.root(size - 1), MPI_COMM_WORLD, plus{},
             c, d, a, elements(b, 1, 2));
      const bool isRoot = rank == size - 1;
      require(c == (isRoot ? size : 1) && d == (isRoot ? 0.5 * size : 0.5) &&
                  a == (isRoot ? sum * size : sum) && b[0] == sum &&
                  b[1] == (isRoot ? size * size : size),
              "several of several types");
    }
}

static void checkComplex() {
  using Complex = std::complex<double>;
  const auto make = [](int rank) { return Complex(rank % 3, 1 - rank % 2); };
  for (const char *strategy : {"auto", "mpi", "greedy"}) {
    checkReduction<Complex>("complex +", strategy, reduction(), plus{}, make,
                            [](Complex &a, Complex b) { a += b; });
    checkReduction<Complex>("complex *", strategy, reduction(), multiplies{},
                            make, [](Complex &a, Complex b) { a *= b; });
  }
}

/// Every rank has the same bits, of zeros with signs and of NaN, too.
static void checkSameBits() {
  for (const char *strategy : {"auto", "mpi", "greedy"}) {
    std::array<double, 400> x;
    for (std::size_t i = 0; i < x.size(); ++i)
      x[i] = (static_cast<std::size_t>(rankOf()) + i) % 2 ? -0.0 : 0.0;
    x[7] = rankOf() == 0 ? std::numeric_limits<double>::quiet_NaN() : 1.0;
    double one = rankOf() % 2 ? -0.0 : 0.0;
    reduce(reduceAt(7, strategy), reduction(), MPI_COMM_WORLD, minimum{}, x,
           one);
    reduce(reduceAt(8, strategy), reduction().uniform(), MPI_COMM_WORLD,
           maximum{}, one);
    std::array<double, 401> all;
    std::copy(x.begin(), x.end(), all.begin());
    all[400] = one;
    std::array<double, 401> first = all;
    MPI_Bcast(first.data(), 401, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    require(std::memcmp(first.data(), all.data(), sizeof all) == 0,
            "bits differ between ranks");
  }
}

enum Flags : unsigned { none = 0, first = 1, second = 2 };
enum class Level : short { low, middle, high };

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  checkArithmetic<bool>("bool");
  checkArithmetic<char>("char");
  checkArithmetic<signed char>("signed char");
  checkArithmetic<unsigned char>("unsigned char");
  checkArithmetic<short>("short");
  checkArithmetic<unsigned short>("unsigned short");
  checkArithmetic<int>("int");
  checkArithmetic<unsigned long>("unsigned long");
  checkArithmetic<long long>("long long");
  checkArithmetic<wchar_t>("wchar_t");
  checkArithmetic<float>("float");
  checkArithmetic<double>("double");
  checkArithmetic<long double>("long double");
  checkReduction<unsigned short>(
      "large products", "greedy", reduction(), multiplies{},
      [](int rank) { return static_cast<unsigned short>(60001 + rank); },
      [](unsigned short &a, unsigned b) {
        a = static_cast<unsigned short>(a * b);
      });
  checkReduction<Flags>(
      "flags", "auto", reduction(), bit_or{},
      [](int rank) { return rank % 2 ? first : second; },
      [](Flags &a, Flags b) { a = Flags(a | b); });
  checkReduction<Level>(
      "levels", "auto", reduction(), maximum{},
      [](int rank) { return Level(rank % 3); },
      [](Level &a, Level b) { a = a < b ? b : a; });
  checkSections();
  checkSeveral();
  checkComplex();
  checkSameBits();
  MPI_Finalize();
}
