//===- Direct.h - Small values, reduced at once ----------------*- C++ -*-===//
//
// Room Runtime. A few bytes whose operator cannot fail: no agreement, no plan,
// no collective of MPI. Comes in: an operand. Goes out: its items have the
// result.
//
// Why not MPI_Allreduce: while it waits, reductions that nowait has started
// stand still, and another rank may wait for one of them before it comes here.
// MPI_Iallreduce lets them go on, but costs twice as much, and the two do not
// match each other. Messages do, whether a rank waits for them idly or not.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_DIRECT_H
#define REDIST_RUNTIME_REDUCTION_DIRECT_H

#include "redist/Operand.h"

#include <mpi.h>

namespace redist::runtime {

/// Values up to this length are reduced here.
constexpr std::int64_t directBytes = 2048;

/// Recursive doubling; binomial to a root, -1: none. Operands meet in the order
/// of their ranks, counted from the root where `ordered` is not wanted. The
/// same bits everywhere, whatever arrives first. Precondition: fixed_bytes()
/// is at most directBytes, and the operand is_noexcept() or its operator at
/// least throws nothing. Throws redist::error where MPI fails. Collective.
void reduceDirectly(MPI_Comm duplicate, int rank, int size, int root,
                    bool ordered, detail::operand &operand);

} // namespace redist::runtime

#endif
