//===- InitialValues.h - First values of an item's variables ---*- C++ -*-===//
//
// Private to the Sema room: initialisers are evaluated by every rank, but for
// those that need what the rank of stage 1 alone has.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_INITIALVALUES_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_INITIALVALUES_H

#include "Pipeline/Flow/Header.h"

namespace redistc::sema {

/// How a variable of the item gets its first value.
struct InitialValue {
  /// The initialiser needs what the rank of stage 1 alone has, so that the
  /// value comes from there.
  bool isFromFirst = false;
  bool isFirstOnly = false;           ///< no other rank evaluates it
  clang::SourceLocation needsFirstAt; ///< what it reads there
  std::string needed;
};

/// Of LoopContext::items. Errors where initialisers or destructors change what
/// outlives the item, or read what no rank has.
std::vector<InitialValue> findInitialValues(LoopContext &, const LoopAccesses &,
                                            const HeaderEvaluation &);

/// Whether the generated code can leave out the initialiser of the variable on
/// other ranks: something else can be made there for what travels to replace.
bool canBeLeftOut(const clang::VarDecl *);

} // namespace redistc::sema

#endif
