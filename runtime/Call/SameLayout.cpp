//===- SameLayout.cpp - Equality of layouts -------------------------------===//
#include "Call/SameLayout.h"

#include <algorithm>

namespace redist::runtime {

static bool areSame(rank_map a, rank_map b) {
  return a.is_given() == b.is_given() && a.count == b.count &&
         std::equal(a.rank_of, a.rank_of + a.count, b.rank_of);
}

static bool areSame(const distribution &a, const distribution &b) {
  if (a.kind == distribution_kind::listed ||
      a.kind == distribution_kind::indirect)
    return false; // their maps tell
  if (a.kind != b.kind || a.block != b.block || a.size_count != b.size_count ||
      a.shifted != b.shifted)
    return false;
  for (std::size_t i = 0; i < a.size_count; ++i)
    if (a.size_at(a.sizes, i) != b.size_at(b.sizes, i))
      return false;
  return true;
}

/// Told by the same numbers; but for whether room is a halo.
static bool areSame(const layout &a, const layout &b) {
  if (a.dimension_count != b.dimension_count || a.grid_count != b.grid_count ||
      a.first_rank != b.first_rank || a.holder_count != b.holder_count ||
      !areSame(a.map, b.map))
    return false;
  for (std::size_t i = 0; i < std::min(a.holder_count, max_holders); ++i)
    if (a.holders[i].ranks != b.holders[i].ranks ||
        a.holders[i].place != b.holders[i].place ||
        a.holders[i].role != b.holders[i].role)
      return false;
  for (std::size_t k = 0; k < std::min(a.dimension_count, max_dimensions); ++k)
    if (!areSame(a.dimensions[k], b.dimensions[k]))
      return false;
  for (std::size_t k = 0; k < max_dimensions; ++k)
    if (a.widths[k].before != b.widths[k].before ||
        a.widths[k].after != b.widths[k].after)
      return false;
  if (a.has_lead != b.has_lead || a.row_distance != b.row_distance)
    return false;
  return std::equal(a.grid.begin(),
                    a.grid.begin() + static_cast<std::ptrdiff_t>(std::min(
                                         a.grid_count, max_dimensions)),
                    b.grid.begin());
}

/// One spelling of all that deal the `extent` elements alike: blocks are what
/// each coordinate gets of them, and on one coordinate is all of them. The
/// extent is -1 where it is not known.
static void unify(schedule::DimensionLayout &one, std::int64_t extent) {
  if (one.isMapped())
    return;
  const bool isDealtOnce =
      extent >= 0 &&
      (!one.isCyclic() ||
       one.block >= (extent + one.shift + one.ranks - 1) / one.ranks);
  if (one.ranks > 1 && !isDealtOnce)
    return;
  std::vector<std::int64_t> parts;
  for (std::int64_t i = 0; one.ranks > 1 && i < one.ranks; ++i)
    parts.push_back(one.localExtent(extent, i));
  one = {one.ranks, 1, parts};
}

static bool areAlike(const CallSide &side, ResolvedSide first,
                     ResolvedSide second) {
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    unify(first.dimensions[k], side.extents[k]);
    unify(second.dimensions[k], side.extents[k]);
  }
  return first == second;
}

bool areEquivalent(const char *clause, const CallSide &side, const layout &a,
                   const layout &b, int size) {
  return areSame(a, b) || areAlike(side, resolve(clause, side, a, size),
                                   resolve(clause, side, b, size));
}

bool haveOneLayout(const Call &call, int size) {
  const CallSide &from = call.source, &to = call.target;
  return areSame(from.given, to.given) ||
         (from.dimensions == to.dimensions &&
          areAlike(from, resolve("from", from, from.given, size),
                   resolve("to", to, to.given, size)));
}

static bool areSame(const section &a, const section &b) {
  return a.is_whole == b.is_whole && a.length == b.length &&
         (a.is_whole || (a.lower == b.lower && a.stride == b.stride));
}

/// The same elements in the same dimensions, in the same order.
static bool isUnmoved(const Call &call) {
  bool stays = call.source.order == call.target.order;
  for (std::size_t k = 0; k < call.source.dimensions; ++k)
    stays &= call.permutation[k] == static_cast<int>(k) &&
             areSame(call.source.sections[k], call.target.sections[k]);
  return stays;
}

bool keepsParts(const Call &call, const ResolvedSide &source,
                const ResolvedSide &target) {
  const bool hasGaps = !source.room.empty() || source.lead;
  if (!hasGaps || source.lead.has_value() != target.lead.has_value() ||
      !call.inPlace || call.relabels || !isUnmoved(call))
    return false;
  ResolvedSide withLeadOfSource = target; // a rank's own affair
  withLeadOfSource.lead = source.lead;
  return areAlike(call.source, source, withLeadOfSource);
}

void keepPart(Call &call, int size) {
  if (!call.isPartInPlace())
    return;
  checkSections(call);
  if (call.hasMaps())
    throw error("a section of indirect or listed needs into()");
  if (!isUnmoved(call) || !haveOneLayout(call, size))
    throw error("a section needs into(): in place the other elements would be "
                "in both layouts");
  call.relabels = false;
  if (call.target.given.has_halo)
    return; // which gets elements of neighbours all the same
  for (std::size_t k = 0; k < call.source.dimensions; ++k)
    call.source.sections[k].length = call.target.sections[k].length = 0;
}

} // namespace redist::runtime
