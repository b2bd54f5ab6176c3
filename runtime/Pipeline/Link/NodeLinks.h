//===- NodeLinks.h - Links through shared memory ---------------*- C++ -*-===//
//
// Room Runtime. The ranks of a communicator that are on one node have a part of
// a segment each (SharedSegment.h), with a bell, a count of the stops that
// others have sent to it, the rings of the links that leave it, and the blocks
// of large values that it sends:
//
//   | bell, stops | ring to rank 1 | block | ring to rank 3 | block | ...
//
// A stop is a message; the count tells when to look for it. A look into MPI
// that finds nothing may give the processor away, for a whole time slice.
//
// A ring stays for all pipelines of the communicator. Where a node has no
// memory for one, or the ranks are on different nodes, there is none.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_NODELINKS_H
#define REDIST_RUNTIME_PIPELINE_LINK_NODELINKS_H

#include "Pipeline/Link/BlockStore.h"
#include "Pipeline/Link/LinkShape.h"
#include "SharedMemory/SpscRing.h"

#include <atomic>
#include <cstdint>
#include <list>

namespace redist::runtime {

struct LinkPlace {
  int from = 0, to = 0; ///< ranks
};

class NodeLinks {
public:
  /// Null, on every rank alike, where there is no memory to share. Collective.
  static std::unique_ptr<NodeLinks> make(MPI_Comm communicator);

  /// Bytes of a packet of such links.
  static std::int64_t slotBytes(const LinkShape &shape);

  /// Makes the rings that are missing. No link is in use. Collective; `places`
  /// and `shape` are the same everywhere.
  void provide(const std::vector<LinkPlace> &places, const LinkShape &shape);
  /// From or to this rank; null: it has to send messages.
  SpscRing *find(const LinkPlace &place, const LinkShape &shape);

  Doorbell &ownBell() { return *bellOf(ownRank); }
  /// Null: that rank is on another node.
  Doorbell *bellOf(int rank);
  /// A stop has been sent to that rank of this node: it will look, and wakes.
  void signalStop(int rank);
  /// Whether stops have been announced to this rank that it has not received.
  bool hasStopComing();
  /// This rank has received one that was announced.
  void stopReceived() { ++stopsReceived; }
  /// Of this rank.
  BlockStore &blocks() { return store; }
  /// Of a rank of this node: what places count from.
  const std::byte *partOf(int rank) const {
    return segment->part(number(rank));
  }
  /// Whether ranks [0, count) are all on this node.
  bool areTogether(std::int64_t count) const;
  /// Whether ranks [0, count) are all on one node; every rank says the same.
  bool areOnOneNode(std::int64_t count) const { return count <= nodeOfFirst; }
  /// There are fewer processors than ranks on this node.
  bool isCrowded() const { return crowded; }

private:
  struct Entry {
    LinkPlace place;
    RingShape shape;
    std::unique_ptr<SpscRing> ring; ///< null: there is none here
  };
  /// Where the part of a rank begins.
  struct Head {
    Doorbell bell;
    std::atomic<std::uint32_t> announcedStops{0};
  };
  static constexpr auto headBytes = static_cast<std::int64_t>(sizeof(Head));

  NodeLinks(MPI_Comm used, std::unique_ptr<SharedSegment> made);
  /// Of a rank of this node.
  Head &headOf(int rank);
  int number(int rank) const {
    return numberOf[static_cast<std::size_t>(rank)];
  }
  const Entry *entryOf(const LinkPlace &place, const LinkShape &shape) const;
  std::int64_t makeRing(const Entry &entry);

  MPI_Comm communicator;
  int ownRank = 0;
  std::unique_ptr<SharedSegment> segment;
  std::vector<int> numberOf; ///< on this node, by rank; -1: on another
  BlockStore store;
  std::list<Entry> entries; ///< the same on all ranks
  bool crowded = false;
  std::int64_t nodeOfFirst = 0;    ///< the first so many ranks are on one node
  std::uint32_t stopsReceived = 0; ///< modulo 2^32, as they are announced
};

} // namespace redist::runtime

#endif
