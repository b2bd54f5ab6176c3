//===- ChunkQueue.cpp - A rank's messages as a sequence of chunks ---------===//
#include "ChunkQueue.h"

#include <algorithm>

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
  for (const PlannedMessage &planned : messages) {
    if (options.copying &&
        (*options.copying)[static_cast<std::size_t>(planned.peer)])
      continue;
    const std::int64_t slotBytes = transport.ringSlotBytes(planned.peer);
    if (slotBytes >= elementBytes)
      lanes.push_back({&planned, true, 1, 0, elementsIn(slotBytes)});
    else
      lanes.push_back({&planned, false, roundsPerBuffer,
                       planned.step % roundsPerBuffer,
                       elementsIn(options.chunkBytes)});
  }
  if (options.lastFirst)
    std::reverse(lanes.begin(), lanes.end());
  // The whole sequence once, to know which chunks there are.
  std::vector<std::int64_t> firstBuffers;
  std::int64_t buffered = 0, ofRing = 0, longest = 0;
  for (rewind(); !atEnd(); moveOn()) {
    if (nextInRing()) {
      ++ofRing;
      continue;
    }
    const std::int64_t bytes = (chunkEnd() - position) * elementBytes;
    longest = std::max(longest, bytes);
    if (buffered++ < window)
      firstBuffers.push_back(bytes);
  }
  // Where every chunk has a buffer of its own, buffers are as long as they need
  // be: slot i serves chunk i, and no other.
  tight = buffered <= window;
  for (const std::int64_t bytes : firstBuffers) {
    bufferOffsets.push_back(totalBufferBytes);
    totalBufferBytes += ((tight ? bytes : longest) + bufferAlignment - 1) /
                        bufferAlignment * bufferAlignment;
  }
  slots.resize(bufferOffsets.size() + static_cast<std::size_t>(std::min(
                                          ofRing, std::int64_t{ringWindow})));
  freeBuffered.reserve(bufferOffsets.size());
  freeOfRing.reserve(slots.size() - bufferOffsets.size());
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
  return std::min(end, position + lane.mostElements);
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
