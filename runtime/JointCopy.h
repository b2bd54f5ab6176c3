//===- JointCopy.h - What a rank gets, line by line ------------*- C++ -*-===//
//
// Where a rank sees what it gets from all others, in their storage or in chunks
// of messages, and its own part of the target lies in one piece, period by
// period: one program (LineProgram.h) instead of a copy from each. Comes in: a
// plan, and what the rank sees. What follows the last whole period is not part
// of it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_JOINTCOPY_H
#define REDIST_RUNTIME_JOINTCOPY_H

#include "LineProgram.h"
#include "RedistributionPlan.h"

#include <optional>

namespace redist::runtime {

/// The periods of this rank's part of the target.
struct JointPeriods {
  InterleavedPeriod period;
  std::int64_t periods;
  std::int64_t begin;     ///< of the target's first period; in elements
  std::vector<int> ranks; ///< by source
  std::vector<std::int64_t> begins; ///< by source: of its first period
};

/// From storage, that of others, too. Nothing where there is no such period, or
/// where `isSeen` (by rank) and the rank itself do not have all of it.
std::optional<JointPeriods> jointPeriods(const RedistributionPlan &plan,
                                         const std::vector<bool> &isSeen);

/// From messages, as they are packed, and the rank's own storage. Nothing where
/// there is no such period.
std::optional<JointPeriods> jointPeriods(const RedistributionPlan &plan);

/// The programs of all objects of a plan.
class JointCopy {
public:
  JointCopy(JointPeriods joint, const std::vector<std::int64_t> &elementSizes);

  /// Ranks whose elements are read, by source.
  const std::vector<int> &ranks() const { return joint.ranks; }
  std::int64_t periods() const { return joint.periods; }
  /// `address`: where the source begins, with period `period`.
  void setSource(std::size_t source, std::size_t object,
                 const std::byte *address, std::int64_t period = 0) {
    from[object * joint.ranks.size() + source] = {address, period};
  }
  /// Whether there are programs for these targets, an address an object.
  bool prepare(std::span<std::byte *const> targets);
  /// Periods [begin, end).
  /// Precondition: prepared, and the sources have them. `ahead`: as copyRuns().
  void copy(std::span<std::byte *const> targets, std::int64_t begin,
            std::int64_t end, StoreKind stores, Ahead *ahead = nullptr);

private:
  struct Source {
    const std::byte *address = nullptr;
    std::int64_t period = 0;
  };

  JointPeriods joint;
  std::vector<std::int64_t> sizes;       ///< of an element, by object
  std::vector<LineProgram> programs;     ///< by object
  std::vector<Source> from;              ///< by object and source
  std::vector<const std::byte *> places; ///< by source
};

} // namespace redist::runtime

#endif
