//===- CallText.h - The call that stands for a directive -------*- C++ -*-===//
//
// RedistributePlan -> one line of C++: the clauses as run-time values that read
// like them, and the user's expressions in the order of the text as far as C++
// evaluates in order. Pure text. Private to lib/Emit.
//
//   ::redist::redistribute(redistDirective,
//       ::redist::redistribution({::redist::whole(100)})
//           .from(::redist::layout({::redist::block()}).onto({4}))
//           .to(::redist::layout({::redist::cyclic(3)}).onto({4}).at(2)),
//       MPI_COMM_WORLD, a);
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EMIT_CALLTEXT_H
#define REDISTC_LIB_EMIT_CALLTEXT_H

#include "redistc/Plan/Plan.h"

#include <string>

namespace redistc::emit {

/// The call or, for nowait, the declaration of the request; on one line, so
/// that all of it has the directive's line number, with its ';'.
std::string callText(const plan::CheckedRedistribute &,
                     const std::string &directiveName);

/// Every text of the user's that the call contains, for finding names that
/// none of them names.
std::string userTexts(const plan::CheckedRedistribute &);

} // namespace redistc::emit

#endif
