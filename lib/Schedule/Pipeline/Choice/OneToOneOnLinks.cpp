//===- OneToOneOnLinks.cpp - One-to-one mappings, different links ---------===//
//
// The search over sets of processors, with intervals of one stage each.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Choice/ExactIntervals.h"
#include "Pipeline/Links/LinkSearch.h"

using namespace redist::schedule;

/// Elementary operations, of some 4 ns each.
static constexpr std::int64_t exactWork = 300'000'000;

Result<MadeMapping>
redist::schedule::oneToOneOnLinks(const PipelineInstance &instance,
                                  const MappingOptions &options) {
  MadeMapping made;
  std::int64_t work = options.workLimit == 0 ? exactWork : options.workLimit;
  PeriodAnswer answer;
  if (instance.processors() <= LinkSearch::maxProcessors) {
    LinkSearch labels(instance, true);
    answer = searchPeriod(labels, work);
    made.method = "label setting over sets of processors";
  }
  if (!answer.mapping)
    return Error{ErrorKind::NoMapping,
                 answer.isProved
                     ? "no one-to-one mapping has all the links that it needs "
                       "and keeps all pins and limits"
                     : "no one-to-one mapping was found"};
  made.mapping = *std::move(answer.mapping);
  Result<MappingCost> cost = costOf(instance, made.mapping);
  if (!cost)
    return cost.error();
  made.cost = *std::move(cost);
  made.periodBound = static_cast<std::int64_t>(answer.bound);
  made.isOptimal =
      made.cost.periodDivisor == 1 && made.cost.period == made.periodBound;
  return made;
}
