//===- SameLayout.h - Equality of layouts ----------------------*- C++ -*-===//
//
// Compares the layouts in from() and to() with that of an array by the
// positions of the elements, not by their notation: block is block(25) for 100
// elements on 4 ranks. A part of an array has the layout of the whole: in place
// it can only stay.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_SAMELAYOUT_H
#define REDIST_RUNTIME_CALL_SAMELAYOUT_H

#include "Call/ValidatedCall.h"

namespace redist::runtime {

/// Whether both put every element of the side on the same rank of `size`.
/// Allocates nothing where they are told alike. Throws redist::error where one
/// is no layout of the side; `clause` says whose they are.
bool areEquivalent(const char *clause, const CallSide &side, const layout &a,
                   const layout &b, int size);

/// The same of the layouts of the call's two sides.
bool haveOneLayout(const Call &call, int size);

/// In place, all ranks keep their parts, and storage has room or a lead:
/// nothing but halos travels. All ranks say the same, whatever their leads are.
bool keepsParts(const Call &call, const ResolvedSide &source,
                const ResolvedSide &target);

/// A section in place: its elements stay where they are, and the call becomes
/// one that moves nothing, but for a halo. Other calls are left as they are.
/// Throws redist::error (no position) where a section is wrong, or where the
/// target layout is not the source's: the other elements would be in both.
void keepPart(Call &call, int size);

} // namespace redist::runtime

#endif
