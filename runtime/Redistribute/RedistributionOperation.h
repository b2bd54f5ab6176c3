//===- RedistributionOperation.h - Redistribution in flight ----*- C++ -*-===//
//
// What `#pragma redistribute ... nowait` has started: its plan, an execution of
// its own, and the storage of its objects.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONOPERATION_H
#define REDIST_RUNTIME_REDISTRIBUTE_REDISTRIBUTIONOPERATION_H

#include "Progress/Progress.h"
#include "Redistribute/CallBuffers.h"
#include "Redistribute/ReadyPlan.h"

namespace redist::runtime {

/// Reused: then it allocates nothing.
class RedistributionOperation final : public Operation {
public:
  using Operation::Operation;

  std::shared_ptr<ReadyPlan> plan;
  std::unique_ptr<OverlappedExecution> execution;
  CallBuffers buffers;
  std::shared_ptr<const void> operators; ///< that it combines by

  const char *noun() const override { return "redistribution"; }
  void launch(int tag, Recorder *used) override;
  void appendMemory(TouchedMemory &memory) const override {
    buffers.appendMemory(memory.read, memory.written);
  }
  bool conflictsWith(std::span<const detail::object_entry> entries,
                     std::int64_t sourceElements,
                     std::int64_t targetElements) const override;
  bool conflictsWith(std::span<const detail::memory_row> rows) const override {
    return buffers.conflictsWith(rows);
  }
  void complete() override;

private:
  bool poll() override { return execution->advance(); }
};

} // namespace redist::runtime

#endif
