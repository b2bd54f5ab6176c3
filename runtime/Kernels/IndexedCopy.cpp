//===- IndexedCopy.cpp - Elements at listed places -------------*- C++ -*-===//
#include "Kernels/IndexedCopy.h"

#include <cstring>
#include <type_traits>

namespace redist::runtime {

/// `Bytes`: std::int64_t, or a constant, so that memcpy becomes a few moves.
template <typename Bytes>
static void copyBytes(std::byte *__restrict to, ListedPlaces toPlaces,
                      const std::byte *__restrict from, ListedPlaces fromPlaces,
                      Bytes bytes, std::int64_t count) {
  const auto size = static_cast<std::size_t>(bytes);
  if (!toPlaces.offsets && fromPlaces.offsets)
    for (std::int64_t i = 0; i < count; ++i)
      std::memcpy(to + i * bytes, from + fromPlaces.offsets[i] * bytes, size);
  else if (toPlaces.offsets && !fromPlaces.offsets)
    for (std::int64_t i = 0; i < count; ++i)
      std::memcpy(to + toPlaces.offsets[i] * bytes, from + i * bytes, size);
  else if (toPlaces.offsets)
    for (std::int64_t i = 0; i < count; ++i)
      std::memcpy(to + toPlaces.offsets[i] * bytes,
                  from + fromPlaces.offsets[i] * bytes, size);
  else
    std::memcpy(to, from, size * static_cast<std::size_t>(count));
}

template <std::int64_t Bytes>
using Constant = std::integral_constant<std::int64_t, Bytes>;

void copyListed(std::byte *to, ListedPlaces toPlaces, const std::byte *from,
                ListedPlaces fromPlaces, std::int64_t bytes,
                std::int64_t count) {
  const auto copy = [&](auto size) {
    copyBytes(to, toPlaces, from, fromPlaces, size, count);
  };
  switch (bytes) {
  case 1:
    return copy(Constant<1>());
  case 2:
    return copy(Constant<2>());
  case 4:
    return copy(Constant<4>());
  case 8:
    return copy(Constant<8>());
  case 12:
    return copy(Constant<12>());
  case 16:
    return copy(Constant<16>());
  case 24:
    return copy(Constant<24>());
  case 32:
    return copy(Constant<32>());
  case 48:
    return copy(Constant<48>());
  case 64:
    return copy(Constant<64>());
  default:
    copy(bytes);
  }
}

} // namespace redist::runtime
