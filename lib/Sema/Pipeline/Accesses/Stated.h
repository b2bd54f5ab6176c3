//===- Stated.h - in() and out() of a stage --------------------*- C++ -*-===//
//
// Private to the Sema room: the names in the clauses in and out of a stage, and
// the accesses that they state.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_ACCESSES_STATED_H
#define REDISTC_LIB_SEMA_PIPELINE_ACCESSES_STATED_H

#include "Pipeline/Accesses/LoopContext.h"

#include "redistc/Plan/CheckedDirective.h"

namespace redistc::sema {

/// Each name is that of a variable or member, or of what a pointer leads to,
/// and stands in a clause once. `stage` is the context of the stage's own
/// directive.
void checkStated(InstanceContext &stage);

/// The variable that a name begins with; null of others, and of members.
const clang::ValueDecl *variableOfName(const clang::Expr *);

/// The variables that the clauses name; absent where the stage has none.
std::optional<std::vector<effects::StatedName>> statedNames(const LoopContext &,
                                                            const StageShape &);

struct StatedAccesses {
  Accesses accesses;
  std::string stays; ///< why the stage keeps its rank all the same
  /// Of which out(*p) says that they refer to one object.
  std::vector<const clang::ValueDecl *> pointees;
};

/// What in() and out() of the stage say, in place of what was found in it.
StatedAccesses statedAccesses(LoopContext &, std::size_t stage,
                              const Accesses &found);

/// Their texts.
void describeStated(const directive::ParsedStage &, plan::CheckedStage &);

} // namespace redistc::sema

#endif
