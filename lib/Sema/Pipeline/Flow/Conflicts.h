//===- Conflicts.h - What stages may, and must not share -------*- C++ -*-===//
//
// Private to the Sema room: an object from outside the loop is written by one
// stage at most, and then used by that stage alone. Apart from that are locals
// of which each rank may have its own, and integers to which stages add.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_CONFLICTS_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_CONFLICTS_H

#include "Pipeline/Flow/Header.h"

#include "llvm/ADT/SetVector.h"

namespace redistc::sema {

/// What several stages may write.
struct SharedObjects {
  std::set<ObjectId> scratch; ///< of which each rank has its own
  std::set<ObjectId> counts;  ///< to which several stages add

  bool contains(ObjectId id) const {
    return scratch.count(id) != 0 || counts.count(id) != 0;
  }
};

SharedObjects findShared(LoopContext &, const LoopAccesses &);

/// Variables of which generated code is to say whether stages conflict; errors
/// of what is sure, where there are none of these.
using DoubtedVariables = llvm::SmallSetVector<const clang::VarDecl *, 2>;
DoubtedVariables checkConflicts(LoopContext &, const LoopAccesses &,
                                const HeaderEvaluation &,
                                const SharedObjects &);

} // namespace redistc::sema

#endif
