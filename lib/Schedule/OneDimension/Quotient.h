//===- Quotient.h - Quotient graph of a communication grid -----*- C++ -*-===//
//
// One of the g0 translated copies of a communication grid, as a weighted
// bipartite graph. Private to lib/Schedule.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_ONEDIMENSION_QUOTIENT_H
#define REDIST_LIB_SCHEDULE_ONEDIMENSION_QUOTIENT_H

#include "redistSchedule/EdgeColouring/Colouring.h"
#include "redistSchedule/Intersection/CommunicationGrid.h"

namespace redist::schedule {

/// Number of messages of the quotient: n * alpha * beta.
std::int64_t quotientSize(const CommunicationGrid &);

/// Rows (row type, x), columns (column type, y); edges by class number, then x,
/// then y, as in a table of steps. Precondition: fewer than 2^31 edges.
///
/// Every colouring of it lifts to a schedule of the whole grid with the same
/// steps and costs. Nothing is lost by that: a matching of the whole grid,
/// averaged over the g0 translations, is a fractional matching of the quotient
/// that saturates the same types of ranks, and the matchings of a bipartite
/// graph are the corners of the polytope of fractional ones. So a matching of
/// greatest weight of the quotient, lifted, is one of the whole grid, with or
/// without vertices that must be saturated, and the stepwise and greedy
/// strategies on the quotient are legal runs of those on the grid.
BipartiteGraph quotientGraph(const CommunicationGrid &);

} // namespace redist::schedule

#endif
