//===- NodeBoard.cpp - Where ranks of a node show their values ------------===//
#include "Reduction/Node/NodeBoard.h"

#include "Support/MpiCalls.h"

#include <unistd.h>

#include <algorithm>
#include <new>

namespace redist::runtime {

/// In whole pages.
std::int64_t NodeBoard::boardBytes() {
  const std::int64_t page = sysconf(_SC_PAGESIZE);
  return (static_cast<std::int64_t>(sizeof(Board)) + page - 1) / page * page;
}

static std::int64_t stageBytes(std::size_t pieces) {
  return static_cast<std::int64_t>(pieces * NodeBoard::pieceBytes);
}

void NodeBoard::prepare(SharedSegment &made) {
  new (made.part(made.ownNumber())) Board;
}

/// `ranks`: of each node that is to have one; -1: whatever it has.
std::unique_ptr<NodeBoard> NodeBoard::make(MPI_Comm communicator, int ranks,
                                           std::size_t stagePieces) {
  auto segment = SharedSegment::make(
      communicator,
      [=](int onNode) {
        return ranks < 0 || onNode == ranks
                   ? NodePart{boardBytes(),
                              boardBytes() + stageBytes(stagePieces)}
                   : NodePart{};
      },
      prepare);
  if (!segment)
    return nullptr;
  return std::unique_ptr<NodeBoard>(
      new NodeBoard(std::move(segment), communicator, stagePieces));
}

std::unique_ptr<NodeBoard> NodeBoard::make(MPI_Comm communicator) {
  return make(communicator, sizeOf(communicator), pieces);
}

std::unique_ptr<NodeBoard> NodeBoard::makeOnNodes(MPI_Comm communicator) {
  return make(communicator, -1, piecesOnNodes);
}

std::vector<std::unique_ptr<NodeBoard>> NodeBoard::forThreads(int count) {
  std::vector<std::unique_ptr<NodeBoard>> all;
  for (auto &segment : SharedSegment::forThreads(
           count, {boardBytes(), boardBytes() + stageBytes(pieces)}, prepare))
    all.emplace_back(new NodeBoard(std::move(segment), MPI_COMM_NULL, pieces));
  return all;
}

NodeBoard::NodeBoard(std::unique_ptr<SharedSegment> used,
                     MPI_Comm usedCommunicator, std::size_t stagePieces)
    : segment(std::move(used)), communicator(usedCommunicator),
      ownPieces(stagePieces), crowded(outnumberProcessors(segment->size())) {
  for (int i = 0; i < segment->size(); ++i)
    boards.push_back(std::launder(reinterpret_cast<Board *>(segment->part(i))));
  self = boards[static_cast<std::size_t>(segment->ownNumber())];
}

/// Only who has waited for long is asleep where each rank has a processor. Then
/// this does without the fence of ring(): at worst somebody who falls asleep at
/// this very moment looks again by itself a little later (BellWait).
void NodeBoard::ringOthers() {
  for (Board *const board : boards) {
    if (board == self)
      continue;
    if (crowded)
      board->bell.ring();
    else
      board->bell.ringWithoutFence();
  }
}

std::uint64_t NodeBoard::leastDone() const {
  std::uint64_t least = call;
  for (const Board *const board : boards)
    if (board != self)
      least = std::min(least, board->done.load(std::memory_order_acquire));
  return least;
}

NodeBoard::Slot &NodeBoard::enter() {
  ++call;
  if (call > slotCount && readByAll < call - slotCount)
    waitUntil([&] {
      readByAll = leastDone();
      return readByAll >= call - slotCount;
    });
  return own();
}

/// Asks for the cache line that is about to be written.
static void prefetchToWrite(const std::byte *line) {
#ifdef __x86_64__
  // Compilers make an ordinary prefetch of the builtin for old processors,
  // which take this for nothing.
  asm volatile("prefetchw %0" : : "m"(*line));
#else
  __builtin_prefetch(line, 1);
#endif
}

void NodeBoard::publish(std::size_t bytes) {
  own().number.store(call, std::memory_order_release);
  ringOthers();
  const Slot &next = self->slots[(call + 1) % slotCount];
  const auto *const begin = reinterpret_cast<const std::byte *>(&next);
  for (const std::byte *line = begin; line < next.value + bytes; line += 64)
    prefetchToWrite(line);
}

void NodeBoard::leave(bool isAwaited) {
  self->done.store(call, std::memory_order_release);
  if (isAwaited)
    ringOthers();
}

void NodeBoard::publishStep(std::uint64_t count) {
  self->steps.store(stepsBefore + count, std::memory_order_release);
  ringOthers();
}

bool NodeBoard::provideStage() {
  if (!hasStage && !isStageRefused) {
    hasStage = segment->makePages(boardBytes(), stageBytes(ownPieces));
    isStageRefused = !hasStage;
  }
  return hasStage;
}

std::byte *NodeBoard::piece(int rank, std::uint64_t round) const {
  return segment->part(rank) + boardBytes() +
         (roundsBefore + round) % ownPieces * pieceBytes;
}

} // namespace redist::runtime
