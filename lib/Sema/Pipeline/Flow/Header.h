//===- Header.h - Who evaluates a loop's header ----------------*- C++ -*-===//
//
// Private to the Sema room: the header is evaluated by every rank, or by the
// rank of stage 1 for all.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_HEADER_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_HEADER_H

#include "Pipeline/Accesses/LoopAccesses.h"

namespace redistc::sema {

struct HeaderEvaluation {
  plan::HeaderKind kind = plan::HeaderKind::EveryRank;
  std::string reason; ///< why the rank of stage 1 does it

  bool isByFirst() const { return kind == plan::HeaderKind::FirstStage; }
};

/// Errors where neither is possible. `needsFirst`: another instance's header is
/// the first stage's.
HeaderEvaluation judgeHeader(LoopContext &, const LoopAccesses &,
                             bool needsFirst);

} // namespace redistc::sema

#endif
