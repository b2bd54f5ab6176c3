//===- RoundQueue.h - Queue of rounds in flight ----------------*- C++ -*-===//
//
// A rank that writes its target round by round (Executor.h) needs all chunks of
// a round at once. Comes in: for each slot, the round of the chunk that it
// awaits, in the order of the rounds, and the chunks that have arrived. Goes
// out: the oldest round, once it is complete. A few rounds are in flight at a
// time. Moves no data.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_ROUNDQUEUE_H
#define REDIST_RUNTIME_EXECUTION_ROUNDQUEUE_H

#include <algorithm>
#include <cstdint>
#include <vector>

namespace redist::runtime {

class RoundQueue {
public:
  struct Tile {
    std::int64_t round = 0;
    std::vector<int> slots;
    std::size_t arrived = 0;
  };

  /// So many rounds at a time, of so many chunks at most.
  void provide(std::size_t rounds, std::size_t chunks) {
    tiles.resize(rounds);
    for (Tile &tile : tiles)
      tile.slots.reserve(chunks);
  }
  void restart() {
    first = used = 0;
    for (Tile &tile : tiles)
      clear(tile);
  }
  /// Whether another chunk may be awaited, of `round`, the newest or a new one.
  bool hasRoom(std::int64_t round) const {
    return used < tiles.size() || at(used - 1).round == round;
  }
  void await(std::int64_t round, int slot) {
    if (used == 0 || at(used - 1).round != round)
      at(used++).round = round;
    at(used - 1).slots.push_back(slot);
  }
  void note(int slot) {
    for (std::size_t i = 0; i < used; ++i)
      if (std::ranges::find(at(i).slots, slot) != at(i).slots.end())
        ++at(i).arrived;
  }
  /// The oldest round, if all of it is there; null: not yet. `next`: the round
  /// of the chunk that is awaited next.
  const Tile *complete(std::int64_t next) const {
    const bool isThere =
        used > 0 && at(0).round != next && at(0).arrived == at(0).slots.size();
    return isThere ? &at(0) : nullptr;
  }
  void dropOldest() {
    clear(at(0));
    first = (first + 1) % tiles.size();
    --used;
  }

private:
  static void clear(Tile &tile) {
    tile.slots.clear();
    tile.arrived = 0;
  }
  const Tile &at(std::size_t i) const {
    return tiles[(first + i) % tiles.size()];
  }
  Tile &at(std::size_t i) { return tiles[(first + i) % tiles.size()]; }

  std::vector<Tile> tiles; ///< a ring
  std::size_t first = 0, used = 0;
};

} // namespace redist::runtime

#endif
