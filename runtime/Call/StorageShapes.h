//===- StorageShapes.h - Objects that know their extents -------*- C++ -*-===//
//
// Comes in: a side of a call whose objects may be matrices and views that know
// extents, order and strides of their storage (redist::storage_traits). Goes
// out: the order and the strides of the side, and whether the extents are those
// of this rank's part. Errors are redist::error without a position.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_STORAGESHAPES_H
#define REDIST_RUNTIME_CALL_STORAGESHAPES_H

#include "Call/Call.h"

namespace redist::runtime {

/// Gives the side what its objects tell: order and strides, or, where sections
/// do not tell the extents of the whole array, the strides alone. Precondition:
/// the order of the side is that of the clause or of an array. `isOrderGiven`:
/// which others must have.
void applyShapes(const Call &call, bool ofTarget, bool isOrderGiven,
                 CallSide &side);

/// Whether the extents of the whole array are known, by which the storage of a
/// rank has exactly those of its part.
bool knowsExtents(const CallSide &side);

/// What is wrong with an object whose shape is not `local`, extents of this
/// rank's part (empty: there is none), or, not `isExact`, is smaller; "" where
/// nothing is. `whose`: "from" or "to".
std::string problemOfShape(const detail::storage_shape &shape,
                           const std::vector<std::int64_t> &local, bool isExact,
                           const char *whose, int rank);

/// Whether the object has the extents `local`.
bool hasExtents(const detail::storage_shape &shape,
                const std::vector<std::int64_t> &local);

} // namespace redist::runtime

#endif
