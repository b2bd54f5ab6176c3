//===- Index.h - Numbers as indices ----------------------------*- C++ -*-===//
//
// Ranks, stages and steps are signed 64-bit numbers; the containers of the
// library have unsigned indices.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_SUPPORT_INDEX_H
#define REDISTSCHEDULE_SUPPORT_INDEX_H

#include <cstddef>
#include <cstdint>

namespace redist::schedule {

/// Precondition: value >= 0.
inline std::size_t indexOf(std::int64_t value) {
  return static_cast<std::size_t>(value);
}

} // namespace redist::schedule

#endif
