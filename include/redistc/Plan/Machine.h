//===- Machine.h - What messages cost where programs will run --*- C++ -*-===//
//
// Comes in by --profile=FILE, as redist-tune has written it; the driver reads
// it. Remarks tell by it in which way messages will go.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_PLAN_MACHINE_H
#define REDISTC_PLAN_MACHINE_H

#include "redistSchedule/CostModel/TransferCostModel.h"

#include <string>
#include <vector>

namespace redistc::plan {

struct Machine {
  std::string name; ///< of the profile, for people
  redist::schedule::NetworkCosts costs;
  std::vector<redist::schedule::MethodSample> ways;
};

} // namespace redistc::plan

#endif
