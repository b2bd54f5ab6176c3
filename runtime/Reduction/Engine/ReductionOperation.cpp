//===- ReductionOperation.cpp - Reduction in flight -----------------------===//
#include "Reduction/Engine/ReductionOperation.h"

#include "Agreement/Agreement.h"
#include "Communicator/CommunicatorState.h"
#include "Support/Guard.h"

#include "redist/Error.h"

#include <algorithm>

namespace redist::runtime {

void conclude(const Machine &machine, const ReductionPlan &plan,
              detail::operand &items) {
  if (const Failure *const failure = machine.failure())
    throw reduce_error(failure->text, failure->rank);
  if (plan.hasResult() && machine.hasAccumulator())
    items.commit();
}

Work workOf(const Machine &machine, const ReductionPlan &plan) {
  Work work;
  work.kind = CallKind::Reduction;
  work.bytes = machine.times().bytes;
  work.messages = machine.times().messages;
  work.nodeBytes = machine.times().nodeBytes;
  work.nodeMessages = machine.times().nodeMessages;
  work.combines = machine.times().combines;
  work.seconds = plan.seconds();
  return work;
}

ReductionOperation::ReductionOperation(CommunicatorState &owner,
                                       const Recorder &emptyRecorder,
                                       MPI_Comm duplicate,
                                       bool sharesProcessors)
    : Operation(owner, emptyRecorder), channel(duplicate, {}, sharesProcessors),
      machine(channel) {}

void ReductionOperation::launch(int tag, Recorder *used) {
  if (byMpi)
    return;
  channel.useTags({tag, CommunicatorState::turnTagOf(tag)});
  machine.start(plan->actions(), call.rank, *items, *combiner, used);
}

void ReductionOperation::appendMemory(TouchedMemory &touched) const {
  for (const detail::memory_row &row : memory)
    touched.written.push_back(rangeOf(row));
}

bool ReductionOperation::conflictsWith(
    std::span<const detail::object_entry> entries, std::int64_t sourceElements,
    std::int64_t targetElements) const {
  const auto isIn = [&](const void *first, std::int64_t bytes) {
    const detail::memory_row other{static_cast<const std::byte *>(first),
                                   static_cast<std::size_t>(bytes), 1, 0};
    return shareMemory({&other, 1}, memory);
  };
  return std::any_of(
      entries.begin(), entries.end(), [&](const detail::object_entry &entry) {
        const auto size = static_cast<std::int64_t>(entry.element_size);
        const std::int64_t written =
            entry.target_size == detail::unknown_size
                ? targetElements
                : std::min(entry.target_size, targetElements);
        return isIn(entry.source, sourceElements * size) ||
               isIn(entry.target, written * size) ||
               isIn(entry.container, entry.container ? 1 : 0);
      });
}

bool ReductionOperation::poll() {
  return byMpi ? byMpi->advance() : machine.advance();
}

void ReductionOperation::giveBack(
    std::unique_ptr<ReductionOperation> own) noexcept {
  machine.abandon();
  items.reset();
  memory.clear();
  byMpi.reset();
  kept.reset();
  plan.reset();
  recorder.clear();
  ReductionState::of(state).giveOperation(std::move(own));
}

void ReductionOperation::finish() {
  Work work;
  work.kind = CallKind::Reduction;
  if (byMpi) {
    byMpi->finish();
  } else {
    ReductionState::learn(*kept, machine, seconds());
    conclude(machine, *plan, *items);
    work = workOf(machine, *plan);
  }
  if (Report *const report = state.report())
    report->collectLater(work, recorder, {begin, end}, index);
}

void ReductionOperation::complete() {
  std::unique_ptr<ReductionOperation> own(this);
  try {
    finish();
  } catch (...) {
    const directive where = place();
    giveBack(std::move(own));
    throwAtPosition(where);
  }
  giveBack(std::move(own));
}

} // namespace redist::runtime
