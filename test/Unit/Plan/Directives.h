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

inline CheckedLayout cyclic(Parameter block, Parameter ranks) {
  return {DistributionKind::Cyclic, std::move(block), std::move(ranks),
          constant(0)};
}
inline CheckedLayout block(Parameter ranks) {
  return {DistributionKind::Block, {}, std::move(ranks), constant(0)};
}

/// One instance: `a[extent] from(source) to(target)`.
inline CheckedRedistribute directive(Parameter extent, CheckedLayout source,
                                     CheckedLayout target) {
  CheckedRedistribute result;
  result.file = "app.cpp";
  result.line = 12;
  result.object = "a";
  result.communicator = "MPI_COMM_WORLD";
  result.instances = {
      {"", std::move(extent), std::move(source), std::move(target)}};
  return result;
}

} // namespace redistc::plan::test

#endif
