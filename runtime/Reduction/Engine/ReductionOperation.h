//===- ReductionOperation.h - Reduction in flight --------------*- C++ -*-===//
//
// Room Runtime. What `#pragma reduce ... nowait` has started: a machine of its
// own, or MPI's, and the operand.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONOPERATION_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONOPERATION_H

#include "Progress/Progress.h"
#include "Reduction/Engine/ReductionState.h"
#include "Reduction/Mpi/MpiReduction.h"
#include "Support/ItemMemory.h"
#include "Trace/Report.h"

namespace redist::runtime {

/// Reused: then it allocates nothing.
class ReductionOperation final : public Operation {
public:
  ReductionOperation(CommunicatorState &owner, const Recorder &emptyRecorder,
                     MPI_Comm communicator, bool sharesProcessors);

  CheckedReduction call;
  std::unique_ptr<detail::operand> items;
  std::vector<detail::memory_row> memory; ///< of the items
  /// Null where MPI carries it out.
  std::shared_ptr<KeptReduction> kept;
  std::shared_ptr<const ReductionPlan> plan;
  CombineRunner *combiner = nullptr;
  std::unique_ptr<MpiReduction> byMpi;

  const char *noun() const override { return "reduction"; }
  void launch(int tag, Recorder *used) override;
  void appendMemory(TouchedMemory &touched) const override;
  /// Items are neither read nor written by others before wait.
  bool conflictsWith(std::span<const detail::object_entry> entries,
                     std::int64_t sourceElements,
                     std::int64_t targetElements) const override;
  bool conflictsWith(std::span<const detail::memory_row> rows) const override {
    return shareMemory(memory, rows);
  }
  void complete() override;
  /// Back to the communicator, without having been started or after its end.
  void giveBack(std::unique_ptr<ReductionOperation> own) noexcept;

private:
  bool poll() override;
  void finish();

  MpiChannel channel;
  Machine machine;
};

/// The items get the result, or the failure is thrown as a reduce_error whose
/// what() is the message alone, alike on all ranks.
void conclude(const Machine &machine, const ReductionPlan &plan,
              detail::operand &items);
/// What the machine did, for REDIST_STATS.
Work workOf(const Machine &machine, const ReductionPlan &plan);

} // namespace redist::runtime

#endif
