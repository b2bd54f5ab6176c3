//===- CallText.h - The call that stands for a directive -------*- C++ -*-===//
//
// Directive -> one line of C++: the clauses as run-time values that read
// like them, and the user's expressions in the order of the text as far as C++
// evaluates in order. Pure text. Private to lib/Emit.
//
//   ::redist::redistribute(redistDirective,
//       ::redist::redistribution({::redist::whole(100)})
//           .from(::redist::layout({::redist::block()}).onto({4}))
//           .to(::redist::layout({::redist::cyclic(3)}).onto({4}).at(2)),
//       MPI_COMM_WORLD, a);
//   ::redist::reduce(redistDirective, ::redist::reduction().root(0).uniform(),
//                    MPI_COMM_WORLD, ::redist::plus{},
//                    ::redist::elements(x, 0, 100, 1));
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_CALLTEXT_H
#define REDISTC_LIB_EMIT_CALLTEXT_H

#include "redistc/Plan/Plan.h"

#include <string>

namespace redistc::emit {

/// The call or, for nowait, the declaration of the request; on one line, so
/// that all of it has the directive's line number, with its ';'. All names that
/// the block declares end with `suffix`; the directive is redistDirective.
std::string callText(const plan::CheckedRedistribute &,
                     const std::string &suffix);
/// The same for a reduction; its operands are redistOperands.
std::string callText(const plan::CheckedReduce &, const std::string &suffix);

/// A built-in operator, or a call of the one that the user names.
std::string operatorValue(const plan::CheckedOperator &,
                          const std::string &suffix);

/// Every text of the user's that the call contains, for finding names that
/// none of them names.
std::string userTexts(const plan::CheckedRedistribute &);
std::string userTexts(const plan::CheckedReduce &);

} // namespace redistc::emit

#endif
