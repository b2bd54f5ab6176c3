//===- Reductions.h - #pragma reduce in one instance -----------*- C++ -*-===//
//
// Private to the Sema room: operator, items and clauses of a reduction.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_REDUCE_REDUCTIONS_H
#define REDISTC_LIB_SEMA_REDUCE_REDUCTIONS_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace clang {
class FunctionDecl;
}

namespace redistc::sema {

/// Fills what is the same in every instance, and returns what is not.
/// `function`: the innermost one around the directive.
plan::ReduceInstance checkReduction(InstanceContext &,
                                    const clang::FunctionDecl *function,
                                    plan::CheckedReduce &);

} // namespace redistc::sema

#endif
