//===- TransposeKernels.cpp - Transpositions of small matrices ------------===//
#include "TransposeKernels.h"

#include <algorithm>
#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

namespace redist::runtime {

/// Element by element; the size is known, so that memcpy becomes a few moves.
template <std::size_t Bytes>
static void transposeFixed(const Transposition &m) {
  constexpr auto size = static_cast<std::int64_t>(Bytes);
  for (std::int64_t j = 0; j < m.columns; ++j)
    for (std::int64_t i = 0; i < m.rows; ++i)
      std::memcpy(m.to + j * m.toStride + i * size,
                  m.from + i * m.fromStride + j * size, Bytes);
}

static void transposeAny(const Transposition &m) {
  for (std::int64_t j = 0; j < m.columns; ++j)
    for (std::int64_t i = 0; i < m.rows; ++i)
      std::memcpy(m.to + j * m.toStride + i * m.elementBytes,
                  m.from + i * m.fromStride + j * m.elementBytes,
                  static_cast<std::size_t>(m.elementBytes));
}

/// The part of `m` from (row, column) on.
static Transposition partOf(const Transposition &m, std::int64_t row,
                            std::int64_t column, std::int64_t rows,
                            std::int64_t columns) {
  return {m.to + column * m.toStride + row * m.elementBytes,
          m.toStride,
          m.from + row * m.fromStride + column * m.elementBytes,
          m.fromStride,
          rows,
          columns,
          m.elementBytes};
}

#ifdef __SSE2__

static __m128i loadVector(const std::byte *from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
}

static void storeVector(std::byte *to, __m128i value) {
  _mm_storeu_si128(reinterpret_cast<__m128i *>(to), value);
}

struct Square8 {
  static constexpr std::int64_t side = 2, bytes = 8;
  static void run(std::byte *to, std::int64_t toStride, const std::byte *from,
                  std::int64_t fromStride) {
    const __m128i a = loadVector(from);
    const __m128i b = loadVector(from + fromStride);
    storeVector(to, _mm_unpacklo_epi64(a, b));
    storeVector(to + toStride, _mm_unpackhi_epi64(a, b));
  }
};

struct Square4 {
  static constexpr std::int64_t side = 4, bytes = 4;
  static void run(std::byte *to, std::int64_t toStride, const std::byte *from,
                  std::int64_t fromStride) {
    const __m128i a = loadVector(from);
    const __m128i b = loadVector(from + fromStride);
    const __m128i c = loadVector(from + 2 * fromStride);
    const __m128i d = loadVector(from + 3 * fromStride);
    const __m128i low = _mm_unpacklo_epi32(a, b);
    const __m128i high = _mm_unpackhi_epi32(a, b);
    const __m128i lowEnd = _mm_unpacklo_epi32(c, d);
    const __m128i highEnd = _mm_unpackhi_epi32(c, d);
    storeVector(to, _mm_unpacklo_epi64(low, lowEnd));
    storeVector(to + toStride, _mm_unpackhi_epi64(low, lowEnd));
    storeVector(to + 2 * toStride, _mm_unpacklo_epi64(high, highEnd));
    storeVector(to + 3 * toStride, _mm_unpackhi_epi64(high, highEnd));
  }
};

/// Squares in registers; what is left at two sides, element by element.
template <typename Square>
static void transposeSquares(const Transposition &m) {
  constexpr std::int64_t side = Square::side;
  const std::int64_t rows = m.rows / side * side;
  const std::int64_t columns = m.columns / side * side;
  for (std::int64_t j = 0; j < columns; j += side)
    for (std::int64_t i = 0; i < rows; i += side)
      Square::run(m.to + j * m.toStride + i * Square::bytes, m.toStride,
                  m.from + i * m.fromStride + j * Square::bytes, m.fromStride);
  constexpr auto bytes = static_cast<std::size_t>(Square::bytes);
  transposeFixed<bytes>(partOf(m, rows, 0, m.rows - rows, m.columns));
  transposeFixed<bytes>(partOf(m, 0, columns, rows, m.columns - columns));
}

static void transpose4(const Transposition &m) { transposeSquares<Square4>(m); }
static void transpose8(const Transposition &m) { transposeSquares<Square8>(m); }

#else

static void transpose4(const Transposition &m) { transposeFixed<4>(m); }
static void transpose8(const Transposition &m) { transposeFixed<8>(m); }

#endif

static void transposeTile(const Transposition &tile) {
  switch (tile.elementBytes) {
  case 1:
    return transposeFixed<1>(tile);
  case 2:
    return transposeFixed<2>(tile);
  case 3:
    return transposeFixed<3>(tile);
  case 4:
    return transpose4(tile);
  case 8:
    return transpose8(tile);
  case 12:
    return transposeFixed<12>(tile);
  case 16:
    return transposeFixed<16>(tile);
  case 24:
    return transposeFixed<24>(tile);
  case 32:
    return transposeFixed<32>(tile);
  default:
    return transposeAny(tile);
  }
}

void transpose(const Transposition &m, StoreKind stores) {
  // A tile reads and writes rows of a few cache lines.
  constexpr std::int64_t rowBytes = 256;
  constexpr std::int64_t leastSide = 8;
  const std::int64_t side = std::max(leastSide, rowBytes / m.elementBytes);
  alignas(64) std::byte staged[rowBytes * rowBytes];
  // Streaming wants whole lines of the target in a row: through a tile of its
  // own.
  const bool streams =
      stores == StoreKind::Streaming &&
      side * side * m.elementBytes <= static_cast<std::int64_t>(sizeof staged);
  for (std::int64_t j = 0; j < m.columns; j += side)
    for (std::int64_t i = 0; i < m.rows; i += side) {
      Transposition tile = partOf(m, i, j, std::min(side, m.rows - i),
                                  std::min(side, m.columns - j));
      if (!streams) {
        transposeTile(tile);
        continue;
      }
      std::byte *const target = tile.to;
      const std::int64_t run = tile.rows * tile.elementBytes;
      tile.to = staged;
      tile.toStride = run;
      transposeTile(tile);
      copyRuns(target, m.toStride, staged, run, run, tile.columns, stores);
    }
}

} // namespace redist::runtime
