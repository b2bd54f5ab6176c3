//===- CopyKernels.cpp - Strided copies of short and long runs ------------===//
#include "CopyKernels.h"

#include <cstring>

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

void copyRuns(std::byte *to, std::int64_t toStride, const std::byte *from,
              std::int64_t fromStride, std::int64_t runBytes,
              std::int64_t count) {
  if (toStride == runBytes && fromStride == runBytes) {
    std::memcpy(to, from, static_cast<std::size_t>(runBytes * count));
    return;
  }
  if (const Kernel kernel = fixedKernel(runBytes))
    kernel(to, toStride, from, fromStride, count);
  else
    copyAny(to, toStride, from, fromStride, runBytes, count);
}

} // namespace redist::runtime
