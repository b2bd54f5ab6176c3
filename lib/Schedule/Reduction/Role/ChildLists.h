//===- ChildLists.h - Children of each rank of a tree -----------*- C++ -*-===//
//
// Private to lib/Schedule. The inverse of the parents of a tree: the children
// of every machine, by descending index, in two arrays.
//
//   parents - 0 0 1 -> 0: 2 1, 1: 3
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ROLE_CHILDLISTS_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ROLE_CHILDLISTS_H

#include <cstdint>
#include <span>
#include <vector>

namespace redist::schedule {

class ChildLists {
public:
  /// Precondition: parent[0] is -1, all others are machines.
  explicit ChildLists(std::span<const std::int32_t> parent)
      : first(parent.size() + 1), child(parent.size() - 1) {
    for (std::size_t i = 1; i < parent.size(); ++i)
      ++first[static_cast<std::size_t>(parent[i])];
    std::int32_t sum = 0;
    for (std::int32_t &entry : first)
      entry = sum += entry;
    // Filled from the back, so that `first` ends at the begin of each list.
    for (std::size_t i = 1; i < parent.size(); ++i)
      child[static_cast<std::size_t>(
          --first[static_cast<std::size_t>(parent[i])])] =
          static_cast<std::int32_t>(i);
  }

  std::span<std::int32_t> of(std::size_t machine) {
    return std::span(child).subspan(begin(machine),
                                    begin(machine + 1) - begin(machine));
  }
  std::span<const std::int32_t> of(std::size_t machine) const {
    return std::span(child).subspan(begin(machine),
                                    begin(machine + 1) - begin(machine));
  }

private:
  std::vector<std::int32_t> first, child;

  std::size_t begin(std::size_t machine) const {
    return static_cast<std::size_t>(first[machine]);
  }
};

} // namespace redist::schedule

#endif
