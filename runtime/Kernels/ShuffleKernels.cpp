//===- ShuffleKernels.cpp - Kernels that compose cache lines -------------===//
#include "Kernels/ShuffleKernels.h"

#if REDIST_X86_VECTORS
#include <immintrin.h>
#elif REDIST_NEON_VECTORS
#include <arm_neon.h>
#endif

namespace redist::runtime {

static constexpr std::size_t lineBytes = 64;

/// By class of vectors. Such a class has
///   load, store, stream   of a vector; targets begin where one does
///   nothing               what a vector is put together from
///   pick                  what a step takes from two loads, at its places
///   join                  that and what was there before
template <typename Lines> class ShuffleLoop;

template <typename Lines> static const ShuffleKernel *kernelOf() {
  using Loop = ShuffleLoop<Lines>;
  static constexpr ShuffleKernel kernel{Loop::shape, Loop::template copy<false>,
                                        Loop::template copy<true>};
  return &kernel;
}

#if REDIST_X86_VECTORS

#define REDIST_LINES_TARGET __attribute__((target("avx2")))

static __m128i load16(const std::int8_t *from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
}

/// 16 bytes, each with a place of its own: the only wider moves of bytes that
/// AVX2 has stay within such halves.
class Bytes16 {
public:
  using Vector = __m128i;
  static constexpr std::int64_t laneBytes = 1;

  REDIST_LINES_TARGET static Vector load(const std::byte *from) {
    return _mm_loadu_si128(reinterpret_cast<const Vector *>(from));
  }
  REDIST_LINES_TARGET static void store(std::byte *to, Vector vector) {
    _mm_store_si128(reinterpret_cast<Vector *>(to), vector);
  }
  REDIST_LINES_TARGET static void stream(std::byte *to, Vector vector) {
    _mm_stream_si128(reinterpret_cast<Vector *>(to), vector);
  }
  REDIST_LINES_TARGET static Vector nothing() { return _mm_setzero_si128(); }
  /// A place whose highest bit is set gives zero: all but 0 to 15 in the one,
  /// all but 16 to 31 in the other.
  REDIST_LINES_TARGET static Vector pick(Vector first, Vector second,
                                         const std::int8_t *places) {
    const Vector place = load16(places);
    return _mm_or_si128(
        _mm_shuffle_epi8(first, _mm_adds_epu8(place, _mm_set1_epi8(0x70))),
        _mm_shuffle_epi8(second, _mm_sub_epi8(place, _mm_set1_epi8(16))));
  }
  REDIST_LINES_TARGET static Vector join(Vector whole, Vector both,
                                         const std::int8_t *, std::uint64_t) {
    return _mm_or_si128(whole, both);
  }
};
#define REDIST_LINES Bytes16
#include "Kernels/ShuffleLoop.def"

#define REDIST_LINES_TARGET __attribute__((target("avx2")))

class Words32 {
public:
  using Vector = __m256i;
  static constexpr std::int64_t laneBytes = 4;

  REDIST_LINES_TARGET static Vector load(const std::byte *from) {
    return _mm256_loadu_si256(reinterpret_cast<const Vector *>(from));
  }
  REDIST_LINES_TARGET static void store(std::byte *to, Vector vector) {
    _mm256_store_si256(reinterpret_cast<Vector *>(to), vector);
  }
  REDIST_LINES_TARGET static void stream(std::byte *to, Vector vector) {
    _mm256_stream_si256(reinterpret_cast<Vector *>(to), vector);
  }
  REDIST_LINES_TARGET static Vector nothing() { return _mm256_setzero_si256(); }
  /// Lanes 8 to 15 are those of the second load: that bit, as a sign, blends.
  REDIST_LINES_TARGET static Vector pick(Vector first, Vector second,
                                         const std::int8_t *places) {
    const Vector place = wide(places);
    return blend(_mm256_permutevar8x32_epi32(first, place),
                 _mm256_permutevar8x32_epi32(second, place),
                 _mm256_slli_epi32(place, 28));
  }
  /// What is not taken has a sign.
  REDIST_LINES_TARGET static Vector
  join(Vector whole, Vector both, const std::int8_t *places, std::uint64_t) {
    return blend(both, whole, wide(places));
  }

private:
  REDIST_LINES_TARGET static Vector wide(const std::int8_t *places) {
    return _mm256_cvtepi8_epi32(
        _mm_loadl_epi64(reinterpret_cast<const __m128i *>(places)));
  }
  REDIST_LINES_TARGET static Vector blend(Vector plus, Vector minus,
                                          Vector sign) {
    return _mm256_castps_si256(_mm256_blendv_ps(_mm256_castsi256_ps(plus),
                                                _mm256_castsi256_ps(minus),
                                                _mm256_castsi256_ps(sign)));
  }
};
#define REDIST_LINES Words32
#include "Kernels/ShuffleLoop.def"

#define REDIST_LINES_TARGET __attribute__((target("avx512f")))

class Vectors64 {
public:
  using Vector = __m512i;

  REDIST_LINES_TARGET static Vector load(const std::byte *from) {
    return _mm512_loadu_si512(from);
  }
  REDIST_LINES_TARGET static void store(std::byte *to, Vector vector) {
    _mm512_store_si512(to, vector);
  }
  REDIST_LINES_TARGET static void stream(std::byte *to, Vector vector) {
    _mm512_stream_si512(reinterpret_cast<Vector *>(to), vector);
  }
  REDIST_LINES_TARGET static Vector nothing() { return _mm512_setzero_si512(); }
};

class Words64 : public Vectors64 {
public:
  static constexpr std::int64_t laneBytes = 4;

  REDIST_LINES_TARGET static Vector pick(Vector first, Vector second,
                                         const std::int8_t *places) {
    // All lanes: GCC 12 warns of what the form without a mask is made of.
    constexpr __mmask16 all = 0xffff;
    return _mm512_permutex2var_epi32(
        first, _mm512_maskz_cvtepi8_epi32(all, load16(places)), second);
  }
  REDIST_LINES_TARGET static Vector
  join(Vector whole, Vector both, const std::int8_t *, std::uint64_t mask) {
    return _mm512_mask_mov_epi32(whole, static_cast<__mmask16>(mask), both);
  }
};
#define REDIST_LINES Words64
#include "Kernels/ShuffleLoop.def"

#define REDIST_LINES_TARGET                                                    \
  __attribute__((target("avx512f,avx512bw,avx512vbmi")))

class Bytes64 : public Vectors64 {
public:
  static constexpr std::int64_t laneBytes = 1;

  REDIST_LINES_TARGET static Vector pick(Vector first, Vector second,
                                         const std::int8_t *places) {
    return _mm512_permutex2var_epi8(first, _mm512_loadu_si512(places), second);
  }
  REDIST_LINES_TARGET static Vector
  join(Vector whole, Vector both, const std::int8_t *, std::uint64_t mask) {
    return _mm512_mask_mov_epi8(whole, mask, both);
  }
};
#define REDIST_LINES Bytes64
#include "Kernels/ShuffleLoop.def"

const ShuffleKernel *lineKernel(Vectors vectors, std::int64_t size) {
  if (size % 4 == 0 && vectors >= Vectors::Avx512)
    return kernelOf<Words64>();
  if (vectors >= Vectors::Avx512Bytes)
    return kernelOf<Bytes64>();
  if (vectors < Vectors::Avx2)
    return nullptr;
  return size % 4 == 0 ? kernelOf<Words32>() : kernelOf<Bytes16>();
}

#elif REDIST_NEON_VECTORS

#define REDIST_LINES_TARGET

/// A table of 32 bytes, looked up by byte: whatever lies outside is zero.
class Bytes16 {
public:
  using Vector = uint8x16_t;
  static constexpr std::int64_t laneBytes = 1;

  static Vector load(const std::byte *from) {
    return vld1q_u8(reinterpret_cast<const std::uint8_t *>(from));
  }
  static void store(std::byte *to, Vector vector) {
    vst1q_u8(reinterpret_cast<std::uint8_t *>(to), vector);
  }
  /// There is but a hint that two vectors are not needed again (STNP). It saves
  /// nothing where whole lines are written: a processor that sees these does
  /// not read them first.
  static void stream(std::byte *to, Vector vector) { store(to, vector); }
  static Vector nothing() { return vdupq_n_u8(0); }
  static Vector pick(Vector first, Vector second, const std::int8_t *places) {
    return vqtbl2q_u8({{first, second}}, vreinterpretq_u8_s8(vld1q_s8(places)));
  }
  static Vector join(Vector whole, Vector both, const std::int8_t *,
                     std::uint64_t) {
    return vorrq_u8(whole, both);
  }
};
#define REDIST_LINES Bytes16
#include "Kernels/ShuffleLoop.def"

const ShuffleKernel *lineKernel(Vectors vectors, std::int64_t) {
  return vectors == Vectors::Neon ? kernelOf<Bytes16>() : nullptr;
}

#else

/// Elements moved one by one in the order of the target are no such thing.
/// Measured beside runs of all periods in turn (CYCLIC(3) -> CYCLIC(5) on two
/// ranks, elements of 8, 4, 2, 1 bytes): next to the caches 0.9, 0.8, 0.5, 0.2
/// times as fast, where most is moved, part by part; beyond them 1.7, 1.2, 0.8,
/// 0.4 times.
const ShuffleKernel *lineKernel(Vectors, std::int64_t) { return nullptr; }

#endif

} // namespace redist::runtime
