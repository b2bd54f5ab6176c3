//===- MakeMapping.cpp - Making a mapping of a kind -----------------------===//
//
// Every kind to its method; where links differ, of the mappings with that
// period one whose neighbours are near.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Pipeline/MakeMapping.h"

#include "Pipeline/Choice/ExactIntervals.h"
#include "Pipeline/Choice/HomogeneousIntervals.h"
#include "Pipeline/Choice/OneToOne.h"
#include "Pipeline/Heuristics/Heuristics.h"
#include "Pipeline/Heuristics/NearNeighbours.h"

using namespace redist::schedule;

static Result<MadeMapping> byHeuristic(const PipelineInstance &instance,
                                       MappingKind kind) {
  Result<Mapping> mapping = heuristicMapping(instance, kind);
  if (!mapping)
    return mapping.error();
  Result<MappingCost> cost = costOf(instance, *mapping);
  if (!cost)
    return cost.error();
  if (instance.latencyLimit >= 0 && cost->latency > instance.latencyLimit)
    return Error{ErrorKind::NoMapping,
                 "the mapping that " + std::string(nameOf(kind)) +
                     " finds does not keep the limit on the latency"};
  MadeMapping made;
  made.mapping = *std::move(mapping);
  made.cost = *std::move(cost);
  made.periodBound = simplePeriodBound(instance);
  made.isOptimal =
      made.cost.periodDivisor == 1 && made.cost.period == made.periodBound;
  made.method = std::string(nameOf(kind));
  return made;
}

static Result<MadeMapping> withNearNeighbours(const PipelineInstance &instance,
                                              Result<MadeMapping> made) {
  if (made)
    bringNeighboursNear(instance, *made);
  return made;
}

Result<MadeMapping>
redist::schedule::makeMapping(const PipelineInstance &instance,
                              MappingKind kind, const MappingOptions &options) {
  switch (kind) {
  case MappingKind::OneToOne:
    return withNearNeighbours(instance, oneToOne(instance, options));
  case MappingKind::Auto:
  case MappingKind::Interval:
  case MappingKind::Exact:
    if (isHomogeneous(instance))
      return homogeneousIntervals(instance);
    return withNearNeighbours(instance, bestIntervals(instance, kind, options));
  case MappingKind::H1a:
  case MappingKind::H1b:
  case MappingKind::H2:
  case MappingKind::H3:
  case MappingKind::H4:
  case MappingKind::H5:
  case MappingKind::H6:
  case MappingKind::H7a:
  case MappingKind::H7b:
    break;
  }
  return byHeuristic(instance, kind);
}
