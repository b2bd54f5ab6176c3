//===- Properties.h - What every schedule must satisfy ---------*- C++ -*-===//
//
// Shared by the property tests: makes a schedule and holds it against verify()
// and the promises of its strategy.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_PROPERTIES_H
#define REDIST_TEST_PROPERTY_PROPERTIES_H

#include "../Unit/Schedule/ElementOracle.h"

#include "redistSchedule/OneDimension/Verify.h"
#include "redistc/Exact/ClassSolver.h"

#include <string>

namespace redist::schedule::test {

/// Auto, stepwise, exact, circulant and classes have the least number of steps.
inline bool promisesFewestSteps(StrategyKind strategy) {
  switch (strategy) {
  case StrategyKind::Auto:
  case StrategyKind::Exact:
  case StrategyKind::Circulant:
  case StrategyKind::Classes:
  case StrategyKind::Stepwise:
    return true;
  case StrategyKind::Greedy:
  case StrategyKind::Caterpillar:
  case StrategyKind::AllToAll:
  case StrategyKind::Direct:
    return false;
  }
  return false;
}

/// Only these may decline parameters.
inline bool mayNotApply(StrategyKind strategy) {
  return strategy == StrategyKind::Circulant ||
         strategy == StrategyKind::Classes;
}

/// What is wrong with the schedule of a strategy; empty if nothing is, or if
/// the strategy is not for these parameters and may say so.
inline std::string offenceOf(const Redistribution &parameters,
                             StrategyKind strategy) {
  static const redistc::exact::ClassSolver solver;
  std::string where =
      describe(parameters) + " " + std::string(name(strategy)) + ": ";
  Result<Schedule> schedule =
      makeSchedule(parameters, strategy, ScheduleOptions{&solver});
  if (!schedule) {
    bool declined = schedule.error().kind == ErrorKind::StrategyNotForCase &&
                    mayNotApply(strategy);
    return declined ? "" : where + schedule.error().message;
  }
  VerifyReport report = verify(*schedule);
  if (!report.valid())
    return where + report.offences.front();
  if (report.messageCount != schedule->grid().messageCount())
    return where + "wrong number of messages";
  if (report.stepCount != schedule->stepCount() ||
      report.totalCost != schedule->totalCost())
    return where + "counts differ from those of the report";
  if (promisesFewestSteps(strategy) && !report.stepsAreLeast())
    return where + "more steps than needed";
  if (report.stepCount < report.bounds.stepCount ||
      report.totalCost < report.bounds.totalCost ||
      report.totalCost < schedule->costLowerBound())
    return where + "below a lower bound";
  return "";
}

} // namespace redist::schedule::test

#endif
