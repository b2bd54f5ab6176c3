//===- Executor.cpp - Runs a plan over a transport ------------------------===//
#include "Executor.h"

#include <algorithm>
#include <limits>

namespace redist::runtime {

/// Local copies are cut so that completed messages are noticed in between.
static constexpr std::int64_t localPieceBytes = 64 * 1024;
static constexpr std::int64_t bufferAlignment = 64;

ExecutorOptions defaultOptions(ExecutionKind kind) {
  if (kind == ExecutionKind::Direct)
    return {std::int64_t{1} << 30, std::numeric_limits<int>::max(), 1};
  return {128 * 1024, 16, 4};
}

void BufferArena::reserve(std::int64_t bytes) {
  if (bytes <= size)
    return;
  memory.reset(); // never both: peak memory counts
  size = 0;
  memory.reset(new std::byte[static_cast<std::size_t>(bytes)]);
  size = bytes;
}

static std::int64_t aligned(std::int64_t bytes) {
  return (bytes + bufferAlignment - 1) / bufferAlignment * bufferAlignment;
}

ChunkQueue::ChunkQueue(const std::vector<PlannedMessage> &list,
                       std::int64_t elementSize, const ExecutorOptions &options)
    : messages(list.data()), messageCount(list.size()),
      chunkElements(
          std::max<std::int64_t>(1, options.chunkBytes / elementSize)),
      interleave(options.interleave) {
  std::int64_t chunks = 0;
  std::int64_t longest = 0;
  for (const PlannedMessage &planned : list) {
    chunks += (planned.elements - 1) / chunkElements + 1;
    totalElements += planned.elements;
    longest = std::max(longest, std::min(planned.elements, chunkElements));
  }
  const std::int64_t count = std::min<std::int64_t>(options.window, chunks);
  slots.resize(static_cast<std::size_t>(count));
  freeSlots.resize(slots.size());
  bufferOffsets.resize(slots.size());
  // Where every chunk has a slot of its own, buffers are as long as they need
  // be: slot i serves chunk i.
  const bool tight = count == chunks;
  for (std::int64_t &offset : bufferOffsets) {
    offset = totalBufferBytes;
    totalBufferBytes +=
        aligned((tight ? nextElements() : longest) * elementSize);
    if (tight)
      moveOn();
  }
}

void ChunkQueue::restart(std::byte *buffers) {
  groupBegin = message = 0;
  position = startedElements = 0;
  freeCount = slots.size();
  for (std::size_t i = 0; i < slots.size(); ++i) {
    slots[i].buffer = buffers + bufferOffsets[i];
    // Taken from the back: slot i for chunk i in the first round.
    freeSlots[i] = static_cast<int>(slots.size() - 1 - i);
  }
}

/// Groups are made of steps, not of list entries: a rank that idles in a step
/// must still agree with its partners on what comes before what.
std::size_t ChunkQueue::groupEnd() const {
  const std::int64_t group = messages[groupBegin].step / interleave;
  std::size_t end = groupBegin;
  while (end < messageCount && messages[end].step / interleave == group)
    ++end;
  return end;
}

std::int64_t ChunkQueue::nextElements() const {
  return std::min(chunkElements, messages[message].elements - position);
}

/// Chunk c of each message of the group, then chunk c + 1 of those that are
/// long enough, then the next group.
void ChunkQueue::moveOn() {
  const std::size_t end = groupEnd();
  ++message;
  for (const bool lastRound : {false, true}) {
    while (message < end && position >= messages[message].elements)
      ++message;
    if (message < end)
      return;
    if (!lastRound) {
      position += chunkElements;
      message = groupBegin;
    }
  }
  groupBegin = message = end;
  position = 0;
}

bool ChunkQueue::isAheadOf(std::int64_t done, std::int64_t total) const {
  return static_cast<double>(startedElements) * static_cast<double>(total) >
         static_cast<double>(done) * static_cast<double>(totalElements);
}

int ChunkQueue::start() {
  const int slot = freeSlots[--freeCount];
  Chunk &next = chunk(slot);
  next.message = &messages[message];
  next.position = position;
  next.elements = nextElements();
  startedElements += next.elements;
  moveOn();
  return slot;
}

/// Byte counts and displacements by rank for the collective.
static std::int64_t countByRank(const std::vector<PlannedMessage> &messages,
                                const PlanParameters &parameters,
                                std::vector<int> &counts,
                                std::vector<int> &offsets) {
  counts.assign(static_cast<std::size_t>(parameters.rankCount), 0);
  offsets.assign(counts.size(), 0);
  std::int64_t total = 0;
  for (const PlannedMessage &message : messages) {
    const auto peer = static_cast<std::size_t>(message.peer);
    // Fits: the plan is AllToAll only where a whole local extent does.
    counts[peer] = static_cast<int>(message.elements * parameters.elementSize);
    offsets[peer] = static_cast<int>(total);
    total += counts[peer];
  }
  return total;
}

static const std::vector<PlannedMessage> &
queued(const RedistributionPlan &plan,
       const std::vector<PlannedMessage> &messages) {
  static const std::vector<PlannedMessage> none;
  return plan.kind() == ExecutionKind::AllToAll ? none : messages;
}

Executor::Executor(const RedistributionPlan &executedPlan,
                   Transport &usedTransport, BufferArena &usedArena,
                   const ExecutorOptions &options)
    : plan(executedPlan), transport(usedTransport), arena(usedArena),
      sendQueue(queued(plan, plan.sends()), plan.parameters().elementSize,
                options),
      receiveQueue(queued(plan, plan.receives()), plan.parameters().elementSize,
                   options),
      elementSize(plan.parameters().elementSize),
      sendBegins(plan.sends().size()) {
  if (plan.kind() == ExecutionKind::AllToAll) {
    exchangeSendBytes =
        countByRank(plan.sends(), plan.parameters(), sendCounts, sendOffsets);
    exchangeReceiveBytes = countByRank(plan.receives(), plan.parameters(),
                                       receiveCounts, receiveOffsets);
    arena.reserve(aligned(exchangeSendBytes) + exchangeReceiveBytes);
    transport.provideSlots(1);
    return;
  }
  arena.reserve(sendQueue.bufferBytes() + receiveQueue.bufferBytes());
  transport.provideSlots(sendQueue.slotCount() + receiveQueue.slotCount());
}

void Executor::start(const void *sourceStorage, void *targetStorage,
                     Recorder *usedRecorder) {
  source = static_cast<const std::byte *>(sourceStorage);
  target = static_cast<std::byte *>(targetStorage);
  recorder = usedRecorder;
  localPosition = 0;
  sendQueue.restart(arena.data());
  receiveQueue.restart(arena.data() + sendQueue.bufferBytes());
  if (plan.kind() == ExecutionKind::AllToAll)
    startExchange();
}

bool Executor::finished() const {
  return !exchanging && sendQueue.finished() && receiveQueue.finished() &&
         localPosition == plan.local().length();
}

bool Executor::advance() {
  for (;;) {
    startReceives();
    startSends();
    if (finished())
      return true;
    const std::span<const int> done = transport.poll();
    for (const int slot : done)
      finishSlot(slot);
    if (done.empty() && !copyLocalPiece())
      return false;
  }
}

void Executor::run(const void *sourceStorage, void *targetStorage,
                   Recorder *usedRecorder) {
  start(sourceStorage, targetStorage, usedRecorder);
  while (!advance()) {
    const PhaseSpan span(recorder, Phase::Wait);
    transport.wait();
  }
}

void Executor::startReceives() {
  while (receiveQueue.canStart()) {
    const int slot = receiveQueue.start();
    ChunkQueue::Chunk &chunk = receiveQueue.chunk(slot);
    const auto bytes = static_cast<std::size_t>(chunk.elements * elementSize);
    const auto direct =
        chunk.message->pattern.contiguousTo(chunk.position, chunk.elements);
    std::byte *const into =
        direct ? target + *direct * elementSize : chunk.buffer;
    chunk.inPlace = direct.has_value();
    transport.receive(sendQueue.slotCount() + slot, chunk.message->peer,
                      {into, bytes});
  }
}

static std::size_t indexOf(const std::vector<PlannedMessage> &messages,
                           const ChunkQueue::Chunk &chunk) {
  return static_cast<std::size_t>(chunk.message - messages.data());
}

void Executor::startSends() {
  while (sendQueue.canStart()) {
    const int slot = sendQueue.start();
    ChunkQueue::Chunk &chunk = sendQueue.chunk(slot);
    const std::int64_t bytes = chunk.elements * elementSize;
    if (recorder && chunk.position == 0)
      sendBegins[indexOf(plan.sends(), chunk)] = Recorder::Clock::now();
    const auto direct =
        chunk.message->pattern.contiguousFrom(chunk.position, chunk.elements);
    const std::byte *from = chunk.buffer;
    if (direct) {
      from = source + *direct * elementSize;
    } else {
      const PhaseSpan span(recorder, Phase::Pack, chunk.message->step, bytes);
      chunk.message->pattern.copy(
          {chunk.buffer, chunk.position, source, 0, elementSize},
          chunk.position, chunk.elements);
    }
    transport.send(slot, chunk.message->peer,
                   {from, static_cast<std::size_t>(bytes)});
    // What stays here is copied while its part of the source is in the cache.
    while (localPosition < plan.local().length() &&
           sendQueue.isAheadOf(localPosition, plan.local().length()))
      copyLocalPiece();
  }
}

/// A step lasts, on the sender, until the last chunk of its message has gone.
void Executor::recordStep(const ChunkQueue::Chunk &chunk) {
  const PlannedMessage &message = *chunk.message;
  if (recorder && chunk.position + chunk.elements == message.elements)
    recorder->add(Phase::Step, sendBegins[indexOf(plan.sends(), chunk)],
                  Recorder::Clock::now(), message.step,
                  message.elements * elementSize);
}

void Executor::finishSlot(int slot) {
  ++operations;
  if (exchanging) {
    finishExchange();
    return;
  }
  if (slot < sendQueue.slotCount()) {
    recordStep(sendQueue.chunk(slot));
    sendQueue.finish(slot);
    return;
  }
  const int own = slot - sendQueue.slotCount();
  const ChunkQueue::Chunk &chunk = receiveQueue.chunk(own);
  if (!chunk.inPlace) {
    const PhaseSpan span(recorder, Phase::Unpack, chunk.message->step,
                         chunk.elements * elementSize);
    chunk.message->pattern.copy(
        {target, 0, chunk.buffer, chunk.position, elementSize}, chunk.position,
        chunk.elements);
  }
  receiveQueue.finish(own);
}

bool Executor::copyLocalPiece() {
  const std::int64_t rest = plan.local().length() - localPosition;
  if (rest == 0)
    return false;
  const std::int64_t piece =
      std::min(rest, std::max<std::int64_t>(1, localPieceBytes / elementSize));
  const PhaseSpan span(recorder, Phase::Local, -1, piece * elementSize);
  plan.local().copy({target, 0, source, 0, elementSize}, localPosition, piece);
  localPosition += piece;
  ++operations;
  return true;
}

void Executor::startExchange() {
  std::byte *const out = arena.data();
  std::byte *const in = out + aligned(exchangeSendBytes);
  for (const PlannedMessage &message : plan.sends()) {
    const PhaseSpan span(recorder, Phase::Pack, message.step,
                         message.elements * elementSize);
    message.pattern.copy(
        {out + sendOffsets[static_cast<std::size_t>(message.peer)], 0, source,
         0, elementSize},
        0, message.elements);
  }
  exchanging = true;
  transport.exchange(
      0, {out, sendCounts, sendOffsets, in, receiveCounts, receiveOffsets});
}

void Executor::finishExchange() {
  exchanging = false;
  const std::byte *const in = arena.data() + aligned(exchangeSendBytes);
  for (const PlannedMessage &message : plan.receives()) {
    const PhaseSpan span(recorder, Phase::Unpack, message.step,
                         message.elements * elementSize);
    message.pattern.copy(
        {target, 0, in + receiveOffsets[static_cast<std::size_t>(message.peer)],
         0, elementSize},
        0, message.elements);
  }
}

} // namespace redist::runtime
