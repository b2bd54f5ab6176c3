//===- ComparisonParts.h - What tables and drawings share ------*- C++ -*-===//
//
// Private to lib/View: how strategies are measured against the best one.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_COMPARISONPARTS_H
#define REDIST_LIB_VIEW_COMPARISONPARTS_H

#include "redistc/View/Comparison.h"

namespace redistc::view {

/// The least length; nothing where there is no strategy.
std::optional<double> bestOf(const Comparison &);

/// "+9.1 %", or nothing where it is the best.
std::string overBest(const Contender &, double best);

} // namespace redistc::view

#endif
