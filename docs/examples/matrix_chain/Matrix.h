//===- Matrix.h - Matrices modulo a prime ----------------------*- C++ -*-===//
//
// Part of the example matrix_chain: plain C++, but for the member serialize(),
// by which a matrix of any shape travels from rank to rank.
//
// Numbers are those of the field of 2^31 - 1 elements. Sums and products of
// such are exact, so that multiplying is associative to the last bit: A(BC) is
// (AB)C. Of `double` that is not so, where it rounds; there, a product depends
// on the tree by which it was made (which is the same in every run, though).
// Order matters in any case: AB is not BA, and often there is none.
//
//===----------------------------------------------------------------------===//
#ifndef MATRIXCHAIN_MATRIX_H
#define MATRIXCHAIN_MATRIX_H

#include <cstddef>
#include <cstdint>
#include <stdexcept>
#include <string>
#include <vector>

class Matrix {
public:
  static constexpr std::uint64_t prime = (std::uint64_t(1) << 31) - 1;

  Matrix() = default;
  Matrix(std::size_t rows, std::size_t columns)
      : rowCount(rows), columnCount(columns), entries(rows * columns) {}

  std::size_t rows() const { return rowCount; }
  std::size_t columns() const { return columnCount; }
  std::uint32_t &operator()(std::size_t i, std::size_t j) {
    return entries[i * columnCount + j];
  }
  std::uint32_t operator()(std::size_t i, std::size_t j) const {
    return entries[i * columnCount + j];
  }

  bool operator==(const Matrix &other) const {
    return rowCount == other.rowCount && columnCount == other.columnCount &&
           entries == other.entries;
  }

  /// Throws std::invalid_argument where the shapes do not fit.
  friend Matrix operator*(const Matrix &a, const Matrix &b) {
    if (a.columns() != b.rows())
      throw std::invalid_argument("a matrix of " + shapeOf(a) +
                                  " is multiplied by one of " + shapeOf(b));
    Matrix product(a.rows(), b.columns());
    for (std::size_t i = 0; i < a.rows(); ++i)
      for (std::size_t k = 0; k < a.columns(); ++k)
        for (std::size_t j = 0; j < b.columns(); ++j)
          product(i, j) = static_cast<std::uint32_t>(
              (product(i, j) + std::uint64_t(a(i, k)) * b(k, j)) % prime);
    return product;
  }

  friend std::string shapeOf(const Matrix &a) {
    return std::to_string(a.rows()) + " x " + std::to_string(a.columns());
  }

  /// As cereal wants it.
  template <typename Archive> void serialize(Archive &archive) {
    archive(rowCount, columnCount, entries);
  }

private:
  std::size_t rowCount = 0, columnCount = 0;
  std::vector<std::uint32_t> entries; ///< row after row
};

#endif
