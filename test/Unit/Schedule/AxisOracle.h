//===- AxisOracle.h - An axis element by element ----------------*- C++ -*-===//
//
// What AxisFinder is tested against: the owners of every element of an axis,
// one by one.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_AXISORACLE_H
#define REDIST_TEST_UNIT_SCHEDULE_AXISORACLE_H

#include "redistSchedule/Intersection/AxisFinder.h"

#include <string>

namespace redist::schedule::test {

/// What is wrong with an AxisFinder of this axis; empty if nothing is.
/// Precondition: check() finds nothing wrong; the axis has a length.
std::string offenceOf(const Axis &);

/// "gen_block(3,0,5) 1:+2 -> cyclic(2) on 4 0:+1, 17 elements".
std::string describe(const Axis &);

} // namespace redist::schedule::test

#endif
