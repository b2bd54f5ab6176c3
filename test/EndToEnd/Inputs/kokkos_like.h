// As much of the interface of Kokkos::View as its users need, for tests where
// Kokkos is not installed: columns are padded.
#ifndef KOKKOS_LIKE_H
#define KOKKOS_LIKE_H
#define KOKKOS_CORE_HPP

#include <cstddef>
#include <memory>

namespace Kokkos {

struct LayoutLeft {};
struct HostSpace {};
template <class From, class Memory> struct SpaceAccessibility {
  static constexpr bool accessible = true;
};

template <class Data, class... Properties> class View;
template <class T> class View<T **, LayoutLeft> {
public:
  using value_type = T;
  using memory_space = HostSpace;
  static constexpr unsigned rank = 2;

  View() = default;
  View(const char *, std::size_t rows, std::size_t columns)
      : elements(new T[(rows + 1) * columns + 1]), extents{rows, columns} {}
  T *data() const { return elements.get(); }
  std::size_t extent(std::size_t k) const { return extents[k]; }
  std::size_t stride(std::size_t k) const {
    return k == 0 ? 1 : extents[0] + 1;
  }
  T &operator()(std::size_t i, std::size_t j) const {
    return elements[j * stride(1) + i];
  }

private:
  std::shared_ptr<T[]> elements;
  std::size_t extents[2] = {0, 0};
};

} // namespace Kokkos

#endif
