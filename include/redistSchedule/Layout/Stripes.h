//===- Stripes.h - Copies by way of stripes -------------------------------===//
//
// Where the target of combined parts has c copies, each of them need not
// combine all: one combines a stripe of the elements, another c-th of them, and
// passes its values on to the others. So a rank gets its elements' parts once
// for all copies, and values once. Copies of what few ranks have use stripes,
// too: each copy gets one stripe from these ranks, and the other stripes from
// the other copies. Comes in: the dimensions and the holders of both sides.
// Goes out: the two assignments, from the source to stripes and from stripes to
// the target, and which rank of the target has which stripe.
//
//   * on 4 parts -> * on 4 copies, N = 12: block on 4, whose ranks are those of
//   the copies; then block on 4 -> * on 4 copies. 2 * 3 / 4 of N for a rank.
//
//   * on 1 -> * on 4 copies: the same two steps. Its rank sends 3 / 4 of N, and
//   then 3 / 4 again, not 3 N.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_LAYOUT_STRIPES_H
#define REDISTSCHEDULE_LAYOUT_STRIPES_H

#include "redistSchedule/Layout/Assignment.h"

namespace redist::schedule {

struct Stripes {
  /// From the source; and to the target. The stripes between are an array of
  /// the sections' lengths, whole, without holders; its dimensions are the axes
  /// of the assignment, which both have. No ranks are shared.
  Assignment combining, spreading;
  /// Position of the target's grid that is the same rank as a position of the
  /// stripes' grid; as many of either.
  std::vector<std::int64_t> targetOf;
};

/// Arrays of fewer bytes take one step, without a look at two, which may be
/// faster on many ranks.
inline constexpr std::int64_t minBytesForStripes = 1024;

/// Nothing where the target has no copies, where elements have no parts and
/// more than half as many ranks have them as want them (or any owners), where
/// there are no elements, or where lengths are not known. Preconditions: as
/// withHolders(); check() finds nothing wrong with what that makes of them.
std::optional<Stripes> stripesOf(const Assignment &dimensions,
                                 const std::vector<Holders> &source,
                                 const std::vector<Holders> &target);

} // namespace redist::schedule

#endif
