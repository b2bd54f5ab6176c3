//===- ElementOracle.h - Redistribution element by element -----*- C++ -*-===//
//
// What the closed forms are tested against: owners of every element of one
// superblock or of an extent, counted one by one.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_ELEMENTORACLE_H
#define REDIST_TEST_UNIT_SCHEDULE_ELEMENTORACLE_H

#include "redist/Schedule/CommunicationGrid.h"

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

using Lengths = std::vector<std::vector<std::int64_t>>;

/// lengths[p][q] for `extent` elements.
inline Lengths countElements(const Redistribution &parameters,
                             std::int64_t extent) {
  const auto &[source, target] = parameters;
  Lengths lengths(
      static_cast<std::size_t>(source.ranks),
      std::vector<std::int64_t>(static_cast<std::size_t>(target.ranks), 0));
  for (std::int64_t i = 0; i < extent; ++i)
    ++lengths[static_cast<std::size_t>(i / source.block % source.ranks)]
             [static_cast<std::size_t>(i / target.block % target.ranks)];
  return lengths;
}

/// Greatest number of messages that one rank sends or receives.
inline std::int64_t maximumDegree(const Lengths &lengths) {
  std::int64_t greatest = 0;
  std::vector<std::int64_t> columns(lengths.front().size(), 0);
  for (const std::vector<std::int64_t> &row : lengths) {
    std::int64_t degree = 0;
    for (std::size_t q = 0; q < row.size(); ++q)
      if (row[q] > 0) {
        ++degree;
        greatest = std::max(greatest, ++columns[q]);
      }
    greatest = std::max(greatest, degree);
  }
  return greatest;
}

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
