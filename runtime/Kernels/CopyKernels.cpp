//===- CopyKernels.cpp - Strided copies of short and long runs ------------===//
#include "Kernels/CopyKernels.h"

#include <cstring>

#if REDIST_X86_VECTORS
#include <immintrin.h>
#endif

namespace redist::runtime {

/// The run's size is known here, so that memcpy becomes a few moves.
template <std::size_t RunBytes>
static void copyFixed(std::byte *__restrict to, std::int64_t toStride,
                      const std::byte *__restrict from, std::int64_t fromStride,
                      std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * toStride, from + i * fromStride, RunBytes);
}

static void copyAny(std::byte *__restrict to, std::int64_t toStride,
                    const std::byte *__restrict from, std::int64_t fromStride,
                    std::int64_t runBytes, std::int64_t count) {
  for (std::int64_t i = 0; i < count; ++i)
    std::memcpy(to + i * toStride, from + i * fromStride,
                static_cast<std::size_t>(runBytes));
}

using Kernel = void (*)(std::byte *, std::int64_t, const std::byte *,
                        std::int64_t, std::int64_t);

/// Kernels for runs of 1..8 elements of 1, 2, 4, 8 and 16 bytes, as far as the
/// sizes occur; null: no loop of its own.
static Kernel fixedKernel(std::int64_t runBytes) {
  switch (runBytes) {
  case 1:
    return copyFixed<1>;
  case 2:
    return copyFixed<2>;
  case 3:
    return copyFixed<3>;
  case 4:
    return copyFixed<4>;
  case 5:
    return copyFixed<5>;
  case 6:
    return copyFixed<6>;
  case 8:
    return copyFixed<8>;
  case 10:
    return copyFixed<10>;
  case 12:
    return copyFixed<12>;
  case 16:
    return copyFixed<16>;
  case 20:
    return copyFixed<20>;
  case 24:
    return copyFixed<24>;
  case 28:
    return copyFixed<28>;
  case 32:
    return copyFixed<32>;
  case 40:
    return copyFixed<40>;
  case 48:
    return copyFixed<48>;
  case 56:
    return copyFixed<56>;
  case 64:
    return copyFixed<64>;
  case 80:
    return copyFixed<80>;
  case 96:
    return copyFixed<96>;
  case 112:
    return copyFixed<112>;
  case 128:
    return copyFixed<128>;
  default:
    return nullptr;
  }
}

#if REDIST_X86_VECTORS

static __m128i load16(const std::byte *from) {
  return _mm_loadu_si128(reinterpret_cast<const __m128i *>(from));
}

static void store16(std::byte *to, __m128i value) {
  _mm_storeu_si128(reinterpret_cast<__m128i *>(to), value);
}

/// Runs from here on take fewer instructions by vectors than by a call.
static constexpr std::int64_t minVectorBytes = 129;
/// From here on memcpy has better means.
static constexpr std::int64_t maxVectorBytes = 2048;

__attribute__((target("avx2"))) static __m256i load32(const std::byte *from) {
  return _mm256_loadu_si256(reinterpret_cast<const __m256i *>(from));
}

__attribute__((target("avx2"))) static void store32(std::byte *to,
                                                    __m256i value) {
  _mm256_storeu_si256(reinterpret_cast<__m256i *>(to), value);
}

/// Four vectors at once, one, and one more that ends where the run does.
__attribute__((target("avx2"))) static void
copyVectors(std::byte *__restrict to, std::int64_t toStride,
            const std::byte *__restrict from, std::int64_t fromStride,
            std::int64_t runBytes, std::int64_t count) {
  constexpr std::int64_t width = 32;
  for (std::int64_t i = 0; i < count; ++i) {
    std::byte *const out = to + i * toStride;
    const std::byte *const in = from + i * fromStride;
    std::int64_t done = 0;
    for (; done + 4 * width <= runBytes; done += 4 * width) {
      const __m256i a = load32(in + done);
      const __m256i b = load32(in + done + width);
      const __m256i c = load32(in + done + 2 * width);
      const __m256i d = load32(in + done + 3 * width);
      store32(out + done, a);
      store32(out + done + width, b);
      store32(out + done + 2 * width, c);
      store32(out + done + 3 * width, d);
    }
    for (; done + width <= runBytes; done += width)
      store32(out + done, load32(in + done));
    if (done < runBytes)
      store32(out + runBytes - width, load32(in + runBytes - width));
  }
}

static bool copyByVectors(std::byte *to, std::int64_t toStride,
                          const std::byte *from, std::int64_t fromStride,
                          std::int64_t runBytes, std::int64_t count,
                          Vectors vectors) {
  if (vectors < Vectors::Avx2 || runBytes < minVectorBytes ||
      runBytes > maxVectorBytes)
    return false;
  copyVectors(to, toStride, from, fromStride, runBytes, count);
  return true;
}

/// A shorter run has too few whole lines.
static constexpr std::int64_t minStreamedBytes = 192;
static constexpr std::int64_t lineBytes = 64;

/// The lines at either end, which the run shares with its neighbours, are
/// written through the cache, in place and not by a call each: there are two
/// for a few whole ones.
static inline void copyPartOfLine(std::byte *to, const std::byte *from,
                                  std::int64_t bytes) {
  const auto copyIf = [&](std::int64_t part) {
    if ((bytes & part) == 0)
      return;
    std::memcpy(to, from, static_cast<std::size_t>(part));
    to += part;
    from += part;
  };
  for (; bytes >= 16; bytes -= 16, to += 16, from += 16)
    store16(to, load16(from));
  copyIf(8);
  copyIf(4);
  copyIf(2);
  copyIf(1);
}

static std::int64_t bytesToNextLine(const std::byte *at) {
  const auto beyond = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(at) % lineBytes);
  return (lineBytes - beyond) % lineBytes;
}

static void streamByQuarters(std::byte *to, std::int64_t toStride,
                             const std::byte *from, std::int64_t fromStride,
                             std::int64_t runBytes, std::int64_t count,
                             Prefetcher *prefetcher) {
  Prefetcher bringing = prefetcher ? *prefetcher : Prefetcher();
  for (std::int64_t i = 0; i < count; ++i) {
    std::byte *const out = to + i * toStride;
    const std::byte *const in = from + i * fromStride;
    std::int64_t done = bytesToNextLine(out);
    copyPartOfLine(out, in, done);
    for (; done + lineBytes <= runBytes; done += lineBytes) {
      bringing.prefetchLines();
      auto *const line = reinterpret_cast<__m128i *>(out + done);
      const __m128i a = load16(in + done);
      const __m128i b = load16(in + done + 16);
      const __m128i c = load16(in + done + 32);
      const __m128i d = load16(in + done + 48);
      _mm_stream_si128(line, a);
      _mm_stream_si128(line + 1, b);
      _mm_stream_si128(line + 2, c);
      _mm_stream_si128(line + 3, d);
    }
    copyPartOfLine(out + done, in + done, runBytes - done);
  }
  if (prefetcher)
    *prefetcher = bringing;
}

/// A line is never half written when the processor sends it off.
__attribute__((target("avx512f"))) static void
streamByLines(std::byte *to, std::int64_t toStride, const std::byte *from,
              std::int64_t fromStride, std::int64_t runBytes,
              std::int64_t count, Prefetcher *prefetcher) {
  Prefetcher bringing = prefetcher ? *prefetcher : Prefetcher();
  for (std::int64_t i = 0; i < count; ++i) {
    std::byte *const out = to + i * toStride;
    const std::byte *const in = from + i * fromStride;
    std::int64_t done = bytesToNextLine(out);
    copyPartOfLine(out, in, done);
    for (; done + lineBytes <= runBytes; done += lineBytes) {
      bringing.prefetchLines();
      _mm512_stream_si512(reinterpret_cast<__m512i *>(out + done),
                          _mm512_loadu_si512(in + done));
    }
    copyPartOfLine(out + done, in + done, runBytes - done);
  }
  if (prefetcher)
    *prefetcher = bringing;
}

static bool streamRuns(std::byte *to, std::int64_t toStride,
                       const std::byte *from, std::int64_t fromStride,
                       std::int64_t runBytes, std::int64_t count,
                       Vectors vectors, Prefetcher *prefetcher) {
  if (vectors < Vectors::Sse2 || runBytes < minStreamedBytes)
    return false;
  const auto stream =
      vectors < Vectors::Avx512 ? streamByQuarters : streamByLines;
  stream(to, toStride, from, fromStride, runBytes, count, prefetcher);
  return true;
}

void finishStores() { _mm_sfence(); }

#else

static bool copyByVectors(std::byte *, std::int64_t, const std::byte *,
                          std::int64_t, std::int64_t, std::int64_t, Vectors) {
  return false;
}

static bool streamRuns(std::byte *, std::int64_t, const std::byte *,
                       std::int64_t, std::int64_t, std::int64_t, Vectors,
                       Prefetcher *) {
  return false;
}

void finishStores() {}

#endif

void copyRuns(std::byte *to, std::int64_t toStride, const std::byte *from,
              std::int64_t fromStride, std::int64_t runBytes,
              std::int64_t count, StoreKind stores, Vectors vectors,
              Prefetcher *prefetcher) {
  if (toStride == runBytes && fromStride == runBytes) {
    runBytes *= count;
    count = 1;
  }
  if (stores == StoreKind::NonTemporal &&
      streamRuns(to, toStride, from, fromStride, runBytes, count, vectors,
                 prefetcher))
    return;
  if (count == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(runBytes));
    return;
  }
  if (const Kernel kernel = fixedKernel(runBytes))
    kernel(to, toStride, from, fromStride, count);
  else if (!copyByVectors(to, toStride, from, fromStride, runBytes, count,
                          vectors))
    copyAny(to, toStride, from, fromStride, runBytes, count);
}

} // namespace redist::runtime
