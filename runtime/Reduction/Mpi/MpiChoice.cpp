//===- MpiChoice.cpp - Choice between MPI and a tree ----------------------===//
//
// Small values are a matter of latency. The ranks agree by messages in pairs,
// log2 P of them one after the other; a value that travels in these messages
// meets log2 P combines, rounded up. No tree has less to do after an agreement:
// whatever its form, some value is combined as often. A value whose size is not
// known before may turn out too long, and is reduced along a tree then; so its
// bits must not depend on the way.
//
// Large values of built-in operators combine faster than they travel, so that
// there is nothing to overlap, and MPI cuts and scatters an array as no tree of
// whole operands can. Large ones of named operators are what the trees are for.
//
// Where nodes have several ranks, and values may be cut, neither is best: ranks
// of a node combine in memory, and one stripe each crosses the network.
//
// A `cost` clause, limits and `onto` of fewer ranks ask for a tree of ours.
// Operands in rank order, where rounding tells, are nothing that MPI promises.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Mpi/MpiChoice.h"

#include "Reduction/Channel/SmallValues.h"
#include "Reduction/Mpi/Builtin.h"

#include "redist/Error.h"

namespace redist::runtime {

using schedule::ReductionStrategy;

/// What the user has asked for by name.
static ReductionMethod wayOfMpi(const CheckedReduction &call,
                                const detail::operand &operand) {
  if (call.bytes < 0)
    throw error("strategy 'mpi' needs items of a fixed size: trivially "
                "copyable ones, or sections of such");
  if (call.maxTransfers > 0 || call.maxReducers > 0)
    throw error(std::string("strategy 'mpi' cannot limit ") +
                (call.maxTransfers > 0 ? "transfers" : "reducers"));
  const bool fits = call.ranks == call.size && (!call.ordered || call.isExact);
  return fits && mpiBuiltin(operand.builtin()) ? ReductionMethod::MpiBuiltin
                                               : ReductionMethod::MpiNamed;
}

/// A tree has every number travel to the root's neighbours again and again,
/// whether MPI's or ours, cut or not; MPI_Allreduce scatters the array first.
/// Times beside MPI_Reduce, sums of doubles on machines with 1.25 GB/s and 1 us
/// (SimGrid, choices of Open MPI):
///
///                      4 ranks         16 ranks          64 ranks
///                  tree  to all      tree  to all      tree  to all
///        64 KB     1.05    0.77      1.05    0.51      0.60    0.60
///       256 KB     0.68    0.52      1.01    0.49      1.01    0.35
///         1 MB     0.64    0.50      0.96    0.47      0.96    0.33
///        16 MB     0.61    0.50      0.92    0.46      0.92    0.33
///
/// (tree: the better one of the optimal and the binomial, in segments). Inside
/// one node MPI_Reduce is faster up to 128 KB, and with two or three ranks.
bool isFasterToAll(const CheckedReduction &call) {
  constexpr std::int64_t minBytes = 256 * 1024;
  constexpr int minRanks = 4;
  return call.root >= 0 && call.strategy == ReductionStrategy::Auto &&
         !call.isStarted && call.bytes >= minBytes && call.size >= minRanks;
}

/// Inside a node an agreement takes less time than MPI needs for a message that
/// is longer than those it sends at once.
static std::int64_t mostCarried(const CheckedReduction &call, bool isOneNode) {
  return isOneNode && call.isBuiltin() ? directBytes : carriedBytes;
}

/// Values meet in the order of the nodes, while all ranks wait.
static bool goesInStripes(const CheckedReduction &call,
                          const ReductionPlaces &places) {
  return places.hasStripes && !call.isStarted &&
         (!call.ordered || places.areInOrder);
}

ReductionMethod chooseWay(const CheckedReduction &call,
                          const detail::operand &operand,
                          const ReductionPlaces &places) {
  if (call.strategy == ReductionStrategy::Mpi)
    return wayOfMpi(call, operand);
  if (call.strategy != ReductionStrategy::Auto || call.hasCost ||
      call.maxTransfers > 0 || call.maxReducers > 0 || call.ranks != call.size)
    return ReductionMethod::Tree;
  // What waits is done at once; what was started must let others go on.
  const bool isSmall = call.bytes >= 0
                           ? call.bytes <= mostCarried(call, places.isOneNode)
                           : call.isExact && call.size > 1;
  if (isSmall && !call.isStarted)
    return ReductionMethod::Direct;
  if (goesInStripes(call, places))
    return ReductionMethod::Stripes;
  if (call.bytes < 0 || !call.isBuiltin())
    return ReductionMethod::Tree;
  if ((!call.ordered || call.isExact) && mpiBuiltin(operand.builtin()))
    return ReductionMethod::MpiBuiltin;
  return ReductionMethod::Tree;
}

} // namespace redist::runtime
