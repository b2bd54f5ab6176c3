//===- CheckedReduction.h - Clauses that make sense ------------*- C++ -*-===//
//
// Room Runtime. Comes in: what a directive says and this rank's operand. Goes
// out: the clauses, checked against the communicator (Engine.h), and all that
// must be the same on every rank as a row of numbers with names.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_CHECKEDREDUCTION_H
#define REDIST_RUNTIME_REDUCTION_CHECKEDREDUCTION_H

#include "Call.h"
#include "Reduction/Engine.h"

#include <vector>

namespace redist::runtime {

/// Throws redist::error (no position) where the clauses make no sense.
CheckedReduction check(const directive &where, const reduction &what,
                       const detail::operand &items, int rank, int size);

/// Appends what must be the same on all ranks, the others, too.
void appendClauses(const CheckedReduction &call,
                   std::vector<std::int64_t> &words);
NamedWord nameOfClause(std::size_t index);

/// What must be the same on ranks that take part, of append_shape() `shape`.
NamedWord nameOfShape(std::size_t index, std::size_t count);

} // namespace redist::runtime

#endif
