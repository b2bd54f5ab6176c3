//===- SharedRings.h - Rings in shared memory of a node --------*- C++ -*-===//
//
// A ring (SpscRing.h) for every ordered pair of the ranks of a communicator
// that are on this node, each in the receiver's part of a segment
// (SharedSegment.h).
//
// Memory: at most 4 MB of rings to a rank, and as much from it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_SHAREDRINGS_H
#define REDIST_RUNTIME_SHAREDMEMORY_SHAREDRINGS_H

#include "SharedMemory/SharedSegment.h"
#include "SharedMemory/SpscRing.h"

#include <mpi.h>

#include <memory>

namespace redist::runtime {

class SharedRings {
public:
  /// The rings of all nodes of the communicator; null, on every rank alike,
  /// where no two ranks share a node, where a node refuses shared memory, or
  /// where a rank has REDIST_SHARED_MEMORY=0. Collective.
  static std::unique_ptr<SharedRings> make(MPI_Comm communicator);

  RingSet &set() { return ringSet; }

private:
  SharedRings(std::unique_ptr<SharedSegment> used, int rankCount)
      : segment(std::move(used)) {
    link(rankCount);
  }
  void link(int rankCount);

  std::unique_ptr<SharedSegment> segment;
  RingSet ringSet;
};

} // namespace redist::runtime

#endif
