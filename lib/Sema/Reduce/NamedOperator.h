//===- NamedOperator.h - Resolution of named operators ---------*- C++ -*-===//
//
// Private to the Sema room: resolves functions, function templates, functor
// objects, lambdas and members. Their name is in a generic lambda that the
// parser injected, looked up but not resolved.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDUCE_NAMEDOPERATOR_H
#define REDISTC_LIB_SEMA_REDUCE_NAMEDOPERATOR_H

#include "Reduce/Items.h"

namespace clang {
class FunctionDecl;
}

namespace redistc::sema {

/// See checkOperator().
void checkNamedOperator(InstanceContext &, const clang::FunctionDecl *function,
                        const std::vector<ItemInfo> &);

/// Whether the name is that of a variable, a parameter or a data member.
bool namesValue(InstanceContext &);

} // namespace redistc::sema

#endif
