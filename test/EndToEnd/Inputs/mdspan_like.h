// As much of the interface of mdspan as its users need, for tests where no
// library has it.
#ifndef MDSPAN_LIKE_H
#define MDSPAN_LIKE_H

#include <array>
#include <cstddef>

namespace Kokkos {

template <class Index, std::size_t... E> class extents {
public:
  using index_type = Index;
  static constexpr std::size_t rank() { return sizeof...(E); }
  constexpr extents() : all{E...} {}
  template <class... Sizes>
  constexpr explicit(false) extents(std::size_t first, Sizes... more)
      : all{first, static_cast<std::size_t>(more)...} {}
  constexpr Index extent(std::size_t k) const { return all[k]; }

private:
  std::array<std::size_t, sizeof...(E)> all;
};
template <class Index, std::size_t Rank> struct make_dextents;
template <class Index> struct make_dextents<Index, 2> {
  using type = extents<Index, static_cast<std::size_t>(-1),
                       static_cast<std::size_t>(-1)>;
};
template <class Index, std::size_t Rank>
using dextents = typename make_dextents<Index, Rank>::type;

struct layout_right {
  template <class Extents> struct mapping {
    using extents_type = Extents;
    Extents all;
    static constexpr bool is_always_exhaustive() { return true; }
    static constexpr bool is_always_strided() { return true; }
    constexpr std::size_t stride(std::size_t k) const {
      std::size_t product = 1;
      for (std::size_t i = k + 1; i < Extents::rank(); ++i)
        product *= all.extent(i);
      return product;
    }
  };
};
struct layout_left {
  template <class Extents> struct mapping {
    using extents_type = Extents;
    Extents all;
    static constexpr bool is_always_exhaustive() { return true; }
    static constexpr bool is_always_strided() { return true; }
    constexpr std::size_t stride(std::size_t k) const {
      std::size_t product = 1;
      for (std::size_t i = 0; i < k; ++i)
        product *= all.extent(i);
      return product;
    }
  };
};
struct layout_stride {
  template <class Extents> struct mapping {
    using extents_type = Extents;
    Extents all;
    std::array<std::size_t, Extents::rank()> strides{};
    static constexpr bool is_always_exhaustive() { return false; }
    static constexpr bool is_always_strided() { return true; }
    constexpr std::size_t stride(std::size_t k) const { return strides[k]; }
  };
};

template <class T> struct default_accessor {
  using element_type = T;
  using reference = T &;
  using data_handle_type = T *;
};

template <class T, class Extents, class Layout = layout_right,
          class Accessor = default_accessor<T>>
class mdspan {
public:
  using element_type = T;
  using extents_type = Extents;
  using layout_type = Layout;
  using accessor_type = Accessor;
  using mapping_type = typename Layout::template mapping<Extents>;
  using reference = typename Accessor::reference;
  using data_handle_type = typename Accessor::data_handle_type;

  static constexpr std::size_t rank() { return Extents::rank(); }
  mdspan(T *first, std::size_t rows, std::size_t columns)
      : handle(first), map{Extents(rows, columns)} {}
  mdspan(T *first, const mapping_type &mapping) : handle(first), map(mapping) {}
  data_handle_type data_handle() const { return handle; }
  std::size_t extent(std::size_t k) const { return map.all.extent(k); }
  std::size_t stride(std::size_t k) const { return map.stride(k); }
  reference operator()(std::size_t i, std::size_t j) const {
    return handle[i * stride(0) + j * stride(1)];
  }

private:
  T *handle;
  mapping_type map;
};

} // namespace Kokkos

#endif
