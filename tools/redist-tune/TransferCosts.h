//===- TransferCosts.h - What a transfer costs -----------------*- C++ -*-===//
//
// Comes in: the ranks of MPI_COMM_WORLD. Goes out: what redistributions choose
// chunks and windows by, besides the line through transfers: the processor's
// part of a message, packing, and what becomes of many messages to one rank.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TUNE_TRANSFERCOSTS_H
#define REDIST_TUNE_TRANSFERCOSTS_H

namespace redisttune {

/// Seconds to start a small message; the least of `rounds` means. On rank 0;
/// elsewhere 0. Collective. Precondition: two ranks at least.
double measureCall(int rounds);

/// Seconds a byte to gather short runs, of more than caches hold. Not
/// collective.
double measurePacking(int rounds);

/// Time of long messages from all other ranks to rank 0 at once, by that of one
/// after the other; 1 with less than three ranks. On rank 0; elsewhere 0.
/// Collective.
double measureFanIn(int rounds);

} // namespace redisttune

#endif
