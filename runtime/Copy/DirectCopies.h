//===- DirectCopies.h - Copies without a message ---------------*- C++ -*-===//
//
// One rank's copies from storage to storage: elements that stay on the rank,
// and, if the ranks of a node see each other's storage, elements that it reads
// from the sources of its neighbours or writes to their targets. Comes in: a
// plan, and the ranks whose storage is visible. Goes out: the copies, part by
// part, with all pieces of a part together, so that a part of the rank's own
// storage is loaded into the cache once. For periodic layouts one program
// processes all pieces line by line (FusedGather.h) or run by run
// (FusedScatter.h).
//
// Knows no messages; the Executor runs it between them.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPY_DIRECTCOPIES_H
#define REDIST_RUNTIME_COPY_DIRECTCOPIES_H

#include "Copy/FusedGather.h"
#include "Copy/FusedScatter.h"
#include "Copy/PackProgram.h"
#include "Copy/Rounds.h"
#include "Trace/Recorder.h"

#include <span>

namespace redist::runtime {

/// What a rank does with the storage of its neighbours.
enum class SharedAccess { Pull, Push };

class DirectCopies {
public:
  /// What stays on the rank. All refer to the plan.
  explicit DirectCopies(const RedistributionPlan &plan);
  /// The same, and what comes from `neighbours`, or goes to them (by rank). To
  /// be called once for a plan and an access, for the plan keeps what it needs.
  DirectCopies(RedistributionPlan &plan, const std::vector<bool> &neighbours,
               SharedAccess access);
  DirectCopies(DirectCopies &&) = default;
  DirectCopies &operator=(DirectCopies &&) = default;

  /// A neighbour's storage is that of the peer of one of these.
  const std::vector<PlannedMessage> &neighbours() const { return copies; }
  /// Where the source of `neighbours()[index]` lies for executions that begin
  /// later. Precondition: reading.
  void setSource(std::size_t index, std::size_t object,
                 const std::byte *source) {
    neighbourSources[index * sizes().size() + object] = source;
  }
  /// The same of a target. Precondition: writing.
  void setTarget(std::size_t index, std::size_t object, std::byte *target) {
    neighbourTargets[index * sizes().size() + object] = target;
  }

  /// Parts are as many as Rounds(plan, partBytes) says; before begin().
  void cut(std::int64_t partBytes);
  std::int64_t partCount() const { return parts; }
  /// Begins an execution, with an address an object, which must stay where they
  /// are. `recorder`: or null. `combiners`: by object; empty: all replace what
  /// is there. Precondition: there are none where it writes to neighbours.
  void begin(std::span<const std::byte *const> sources,
             std::span<std::byte *const> targets, StoreKind stores,
             Recorder *recorder, std::span<const Combiner> combiners);
  /// Parts that are copied.
  std::int64_t partsDone() const { return part; }
  bool isDone() const { return part == parts; }
  /// Precondition: not done.
  void copyPart();
  /// Instead of all parts: what stays on the rank, from an element on.
  void copyAfter(std::int64_t element);

private:
  const std::vector<std::int64_t> &sizes() const {
    return plan->parameters().elementSizes;
  }
  std::size_t indexOf(int rank) const;
  const Combiner *combinerOf(std::size_t object) const {
    return combiners.empty() ? nullptr : &combiners[object];
  }
  void makePrograms();
  void prepareJoint();
  void prepareScatter();
  void copyJoint();
  void copyScattered();
  void copyLocal(std::int64_t begin, std::int64_t end);
  void copyNeighbour(std::size_t index, std::int64_t begin, std::int64_t end);

  const RedistributionPlan *plan;
  std::vector<PlannedMessage> copies;
  std::vector<const std::byte *> neighbourSources; ///< by copy and object
  std::vector<std::byte *> neighbourTargets;       ///< the same; one is empty
  std::vector<PackProgram> programs; ///< of what stays, and by copy
  std::optional<FusedGather> gather;
  std::optional<FusedScatter> scatter;
  std::optional<Rounds> rounds;
  std::int64_t parts = 0;
  // Of the execution.
  std::span<const std::byte *const> sources;
  std::span<std::byte *const> targets;
  StoreKind stores = StoreKind::Cached;
  Recorder *recorder = nullptr;
  std::span<const Combiner> combiners;
  bool isJoint = false; ///< joint has programs for the targets
  std::int64_t part = 0;
};

} // namespace redist::runtime

#endif
