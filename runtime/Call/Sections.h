//===- Sections.h - Sections and extents of a call -------------*- C++ -*-===//
//
// Checks that the sections of both sides fit their arrays and each other.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_CALL_SECTIONS_H
#define REDIST_RUNTIME_CALL_SECTIONS_H

#include "Call/Call.h"

namespace redist::runtime {

/// Bytes and indices stay below: sums and small multiples stay in 64 bits.
constexpr std::int64_t maxBytes = std::int64_t{1} << 62;

/// Throws redist::error (no position): negative, outside of a known extent, or
/// of different lengths.
void checkSections(const Call &call);
/// The same of one side alone.
void checkSections(const CallSide &side, bool isRead);
/// Throws redist::error where an array of the side is too large to address.
void checkSize(const Call &call, const CallSide &side);

/// Whether it reads one element for all positions: a stride of 0.
bool isOneElement(const section &one);
/// One past the greatest index of a section; 0 where it has no elements.
/// Precondition: it is valid.
std::int64_t endOf(const section &one);
/// Elements along a dimension that are there for certain.
std::int64_t knownExtent(const CallSide &side, std::size_t dimension);
/// Whether source and target sections of one array have an element in common.
bool sectionsMeet(const Call &call);
/// " of dimension 1" where there are several, for messages.
std::string inDimension(const CallSide &side, std::size_t dimension);

} // namespace redist::runtime

#endif
