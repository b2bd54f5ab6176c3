//===- Executor.cpp - Runs a plan over a transport ------------------------===//
#include "Executor.h"

#include <algorithm>
#include <limits>

namespace redist::runtime {

static constexpr std::int64_t bufferAlignment = 64;
/// Local copies are cut so that completed messages are noticed in between.
static constexpr std::int64_t localPieceBytes = 64 * 1024;

ExecutorOptions defaultOptions(ExecutionKind kind, bool withRings) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  if (kind == ExecutionKind::Direct)
    return {most, std::numeric_limits<int>::max(), 1, most};
  return {128 * 1024, 16, 4, withRings ? 16 * 1024 : 128 * 1024};
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
      elementSize(plan.parameters().elementSize), stores(options.stores),
      rounds(plan, options.roundBytes),
      localRounds(plan, std::min(options.roundBytes, localPieceBytes)),
      sendQueue(queued(plan, plan.sends()), rounds, elementSize, options,
                transport),
      receiveQueue(queued(plan, plan.receives()), rounds, elementSize, options,
                   transport),
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
  localRound = 0;
  sendQueue.restart(arena.data());
  receiveQueue.restart(arena.data() + sendQueue.bufferBytes());
  if (plan.kind() == ExecutionKind::AllToAll)
    startExchange();
}

bool Executor::finished() const {
  return !exchanging && sendQueue.finished() && receiveQueue.finished() &&
         localRound == localRounds.count();
}

bool Executor::advance() {
  for (;;) {
    startReceives();
    const bool sent = startSends();
    if (finished()) {
      if (stores == StoreKind::Streaming)
        finishStores();
      return true;
    }
    const std::span<const int> done = transport.poll();
    for (const int slot : done)
      finishSlot(slot);
    if (!sent && done.empty() && !copyLocalPiece())
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
    const int number = sendQueue.slotCount() + slot;
    const int peer = chunk.message->peer;
    if (!chunk.buffer) {
      transport.expect(number, peer);
      continue;
    }
    const auto bytes = static_cast<std::size_t>(chunk.elements * elementSize);
    const auto direct =
        chunk.message->pattern.contiguousTo(chunk.position, chunk.elements);
    std::byte *const into =
        direct ? target + *direct * elementSize : chunk.buffer;
    chunk.inPlace = direct.has_value();
    transport.receive(number, peer, {into, bytes});
  }
}

/// One round, as far as there is room; whether anything was sent.
bool Executor::startSends() {
  bool sent = false;
  const std::int64_t round = sendQueue.round();
  while (sendQueue.canStart() && sendQueue.round() == round) {
    if (!sendQueue.nextInRing()) {
      sendBuffered();
    } else if (std::byte *const room = transport.room(sendQueue.nextPeer())) {
      sendInRing(room);
    } else {
      break;
    }
    sent = true;
  }
  // What stays here is copied while its part of the source is in the cache.
  while (sent &&
         localRound * rounds.count() <
             sendQueue.firstGroupRounds() * localRounds.count() &&
         copyLocalPiece()) {
  }
  return sent;
}

void Executor::sendInRing(std::byte *room) {
  const int slot = sendQueue.start();
  const ChunkQueue::Chunk &chunk = sendQueue.chunk(slot);
  recordBegin(chunk);
  pack(chunk, room);
  transport.publish(chunk.message->peer);
  recordStep(chunk);
  sendQueue.finish(slot);
  ++operations;
}

void Executor::sendBuffered() {
  const int slot = sendQueue.start();
  const ChunkQueue::Chunk &chunk = sendQueue.chunk(slot);
  recordBegin(chunk);
  const auto direct =
      chunk.message->pattern.contiguousFrom(chunk.position, chunk.elements);
  if (!direct)
    pack(chunk, chunk.buffer);
  const std::byte *const from =
      direct ? source + *direct * elementSize : chunk.buffer;
  transport.send(
      slot, chunk.message->peer,
      {from, static_cast<std::size_t>(chunk.elements * elementSize)});
}

void Executor::pack(const ChunkQueue::Chunk &chunk, std::byte *to) {
  const PhaseSpan span(recorder, Phase::Pack, chunk.message->step,
                       chunk.elements * elementSize);
  chunk.message->pattern.copy({to, chunk.position, source, 0, elementSize},
                              chunk.position, chunk.elements);
}

void Executor::unpack(const ChunkQueue::Chunk &chunk, const std::byte *from) {
  const PhaseSpan span(recorder, Phase::Unpack, chunk.message->step,
                       chunk.elements * elementSize);
  chunk.message->pattern.copy(
      {target, 0, from, chunk.position, elementSize, stores}, chunk.position,
      chunk.elements);
}

static std::size_t indexOf(const std::vector<PlannedMessage> &messages,
                           const ChunkQueue::Chunk &chunk) {
  return static_cast<std::size_t>(chunk.message - messages.data());
}

void Executor::recordBegin(const ChunkQueue::Chunk &chunk) {
  if (recorder && chunk.position == 0)
    sendBegins[indexOf(plan.sends(), chunk)] = Recorder::Clock::now();
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
  const int peer = chunk.message->peer;
  if (!chunk.buffer) {
    unpack(chunk, transport.arrived(peer));
    transport.release(peer);
  } else if (!chunk.inPlace) {
    unpack(chunk, chunk.buffer);
  }
  receiveQueue.finish(own);
}

bool Executor::copyLocalPiece() {
  if (localRound == localRounds.count())
    return false;
  const CopyPattern &local = plan.local();
  const auto begin = [&](std::int64_t round) {
    return localRounds.begin(local.length(), plan.localPerPeriod(), round);
  };
  const std::int64_t position = begin(localRound);
  const std::int64_t piece = begin(++localRound) - position;
  ++operations;
  if (piece > 0) {
    const PhaseSpan span(recorder, Phase::Local, -1, piece * elementSize);
    local.copy({target, 0, source, 0, elementSize, stores}, position, piece);
  }
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
