//===- ElementOracle.h - Redistribution element by element -----*- C++ -*-===//
//
// What the closed forms are tested against: owners of every element of one
// superblock or of an extent, counted one by one.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_ELEMENTORACLE_H
#define REDIST_TEST_UNIT_SCHEDULE_ELEMENTORACLE_H

#include "redistSchedule/Intersection/CommunicationGrid.h"
#include "redistSchedule/Layout/Assignment.h"

#include <numeric>
#include <vector>

namespace redist::schedule::test {

inline Redistribution redistribution(std::int64_t P, std::int64_t Q,
                                     std::int64_t r, std::int64_t s) {
  return {{P, r}, {Q, s}};
}

inline CommunicationGrid gridOf(const Redistribution &parameters) {
  return *CommunicationGrid::make(parameters);
}

inline std::int64_t superblockOf(const Redistribution &parameters) {
  return std::lcm(parameters.source.ranks * parameters.source.block,
                  parameters.target.ranks * parameters.target.block);
}

/// One axis of `length` elements.
inline Assignment oneAxis(const Redistribution &parameters,
                          std::optional<std::int64_t> length) {
  Axis axis;
  axis.source = {parameters.source.ranks, parameters.source.block, {}};
  axis.target = {parameters.target.ranks, parameters.target.block, {}};
  axis.length = length;
  Assignment assignment;
  assignment.axes = {axis};
  return assignment;
}

using Lengths = std::vector<std::vector<std::int64_t>>;

/// lengths[p][q] for `extent` elements.
Lengths countElements(const Redistribution &, std::int64_t extent);

/// Greatest number of messages of at least `threshold` elements that one rank
/// sends or receives.
std::int64_t maximumDegree(const Lengths &, std::int64_t threshold = 1);

/// Calls visit(parameters) for all P, Q <= ranks and r, s <= blocks.
template <typename Visitor>
void forAllParameters(std::int64_t ranks, std::int64_t blocks, Visitor visit) {
  for (std::int64_t P = 1; P <= ranks; ++P)
    for (std::int64_t Q = 1; Q <= ranks; ++Q)
      for (std::int64_t r = 1; r <= blocks; ++r)
        for (std::int64_t s = 1; s <= blocks; ++s)
          visit(redistribution(P, Q, r, s));
}

/// "P=16 Q=16 r=3 s=5", for failure messages.
inline std::string describe(const Redistribution &parameters) {
  const auto &[source, target] = parameters;
  return "P=" + std::to_string(source.ranks) +
         " Q=" + std::to_string(target.ranks) +
         " r=" + std::to_string(source.block) +
         " s=" + std::to_string(target.block);
}

} // namespace redist::schedule::test

#endif
