//===- RedistributionParts.h - What tables and drawings share --*- C++ -*-===//
//
// Private to lib/View: the messages of a redistribution in the order of its
// grid, and the words that say which redistribution it is.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_VIEW_REDISTRIBUTIONPARTS_H
#define REDIST_LIB_VIEW_REDISTRIBUTIONPARTS_H

#include "redistc/View/RedistributionView.h"

#include <span>

namespace redistc::view {

/// A message together with its step.
struct MessageCell {
  std::int64_t from, to, length, step;
};

/// All messages by sender, then receiver.
std::vector<MessageCell>
messageCells(const std::vector<redist::schedule::Step> &);

/// By the dimensions of the source, without copies.
std::vector<std::optional<std::int64_t>>
extentsOf(const redist::schedule::Assignment &);

/// "10 x 20": a number, or L, for each of these.
std::string extentText(const redist::schedule::Assignment &);

bool hasAnyExtent(const RedistributionView &);

redist::schedule::ScheduleCounts countsOf(const RedistributionView &);

/// The lines of steps and total cost. `boundIsForSteps`: that of the cost is
/// for so many steps alone.
void writeCounts(const redist::schedule::ScheduleCounts &, bool boundIsForSteps,
                 std::ostream &);

/// The lines behind `title`.
void writeReport(const redist::schedule::VerifyReport &, std::string_view title,
                 std::ostream &);

// Of JSON, keys that the nodes' view has like the ranks'.
/// P, Q, r and s.
void writeAxis(JsonWriter &, const redist::schedule::Axis &);
/// One object for each dimension of the target, and for copies and parts.
void writeDimensions(JsonWriter &, const redist::schedule::Assignment &);
/// `carriers`: of each transfer, or none. `combines`: what is received is
/// combined.
void writeStep(JsonWriter &, const redist::schedule::Step &,
               std::span<const redist::schedule::Carriers> carriers = {},
               bool combines = false);
void writeReport(JsonWriter &, const redist::schedule::VerifyReport &);

/// "P = Q = 16, r = 3, s = 5, and L = 240"
std::string captionOf(const RedistributionView &);

} // namespace redistc::view

#endif
