//===- RandomCase.h - A random redistribution of everything ----*- C++ -*-===//
//
// The cases of RandomRedistributions.cpp: two sides with their layouts,
// extents, sections and ranks, and how the messages travel. The same seed gives
// the same case everywhere.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_RANDOMCASE_H
#define REDIST_TEST_PROPERTY_RANDOMCASE_H

#include "Execution/Executor.h"
#include "SharedMemory/SpscRing.h"

#include <algorithm>
#include <random>
#include <string>

namespace redist::runtime::test {

using schedule::DimensionLayout;
using schedule::StrategyKind;

/// Numbers are taken from the generator's bits themselves: the same everywhere.
class Dice {
public:
  explicit Dice(std::uint64_t seed) : random(seed) {}
  std::int64_t pick(std::int64_t low, std::int64_t high) {
    const auto width = static_cast<std::uint64_t>(high - low + 1);
    return low + static_cast<std::int64_t>(random() % width);
  }
  bool oneIn(std::int64_t n) { return pick(1, n) == 1; }
  template <typename T> void shuffle(std::vector<T> &values) {
    for (std::size_t i = values.size(); i > 1; --i)
      std::swap(values[i - 1], values[static_cast<std::size_t>(
                                   pick(0, static_cast<std::int64_t>(i) - 1))]);
  }

private:
  std::mt19937_64 random;
};

/// One side of a redistribution, by its own dimensions.
struct Side {
  std::vector<DimensionLayout> layouts;
  std::vector<std::int64_t> extents, lower, stride;
  std::vector<schedule::Holders> holders;
  std::vector<Margin> room; ///< empty: none
  GridPlacement placement;

  std::int64_t ranks() const {
    std::int64_t product = 1;
    for (const DimensionLayout &layout : layouts)
      product *= layout.ranks;
    return product * copies();
  }
  bool hasParts() const {
    for (const schedule::Holders &one : holders)
      if (one.areParts && one.ranks > 1)
        return true;
    return false;
  }
  /// Ranks that hold an element, or a part of it.
  std::int64_t copies() const {
    std::int64_t product = 1;
    for (const schedule::Holders &one : holders)
      product *= one.ranks;
    return product;
  }
};

struct Case {
  Side source, target;
  std::vector<std::int64_t> lengths;         ///< by dimension of the target
  std::vector<std::int32_t> sourceDimension; ///< -1: the source lacks it
  bool columnMajor = false;
  bool sharesRanks = false;
  int rankCount = 0;
  std::vector<std::int64_t> elementSizes;
  StrategyKind strategy = StrategyKind::Auto;
  ExecutorOptions options{64, 2, 1, 64};
  int ranksPerNode = 0; ///< 0: no rings
  RingShape ring{128, 2};
  /// The ranks of a node see each other's storage, instead of rings.
  bool copies = false;
  SharedAccess access = SharedAccess::Pull;
  bool combines = false; ///< values, with what is there
  std::int64_t gap = 0;  ///< what local strides exceed the dense ones by
  /// Where in a cache line the storage of position 0 begins.
  std::int64_t sourceShift = 0, targetShift = 0;

  /// The dimensions of the source that the target lacks, ascending.
  std::vector<std::int32_t> lackedByTarget() const {
    std::vector<std::int32_t> lacked;
    for (std::int32_t j = 0; j < std::ssize(source.layouts); ++j)
      if (std::ranges::count(sourceDimension, j) == 0)
        lacked.push_back(j);
    return lacked;
  }
};

Case randomCase(Dice &dice);
/// Of two or three dimensions, in cyclic blocks, the inmost one long, and such
/// that targets can be written row by row.
Case randomMatrix(Dice &dice);
std::string textOf(const Case &c);

} // namespace redist::runtime::test

#endif
