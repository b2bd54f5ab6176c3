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
  return {128 * 1024, 16, 4, withRings ? 64 * 1024 : 128 * 1024};
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
                                const RedistributionPlan &plan,
                                std::vector<int> &counts,
                                std::vector<int> &offsets) {
  counts.assign(static_cast<std::size_t>(plan.parameters().rankCount), 0);
  offsets.assign(counts.size(), 0);
  std::int64_t total = 0;
  for (const PlannedMessage &message : messages) {
    const auto peer = static_cast<std::size_t>(message.peer);
    // Fits: the plan is AllToAll only where all that a rank has does.
    counts[peer] = static_cast<int>(message.elements * plan.elementBytes());
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
                   const ExecutorOptions &options,
                   std::span<const PlannedMessage> usedCopies)
    : plan(executedPlan), transport(usedTransport), arena(usedArena),
      stores(options.stores), rounds(plan, options.roundBytes),
      localRounds(plan, std::min(options.roundBytes, localPieceBytes)),
      sendQueue(queued(plan, plan.sends()), rounds, plan.elementBytes(),
                options, transport),
      receiveQueue(queued(plan, plan.receives()), rounds, plan.elementBytes(),
                   options, transport),
      copies(usedCopies),
      copySources(copies.size() * plan.parameters().elementSizes.size()),
      sources(plan.parameters().elementSizes.size()),
      targets(plan.parameters().elementSizes.size()),
      sendBegins(plan.sends().size()) {
  if (plan.kind() == ExecutionKind::AllToAll) {
    exchangeSendBytes =
        countByRank(plan.sends(), plan, sendCounts, sendOffsets);
    exchangeReceiveBytes =
        countByRank(plan.receives(), plan, receiveCounts, receiveOffsets);
    arena.reserve(aligned(exchangeSendBytes) + exchangeReceiveBytes);
    transport.provideSlots(1);
    return;
  }
  arena.reserve(sendQueue.bufferBytes() + receiveQueue.bufferBytes());
  transport.provideSlots(sendQueue.slotCount() + receiveQueue.slotCount());
}

void Executor::start(const void *const *sourceStorage,
                     void *const *targetStorage, Recorder *usedRecorder) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    sources[i] = static_cast<const std::byte *>(sourceStorage[i]);
    targets[i] = static_cast<std::byte *>(targetStorage[i]);
  }
  recorder = usedRecorder;
  localRound = 0;
  prepareJoint();
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

void Executor::run(const void *const *sourceStorage, void *const *targetStorage,
                   Recorder *usedRecorder) {
  start(sourceStorage, targetStorage, usedRecorder);
  while (!advance()) {
    const PhaseSpan span(recorder, Phase::Wait);
    transport.wait();
  }
}

/// Where all of a chunk lies in one piece in the storage of the one object.
static std::optional<std::int64_t>
placeInStorage(const ChunkQueue::Chunk &chunk, std::size_t objects) {
  if (objects != 1)
    return std::nullopt;
  return chunk.message->pattern.contiguousAt(chunk.position, chunk.elements);
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
    const auto direct = placeInStorage(chunk, targets.size());
    std::byte *const into =
        direct ? targets.front() + *direct * plan.elementBytes() : chunk.buffer;
    chunk.inPlace = direct.has_value();
    transport.receive(number, peer,
                      {into, static_cast<std::size_t>(bytesOf(chunk))});
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
  pack(*chunk.message, chunk.position, chunk.elements, room);
  transport.publish(chunk.message->peer);
  recordStep(chunk);
  sendQueue.finish(slot);
  ++operations;
}

void Executor::sendBuffered() {
  const int slot = sendQueue.start();
  const ChunkQueue::Chunk &chunk = sendQueue.chunk(slot);
  recordBegin(chunk);
  const auto direct = placeInStorage(chunk, sources.size());
  if (!direct)
    pack(*chunk.message, chunk.position, chunk.elements, chunk.buffer);
  const std::byte *const from =
      direct ? sources.front() + *direct * plan.elementBytes() : chunk.buffer;
  transport.send(slot, chunk.message->peer,
                 {from, static_cast<std::size_t>(bytesOf(chunk))});
}

void Executor::pack(const PlannedMessage &message, std::int64_t position,
                    std::int64_t elements, std::byte *to) {
  const PhaseSpan span(recorder, Phase::Pack, message.step,
                       elements * plan.elementBytes());
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    message.pattern.copy({to, sources[i], position, size}, position, elements);
    to += elements * size;
  }
}

void Executor::unpack(const PlannedMessage &message, std::int64_t position,
                      std::int64_t elements, const std::byte *from) {
  const PhaseSpan span(recorder, Phase::Unpack, message.step,
                       elements * plan.elementBytes());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    message.pattern.copy({targets[i], from, position, size, stores}, position,
                         elements);
    from += elements * size;
  }
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
                  message.elements * plan.elementBytes());
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
    unpack(*chunk.message, chunk.position, chunk.elements,
           transport.arrived(peer));
    transport.release(peer);
  } else if (!chunk.inPlace) {
    unpack(*chunk.message, chunk.position, chunk.elements, chunk.buffer);
  }
  receiveQueue.finish(own);
}

/// Elements [begin, end) of a message from storage to storage.
void Executor::copyElements(const PlannedMessage &message, std::int64_t begin,
                            std::int64_t end, const std::byte *const *from,
                            Phase phase) {
  if (begin == end)
    return;
  const PhaseSpan span(recorder, phase, message.step,
                       (end - begin) * plan.elementBytes());
  for (std::size_t i = 0; i < sources.size(); ++i)
    message.pattern.copy(
        {targets[i], from[i], 0, plan.parameters().elementSizes[i], stores},
        begin, end - begin);
}

/// Of the present local round.
void Executor::copyPiece(const PlannedMessage &message,
                         const std::byte *const *from, Phase phase) {
  copyElements(message, localRounds.begin(message, localRound),
               localRounds.begin(message, localRound + 1), from, phase);
}

void Executor::prepareJoint() {
  isJoint = joint && joint->prepare(targets);
  for (std::size_t s = 0; isJoint && s < joint->ranks().size(); ++s) {
    const std::byte *const *own = sources.data();
    for (std::size_t i = 0; i < copies.size(); ++i)
      if (copies[i].peer == joint->ranks()[s])
        own = copySources.data() + i * sources.size();
    for (std::size_t k = 0; k < sources.size(); ++k)
      joint->setSource(s, k, own[k]);
  }
}

/// A part of the periods; what follows them at the end.
void Executor::copyJointPiece() {
  {
    const PhaseSpan span(recorder, Phase::Local);
    joint->copy(targets, localRound, localRounds.count(), stores);
  }
  ++operations;
  if (++localRound < localRounds.count())
    return;
  const auto copyRest = [&](const PlannedMessage &message,
                            const std::byte *const *from, Phase phase) {
    copyElements(message, message.perPeriod * joint->periods(),
                 message.elements, from, phase);
  };
  copyRest(plan.local(), sources.data(), Phase::Local);
  for (std::size_t i = 0; i < copies.size(); ++i)
    copyRest(copies[i], copySources.data() + i * sources.size(), Phase::Unpack);
}

/// What goes to one part of the target, from all who have some of it.
bool Executor::copyLocalPiece() {
  if (localRound == localRounds.count())
    return false;
  if (isJoint) {
    copyJointPiece();
    return true;
  }
  copyPiece(plan.local(), sources.data(), Phase::Local);
  for (std::size_t i = 0; i < copies.size(); ++i)
    copyPiece(copies[i], copySources.data() + i * sources.size(),
              Phase::Unpack);
  ++localRound;
  ++operations;
  return true;
}

void Executor::startExchange() {
  std::byte *const out = arena.data();
  std::byte *const in = out + aligned(exchangeSendBytes);
  for (const PlannedMessage &message : plan.sends())
    pack(message, 0, message.elements,
         out + sendOffsets[static_cast<std::size_t>(message.peer)]);
  exchanging = true;
  transport.exchange(
      0, {out, sendCounts, sendOffsets, in, receiveCounts, receiveOffsets});
}

void Executor::finishExchange() {
  exchanging = false;
  const std::byte *const in = arena.data() + aligned(exchangeSendBytes);
  for (const PlannedMessage &message : plan.receives())
    unpack(message, 0, message.elements,
           in + receiveOffsets[static_cast<std::size_t>(message.peer)]);
}

} // namespace redist::runtime
