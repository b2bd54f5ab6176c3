//===- ListedAxis.cpp - A rank's runs on an axis of any owners ------------===//
#include "Plan/ListedAxis.h"

#include <cassert>

namespace redist::runtime {

ListedRuns::ListedRuns(std::vector<ListedRun> all,
                       const std::vector<std::int64_t> &counts)
    : runs(std::move(all)), begins{0} {
  begins.reserve(counts.size() + 1);
  for (const std::int64_t count : counts)
    begins.push_back(begins.back() + static_cast<std::size_t>(count));
  assert(begins.back() == runs.size() && "runs of no partner");
}

std::span<const ListedRun> ListedRuns::of(std::int64_t partner) const {
  const auto i = static_cast<std::size_t>(partner);
  return std::span(runs).subspan(begins[i], begins[i + 1] - begins[i]);
}

std::vector<std::int64_t> ListedRuns::counts() const {
  std::vector<std::int64_t> made;
  for (std::size_t i = 1; i < begins.size(); ++i)
    made.push_back(static_cast<std::int64_t>(begins[i] - begins[i - 1]));
  return made;
}

} // namespace redist::runtime
