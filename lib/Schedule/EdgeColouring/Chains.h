//===- Chains.h - Two-colouring of paths and cycles ------------*- C++ -*-===//
//
// Private to lib/Schedule. A graph whose vertices have two edges at most falls
// into paths and cycles, as two similar block layouts make them; a colouring
// with two colours is then forced but for the order on each chain.
//
//   0 - 0 - 1 - 1 - 2: lengths 3 2 2 2 alternate; colour 0 gets 3 and 2
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_CHAINS_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_CHAINS_H

#include "redistSchedule/EdgeColouring/Colouring.h"

namespace redist::schedule {

/// The cheapest colouring with maxDegree() colours: colour 0 on the heavier
/// half of each chain. Precondition: maxDegree() <= 2.
Colouring colourChains(const BipartiteGraph &);

} // namespace redist::schedule

#endif
