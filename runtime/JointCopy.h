//===- JointCopy.h - What a rank gets, line by line ------------*- C++ -*-===//
//
// Where a rank sees the storage of all whose elements it gets, and its own
// part of the target lies in one piece, period by period: one program
// (LineProgram.h) instead of a copy from each. Comes in: a plan, and whose
// storage the rank sees. What follows the last whole period is not part of it.
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
  std::vector<std::int64_t> begins; ///< by source
};

/// Nothing where there is no such period, or where `isSeen` (by rank) and the
/// rank itself do not have all of it.
std::optional<JointPeriods> jointPeriods(const RedistributionPlan &plan,
                                         const std::vector<bool> &isSeen);

/// The programs of all objects of a plan.
class JointCopy {
public:
  JointCopy(JointPeriods joint, const std::vector<std::int64_t> &elementSizes);

  /// Ranks whose storage is read, by source.
  const std::vector<int> &ranks() const { return joint.ranks; }
  std::int64_t periods() const { return joint.periods; }
  void setSource(std::size_t source, std::size_t object,
                 const std::byte *storage);
  /// Whether there are programs for these targets, an address an object.
  bool prepare(const std::vector<std::byte *> &targets);
  /// Part `part` of `parts` of all periods. Precondition: prepared, and all
  /// sources set.
  void copy(const std::vector<std::byte *> &targets, std::int64_t part,
            std::int64_t parts, StoreKind stores) const;

private:
  JointPeriods joint;
  std::vector<std::int64_t> sizes;     ///< of an element, by object
  std::vector<LineProgram> programs;   ///< by object
  std::vector<const std::byte *> from; ///< by object and source
};

} // namespace redist::runtime

#endif
