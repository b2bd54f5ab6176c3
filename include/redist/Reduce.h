//===- Reduce.h - The calls behind `#pragma reduce` ------------*- C++ -*-===//
//
// Generated code makes, in place of a directive,
//
//   static constexpr std::uint32_t redistWords0[] = {...};
//   static constexpr redist::embedded_schedule redistSchedules[] = {...};
//   static constexpr redist::directive redistDirective = {
//       "app.cpp", 12, "reduce(merge : words) root(0)", "auto",
//       redistSchedules, 1};
//   redist::reduce(redistDirective, redist::reduction().root(0),
//                  MPI_COMM_WORLD,
//                  [&](auto &&...redistOperands)
//                      -> decltype(merge(redistOperands...)) {
//                    return merge(redistOperands...);
//                  },
//                  words);
//
// A built-in operator is one of the function objects below; a section
// `x[lower : length : stride]` is elements(x, lower, length, stride).
//
// All calls are collective over the communicator, with the same clauses and
// operator on every rank. If anything goes wrong on any rank, every rank throws
// the same redist::error (redist::reduce_error where a combine threw), and no
// item has changed.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REDUCE_H
#define REDIST_REDUCE_H

#include "redist/Error.h"
#include "redist/Operand.h"
#include "redist/Redistribute.h"
#include "redist/Reduction.h"
#include "redist/Request.h"

#include <mpi.h>

namespace redist {

/// The built-in operators + * & | ^ && || min max.
struct plus {};
struct multiplies {};
struct bit_and {};
struct bit_or {};
struct bit_xor {};
struct logical_and {};
struct logical_or {};
struct minimum {};
struct maximum {};

} // namespace redist

#endif
