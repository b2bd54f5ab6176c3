//===- Operators.h - Operators of a reduction ------------------*- C++ -*-===//
//
// Private to the Sema room: whether an operator fits the items, by Clang's own
// overload resolution, template deduction and access checks.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDUCE_OPERATORS_H
#define REDISTC_LIB_SEMA_REDUCE_OPERATORS_H

#include "Reduce/Items.h"

namespace clang {
class FunctionDecl;
}

namespace redistc::sema {

/// The operator of the directive as generated code will name it.
plan::CheckedOperator operatorOf(InstanceContext &);

/// Reports items that the operator does not fit. A named one is to be called
/// as `T f(const T &, const T &)` or `void f(T &, const T &)` from within
/// `function`; in a template that nobody instantiates only the C++ compiler can
/// tell.
void checkOperator(InstanceContext &, const clang::FunctionDecl *function,
                   const std::vector<ItemInfo> &);

} // namespace redistc::sema

#endif
