//===- MpiChoice.cpp - Who carries a reduction out ------------------------===//
//
// Built-in operators on numbers combine faster than they travel, so that there
// is nothing to overlap: small ones are a matter of latency, where recursive
// doubling is all there is to do, and large ones of bandwidth, where MPI cuts
// and scatters an array as no tree of whole operands can. Named operators are
// what the trees are for.
//
// A `cost` clause, limits and `onto` of fewer ranks ask for a tree of ours.
// Operands in rank order, where rounding tells, are nothing that MPI promises.
//
//===----------------------------------------------------------------------===//
#include "Reduction/MpiChoice.h"

#include "Reduction/Builtin.h"
#include "Reduction/SmallMessages.h"

#include "redist/Error.h"

namespace redist::runtime {

using schedule::ReductionStrategy;

static bool isBuiltin(const detail::builtin_reduction &reduction) {
  return reduction.op != detail::builtin_operator::none &&
         reduction.type != detail::builtin_type::none;
}

/// What the user has asked for by name.
static ReductionWay wayOfMpi(const CheckedReduction &call,
                             const detail::operand &operand) {
  if (call.bytes < 0)
    throw error("strategy 'mpi' needs items of a fixed size: trivially "
                "copyable ones, or sections of such");
  if (call.maxTransfers > 0 || call.maxReducers > 0)
    throw error(std::string("strategy 'mpi' cannot limit ") +
                (call.maxTransfers > 0 ? "transfers" : "reducers"));
  const bool fits = call.ranks == call.size && (!call.ordered || call.isExact);
  return fits && mpiBuiltin(operand.builtin()) ? ReductionWay::MpiBuiltin
                                               : ReductionWay::MpiNamed;
}

ReductionWay chooseWay(const CheckedReduction &call,
                       const detail::operand &operand) {
  if (call.strategy == ReductionStrategy::Mpi)
    return wayOfMpi(call, operand);
  const detail::builtin_reduction builtin = operand.builtin();
  if (call.strategy != ReductionStrategy::Auto || call.hasCost ||
      call.maxTransfers > 0 || call.maxReducers > 0 ||
      call.ranks != call.size || call.bytes < 0 || !isBuiltin(builtin))
    return ReductionWay::Tree;
  // What waits is done at once; what was started must let others go on.
  if (call.bytes <= directBytes && !call.isStarted)
    return ReductionWay::Direct;
  if ((!call.ordered || call.isExact) && mpiBuiltin(builtin))
    return ReductionWay::MpiBuiltin;
  return ReductionWay::Tree;
}

} // namespace redist::runtime
