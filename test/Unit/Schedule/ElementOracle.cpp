//===- ElementOracle.cpp - Redistribution element by element --------------===//
//
// Counting, without any formula of the library.
//
//===----------------------------------------------------------------------===//
#include "ElementOracle.h"

#include <algorithm>

using namespace redist::schedule;
using redist::schedule::test::Lengths;

Lengths test::countElements(const Redistribution &parameters,
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

std::int64_t test::maximumDegree(const Lengths &lengths,
                                 std::int64_t threshold) {
  std::int64_t greatest = 0;
  std::vector<std::int64_t> columns(lengths.front().size(), 0);
  for (const std::vector<std::int64_t> &row : lengths) {
    std::int64_t degree = 0;
    for (std::size_t q = 0; q < row.size(); ++q)
      if (row[q] >= threshold) {
        ++degree;
        greatest = std::max(greatest, ++columns[q]);
      }
    greatest = std::max(greatest, degree);
  }
  return greatest;
}
