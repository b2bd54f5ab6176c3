//===- OwnerSums.h - Elements with several owners --------------*- C++ -*-===//
//
// Where `accumulate` combines what `listed` names on several ranks, an element
// of the target gets something from each of them: cells at the border of a
// mesh, of which each rank has a share. What a rank lists is brought as it is
// to the ranks that want it, place by place into memory of the runtime, and
// then combined with their elements: in the order of the coordinates of the
// owners, and of one owner in that of its list. So every run has the same bits,
// whatever way the elements come.
//
//   coordinate 0 lists 4 7    coordinate 1 lists 7 9    the target wants 9 7 4
//     brought: 9 of 1 | 7 of 0 | 7 of 1 | 4 of 0
//     target[0] op= 9 of 1;  target[1] op= 7 of 0, then 7 of 1;  target[2] ...
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_OWNERS_OWNERSUMS_H
#define REDIST_RUNTIME_OWNERS_OWNERSUMS_H

#include "Call/ValidatedCall.h"
#include "Kernels/Combiner.h"

#include <mpi.h>

#include <vector>

namespace redist::runtime {

class OwnerSums {
public:
  /// Dimensions of both sides along which an element has several owners.
  struct Axis {
    std::size_t source, target;
  };

  /// Collective. Preconditions: the maps of the call are found, and each
  /// position of its sections has an owner.
  OwnerSums(const Call &call, const ResolvedSide &source,
            const ResolvedSide &target, std::vector<Axis> axes, MPI_Comm comm,
            int rank, int size);
  OwnerSums(const OwnerSums &) = delete; // the calls refer to its numbers

  /// The call without its combiner: what each owner has goes to a place of its
  /// own. Its maps are not found.
  Call bringing(const Call &call) const;
  /// The same, with its maps: what plans are made of.
  void setBroughtCall(Call call) { brought = std::move(call); }
  const Call &broughtCall() const { return brought; }

  /// Of the user's target on this rank.
  const TargetStorage &storage() const { return ownStorage; }
  /// Elements that are brought to this rank.
  std::int64_t elements() const { return count; }
  /// Combines what has been brought with the target. `elementBytes`: of the
  /// object.
  void combine(const Combiner &combiner, std::int64_t elementBytes,
               const std::byte *from, std::byte *into) const;

private:
  /// Local indices of both: `length` neighbours, one for one, or an element to
  /// which `count` come.
  struct Place {
    std::int64_t target, brought, length, count;
  };
  struct Dimension {
    std::vector<Place> places;
    std::int64_t targetStride, broughtStride;
  };
  struct Object {
    const Combiner &combiner;
    std::int64_t size;
  };
  /// What each rank lists, numbered from rank to rank.
  struct Numbering {
    Axis axis;
    std::vector<std::int64_t> counts;  ///< by coordinate of the source
    std::vector<std::int64_t> numbers; ///< that this rank wants, by place
  };

  std::vector<Place> askOwners(const Call &call, const ResolvedSide &source,
                               const ResolvedSide &target, Numbering &axis,
                               MPI_Comm comm, int rank, int size) const;
  void combineFrom(std::size_t depth, const Object &object,
                   const std::byte *from, std::byte *into) const;

  std::vector<Numbering> axes;
  Call brought;
  TargetStorage ownStorage;
  std::vector<Dimension> dimensions; ///< the outermost first; none: nothing
  std::int64_t count = 0;
};

} // namespace redist::runtime

#endif
