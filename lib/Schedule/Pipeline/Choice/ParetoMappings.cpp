//===- ParetoMappings.cpp - Pareto front of period and latency ------------===//
//
// The least period without a limit, then under ever lower limits: each mapping
// found sets the next limit, one tick below its own latency. While the period
// stays the same the limit falls faster and faster, so that few mappings that
// are then found to be worse are looked at.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Choice/ExactIntervals.h"
#include "Pipeline/Mapping/CycleTimes.h"

using namespace redist::schedule;

/// Elementary operations for the first point that is not proved: some 0.2 s.
/// The next one gets half of it, the third one a third: together little more
/// than a second.
static constexpr std::int64_t workOfPoint = 60'000'000;

static Result<MadeMapping> underLimit(PipelineInstance instance,
                                      std::int64_t limit,
                                      const MappingOptions &options,
                                      std::int64_t &unproved) {
  instance.latencyLimit = limit;
  MappingOptions perPoint = options;
  if (perPoint.workLimit == 0)
    perPoint.workLimit = workOfPoint / (1 + unproved);
  Result<MadeMapping> made =
      bestIntervals(instance, MappingKind::Interval, perPoint);
  unproved += made && !made->isOptimal;
  return made;
}

/// The mapping of least latency among those of the point's period, in its
/// place. Goes out: the next point; an error where there is none.
static Result<MadeMapping> nextPoint(const PipelineInstance &instance,
                                     MadeMapping &point,
                                     const MappingOptions &options,
                                     std::int64_t &unproved) {
  for (std::int64_t step = 1;;) {
    Result<MadeMapping> lower = underLimit(
        instance, std::max<std::int64_t>(0, point.cost.latency - step), options,
        unproved);
    if (lower && !(periodOf(point.cost) < periodOf(lower->cost))) {
      if (lower->cost.latency == 0)
        return Error{ErrorKind::NoMapping, "no latency is below 0"};
      lower->isOptimal &= point.isOptimal;
      point = *std::move(lower);
      step *= 2;
    } else if (step == 1) {
      return lower;
    } else {
      step = 1;
    }
  }
}

Result<std::vector<MadeMapping>>
redist::schedule::paretoMappings(const PipelineInstance &instance,
                                 const MappingOptions &options) {
  std::int64_t unproved = 0;
  Result<MadeMapping> next =
      underLimit(instance, instance.latencyLimit, options, unproved);
  if (!next)
    return next.error();
  std::vector<MadeMapping> points;
  while (next) {
    points.push_back(*std::move(next));
    if (points.back().cost.latency == 0)
      break;
    next = nextPoint(instance, points.back(), options, unproved);
  }
  // A later point may repeat a period where proofs were cut short.
  std::vector<MadeMapping> front;
  for (MadeMapping &point : points) {
    while (!front.empty() &&
           !(periodOf(front.back().cost) < periodOf(point.cost)))
      front.pop_back();
    front.push_back(std::move(point));
  }
  return front;
}
