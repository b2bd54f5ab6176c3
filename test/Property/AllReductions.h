//===- AllReductions.h - Least lengths by exhaustive search ----*- C++ -*-===//
//
// All trees of a few machines, and all schedules of a few machines that make at
// most K transfers at once. Shares nothing with the library but its costs.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_ALLREDUCTIONS_H
#define REDIST_TEST_PROPERTY_ALLREDUCTIONS_H

#include "redistSchedule/Reduction/Cost.h"

#include <cstddef>
#include <vector>

namespace redist::schedule::test {

/// Every rooted tree of up to `most` machines, once whatever the order of its
/// children.
class AllTrees {
public:
  explicit AllTrees(std::int64_t most);

  /// Least length of a tree with at most `reducers` inner machines, over all
  /// orders in which machines receive. reducers 0: no limit.
  std::int64_t minLength(std::int64_t ranks, std::int64_t reducers,
                         const ReductionCost &) const;

private:
  struct Tree {
    std::vector<std::size_t> children; ///< trees before this one
    std::int64_t size = 1, inner = 0;
  };
  void append(std::vector<std::size_t> &children, std::size_t last,
              std::int64_t left, std::int64_t most);

  std::vector<Tree> trees; ///< by size
};

/// Whether some schedule of at most `limit` transfers at once takes less than
/// `length`. Precondition: transfers take time, and there is no latency.
bool canBeShorter(std::int64_t ranks, std::int64_t limit, const ReductionCost &,
                  std::int64_t length);

} // namespace redist::schedule::test

#endif
