//===- RankMaps.cpp - Ranks of the positions of a grid --------------------===//
#include "Support/RankMaps.h"

#include <utility>

namespace redist::runtime {

std::string problemOfRanks(rank_map ranks, std::int64_t positions, int size) {
  if (!std::cmp_equal(ranks.count, positions))
    return std::to_string(ranks.count) +
           (ranks.count == 1 ? " rank is" : " ranks are") + " given for " +
           std::to_string(positions) +
           (positions == 1 ? " position" : " positions") + " of the grid";
  std::vector<bool> taken(static_cast<std::size_t>(size), false);
  for (std::size_t i = 0; i < ranks.count; ++i) {
    const int rank = ranks.rank_of[i];
    if (rank < 0 || rank >= size)
      return "rank " + std::to_string(rank) +
             " of the grid is not in a communicator of " + std::to_string(size);
    if (taken[static_cast<std::size_t>(rank)])
      return "rank " + std::to_string(rank) +
             " is at two positions of the grid";
    taken[static_cast<std::size_t>(rank)] = true;
  }
  return "";
}

} // namespace redist::runtime
