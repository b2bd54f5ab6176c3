//===- Layout.h - Layouts as generated code states them --------*- C++ -*-===//
//
// Plain values for `dist onto(ranks) at(firstRank)` in one dimension, and the
// local extent that a user needs to size storage. C++17, no MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LAYOUT_H
#define REDIST_LAYOUT_H

#include <cstdint>

namespace redist {

/// Number of the `extent` elements of a dimension, dealt CYCLIC(block) onto
/// `ranks`, that lie on `coordinate`; 0 for a coordinate outside the grid.
/// Not collective. Precondition: extent >= 0, block > 0, ranks > 0.
constexpr std::int64_t local_extent(std::int64_t extent, std::int64_t block,
                                    std::int64_t ranks,
                                    std::int64_t coordinate) noexcept {
  if (coordinate < 0 || coordinate >= ranks)
    return 0;
  const std::int64_t blocks = extent / block; // complete ones
  const std::int64_t rest = extent % block;
  const std::int64_t mine = blocks / ranks + (coordinate < blocks % ranks);
  return mine * block + (coordinate == blocks % ranks ? rest : 0);
}

enum class distribution_kind { block, block_sized, cyclic };

/// dist onto(ranks) at(first_rank).
struct layout {
  distribution_kind kind;
  std::int64_t block; ///< 0 for distribution_kind::block
  std::int64_t ranks;
  std::int64_t first_rank;
};

constexpr layout block_layout(std::int64_t ranks, std::int64_t first_rank) {
  return {distribution_kind::block, 0, ranks, first_rank};
}
constexpr layout block_layout(std::int64_t block, std::int64_t ranks,
                              std::int64_t first_rank) {
  return {distribution_kind::block_sized, block, ranks, first_rank};
}
constexpr layout cyclic_layout(std::int64_t block, std::int64_t ranks,
                               std::int64_t first_rank) {
  return {distribution_kind::cyclic, block, ranks, first_rank};
}

} // namespace redist

#endif
