//===- SegmentPipeline.cpp - Segments along a tree ------------------------===//
//
// Times are found on demand, from the root down: when a segment is ready at a
// rank depends on that segment at its children, and on the rank's port, which
// was last used for the segment before.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Program/SegmentPipeline.h"

using namespace redist::schedule;

SegmentPipeline::SegmentPipeline(const ReductionSchedule &schedule) {
  std::vector<std::int64_t> ranks = {0};
  for (std::size_t next = 0; next < ranks.size(); ++next) {
    const ReductionRole role = schedule.role(ranks[next], 0);
    Place place;
    place.firstChild = ranks.size();
    place.childCount = role.children.size();
    places.push_back(place);
    for (const ReductionChild &child : role.children)
      ranks.push_back(child.rank);
  }
}

std::int64_t SegmentPipeline::length(std::int64_t transfer,
                                     std::int64_t combine,
                                     std::int64_t segments) {
  transferCost = transfer, combineCost = combine, segmentCount = segments;
  for (Place &place : places) {
    Place fresh;
    fresh.firstChild = place.firstChild, fresh.childCount = place.childCount;
    place = fresh;
  }
  for (std::int64_t segment = 0; segment < segments; ++segment)
    readyTime(0, segment);
  return places[0].ready;
}

/// Precondition: the rank has sent the segment before.
std::int64_t SegmentPipeline::readyTime(std::size_t index,
                                        std::int64_t segment) {
  Place &place = places[index];
  if (place.childCount > 0 && place.segment < segment)
    combineSegment(place, segment);
  return place.ready;
}

void SegmentPipeline::combineSegment(Place &place, std::int64_t segment) {
  for (std::size_t i = place.hasNext ? 1 : 0; i < place.childCount; ++i)
    receive(place, place.firstChild + i, segment);
  place.segment = segment;
  place.ready = place.combineEnd;
  place.hasNext = false;
  if (segment + 1 == segmentCount ||
      earliestStart(place, place.firstChild, segment + 1) >= place.ready)
    return;
  receive(place, place.firstChild, segment + 1);
  place.hasNext = true;
}

std::int64_t SegmentPipeline::earliestStart(const Place &place,
                                            std::size_t child,
                                            std::int64_t segment) {
  const std::int64_t ready = readyTime(child, segment);
  return std::max(
      {ready, places[child].portFree, place.portFree, place.combineStart});
}

void SegmentPipeline::receive(Place &place, std::size_t child,
                              std::int64_t segment) {
  const std::int64_t end = earliestStart(place, child, segment) + transferCost;
  place.portFree = places[child].portFree = end;
  place.combineStart = std::max(end, place.combineEnd);
  place.combineEnd = place.combineStart + combineCost;
}
