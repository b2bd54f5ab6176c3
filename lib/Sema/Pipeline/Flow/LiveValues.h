//===- LiveValues.h - Variables that cross a cut ---------------*- C++ -*-===//
//
// Private to the Sema room: liveness of the item's variables.
//
//   x crosses the cut after stage k if a stage up to k (or a header that stage
//   1 evaluates) may write it, and a later one may read it before it is written
//   whole.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_LIVEVALUES_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_LIVEVALUES_H

#include "Pipeline/Flow/InitialValues.h"

namespace redistc::sema {

/// By cut: that after the first stage is 0.
struct LiveValues {
  std::vector<std::set<ObjectId>> liveAfter;
  std::vector<std::vector<ObjectId>> carried; ///< live, and written before
  std::vector<std::vector<plan::CarriedVariable>> described;
  std::set<ObjectId> carriedAnywhere;
  /// Whether generated code is to say what some variable refers to.
  bool hasDoubtfulHandle = false;
};

/// Errors of what is carried and cannot travel.
LiveValues findLiveValues(LoopContext &, const ItemObjects &,
                          const LoopAccesses &, const HeaderEvaluation &,
                          const std::vector<InitialValue> &);

/// Errors where a stage uses what a pointer or reference of the item leads to,
/// and another stage has made that on its own rank.
void checkItemPointees(const LoopContext &, const LoopAccesses &,
                       const LiveValues &);
void checkItemAliases(LoopContext &, const LoopAccesses &, const LiveValues &);

/// What can travel where it refers to literals and the like: pointers and views
/// of characters (redist/detail/pipeline/StaticAddress.h).
bool isStaticHandle(clang::QualType);

} // namespace redistc::sema

#endif
