// A matrix of a program: pointers to rows, each with memory of its own.
#ifndef OWN_ROWS_H
#define OWN_ROWS_H

#include <redist/StorageTraits.h>

#include <cstddef>
#include <cstdint>

namespace own {

class rows {
public:
  rows(std::size_t count, std::size_t length_of_row)
      : number(count), columns(length_of_row), first(new double *[count]) {
    for (std::size_t i = 0; i < count; ++i)
      first[i] = new double[columns + 1];
  }
  rows(const rows &) = delete;
  ~rows() {
    for (std::size_t i = 0; i < number; ++i)
      delete[] first[i];
    delete[] first;
  }
  double *row(std::size_t i) const { return first[i]; }
  std::size_t count() const { return number; }
  std::size_t length() const { return columns; }

private:
  std::size_t number, columns;
  double **first;
};

} // namespace own

template <> struct redist::storage_traits<own::rows> {
  using element = double;
  static constexpr std::size_t dimensions = 2;
  static constexpr bool is_owner = false;
  static double *row(const own::rows &x, std::size_t i) { return x.row(i); }
  static std::int64_t extent(const own::rows &x, std::size_t k) {
    return static_cast<std::int64_t>(k == 0 ? x.count() : x.length());
  }
};

#endif
