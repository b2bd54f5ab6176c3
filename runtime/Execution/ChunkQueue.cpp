//===- ChunkQueue.cpp - A rank's messages as a sequence of chunks ---------===//
#include "Execution/ChunkQueue.h"

#include <algorithm>
#include <tuple>

namespace redist::runtime {

static constexpr std::int64_t bufferAlignment = 64;
/// Chunks that a receiver looks out for in its rings: more than one full ring
/// a peer of a group, so that a peer that is late does not hold up the others.
static constexpr int ringWindow = 256;

ChunkQueue::ChunkQueue(const std::vector<PlannedMessage> &messages,
                       const Rounds &usedRounds, std::int64_t elementBytes,
                       const ExecutorOptions &options, int window,
                       const Transport &transport)
    : rounds(usedRounds), interleave(options.interleave) {
  const auto elementsIn = [&](std::int64_t bytes) {
    return std::max<std::int64_t>(1, bytes / elementBytes);
  };
  const std::int64_t roundsPerBuffer = std::max<std::int64_t>(
      1, elementsIn(options.chunkBytes) / elementsIn(options.roundBytes));
  const std::int64_t leastSlot =
      options.keepsRounds ? std::max(elementBytes, options.roundBytes)
                          : elementBytes;
  for (const PlannedMessage &planned : messages) {
    const auto peer = static_cast<std::size_t>(planned.peer);
    if ((options.copying && (*options.copying)[peer]) ||
        (options.carried && (*options.carried)[peer]))
      continue;
    const std::int64_t slotBytes = transport.ringSlotBytes(planned.peer);
    if (slotBytes >= leastSlot)
      lanes.push_back({&planned, true, 1, 0, elementsIn(slotBytes)});
    else
      lanes.push_back({&planned, false, roundsPerBuffer,
                       planned.step % roundsPerBuffer,
                       elementsIn(options.chunkBytes)});
  }
  if (options.lastFirst)
    std::reverse(lanes.begin(), lanes.end());
  makeBuffers(window, elementBytes);
  slots.resize(bufferOffsets.size() +
               static_cast<std::size_t>(countOfRing(ringWindow)));
  freeBuffered.reserve(bufferOffsets.size());
  freeOfRing.reserve(slots.size() - bufferOffsets.size());
}

/// Calls visit(round, elements) for the first `most` chunks of a lane.
template <typename Visit>
void ChunkQueue::forFirstChunks(const Lane &lane, std::int64_t most,
                                Visit visit) const {
  std::int64_t at = 0;
  for (std::int64_t count = 0; count < most && at < lane.message->elements;) {
    const std::int64_t holding = rounds.roundOf(*lane.message, at);
    const std::int64_t round = lane.chunkBegin(holding);
    const std::int64_t end =
        rounds.begin(*lane.message, lane.chunkEnd(holding));
    for (; count < most && at < end; ++count) {
      const std::int64_t elements = std::min(end - at, lane.maxElements);
      visit(round, elements);
      at += elements;
    }
  }
}

/// The chunks of all lanes without a ring, as they follow each other; where
/// there are more than `most`, some that are more.
std::vector<ChunkQueue::Place>
ChunkQueue::firstBuffered(std::int64_t most) const {
  std::vector<Place> places;
  std::size_t group = 0, limit = 0;
  for (std::size_t i = 0; i < lanes.size(); ++i) {
    if (i == limit) {
      group = i;
      limit = groupEnd(group);
    }
    const auto missing = most + 1 - static_cast<std::int64_t>(places.size());
    if (!lanes[i].inRing)
      forFirstChunks(lanes[i], missing,
                     [&](std::int64_t round, std::int64_t elements) {
                       places.push_back({group, round, i, elements});
                     });
  }
  std::ranges::stable_sort(places, {}, [](const Place &place) {
    return std::tuple(place.group, place.round, place.lane);
  });
  return places;
}

/// Where every chunk has a buffer of its own, buffers are as long as they need
/// be: slot i serves chunk i, and no other. What this takes depends on `most`,
/// not on how many chunks there are.
void ChunkQueue::makeBuffers(std::int64_t most, std::int64_t elementBytes) {
  std::vector<Place> places = firstBuffered(most);
  tight = static_cast<std::int64_t>(places.size()) <= most;
  if (!tight) {
    std::int64_t longest = 0;
    for (const Lane &lane : lanes)
      if (!lane.inRing)
        longest = std::max(
            longest,
            std::min(lane.maxElements,
                     rounds.maxElements(*lane.message, lane.roundsPerChunk)));
    places.resize(static_cast<std::size_t>(most));
    for (Place &place : places)
      place.elements = longest;
  }
  for (const Place &place : places) {
    bufferOffsets.push_back(totalBufferBytes);
    totalBufferBytes += (place.elements * elementBytes + bufferAlignment - 1) /
                        bufferAlignment * bufferAlignment;
  }
}

/// But no more than `most`.
std::int64_t ChunkQueue::countOfRing(std::int64_t most) const {
  std::int64_t count = 0;
  for (const Lane &lane : lanes)
    if (lane.inRing)
      forFirstChunks(lane, most - count,
                     [&](std::int64_t, std::int64_t) { ++count; });
  return count;
}

void ChunkQueue::restart(std::byte *buffers) {
  freeBuffered.clear();
  freeOfRing.clear();
  // Taken from the back, so that the first is slot 0.
  for (std::size_t i = slots.size(); i-- > 0;)
    if (i < bufferOffsets.size()) {
      slots[i].buffer = buffers + bufferOffsets[i];
      freeBuffered.push_back(static_cast<int>(i));
    } else {
      freeOfRing.push_back(static_cast<int>(i));
    }
  unfinished = 0;
  rewind();
}

bool ChunkQueue::canStart() const {
  return !atEnd() && !(nextInRing() ? freeOfRing : freeBuffered).empty();
}

/// Groups are made of steps, not of list entries: a rank that idles in a step
/// must still agree with its partners on what comes before what.
std::size_t ChunkQueue::groupEnd(std::size_t begin) const {
  std::size_t end = begin;
  while (end < lanes.size() && lanes[end].message->step / interleave ==
                                   lanes[begin].message->step / interleave)
    ++end;
  return end;
}

std::int64_t ChunkQueue::chunkEnd() const {
  const Lane &lane = lanes[message];
  const std::int64_t end =
      rounds.begin(*lane.message, lane.chunkEnd(currentRound));
  return std::min(end, position + lane.maxElements);
}

void ChunkQueue::rewind() {
  groupBegin = message = 0;
  groupLimit = groupEnd(0);
  currentRound = position = 0;
  seek();
}

/// From (currentRound, message) to the first chunk that is not empty.
void ChunkQueue::seek() {
  while (groupBegin < lanes.size()) {
    for (; message < groupLimit; ++message) {
      const Lane &lane = lanes[message];
      if (!lane.hasChunkAt(currentRound))
        continue;
      position = rounds.begin(*lane.message, currentRound);
      if (chunkEnd() > position)
        return;
    }
    message = groupBegin;
    if (++currentRound == rounds.count()) {
      groupBegin = message = groupLimit;
      groupLimit = groupEnd(groupBegin);
      currentRound = 0;
    }
  }
}

void ChunkQueue::moveOn() {
  position = chunkEnd();
  if (chunkEnd() > position) // a further part of a long round
    return;
  ++message;
  seek();
}

int ChunkQueue::start() {
  std::vector<int> &free = nextInRing() ? freeOfRing : freeBuffered;
  const int slot = free.back();
  free.pop_back();
  Chunk &next = chunk(slot);
  next.message = lanes[message].message;
  next.position = position;
  next.elements = chunkEnd() - position;
  ++unfinished;
  moveOn();
  return slot;
}

void ChunkQueue::finish(int slot) {
  const bool buffered = static_cast<std::size_t>(slot) < bufferOffsets.size();
  if (!buffered)
    freeOfRing.push_back(slot);
  else if (!tight)
    freeBuffered.push_back(slot);
  --unfinished;
}

} // namespace redist::runtime
