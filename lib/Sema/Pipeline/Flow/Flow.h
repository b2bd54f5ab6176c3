//===- Flow.h - Data flow between stages -----------------------*- C++ -*-===//
//
// Private to the Sema room: the data flow of one pipeline in one instance, as
// a sequence of passes over its loop. Each pass has a header of its own, and
// takes the results of those before it.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_SEMA_PIPELINE_FLOW_FLOW_H
#define REDISTC_LIB_SEMA_PIPELINE_FLOW_FLOW_H

#include "Pipeline/Flow/Conflicts.h"
#include "Pipeline/Flow/LiveValues.h"
#include "Pipeline/Flow/States.h"

namespace redistc::sema {

/// The results, in the order of the passes; after an error or a doubt, those
/// of later passes are empty.
struct PipelineFlow {
  ItemObjects own;
  LoopAccesses uses;
  HeaderEvaluation header;
  SharedObjects shared;
  DoubtedVariables doubted;
  std::vector<InitialValue> initial;
  LiveValues live;
  StageStates states;
  std::vector<Mobility> mobility; ///< by stage

  /// Whether there is no plan before generated code has been asked what stages
  /// do to some variables, or what these refer to.
  bool isDoubtful() const { return !doubted.empty() || live.hasDoubtfulHandle; }
};

/// Errors where two stages share what they must not, or what would have to
/// travel cannot. `needsFirst`: another instance's header is the first stage's.
PipelineFlow analyseFlow(LoopContext &, bool needsFirst);

/// Adds what this instance found to what others did: header, stages (carried,
/// isMovable, reason), states, counts and itemVariables.
void uniteFlow(LoopContext &, const PipelineFlow &, plan::CheckedPipeline &);

/// Whose initialisers the rank of stage 1 alone evaluates.
std::vector<const clang::VarDecl *> firstOnly(const LoopContext &,
                                              const PipelineFlow &);

/// Of what crosses the cut after a stage; absent where some size varies.
std::optional<std::int64_t> carriedBytes(const PipelineFlow &,
                                         std::size_t stage);

} // namespace redistc::sema

#endif
