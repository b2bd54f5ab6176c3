//===- TransposeKernels.cpp - Transposing small matrices ------------------===//
#include "Kernels/TransposeKernels.h"

#include <algorithm>
#include <cstring>

#if REDIST_X86_VECTORS
#include <immintrin.h>
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

#if REDIST_X86_VECTORS || REDIST_NEON_VECTORS

/// Vectors of 16 bytes, which both families have; the compiler knows how to
/// exchange their elements.
template <typename Vector> static Vector loadVector(const std::byte *from) {
  Vector value;
  std::memcpy(&value, from, sizeof value);
  return value;
}

template <typename Vector>
static void storeVector(std::byte *to, Vector value) {
  std::memcpy(to, &value, sizeof value);
}

struct Square8 {
  using Vector = std::uint64_t __attribute__((vector_size(16)));
  static constexpr std::int64_t side = 2, bytes = 8;
  static void run(std::byte *to, std::int64_t toStride, const std::byte *from,
                  std::int64_t fromStride) {
    const auto a = loadVector<Vector>(from);
    const auto b = loadVector<Vector>(from + fromStride);
    storeVector(to, __builtin_shufflevector(a, b, 0, 2));
    storeVector(to + toStride, __builtin_shufflevector(a, b, 1, 3));
  }
};

struct Square4 {
  using Vector = std::uint32_t __attribute__((vector_size(16)));
  static constexpr std::int64_t side = 4, bytes = 4;
  static void run(std::byte *to, std::int64_t toStride, const std::byte *from,
                  std::int64_t fromStride) {
    const auto a = loadVector<Vector>(from);
    const auto b = loadVector<Vector>(from + fromStride);
    const auto c = loadVector<Vector>(from + 2 * fromStride);
    const auto d = loadVector<Vector>(from + 3 * fromStride);
    const Vector low = __builtin_shufflevector(a, b, 0, 4, 1, 5);
    const Vector high = __builtin_shufflevector(a, b, 2, 6, 3, 7);
    const Vector lowEnd = __builtin_shufflevector(c, d, 0, 4, 1, 5);
    const Vector highEnd = __builtin_shufflevector(c, d, 2, 6, 3, 7);
    storeVector(to, __builtin_shufflevector(low, lowEnd, 0, 1, 4, 5));
    storeVector(to + toStride,
                __builtin_shufflevector(low, lowEnd, 2, 3, 6, 7));
    storeVector(to + 2 * toStride,
                __builtin_shufflevector(high, highEnd, 0, 1, 4, 5));
    storeVector(to + 3 * toStride,
                __builtin_shufflevector(high, highEnd, 2, 3, 6, 7));
  }
};

/// What squares of this side leave at two sides, element by element.
template <std::size_t Bytes>
static void transposeRest(const Transposition &m, std::int64_t side) {
  const std::int64_t rows = m.rows / side * side;
  const std::int64_t columns = m.columns / side * side;
  transposeFixed<Bytes>(partOf(m, rows, 0, m.rows - rows, m.columns));
  transposeFixed<Bytes>(partOf(m, 0, columns, rows, m.columns - columns));
}

/// Squares in registers.
template <typename Square>
static void transposeSquares(const Transposition &m) {
  constexpr std::int64_t side = Square::side;
  for (std::int64_t j = 0; j + side <= m.columns; j += side)
    for (std::int64_t i = 0; i + side <= m.rows; i += side)
      Square::run(m.to + j * m.toStride + i * Square::bytes, m.toStride,
                  m.from + i * m.fromStride + j * Square::bytes, m.fromStride);
  transposeRest<static_cast<std::size_t>(Square::bytes)>(m, side);
}

#endif

#if REDIST_X86_VECTORS

#define REDIST_AVX2 __attribute__((target("avx2")))

REDIST_AVX2 static __m256i loadWide(const std::byte *from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
}

REDIST_AVX2 static void storeWide(std::byte *to, __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), value);
}

/// The lower halves of two vectors, and the upper ones.
REDIST_AVX2 static __m256i lowHalves(__m256i a, __m256i b) {
  return _mm256_permute2x128_si256(a, b, 0x20);
}
REDIST_AVX2 static __m256i highHalves(__m256i a, __m256i b) {
  return _mm256_permute2x128_si256(a, b, 0x31);
}

/// 4 x 4 elements of 8 bytes: within the halves of the vectors first, so that
/// each half of an intermediate one is half a column.
REDIST_AVX2 static void transposeWide8(const Transposition &m) {
  constexpr std::int64_t side = 4;
  for (std::int64_t j = 0; j + side <= m.columns; j += side)
    for (std::int64_t i = 0; i + side <= m.rows; i += side) {
      const std::byte *const from = m.from + i * m.fromStride + j * 8;
      std::byte *const to = m.to + j * m.toStride + i * 8;
      const __m256i a = loadWide(from);
      const __m256i b = loadWide(from + m.fromStride);
      const __m256i c = loadWide(from + 2 * m.fromStride);
      const __m256i d = loadWide(from + 3 * m.fromStride);
      const __m256i even = _mm256_unpacklo_epi64(a, b);
      const __m256i odd = _mm256_unpackhi_epi64(a, b);
      const __m256i evenEnd = _mm256_unpacklo_epi64(c, d);
      const __m256i oddEnd = _mm256_unpackhi_epi64(c, d);
      storeWide(to, lowHalves(even, evenEnd));
      storeWide(to + m.toStride, lowHalves(odd, oddEnd));
      storeWide(to + 2 * m.toStride, highHalves(even, evenEnd));
      storeWide(to + 3 * m.toStride, highHalves(odd, oddEnd));
    }
  transposeRest<8>(m, side);
}

/// 8 x 8 elements of 4 bytes: squares of 4 within the halves of the vectors,
/// then halves change places.
REDIST_AVX2 static void transposeWide4(const Transposition &m) {
  constexpr std::int64_t side = 8;
  for (std::int64_t j = 0; j + side <= m.columns; j += side)
    for (std::int64_t i = 0; i + side <= m.rows; i += side) {
      const std::byte *const from = m.from + i * m.fromStride + j * 4;
      std::byte *const to = m.to + j * m.toStride + i * 4;
      // quarter[k + 4 * r]: of rows 4 r to 4 r + 3, columns k and k + 4.
      __m256i quarter[8];
      for (std::int64_t r = 0; r < 2; ++r) {
        const std::byte *const row = from + 4 * r * m.fromStride;
        const __m256i a = loadWide(row);
        const __m256i b = loadWide(row + m.fromStride);
        const __m256i c = loadWide(row + 2 * m.fromStride);
        const __m256i d = loadWide(row + 3 * m.fromStride);
        const __m256i low = _mm256_unpacklo_epi32(a, b);
        const __m256i high = _mm256_unpackhi_epi32(a, b);
        const __m256i lowEnd = _mm256_unpacklo_epi32(c, d);
        const __m256i highEnd = _mm256_unpackhi_epi32(c, d);
        quarter[4 * r] = _mm256_unpacklo_epi64(low, lowEnd);
        quarter[4 * r + 1] = _mm256_unpackhi_epi64(low, lowEnd);
        quarter[4 * r + 2] = _mm256_unpacklo_epi64(high, highEnd);
        quarter[4 * r + 3] = _mm256_unpackhi_epi64(high, highEnd);
      }
      for (std::int64_t k = 0; k < 4; ++k) {
        storeWide(to + k * m.toStride, lowHalves(quarter[k], quarter[k + 4]));
        storeWide(to + (k + 4) * m.toStride,
                  highHalves(quarter[k], quarter[k + 4]));
      }
    }
  transposeRest<4>(m, side);
}

#undef REDIST_AVX2

#endif

static void transpose4(const Transposition &m,
                       [[maybe_unused]] Vectors vectors) {
#if REDIST_X86_VECTORS
  if (vectors >= Vectors::Avx2)
    return transposeWide4(m);
#endif
#if REDIST_X86_VECTORS || REDIST_NEON_VECTORS
  if (vectors != Vectors::None)
    return transposeSquares<Square4>(m);
#endif
  transposeFixed<4>(m);
}

static void transpose8(const Transposition &m,
                       [[maybe_unused]] Vectors vectors) {
#if REDIST_X86_VECTORS
  if (vectors >= Vectors::Avx2)
    return transposeWide8(m);
#endif
#if REDIST_X86_VECTORS || REDIST_NEON_VECTORS
  if (vectors != Vectors::None)
    return transposeSquares<Square8>(m);
#endif
  transposeFixed<8>(m);
}

static void transposeTile(const Transposition &tile, Vectors vectors) {
  switch (tile.elementBytes) {
  case 1:
    return transposeFixed<1>(tile);
  case 2:
    return transposeFixed<2>(tile);
  case 3:
    return transposeFixed<3>(tile);
  case 4:
    return transpose4(tile, vectors);
  case 8:
    return transpose8(tile, vectors);
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

void transpose(const Transposition &m, StoreKind stores, Vectors vectors) {
  // A tile reads and writes rows of a few cache lines.
  constexpr std::int64_t rowBytes = 256;
  constexpr std::int64_t minSide = 8;
  const std::int64_t side = std::max(minSide, rowBytes / m.elementBytes);
  alignas(64) std::byte staged[rowBytes * rowBytes];
  // Non-temporal stores need whole lines of the target in a row: through a tile
  // of its own.
  const bool streams =
      stores == StoreKind::NonTemporal &&
      side * side * m.elementBytes <= static_cast<std::int64_t>(sizeof staged);
  for (std::int64_t j = 0; j < m.columns; j += side)
    for (std::int64_t i = 0; i < m.rows; i += side) {
      Transposition tile = partOf(m, i, j, std::min(side, m.rows - i),
                                  std::min(side, m.columns - j));
      if (!streams) {
        transposeTile(tile, vectors);
        continue;
      }
      std::byte *const target = tile.to;
      const std::int64_t run = tile.rows * tile.elementBytes;
      tile.to = staged;
      tile.toStride = run;
      transposeTile(tile, vectors);
      copyRuns(target, m.toStride, staged, run, run, tile.columns, stores,
               vectors);
    }
}

} // namespace redist::runtime
