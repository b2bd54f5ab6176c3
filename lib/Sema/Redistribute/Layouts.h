//===- Layouts.h - from and to ---------------------------------*- C++ -*-===//
//
// Private to the Sema room: a layout, the rules between it and the brackets of
// the object that has it, and the block-cyclic maps of its dimensions.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_LAYOUTS_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_LAYOUTS_H

#include "Common/Sections.h"

#include "redistSchedule/Layout/BlockCyclic.h"

namespace redistc::sema {

/// A layout of an object with these brackets, one a dimension. `knowsExtents`:
/// the object knows its whole extents, and `block` in a dimension of which a
/// section takes part needs no size.
plan::CheckedLayout checkLayout(InstanceContext &,
                                const directive::ParsedLayout &,
                                const Sections &, bool knowsExtents);

/// halo() of a target: of parts that are one interval, of known extents.
void checkHalo(InstanceContext &, const directive::ParsedLayout &,
               const plan::CheckedLayout &, const Sections &,
               bool knowsExtents);

/// One dimension of a layout as a block-cyclic map. Undistributed is one rank.
using DimensionMap = std::optional<redist::schedule::BlockCyclic>;

/// Dimension by dimension; absent where a number is no constant, of a
/// gen_block, and where there is a shift.
std::vector<DimensionMap> constantMaps(const plan::CheckedLayout &,
                                       const Sections &);

/// `local` elements of dimension k with the room around them; none around
/// nothing. Absent where a width is no constant.
std::optional<std::int64_t> padded(const plan::CheckedLayout &, std::size_t k,
                                   std::int64_t local);

/// Both deal alike, whatever the extents are, into storage of one shape.
bool areIdentical(const plan::CheckedLayout &, const plan::CheckedLayout &);

/// "'n' is not a constant", of the first number of the layout that is none;
/// empty if all are.
std::string notConstant(const plan::CheckedLayout &);

} // namespace redistc::sema

#endif
