//===- NodeRings.h - Rings in memory that a node shares --------*- C++ -*-===//
//
// One segment of shared memory for the ranks of a communicator that are on this
// node, with a ring (SlotRing.h) for every ordered pair of them, each in the
// receiver's part, whose pages the receiver makes. The segment has a name
// only until all have mapped it: nothing is left behind however a program ends,
// and each rank unmaps it when it likes, so that freeing a communicator does
// not make ranks wait for one another.
//
// Memory: at most 4 MB of rings to a rank, and as much from it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_NODERINGS_H
#define REDIST_RUNTIME_NODERINGS_H

#include "SlotRing.h"

#include <mpi.h>

#include <memory>

namespace redist::runtime {

class NodeRings {
public:
  /// The rings of all nodes of the communicator; null, on every rank alike,
  /// where no two ranks share a node, where a node refuses shared memory, or
  /// where a rank has REDIST_SHARED_MEMORY=0. Collective.
  static std::unique_ptr<NodeRings> make(MPI_Comm communicator);

  NodeRings(const NodeRings &) = delete;
  NodeRings &operator=(const NodeRings &) = delete;
  ~NodeRings();

  RingSet &set() { return ringSet; }

private:
  NodeRings() = default;
  bool attach(MPI_Comm node);
  void link(MPI_Comm communicator, MPI_Comm node);

  RingShape shape{};
  std::byte *memory = nullptr;
  std::size_t size = 0;
  RingSet ringSet;
};

} // namespace redist::runtime

#endif
