//===- Executor.cpp - Executes a plan over a transport --------------------===//
#include "Execution/Executor.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

namespace redist::runtime {

using schedule::TransferMethod;

static constexpr std::int64_t bufferAlignment = 64;
/// Local copies are cut so that completed messages are noticed in between.
static constexpr std::int64_t localPieceBytes = 64 * 1024;

ExecutorOptions defaultOptions(TransferMethod method, bool withRings) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  ExecutorOptions options{128 * 1024, 16, 4,
                          withRings ? 64 * 1024 : 128 * 1024};
  if (method == TransferMethod::Eager)
    options = {most, std::numeric_limits<int>::max(), 1, most};
  options.method = method;
  return options;
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
    // Fits: messages go so only where all that a rank has does.
    counts[peer] = static_cast<int>(message.elements * plan.elementBytes());
    offsets[peer] = static_cast<int>(total);
    total += counts[peer];
  }
  return total;
}

/// Whether one exchange moves all messages.
static bool isExchanged(const ExecutorOptions &options) {
  return options.method == TransferMethod::Alltoallv ||
         options.method == TransferMethod::Alltoallw;
}

static const std::vector<PlannedMessage> &
queued(const ExecutorOptions &options,
       const std::vector<PlannedMessage> &messages) {
  static const std::vector<PlannedMessage> none;
  return isExchanged(options) ? none : messages;
}

Executor::Executor(const RedistributionPlan &executedPlan,
                   Transport &usedTransport, BufferArena &usedArena,
                   const ExecutorOptions &usedOptions,
                   DirectCopies &usedStorage,
                   std::unique_ptr<StorageExchange> usedExchange)
    : plan(executedPlan), transport(usedTransport), arena(usedArena),
      options(plan.hasParts() ? PartsAssembler::wholeRounds(usedOptions, plan)
                              : usedOptions),
      rounds(plan, options.roundBytes),
      sendQueue(queued(options, plan.sends()), rounds, plan.elementBytes(),
                options, options.window, transport),
      receiveQueue(queued(options, plan.receives()), rounds,
                   plan.elementBytes(), options,
                   options.receiveWindow > 0 ? options.receiveWindow
                                             : options.window,
                   transport),
      unbuffered(std::move(usedExchange)), storage(usedStorage),
      sources(plan.parameters().elementSizes.size()),
      targets(plan.parameters().elementSizes.size()),
      arrived(plan.receives().size()), sendBegins(plan.sends().size()) {
  storage.cut(std::min(options.roundBytes, localPieceBytes));
  makePrograms();
  if (plan.hasParts())
    parts.emplace(plan, rounds, receiveQueue, transport);
  assert((options.method == TransferMethod::Alltoallw) ==
             (unbuffered != nullptr) &&
         "types move messages by an exchange without buffers, and none else");
  if (unbuffered)
    return;
  if (isExchanged(options)) {
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

/// Periods of all messages together that have programs.
static constexpr std::int64_t maxProgramElements = std::int64_t{1} << 16;

void Executor::makePrograms() {
  std::int64_t left = maxProgramElements;
  for (const PlannedMessage &message : plan.sends()) {
    sendPrograms.emplace_back(message.pattern, plan.parameters().elementSizes,
                              left);
    left -= sendPrograms.back().periodElements();
  }
}

void Executor::useTiles(FusedGather &gather) {
  if (RoundAssembler::arePossible(plan, rounds, receiveQueue, transport,
                                  options, gather))
    tiles.emplace(plan, rounds, receiveQueue, transport, gather);
}

void Executor::packWhole(const void *const *sourceStorage, std::size_t send,
                         std::byte *to) {
  for (std::size_t i = 0; i < sources.size(); ++i)
    sources[i] = static_cast<const std::byte *>(sourceStorage[i]);
  pack(send, 0, plan.sends()[send].elements, to);
}

void Executor::runOutOf(std::span<const std::byte *const> messages,
                        const void *const *sourceStorage,
                        void *const *targetStorage,
                        const Combiners &usedCombiners) {
  useStorage(sourceStorage, targetStorage, nullptr, usedCombiners);
  std::ranges::copy(messages, arrived.begin());
  unpackAll();
  while (copyStorage()) {
  }
  finishTargets();
}

/// What has arrived as a whole.
void Executor::unpackAll() {
  if (parts)
    return parts->writeAll(arrived);
  for (std::size_t i = 0; i < arrived.size(); ++i)
    unpack(plan.receives()[i], 0, plan.receives()[i].elements, arrived[i]);
}

/// Others may read them then.
void Executor::finishTargets() {
  if (options.stores == StoreKind::NonTemporal)
    finishStores();
}

void Executor::useStorage(const void *const *sourceStorage,
                          void *const *targetStorage, Recorder *usedRecorder,
                          const Combiners &usedCombiners) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    sources[i] = static_cast<const std::byte *>(sourceStorage[i]);
    targets[i] = static_cast<std::byte *>(targetStorage[i]);
  }
  recorder = usedRecorder;
  combiners = usedCombiners.target;
  assert(combiners.empty() != plan.parameters().combines);
  assert(usedCombiners.parts.empty() != plan.hasParts());
  prefetchRound = -1;
  isEarly = false;
  storage.begin(sources, targets, options.stores, recorder, combiners);
  if (parts)
    parts->begin(sources, targets, options.stores, recorder, usedCombiners);
  isTiled = false;
}

void Executor::start(const void *const *sourceStorage,
                     void *const *targetStorage, Recorder *usedRecorder,
                     const Combiners &usedCombiners) {
  useStorage(sourceStorage, targetStorage, usedRecorder, usedCombiners);
  isTiled = tiles &&
            tiles->begin(sources, targets, options.stores, recorder, combiners);
  sendQueue.restart(arena.data());
  receiveQueue.restart(arena.data() + sendQueue.bufferBytes());
  if (nodes)
    nodes->start(nodeLane, nodeTag);
  if (unbuffered) {
    exchanging = true;
    const PhaseSpan span(recorder, Phase::Wait);
    unbuffered->start(sources.front(), targets.front());
  } else if (isExchanged(options)) {
    startExchange();
  }
}

bool Executor::finished() const {
  return !exchanging && sendQueue.finished() && receiveQueue.finished() &&
         storage.isDone() && areNodesDone();
}

bool Executor::advance() {
  for (;;) {
    startReceives();
    bool moved = startSends();
    if (nodes && nodes->advance(*this)) {
      moved = true;
      ++operations;
    }
    if (exchanging && unbuffered && unbuffered->advance()) {
      exchanging = false;
      ++operations;
    }
    if (finished()) {
      finishTargets();
      return true;
    }
    const std::span<const int> done = transport.poll();
    for (const int slot : done) {
      finishSlot(slot);
      startReceives(); // what comes next travels while the rest is unpacked
    }
    if (!moved && done.empty() && !copyStorage())
      return false;
  }
}

void Executor::run(const void *const *sourceStorage, void *const *targetStorage,
                   Recorder *usedRecorder, const Combiners &usedCombiners) {
  start(sourceStorage, targetStorage, usedRecorder, usedCombiners);
  finish();
}

void Executor::startEarly(const void *const *sourceStorage,
                          void *const *targetStorage, Recorder *usedRecorder,
                          const Combiners &usedCombiners) {
  start(sourceStorage, targetStorage, usedRecorder, usedCombiners);
  isEarly = true;
  startReceives();
  startSends();
  assert(receiveQueue.atEnd() && sendQueue.atEnd());
}

void Executor::finish() {
  std::int64_t before = operations;
  for (int turn = 0; !advance();) {
    const PhaseSpan span(recorder, Phase::Wait);
    if (areNodesDone()) {
      transport.wait();
      continue;
    }
    if (std::exchange(before, operations) != operations)
      turn = 0;
    nodes->pause(turn++);
  }
}

void Executor::packMessage(std::size_t message, std::int64_t position,
                           std::int64_t elements, std::byte *to) {
  const PlannedMessage &planned = plan.sends()[message];
  const PhaseSpan span(recorder, Phase::Pack, planned.step,
                       elements * plan.elementBytes());
  pack(message, position, elements, to);
}

void Executor::unpackMessage(std::size_t message, std::int64_t position,
                             std::int64_t elements, const std::byte *from) {
  unpack(plan.receives()[message], position, elements, from);
}

/// What is written past the caches leaves time to bring the part of the source
/// that the next round of sends reads.
Prefetcher *Executor::prefetcherForSends(std::int64_t writtenBytes) {
  constexpr std::int64_t maxSpread = 8;
  if (options.stores != StoreKind::NonTemporal || sendQueue.atEnd())
    return nullptr;
  if (sendQueue.round() != prefetchRound) {
    prefetchRound = sendQueue.round();
    const PlannedMessage &message = sendQueue.nextMessage();
    const std::int64_t position = sendQueue.nextPosition();
    const std::int64_t elements = sendQueue.nextElements();
    const std::int64_t size = plan.parameters().elementSizes.front();
    const std::int64_t first = message.pattern.offsetOf(position);
    const std::int64_t last = message.pattern.offsetOf(position + elements - 1);
    const std::int64_t bytes = (last - first + 1) * size;
    const bool isNear = first <= last && bytes <= maxSpread * elements * size;
    const std::int64_t lines = bytes / std::max<std::int64_t>(1, writtenBytes);
    prefetcher =
        isNear ? Prefetcher(sources.front() + first * size, bytes,
                            static_cast<int>(std::min(lines + 1, maxSpread)))
               : Prefetcher();
  }
  return &prefetcher;
}

static std::size_t indexOf(const std::vector<PlannedMessage> &messages,
                           const ChunkQueue::Chunk &chunk) {
  return static_cast<std::size_t>(chunk.message - messages.data());
}

/// Where all of a chunk lies in one piece in the storage of the one object.
static std::optional<std::int64_t>
placeInStorage(const ChunkQueue::Chunk &chunk, std::size_t objects) {
  if (objects != 1)
    return std::nullopt;
  return chunk.message->pattern.contiguousAt(chunk.position, chunk.elements);
}

void Executor::startReceives() {
  while (receiveQueue.canStart() && (!isTiled || tiles->hasRoom()) &&
         (!parts || parts->hasRoom())) {
    const std::int64_t round = receiveQueue.round();
    const int slot = receiveQueue.start();
    if (isTiled)
      tiles->await(slot, round);
    else if (parts)
      parts->await(slot, round);
    ChunkQueue::Chunk &chunk = receiveQueue.chunk(slot);
    const int number = sendQueue.slotCount() + slot;
    const int peer = chunk.message->peer;
    if (!chunk.buffer) {
      transport.expect(number, peer);
      continue;
    }
    const bool isUnpacked = isTiled || parts || isEarly || !combiners.empty();
    const auto direct =
        isUnpacked ? std::nullopt : placeInStorage(chunk, targets.size());
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
  while (sent && !isEarly &&
         storage.partsDone() * rounds.count() <
             sendQueue.firstGroupRounds() * storage.partCount() &&
         copyStorage()) {
  }
  return sent;
}

void Executor::sendInRing(std::byte *room) {
  const int slot = sendQueue.start();
  const ChunkQueue::Chunk &chunk = sendQueue.chunk(slot);
  const auto begin = Recorder::Clock::now();
  recordBegin(chunk, begin);
  const auto end = packIntoRing(chunk, room, begin);
  transport.publish(chunk.message->peer);
  recordStep(chunk, end);
  sendQueue.finish(slot);
  ++operations;
}

void Executor::sendBuffered() {
  const int slot = sendQueue.start();
  const ChunkQueue::Chunk &chunk = sendQueue.chunk(slot);
  if (recorder)
    recordBegin(chunk, Recorder::Clock::now());
  const auto direct = placeInStorage(chunk, sources.size());
  if (!direct) {
    const PhaseSpan span(recorder, Phase::Pack, chunk.message->step,
                         bytesOf(chunk));
    pack(indexOf(plan.sends(), chunk), chunk.position, chunk.elements,
         chunk.buffer);
  }
  const std::byte *const from =
      direct ? sources.front() + *direct * plan.elementBytes() : chunk.buffer;
  transport.send(slot, chunk.message->peer,
                 {from, static_cast<std::size_t>(bytesOf(chunk))});
}

/// From `begin` on, until what is returned: neighbours share readings of the
/// clock.
Recorder::Clock::time_point
Executor::packIntoRing(const ChunkQueue::Chunk &chunk, std::byte *room,
                       Recorder::Clock::time_point begin) {
  StorePolicy &choice = transport.stores(chunk.message->peer);
  const StoreKind kind = choice.next();
  pack(indexOf(plan.sends(), chunk), chunk.position, chunk.elements, room,
       kind);
  if (kind == StoreKind::NonTemporal)
    finishStores();
  const auto end = Recorder::Clock::now();
  const std::chrono::duration<double> taken = end - begin;
  choice.note(kind, bytesOf(chunk), taken.count());
  if (recorder)
    recorder->add(Phase::Pack, begin, end, chunk.message->step, bytesOf(chunk));
  return end;
}

void Executor::pack(std::size_t send, std::int64_t position,
                    std::int64_t elements, std::byte *to, StoreKind kind) {
  for (std::size_t i = 0; i < sources.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    sendPrograms[send].copy(i, {to, sources[i], position, size, kind}, position,
                            elements);
    to += elements * size;
  }
}

void Executor::unpack(const PlannedMessage &message, std::int64_t position,
                      std::int64_t elements, const std::byte *from) {
  const PhaseSpan span(recorder, Phase::Unpack, message.step,
                       elements * plan.elementBytes());
  Prefetcher *const bringing =
      prefetcherForSends(elements * plan.elementBytes());
  for (std::size_t i = 0; i < targets.size(); ++i) {
    const std::int64_t size = plan.parameters().elementSizes[i];
    message.pattern.copy({targets[i], from, position, size, options.stores,
                          bringing,
                          combiners.empty() ? nullptr : &combiners[i]},
                         position, elements);
    from += elements * size;
  }
}

void Executor::recordBegin(const ChunkQueue::Chunk &chunk,
                           Recorder::Clock::time_point now) {
  if (recorder && chunk.position == 0)
    sendBegins[indexOf(plan.sends(), chunk)] = now;
}

/// A step lasts, on the sender, until the last chunk of its message has gone.
void Executor::recordStep(const ChunkQueue::Chunk &chunk,
                          Recorder::Clock::time_point now) {
  const PlannedMessage &message = *chunk.message;
  if (recorder && chunk.position + chunk.elements == message.elements)
    recorder->add(Phase::Step, sendBegins[indexOf(plan.sends(), chunk)], now,
                  message.step, message.elements * plan.elementBytes());
}

void Executor::finishSlot(int slot) {
  ++operations;
  if (exchanging) {
    finishExchange();
    return;
  }
  if (slot < sendQueue.slotCount()) {
    if (recorder)
      recordStep(sendQueue.chunk(slot), Recorder::Clock::now());
    sendQueue.finish(slot);
    return;
  }
  const int own = slot - sendQueue.slotCount();
  const ChunkQueue::Chunk &chunk = receiveQueue.chunk(own);
  if (isTiled) {
    tiles->add(own);
    while (tiles->isComplete())
      tiles->write(prefetcherForSends(tiles->bytes()));
    return;
  }
  if (parts) {
    parts->add(own);
    while (parts->isComplete())
      parts->write();
    return;
  }
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

/// A part of what needs no message; false: there is none left.
bool Executor::copyStorage() {
  if (storage.isDone())
    return false;
  ++operations;
  if (isTiled) // all else comes with the messages
    storage.copyAfter(tiles->localElements());
  else
    storage.copyPart();
  return true;
}

void Executor::startExchange() {
  std::byte *const out = arena.data();
  std::byte *const in = out + aligned(exchangeSendBytes);
  for (std::size_t i = 0; i < plan.sends().size(); ++i) {
    const PlannedMessage &message = plan.sends()[i];
    const PhaseSpan span(recorder, Phase::Pack, message.step,
                         message.elements * plan.elementBytes());
    pack(i, 0, message.elements,
         out + sendOffsets[static_cast<std::size_t>(message.peer)]);
  }
  exchanging = true;
  const PhaseSpan span(recorder, Phase::Wait);
  transport.exchange(
      0, {out, sendCounts, sendOffsets, in, receiveCounts, receiveOffsets});
}

void Executor::finishExchange() {
  exchanging = false;
  const std::byte *const in = arena.data() + aligned(exchangeSendBytes);
  for (std::size_t i = 0; i < arrived.size(); ++i)
    arrived[i] =
        in + receiveOffsets[static_cast<std::size_t>(plan.receives()[i].peer)];
  unpackAll();
}

} // namespace redist::runtime
