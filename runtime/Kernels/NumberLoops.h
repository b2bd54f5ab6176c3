//===- NumberLoops.h - Vectorised combining of numbers ---------*- C++ -*-===//
//
// The loop of a built-in operator on numbers of one type, for Combiner.h. The
// compiler makes vectors of it: elements are read and written as bytes, since
// messages begin at any address.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_NUMBERLOOPS_H
#define REDIST_RUNTIME_KERNELS_NUMBERLOOPS_H

#include "redist/detail/reduce/BuiltinReduction.h"

#include <cstddef>
#include <cstdint>
#include <cstring>

namespace redist::runtime {

template <typename Number, typename Operation>
inline void combineNumber(std::byte *to, const std::byte *from,
                          Operation operation) {
  Number own, arriving;
  std::memcpy(&own, to, sizeof(Number));
  std::memcpy(&arriving, from, sizeof(Number));
  own = operation(own, arriving);
  std::memcpy(to, &own, sizeof(Number));
}

/// `operation(own, arriving)` is the result. See Combiner::Run.
template <typename Number, typename Operation>
void combineNumbers(void *, std::byte *__restrict to, std::int64_t toStride,
                    const std::byte *__restrict from, std::int64_t fromStride,
                    std::int64_t runBytes, std::int64_t count) {
  constexpr auto size = static_cast<std::int64_t>(sizeof(Number));
  if (toStride == runBytes && fromStride == runBytes) {
    runBytes *= count;
    count = 1;
  }
  const Operation operation;
  const std::int64_t length = runBytes / size;
  if (length == 1) {
    for (std::int64_t i = 0; i < count; ++i)
      combineNumber<Number>(to + i * toStride, from + i * fromStride,
                            operation);
    return;
  }
  for (std::int64_t i = 0; i < count; ++i, to += toStride, from += fromStride)
    for (std::int64_t k = 0; k < length; ++k)
      combineNumber<Number>(to + k * size, from + k * size, operation);
}

/// Combiner::Run.
using NumberLoop = void(void *context, std::byte *to, std::int64_t toStride,
                        const std::byte *from, std::int64_t fromStride,
                        std::int64_t runBytes, std::int64_t count);

/// The loop of a built-in operator; null where numbers of the type have none.
NumberLoop *numberLoop(detail::builtin_type type, detail::builtin_operator op);

} // namespace redist::runtime

#endif
