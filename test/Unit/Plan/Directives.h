//===- Directives.h - Checked directives for the tests of Plan -*- C++ -*-===//
//
// Builds CheckedRedistribute values without Sema.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_PLAN_DIRECTIVES_H
#define REDIST_TEST_UNIT_PLAN_DIRECTIVES_H

#include "redistc/Plan/Plan.h"

namespace redistc::plan::test {

inline Parameter constant(std::int64_t value) {
  return {std::to_string(value), value};
}
inline Parameter unknown(std::string text) {
  return {std::move(text), std::nullopt};
}

inline CheckedDistribution cyclic(Parameter block) {
  return {DistributionKind::Cyclic, std::move(block), ""};
}
inline CheckedDistribution sizedBlock(Parameter block) {
  return {DistributionKind::BlockSized, std::move(block), ""};
}
inline CheckedDistribution block() { return {DistributionKind::Block, {}, ""}; }
inline CheckedDistribution whole() {
  return {DistributionKind::Undistributed, {}, ""};
}
inline CheckedDistribution genBlock(std::string sizes) {
  return {DistributionKind::GenBlock, {}, std::move(sizes)};
}

/// dimensions onto(grid) at(0)
inline CheckedLayout layout(std::vector<CheckedDistribution> dimensions,
                            std::vector<Parameter> grid) {
  CheckedLayout made;
  made.dimensions = std::move(dimensions);
  made.grid = std::move(grid);
  made.firstRank = constant(0);
  return made;
}
inline CheckedLayout cyclic(Parameter block, Parameter ranks) {
  return layout({cyclic(std::move(block))}, {std::move(ranks)});
}
inline CheckedLayout block(Parameter ranks) {
  return layout({block()}, {std::move(ranks)});
}

/// [extent] and [lower : length : stride]
inline CheckedSection extent(Parameter length) {
  return {true, std::move(length), constant(0), constant(1)};
}
inline CheckedSection slice(Parameter lower, Parameter length,
                            Parameter stride) {
  return {false, std::move(length), std::move(lower), std::move(stride)};
}

/// One instance: `a[sections] from(source) to(target)`.
inline CheckedRedistribute directive(std::vector<CheckedSection> sections,
                                     CheckedLayout source,
                                     CheckedLayout target) {
  CheckedRedistribute result;
  result.file = "app.cpp";
  result.line = 12;
  result.objects = {{"a", false, false}};
  result.communicator = "MPI_COMM_WORLD";
  CheckedInstance instance;
  instance.sections = std::move(sections);
  instance.from = std::move(source);
  instance.to = std::move(target);
  result.instances = {std::move(instance)};
  return result;
}
inline CheckedRedistribute directive(Parameter length, CheckedLayout source,
                                     CheckedLayout target) {
  return directive(std::vector<CheckedSection>{extent(std::move(length))},
                   std::move(source), std::move(target));
}

} // namespace redistc::plan::test

#endif
