//===- CheckRedistribution.h - Checks of one redistribution -----*- C++ -*-===//
//
// Private to the Sema room: the objects, sections, layouts and clauses of one
// instance of a redistribution, checked one after another.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_CHECKREDISTRIBUTION_H
#define REDISTC_LIB_SEMA_CHECKREDISTRIBUTION_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// Fills what is the same in every instance, and returns what is not.
/// `function`: the one that has the directive. Errors are reported to the
/// context.
plan::CheckedInstance checkRedistribution(InstanceContext &,
                                          const clang::FunctionDecl *function,
                                          plan::CheckedRedistribute &);

} // namespace redistc::sema

#endif
