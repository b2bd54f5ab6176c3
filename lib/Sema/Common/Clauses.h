//===- Clauses.h - comm, strategy, order, permute, relabel -----*- C++ -*-===//
//
// Private to the Sema room: checks the clauses that do not concern elements.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_COMMON_CLAUSES_H
#define REDISTC_LIB_SEMA_COMMON_CLAUSES_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// An MPI_Comm, or a class that turns into one by itself.
void checkCommunicator(InstanceContext &, const directive::ParsedExpression &);

/// A name of the strategy clause; Auto after an error.
redist::schedule::StrategyKind checkStrategy(InstanceContext &,
                                             const directive::ParsedWord &);

/// The same of reduce.
redist::schedule::ReductionStrategy
checkReductionStrategy(InstanceContext &, const directive::ParsedWord &);

/// row or column.
plan::StorageOrder checkOrder(InstanceContext &, const directive::ParsedWord &);

/// Constants, each dimension once. Empty: the identity, or an error.
std::vector<unsigned> checkPermutation(InstanceContext &);

/// A variable of type int that can be written.
void checkRelabel(InstanceContext &, const directive::ParsedExpression &);

} // namespace redistc::sema

#endif
