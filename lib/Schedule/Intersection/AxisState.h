//===- AxisState.h - State of an AxisFinder ---------------------*- C++ -*-===//
//
// Private to lib/Schedule: both sides of an axis (AxisSide.h), the period of
// both together, and the communication grid where the axis is regular. Lengths
// are found in AxisFinder.cpp, partners in AxisPartners.cpp.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_INTERSECTION_AXISSTATE_H
#define REDIST_LIB_SCHEDULE_INTERSECTION_AXISSTATE_H

#include "Support/Arithmetic.h"
#include "redistSchedule/Intersection/AxisFinder.h"
#include "redistSchedule/Intersection/AxisSide.h"
#include "redistSchedule/Intersection/CommunicationGrid.h"

namespace redist::schedule {

class AxisFinder::State {
public:
  explicit State(const Axis &);

  std::int64_t length(std::int64_t p, std::int64_t q) const;
  void partners(bool ofSource, std::int64_t coordinate,
                std::vector<AxisPartner> &) const;

private:
  struct Shared {
    IntervalList source, target;
  };
  Shared positions(std::int64_t p, std::int64_t q) const;
  struct Work {
    Int128 pairs = 0, solve = 0, walk = 0;
  };
  Work workOf(const Shared &, std::int64_t limit) const;
  template <typename Visit>
  void solve(const Shared &, std::int64_t limit, Visit) const;
  std::int64_t countBelow(const Shared &, std::int64_t limit) const;
  bool neverMeet(std::int64_t p, std::int64_t q) const;
  std::int64_t degree(bool ofSource) const;
  bool isOfSuperblocks() const;
  void partnersByClass(bool ofSource, std::int64_t coordinate,
                       std::vector<AxisPartner> &) const;
  void partnersByPieces(bool ofSource, const IntervalList &own,
                        std::vector<AxisPartner> &) const;

  void partnersByShares(bool ofSource, std::int64_t coordinate,
                        std::vector<AxisPartner> &) const;

  /// Of a mapped one, which know all; else null.
  std::shared_ptr<const AxisShares> shares;
  /// Of a regular axis.
  std::optional<CommunicationGrid> grid;
  /// Its superblock; 0: leaves 62 bits, or there is none.
  std::int64_t superblock = 0;
  /// All of a superblock of more than 62 bits is asked for.
  bool beyondCounting = false;
  std::int64_t elements;
  AxisSide source, target;
  /// Positions after which all pairs repeat, and how many such periods are
  /// complete: none where nothing repeats, and the period is the length or 1.
  std::int64_t period = 1, periods = 0;
  /// Both sides repeat and have more than one rank; gcd of their periods, and
  /// (Ts/g)^-1 mod Tt/g.
  bool bothRepeat = false;
  std::int64_t common = 1, inverse = 0;
};

} // namespace redist::schedule

#endif
