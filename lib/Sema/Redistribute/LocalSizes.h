//===- LocalSizes.h - Local sizes of layouts -------------------*- C++ -*-===//
//
// Private to the Sema room: the number of elements on a rank, if all numbers
// are constants. Pure arithmetic.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDISTRIBUTE_LOCALSIZES_H
#define REDISTC_LIB_SEMA_REDISTRIBUTE_LOCALSIZES_H

#include "Redistribute/Layouts.h"

#include <variant>

namespace redistc::sema {

/// The most that any rank must hold; of sections, so that their elements have
/// room. Absent where that is not known.
std::optional<std::int64_t> largestLocalSize(const plan::CheckedLayout &,
                                             const Sections &);

/// A rank of the target grid that needs more elements than it held.
struct Growth {
  std::int64_t position = 0; ///< in the target grid
  std::int64_t needed = 0, held = 0;
};
struct NoGrowth {};
struct TooManyRanks {}; ///< to look at each
struct NotKnown {};     ///< too large for a schedule, which Plan reports

/// The first rank that needs more, of whole arrays. `isRelabelled`: any rank of
/// the target may get any of its parts.
/// Precondition: all numbers are constants.
std::variant<NoGrowth, Growth, TooManyRanks, NotKnown>
findGrowth(const plan::CheckedLayout &from, const Sections &source,
           const plan::CheckedLayout &to, const Sections &target,
           bool isRelabelled);

} // namespace redistc::sema

#endif
