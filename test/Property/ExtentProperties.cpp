//===- ExtentProperties.cpp - Any extent, element by element --------------===//
//
// Random small redistributions of arbitrary extents, every strategy, against
// owners counted one by one: the transfers of all steps carry every element
// once, between its owners, and no rank sends or receives twice in a step.
//
//===----------------------------------------------------------------------===//
#include "Properties.h"

#include "redistSchedule/Product/GridSchedule.h"

#include <gtest/gtest.h>
#include <rapidcheck/gtest.h>

#include <set>

using namespace redist::schedule;
using namespace redist::schedule::test;

static std::int64_t upTo(std::int64_t most) {
  return *rc::gen::inRange<std::int64_t>(1, most + 1);
}

/// Lengths that the steps carry; asserts that steps have no contention.
static Lengths carried(const std::vector<Step> &steps,
                       const Redistribution &parameters) {
  Lengths lengths = countElements(parameters, 0);
  for (const Step &step : steps) {
    std::set<std::int64_t> senders, receivers;
    std::int64_t longest = 0;
    for (const auto &[from, to, length] : step.transfers) {
      RC_ASSERT(senders.insert(from).second);
      RC_ASSERT(receivers.insert(to).second);
      RC_ASSERT(length > 0);
      lengths.at(static_cast<std::size_t>(from))
          .at(static_cast<std::size_t>(to)) += length;
      longest = std::max(longest, length);
    }
    RC_ASSERT(step.cost == longest);
  }
  return lengths;
}

/// Schedules of one axis, of less than a superblock and of many, with block
/// layouts among them: every element once and, where promised, as few steps as
/// the busiest rank has messages.
RC_GTEST_PROP(Extents, EveryStrategyCarriesEveryElementOnce, ()) {
  const std::int64_t extent = *rc::gen::inRange<std::int64_t>(0, 3000);
  const std::int64_t longest = *rc::gen::arbitrary<bool>() ? 9 : 30;
  Redistribution parameters =
      redistribution(upTo(12), upTo(12), upTo(longest), upTo(longest));
  if (*rc::gen::arbitrary<bool>())
    parameters.source = *makeBlock(parameters.source.ranks, extent);
  if (*rc::gen::arbitrary<bool>())
    parameters.target = *makeBlock(parameters.target.ranks, extent);
  const Assignment assignment = oneAxis(parameters, extent);
  const Lengths expected = countElements(parameters, extent);
  const std::int64_t degree = maximumDegree(expected);
  RC_ASSERT(lowerBounds(assignment).stepCount == degree);
  for (const std::string_view strategyName : strategyNames()) {
    const StrategyKind strategy = *strategyFromName(strategyName);
    const Result<GridSchedule> schedule =
        makeGridSchedule(assignment, strategy);
    if (!schedule) {
      RC_ASSERT(mayNotApply(strategy));
      continue;
    }
    const std::vector<Step> steps = schedule->allSteps(assignment);
    RC_ASSERT(carried(steps, parameters) == expected);
    RC_ASSERT(verify(*schedule, assignment).valid());
    if (promisesFewestSteps(strategy) && !mayNotApply(strategy))
      RC_ASSERT(static_cast<std::int64_t>(steps.size()) == degree);
    const Result<GridSchedule> decoded = decodeGrid(encode(*schedule));
    RC_ASSERT(bool(decoded));
    RC_ASSERT(decoded->hash() == schedule->hash());
    RC_ASSERT(decoded->assignment() == schedule->assignment());
  }
}
