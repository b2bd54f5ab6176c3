//===- ClauseArity.h - Numbers of dimensions agree --------------*- C++ -*-===//
//
// Private to the Sema room: checks that the numbers of dimensions, grid extents
// and objects of a directive match. They are the same in every instantiation,
// and all other checks go dimension by dimension.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_CLAUSEARITY_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_CLAUSEARITY_H

#include "Common/InstanceContext.h"

namespace redistc::sema {

/// Most dimensions of an array, as of redist::max_dimensions.
inline constexpr std::size_t maxDimensions = 16;

/// The first object with brackets; null where none has any.
const directive::ParsedObject *
firstWithBrackets(const std::vector<directive::ParsedObject> &);

/// Reports what does not fit.
void checkShape(InstanceContext &);

} // namespace redistc::sema

#endif
