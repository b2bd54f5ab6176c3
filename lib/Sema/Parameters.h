//===- Parameters.h - Integers of the clauses ------------------*- C++ -*-===//
//
// Private to the Sema room: extents, block sizes, ranks. Type, value where it
// is a constant, and the rules among constants.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PARAMETERS_H
#define REDISTC_LIB_SEMA_PARAMETERS_H

#include "InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

#include "redist/Schedule/BlockCyclic.h"

namespace redistc::sema {

/// An extent, not negative.
plan::Parameter checkExtent(InstanceContext &,
                            const directive::ParsedExpression &);

/// A layout; with the extent the size of its blocks is checked as well.
plan::CheckedLayout checkLayout(InstanceContext &,
                                const directive::ParsedLayout &,
                                const plan::Parameter &extent);

/// The block-cyclic map of a layout whose numbers are all constant.
std::optional<redist::schedule::BlockCyclic>
constantMap(const plan::CheckedLayout &, const plan::Parameter &extent);

} // namespace redistc::sema

#endif
