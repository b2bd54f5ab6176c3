//===- Stated.h - in() and out() of a stage --------------------*- C++ -*-===//
//
// Private to the Sema room: the names in the clauses in and out of a stage.
// What they are is judged here; what they count for is PipelineFlow's.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_STATED_H
#define REDISTC_LIB_SEMA_PIPELINE_STATED_H

#include "Common/InstanceContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// Each name is that of a variable or member, or of what a pointer leads to,
/// and stands in a clause once. `stage` is the context of the stage's own
/// directive.
void checkStated(InstanceContext &stage);

/// The variable that a name begins with; null of others, and of members.
const clang::ValueDecl *variableOfName(const clang::Expr *);

/// Their texts.
void describeStated(const directive::ParsedStage &, plan::CheckedStage &);

} // namespace redistc::sema

#endif
