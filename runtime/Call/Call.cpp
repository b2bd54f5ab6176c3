//===- Call.cpp - Completed parameters of a redistribution ----------------===//
#include "Call/Call.h"

#include "Call/Operators.h"
#include "Call/Sections.h"
#include "Call/StorageShapes.h"

#include <algorithm>
#include <optional>
#include <utility>

namespace redist::runtime {

using detail::object_entry;
using detail::object_layout;

bool Call::isEmpty() const {
  const auto none = [](const CallSide &side) {
    return std::any_of(side.sections.begin(),
                       side.sections.begin() +
                           static_cast<std::ptrdiff_t>(side.dimensions),
                       [](const section &one) { return one.length == 0; });
  };
  return none(source) || none(target);
}

bool Call::hasMaps() const {
  const auto hasAny = [](const CallSide &side) {
    for (std::size_t k = 0; k < side.dimensions; ++k)
      if (side.isMapped(k))
        return true;
    return false;
  };
  return hasAny(source) || hasAny(target);
}

bool Call::isPartInPlace() const {
  const auto isPart = [](const CallSide &side) {
    return std::any_of(side.sections.begin(),
                       side.sections.begin() +
                           static_cast<std::ptrdiff_t>(side.dimensions),
                       [](const section &one) { return !one.is_whole; });
  };
  return inPlace && (isPart(source) || isPart(target));
}

std::vector<std::size_t> Call::lackedByTarget() const {
  std::vector<std::size_t> lacked;
  const auto end =
      permutation.begin() + static_cast<std::ptrdiff_t>(target.dimensions);
  for (std::size_t d = 0; d < source.dimensions; ++d)
    if (std::find(permutation.begin(), end, static_cast<int>(d)) == end)
      lacked.push_back(d);
  return lacked;
}

static std::string countText(std::size_t count, const char *what) {
  return std::to_string(count) + " " + what + (count == 1 ? "" : "s");
}

static void requireDimensions(const char *clause, std::size_t found,
                              std::size_t wanted,
                              const char *whose = "the object") {
  if (found != wanted)
    throw error(std::string(clause) + " has " + countText(found, "dimension") +
                ", but " + whose + " has " + std::to_string(wanted));
}

/// What all objects of a side know; null where none knows anything.
static const object_layout *knownLayout(const Call &call, bool ofTarget) {
  const object_layout *first = nullptr;
  for (const object_entry &entry : call.entries()) {
    if (!(ofTarget ? entry.target_knows : entry.source_knows))
      continue;
    const object_layout &one =
        ofTarget ? entry.target_layout : entry.source_layout;
    if (first && first->order != one.order)
      throw error("one array is stored by rows and another by columns");
    if (first && first->extents != one.extents)
      throw error("the arrays of one directive have different extents");
    const std::size_t brackets =
        ofTarget ? call.target.dimensions : call.source.dimensions;
    if (one.dimension_count != brackets)
      throw error("a distributed array of " +
                  countText(one.dimension_count, "dimension") + " has " +
                  countText(brackets, "bracket"));
    first = first ? first : &one;
  }
  return first;
}

/// Puts what the array knows into the side, and checks the brackets against it.
static void fillExtents(const object_layout *known, CallSide &side) {
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    const section &bracket = side.sections[k];
    std::int64_t &extent = side.extents[k];
    const bool isTold = bracket.is_whole || bracket.has_extent;
    if (isTold)
      extent = bracket.is_whole ? bracket.length : bracket.extent;
    if (bracket.has_extent && extent < 0)
      throw error("the extent" + inDimension(side, k) + " is " +
                  std::to_string(extent) + ", which is negative");
    if (!known)
      continue;
    if (isTold && extent != known->extents[k])
      throw error("the extent" + inDimension(side, k) + " is " +
                  std::to_string(extent) + ", but the array's is " +
                  std::to_string(known->extents[k]));
    extent = known->extents[k];
  }
}

/// room() and lead().
static void checkStorageWords(const char *clause, const object_layout *known,
                              const CallSide &side) {
  const layout &given = side.given;
  if (given.width_count == 0 && !given.has_lead)
    return;
  const std::string of = std::string(" of ") + clause;
  if (given.width_count != 0 && given.width_count != side.dimensions)
    throw error((given.has_halo ? "halo()" : "room()") + of + " has " +
                countText(given.width_count, "width") + " for " +
                countText(side.dimensions, "dimension"));
  for (std::size_t k = 0; k < given.width_count; ++k) {
    const std::int64_t least =
        std::min(given.widths[k].before, given.widths[k].after);
    if (least < 0)
      throw error("the width" + inDimension(side, k) + of + " is " +
                  std::to_string(least) + ", which is negative");
  }
  if (!given.has_lead)
    return;
  if (known)
    throw error("lead()" + of + " is for raw storage, not for a redist::array");
  if (side.dimensions == 1)
    throw error("lead()" + of +
                " is the distance between neighbouring rows, "
                "and an array of one dimension has no rows");
}

static void completeSource(const redistribution &what, Call &call) {
  CallSide &side = call.source;
  side.dimensions = what.dimension_count;
  side.sections = what.source_sections;
  side.extents = what.source_extents;
  side.strides = what.source_strides;
  side.hasStrides = what.has_source_strides;
  side.order = what.order;
  const object_layout *const known = knownLayout(call, false);
  fillExtents(known, side);
  const bool allKnow =
      std::all_of(call.entries().begin(), call.entries().end(),
                  [](const object_entry &entry) { return entry.source_knows; });
  if (!what.has_source_layout && !allKnow)
    throw error("from() is missing: only a redist::array knows its layout");
  side.given = what.has_source_layout ? what.source_layout : *known->current;
  requireDimensions("from()", side.given.dimension_count, side.dimensions);
  if (known) {
    side.order = known->order;
    // relabel() may have given it others than from() says.
    if (!side.given.map.is_given() &&
        std::cmp_equal(known->current->map.count, side.given.positions()))
      side.given.map = known->current->map;
  }
  checkStorageWords("from()", known, side);
  applyShapes(call, false, known || what.has_order, side);
}

/// Without brackets of its own the target is as large as the source's sections;
/// in place it is these.
static void completeTarget(const redistribution &what, Call &call) {
  CallSide &side = call.target;
  side.extents = what.target_extents;
  side.strides = what.target_strides;
  side.hasStrides = what.has_target_strides;
  side.order = call.inPlace && !what.has_order ? call.source.order : what.order;
  side.given = what.target_layout;
  const char *const whose =
      what.has_target_sections ? "the destination" : "the object";
  requireDimensions("to()", side.given.dimension_count, side.dimensions, whose);
  for (std::size_t k = 0; k < side.dimensions; ++k) {
    if (what.has_target_sections) {
      side.sections[k] = what.target_sections[k];
      continue;
    }
    const auto from = static_cast<std::size_t>(call.permutation[k]);
    const section &theirs = call.source.sections[from];
    side.sections[k] = call.inPlace ? theirs : whole(theirs.length);
    if (call.inPlace)
      side.extents[k] = call.source.extents[from];
  }
  // In place the array's own extents are those of the source.
  const object_layout *const ofTarget = knownLayout(call, true);
  const object_layout *const known = call.inPlace ? nullptr : ofTarget;
  fillExtents(known, side);
  if (known && !what.has_order)
    side.order = known->order;
  checkStorageWords("to()", ofTarget, side);
  applyShapes(call, true, known || what.has_order, side);
}

static void completePermutation(const redistribution &what, Call &call) {
  for (std::size_t k = 0; k < max_dimensions; ++k)
    call.permutation[k] = static_cast<int>(k);
  const std::size_t ofSource = what.dimension_count;
  std::size_t &ofTarget = call.target.dimensions;
  ofTarget = what.has_target_sections ? what.target_section_count : ofSource;
  if (!what.is_permuted) {
    requireDimensions("into()", ofTarget, ofSource);
    return;
  }
  if (ofTarget > max_dimensions)
    throw error("an array has 1 to " + std::to_string(max_dimensions) +
                " dimensions, not " + std::to_string(ofTarget));
  requireDimensions("permute()", what.permutation_count, ofTarget,
                    what.has_target_sections ? "the destination"
                                             : "the object");
  std::array<bool, max_dimensions> taken{};
  for (std::size_t k = 0; k < ofTarget; ++k) {
    const int one = what.permutation[k];
    if (one == lacking && what.has_target_sections) {
      call.permutation[k] = one;
      continue;
    }
    if (one < 0 || static_cast<std::size_t>(one) >= ofSource)
      throw error("permute(): " + std::to_string(one) +
                  " is no dimension of the source, which has " +
                  std::to_string(ofSource));
    bool &isTaken = taken[static_cast<std::size_t>(one)];
    if (isTaken)
      throw error("permute(): dimension " + std::to_string(one) +
                  " is there twice");
    isTaken = true;
    call.permutation[k] = one;
  }
}

/// Objects of one directive have the same brackets.
static void requireSameBrackets(const redistribution &what) {
  const bracket_difference &difference = what.difference;
  if (!difference.what)
    return;
  const std::string where =
      what.dimension_count > 1
          ? " of dimension " + std::to_string(difference.dimension)
          : "";
  throw error("the " + std::string(difference.what) + where + " of '" +
              difference.object + "' is " + std::to_string(difference.found) +
              ", but that of '" + difference.first + "' is " +
              std::to_string(difference.wanted) +
              ": objects of one directive have the same brackets");
}

/// Of what it only may hold, storage does not tell how long an array is.
void fillCapacity(const redistribution &what, std::span<object_entry> entries) {
  if (!what.has_capacity)
    return;
  if (what.capacity_elements < 0)
    throw error("capacity() is " + std::to_string(what.capacity_elements) +
                ", which is negative");
  bool isUsed = false;
  for (object_entry &entry : entries) {
    if (entry.target_size != detail::unknown_size)
      continue;
    isUsed = true;
    entry.target_size = what.capacity_elements;
    entry.target_tells_extents = false;
    if (!entry.in_place)
      continue;
    entry.source_size = what.capacity_elements;
    entry.source_tells_extents = false;
  }
  if (!isUsed)
    throw error("capacity() is for pointers: the size of all other storage is "
                "known");
}

/// A redist::array has a formula for where its elements lie.
static void refuseMappedArrays(const Call &call) {
  for (const object_entry &entry : call.entries())
    for (std::size_t k = 0; k < max_dimensions; ++k)
      if ((entry.source_knows && call.source.isMapped(k)) ||
          (entry.target_knows && call.target.isMapped(k)))
        throw error("a redist::array cannot be indirect or listed: raw storage "
                    "can, a std::vector for example");
}

static std::span<const grid_holders> givenHolders(const layout &given) {
  return {given.holders.data(), std::min(given.holder_count, max_holders)};
}

static bool isPart(const grid_holders &one) {
  return one.role == grid_role::parts;
}

/// Parts are of a source, which are combined by one operator. Where the call
/// does not tell it, as the layout of an array need not be told, the layout
/// does, if it is built in.
static void completeParts(std::span<object_entry> entries, Call &call) {
  if (std::ranges::any_of(givenHolders(call.target.given), isPart))
    throw error("to(): partial() is for sources: a target gets values, not "
                "parts of them");
  std::optional<detail::builtin_operator> op;
  for (const grid_holders &one : givenHolders(call.source.given)) {
    if (!isPart(one))
      continue;
    call.hasParts |= one.ranks > 1;
    if (op && *op != one.op)
      throw error("from(): the parts of an element are combined by one "
                  "operator, but partial() names several");
    op = one.op;
  }
  if (!call.hasParts)
    return;
  if (call.hasMaps())
    throw error("partial() cannot be combined with indirect and listed: "
                "redistribute the values in a second directive");
  for (object_entry &entry : entries) {
    if (entry.parts.is_used)
      continue;
    entry.parts.op = *op;
    entry.parts.type = entry.number;
    if (!isBuiltin(entry.parts))
      throw error("from(): the operator of partial() is not known: an array "
                  "knows only built-in ones on numbers; state it in the "
                  "directive");
    entry.parts.is_used = true;
  }
}

/// What does not depend on sides.
static void completeClauses(const directive &where, const redistribution &what,
                            std::span<const object_entry> entries, Call &call) {
  call.objects = entries.data();
  call.objectCount = entries.size();
  call.inPlace = !entries.empty() && entries.front().in_place;
  call.relabels = what.position != nullptr;
  call.combines = !entries.empty() && entries.front().combiner.is_used;
  call.hasParts = false;
  if (call.combines && call.relabels)
    throw error("relabel() gives a rank another part of the array, and "
                "accumulate() combines what arrives with the part that it has");
  call.strategy = where.strategy ? where.strategy : "auto";
  if (what.dimension_count == 0 || what.dimension_count > max_dimensions)
    throw error("an array has 1 to " + std::to_string(max_dimensions) +
                " dimensions, not " + std::to_string(what.dimension_count));
  requireSameBrackets(what);
  completePermutation(what, call);
}

void completeCall(const directive &where, const redistribution &what,
                  std::span<object_entry> entries, Call &call) {
  completeClauses(where, what, entries, call);
  completeSource(what, call);
  completeTarget(what, call);
  refuseMappedArrays(call);
  completeParts(entries, call);
}

/// The objects' brackets are those of the target.
static void completeReceiver(const redistribution &what, Call &call) {
  CallSide &side = call.target;
  side.extents = what.target_extents;
  side.strides = what.target_strides;
  side.hasStrides = what.has_target_strides;
  side.sections = what.source_sections;
  side.order = what.order;
  const object_layout *const known = knownLayout(call, true);
  if (!what.has_target_layout && !known)
    throw error("to() is missing: only a redist::array knows its layout");
  side.given = what.has_target_layout ? what.target_layout : *known->current;
  requireDimensions("to()", side.given.dimension_count, side.dimensions);
  fillExtents(known, side);
  if (known && !what.has_order)
    side.order = known->order;
  checkStorageWords("to()", known, side);
  applyShapes(call, true, known || what.has_order, side);
}

void completeOwnSide(const directive &where, const redistribution &what,
                     std::span<const object_entry> entries, Call &call) {
  completeClauses(where, what, entries, call);
  if (what.has_target_sections)
    throw error("into() has no place beside remote: the object itself is sent "
                "or received");
  if (call.relabels)
    throw error("relabel() has no place beside remote: no rank has a part of "
                "both layouts");
  if (call.combines && what.sends())
    throw error("accumulate() stands where the object is received, beside "
                "from(remote)");
  call.inPlace = false;
  call.direction = what.sends() ? Direction::Sent : Direction::Received;
  call.source.dimensions = what.dimension_count; // so far those of both
  CallSide &other = what.sends() ? call.target : call.source;
  other.extents.fill(-1);
  if (what.sends())
    completeSource(what, call);
  else
    completeReceiver(what, call);
  if (call.hasMaps())
    throw error("indirect() and listed() have no place beside remote: who has "
                "which element is found within one group");
  const CallSide &own = what.sends() ? call.source : call.target;
  if (std::ranges::any_of(givenHolders(own.given), isPart))
    throw error("partial() has no place beside remote: combine the parts in a "
                "directive before it");
}

} // namespace redist::runtime
