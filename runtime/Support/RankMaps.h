//===- RankMaps.h - Ranks of the positions of a grid -----------*- C++ -*-===//
//
// Checks the ranks(...) of a layout.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_RANKMAPS_H
#define REDIST_RUNTIME_SUPPORT_RANKMAPS_H

#include "redist/Layout.h"

#include <string>
#include <vector>

namespace redist::runtime {

/// What is wrong with the ranks of a grid of so many positions in a
/// communicator of `size` ranks; empty: nothing. Not collective.
std::string problemOfRanks(rank_map ranks, std::int64_t positions, int size);

/// No map where there are no ranks.
inline rank_map mapOf(const std::vector<int> &ranks) {
  return ranks.empty() ? rank_map{} : rank_map{ranks.data(), ranks.size()};
}

} // namespace redist::runtime

#endif
