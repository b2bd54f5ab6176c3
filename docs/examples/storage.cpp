//===- storage.cpp - A class of the program as storage -------------------===//
//
// A matrix that lies column by column tells directives where its elements are.
// Runs on 2 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/StorageTraits.h>

#include <vector>

class Matrix {
public:
  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns)
      : height(rows), elements(rows * columns) {}
  std::size_t rows() const { return height; }
  std::size_t columns() const { return height ? elements.size() / height : 0; }
  double &at(std::size_t i, std::size_t j) { return elements[j * height + i]; }
  double *first() { return elements.data(); }
  const double *first() const { return elements.data(); }

private:
  std::size_t height = 0;
  std::vector<double> elements;
};

template <> struct redist::storage_traits<Matrix> {
  using element = double;
  static constexpr std::size_t dimensions = 2;
  static constexpr bool is_owner = true;
  static double *data(Matrix &m) { return m.first(); }
  static const double *data(const Matrix &m) { return m.first(); }
  static std::int64_t extent(const Matrix &m, std::size_t k) {
    return static_cast<std::int64_t>(k == 0 ? m.rows() : m.columns());
  }
  static redist::storage_order order(const Matrix &) {
    return redist::storage_order::column;
  }
  static void resize(Matrix &m, const std::int64_t *extents, std::size_t) {
    m = Matrix(static_cast<std::size_t>(extents[0]),
               static_cast<std::size_t>(extents[1]));
  }
};

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = worldRank();

  // Two rows of four on each rank.
  Matrix a(2, 4);
  for (std::size_t i = 0; i < 2; ++i)
    for (std::size_t j = 0; j < 4; ++j)
      a.at(i, j) = 10.0 * (2 * rank + double(i)) + double(j);
#pragma redistribute a[4][4] from(block, * onto(2)) to(*, block onto(2))
  // Now four rows of two.
  std::vector<int> second;
  for (std::size_t j = 0; j < a.columns(); ++j)
    second.push_back(static_cast<int>(a.at(1, j)));
  show("row 1", second);

  MPI_Finalize();
}

// clang-format on
