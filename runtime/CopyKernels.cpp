//===- CopyKernels.cpp - Strided copies of short and long runs ------------===//
#include "CopyKernels.h"

#include <cstring>

#ifdef __SSE2__
#include <emmintrin.h>
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

#ifdef __SSE2__

/// A shorter run has too few whole lines.
static constexpr std::int64_t leastStreamedBytes = 192;
static constexpr std::int64_t lineBytes = 64;

/// The lines at either end, which the run shares with its neighbours, are
/// written through the cache.
static void streamRun(std::byte *to, const std::byte *from,
                      std::int64_t bytes) {
  const auto beyond = static_cast<std::int64_t>(
      reinterpret_cast<std::uintptr_t>(to) % lineBytes);
  const std::int64_t head = (lineBytes - beyond) % lineBytes;
  std::memcpy(to, from, static_cast<std::size_t>(head));
  std::int64_t done = head;
  for (; done + lineBytes <= bytes; done += lineBytes) {
    const auto *const in = reinterpret_cast<const __m128i *>(from + done);
    auto *const out = reinterpret_cast<__m128i *>(to + done);
    const __m128i a = _mm_loadu_si128(in);
    const __m128i b = _mm_loadu_si128(in + 1);
    const __m128i c = _mm_loadu_si128(in + 2);
    const __m128i d = _mm_loadu_si128(in + 3);
    _mm_stream_si128(out, a);
    _mm_stream_si128(out + 1, b);
    _mm_stream_si128(out + 2, c);
    _mm_stream_si128(out + 3, d);
  }
  std::memcpy(to + done, from + done, static_cast<std::size_t>(bytes - done));
}

static bool streamRuns(std::byte *to, std::int64_t toStride,
                       const std::byte *from, std::int64_t fromStride,
                       std::int64_t runBytes, std::int64_t count) {
  if (runBytes < leastStreamedBytes)
    return false;
  for (std::int64_t i = 0; i < count; ++i)
    streamRun(to + i * toStride, from + i * fromStride, runBytes);
  return true;
}

void finishStores() { _mm_sfence(); }

#else

static bool streamRuns(std::byte *, std::int64_t, const std::byte *,
                       std::int64_t, std::int64_t, std::int64_t) {
  return false;
}

void finishStores() {}

#endif

void copyRuns(std::byte *to, std::int64_t toStride, const std::byte *from,
              std::int64_t fromStride, std::int64_t runBytes,
              std::int64_t count, StoreKind stores) {
  if (toStride == runBytes && fromStride == runBytes) {
    runBytes *= count;
    count = 1;
  }
  if (stores == StoreKind::Streaming &&
      streamRuns(to, toStride, from, fromStride, runBytes, count))
    return;
  if (count == 1) {
    std::memcpy(to, from, static_cast<std::size_t>(runBytes));
    return;
  }
  if (const Kernel kernel = fixedKernel(runBytes))
    kernel(to, toStride, from, fromStride, count);
  else
    copyAny(to, toStride, from, fromStride, runBytes, count);
}

} // namespace redist::runtime
