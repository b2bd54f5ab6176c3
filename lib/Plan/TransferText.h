//===- TransferText.h - How messages will go, in words ---------*- C++ -*-===//
//
// What the runtime will choose by a profile where no two ranks share memory, as
// far as constants tell: by redistSchedule/CostModel/TransferCostModel.h, as it
// does. Private to lib/Plan.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_PLAN_TRANSFERTEXT_H
#define REDISTC_LIB_PLAN_TRANSFERTEXT_H

#include "redistc/Plan/CheckedDirective.h"
#include "redistc/Plan/Machine.h"

#include "redistSchedule/Layout/Assignment.h"

namespace redistc::plan {

/// "without shared memory messages go by MPI_Alltoallw, expected to take 0.62
/// of the time of steps (machine.json)"; empty where it is no choice, or
/// depends on what is known at run time only.
std::string describeMethod(const CheckedRedistribute &, const CheckedInstance &,
                           const redist::schedule::Assignment &,
                           const Machine &);

} // namespace redistc::plan

#endif
