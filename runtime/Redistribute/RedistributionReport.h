//===- RedistributionReport.h - Statistics of a redistribution -*- C++ -*-===//
//
// Comes in: a plan. Goes out: the figures of REDIST_STATS for an execution of
// it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONREPORT_H
#define REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONREPORT_H

#include "Redistribute/ReadyPlan.h"
#include "Trace/Report.h"

namespace redist::runtime {

/// `recorder`: knows what crosses nodes; or null. What goes by nodes counts
/// where it is carried.
Work workOf(const ReadyPlan &plan, const Recorder *recorder);
/// `isSeen`: ranks have copied from or to each other's storage.
Work workOf(const ReadyPlan &plan, bool isSeen, const Recorder &recorder);

} // namespace redist::runtime

#endif
