//===- NodeNumbers.h - Node number of each rank ----------------*- C++ -*-===//
//
// Ranks of one node are those that MPI says can share memory. For tests a
// machine can stand for several nodes:
//
//   REDIST_NODES=0,0,1,2        node of each rank of MPI_COMM_WORLD
//   REDIST_RANKS_PER_NODE=2     so many ranks of a communicator in a row
//
// These divide nodes, and never join what has no memory in common.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_NODENUMBERS_H
#define REDIST_RUNTIME_SHAREDMEMORY_NODENUMBERS_H

#include <mpi.h>

#include <string_view>
#include <vector>

namespace redist::runtime {

/// The numbers of a list such as "0,0,1"; empty where it is none, or does not
/// have `count` numbers below 2^31.
std::vector<int> nodeListOf(std::string_view text, int count);

/// Whether REDIST_NODES, if this rank has it, names a node for each rank of
/// MPI_COMM_WORLD. Not collective.
bool isNodeListRight();

/// The ranks of a communicator that share a node with this one. Collective.
class NodeCommunicator {
public:
  explicit NodeCommunicator(MPI_Comm communicator);
  NodeCommunicator(const NodeCommunicator &) = delete;
  NodeCommunicator &operator=(const NodeCommunicator &) = delete;
  ~NodeCommunicator() { MPI_Comm_free(&handle); }
  MPI_Comm get() const { return handle; }

private:
  void divide(int number, int rank);

  MPI_Comm handle = MPI_COMM_NULL;
};

/// How many ranks share the processors of this rank's machine, in whatever
/// containers they are: those on one kernel. Of nodes that a variable pretends,
/// each is a machine. Collective.
int ranksOnMachine(MPI_Comm communicator);

/// Node of each rank of a communicator, numbered by first ranks. Collective.
std::vector<int> nodeNumbers(MPI_Comm communicator);

} // namespace redist::runtime

#endif
