//===- RootPlacement.cpp - Subtrees on the left of the root ---------------===//
//
// Subset sums: the largest that fit, which finds a subset wherever each size is
// at most one more than all smaller ones together, as in the trees of the
// greedy algorithms; otherwise by dynamic programming over equal sizes.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/RootPlacement.h"

#include <algorithm>
#include <numeric>

using namespace redist::schedule;

std::vector<std::int32_t>
redist::schedule::largestFirst(std::span<const std::int64_t> sizes) {
  std::vector<std::int32_t> order(sizes.size());
  std::iota(order.begin(), order.end(), 0);
  std::stable_sort(order.begin(), order.end(),
                   [&](std::int32_t x, std::int32_t y) {
                     return sizes[static_cast<std::size_t>(x)] >
                            sizes[static_cast<std::size_t>(y)];
                   });
  return order;
}

/// Equal sizes: entries [first, first + count) of the order.
struct SizeGroup {
  std::int64_t size = 0;
  std::size_t first = 0;
  std::int64_t count = 0;
};

static std::vector<SizeGroup> groups(std::span<const std::int64_t> sizes,
                                     std::span<const std::int32_t> order) {
  std::vector<SizeGroup> result;
  for (std::size_t i = 0; i < order.size(); ++i) {
    const std::int64_t size = sizes[static_cast<std::size_t>(order[i])];
    if (result.empty() || result.back().size != size)
      result.push_back({size, i, 0});
    ++result.back().count;
  }
  return result;
}

/// Every sum that can be reached remembers the first group that reached it and
/// how many of that group it took.
static std::optional<std::vector<bool>>
exactSubset(std::span<const std::int64_t> sizes,
            std::span<const std::int32_t> order, std::int64_t sum) {
  constexpr std::int32_t never = -1;
  const auto sums = static_cast<std::size_t>(sum) + 1;
  const std::vector<SizeGroup> all = groups(sizes, order);
  std::vector<std::int32_t> reachedBy(sums, never), taken(sums, 0);
  reachedBy[0] = static_cast<std::int32_t>(all.size()); // by none of them
  for (std::size_t g = 0; g < all.size(); ++g) {
    const auto size = static_cast<std::size_t>(all[g].size);
    const auto group = static_cast<std::int32_t>(g);
    for (std::size_t s = size; s < sums; ++s) {
      const std::size_t below = s - size;
      if (reachedBy[s] != never || reachedBy[below] == never)
        continue;
      const std::int32_t so = reachedBy[below] == group ? taken[below] : 0;
      if (so == all[g].count)
        continue;
      reachedBy[s] = group;
      taken[s] = so + 1;
    }
  }
  if (reachedBy[sums - 1] == never)
    return std::nullopt;
  std::vector<bool> chosen(sizes.size(), false);
  for (std::size_t s = sums - 1; s > 0;) {
    const SizeGroup &group = all[static_cast<std::size_t>(reachedBy[s])];
    for (std::int32_t i = 0, count = taken[s]; i < count; ++i) {
      const std::size_t at = group.first + static_cast<std::size_t>(i);
      chosen[static_cast<std::size_t>(order[at])] = true;
      s -= static_cast<std::size_t>(group.size);
    }
  }
  return chosen;
}

std::optional<std::vector<bool>>
redist::schedule::subsetOfSum(std::span<const std::int64_t> sizes,
                              std::span<const std::int32_t> largestFirst,
                              std::int64_t sum) {
  std::vector<bool> chosen(sizes.size(), false);
  std::int64_t rest = sum;
  for (const std::int32_t entry : largestFirst) {
    const auto index = static_cast<std::size_t>(entry);
    if (sizes[index] > rest)
      continue;
    chosen[index] = true;
    rest -= sizes[index];
  }
  if (rest == 0)
    return chosen;
  return exactSubset(sizes, largestFirst, sum);
}

std::vector<ReductionPlacement::Top>
redist::schedule::placedTops(std::span<const std::int64_t> sizes,
                             const std::vector<bool> &left, std::int64_t sink) {
  std::int64_t low = sink, high = sink + 1;
  std::vector<ReductionPlacement::Top> tops, above;
  for (std::size_t i = 0; i < sizes.size(); ++i) {
    const auto child = static_cast<std::int32_t>(i);
    if (left[i]) {
      low -= sizes[i];
      tops.push_back({low, child});
    } else {
      above.push_back({high, child});
      high += sizes[i];
    }
  }
  std::reverse(tops.begin(), tops.end());
  tops.insert(tops.end(), above.begin(), above.end());
  return tops;
}
