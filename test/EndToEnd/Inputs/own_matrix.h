// A class that describes its storage: columns, one behind the other, in memory
// of its own behind a pointer.
#ifndef OWN_MATRIX_H
#define OWN_MATRIX_H

#include <redist/StorageTraits.h>

#include <algorithm>
#include <utility>

namespace own {

class matrix {
public:
  matrix() = default;
  matrix(std::size_t rows, std::size_t columns)
      : height(rows), width(columns), elements(new double[rows * columns]()) {}
  matrix(const matrix &other) : matrix(other.height, other.width) {
    std::copy_n(other.elements, height * width, elements);
  }
  matrix(matrix &&other) noexcept { swap(other); }
  matrix &operator=(matrix other) noexcept {
    swap(other);
    return *this;
  }
  ~matrix() { delete[] elements; }
  void swap(matrix &other) noexcept {
    std::swap(height, other.height);
    std::swap(width, other.width);
    std::swap(elements, other.elements);
  }
  double &at(std::size_t i, std::size_t j) { return elements[j * height + i]; }
  double at(std::size_t i, std::size_t j) const {
    return elements[j * height + i];
  }
  std::size_t rows() const { return height; }
  std::size_t columns() const { return width; }
  double *first() { return elements; }
  const double *first() const { return elements; }

private:
  std::size_t height = 0, width = 0;
  double *elements = nullptr;
};

} // namespace own

template <> struct redist::storage_traits<own::matrix> {
  using element = double;
  static constexpr std::size_t dimensions = 2;
  static constexpr bool is_owner = true;
  static double *data(own::matrix &m) { return m.first(); }
  static const double *data(const own::matrix &m) { return m.first(); }
  static std::int64_t extent(const own::matrix &m, std::size_t k) {
    return static_cast<std::int64_t>(k == 0 ? m.rows() : m.columns());
  }
  static redist::storage_order order(const own::matrix &) {
    return redist::storage_order::column;
  }
  static void resize(own::matrix &m, const std::int64_t *extents, std::size_t) {
    m = own::matrix(static_cast<std::size_t>(extents[0]),
                    static_cast<std::size_t>(extents[1]));
  }
};

#endif
