//===- ChooseMapping.h - Choice of a mapping -------------------*- C++ -*-===//
//
// Room Runtime. Comes in: checked clauses, and weights if they were measured.
// Goes out: a mapping, the same on every rank without communication: an
// embedded one, or one made here; and the mapping of the first items, before
// the weights are known.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_MAPPING_CHOOSEMAPPING_H
#define REDIST_RUNTIME_PIPELINE_MAPPING_CHOOSEMAPPING_H

#include "Pipeline/Mapping/CheckedPipeline.h"

#include <optional>

namespace redist::runtime {

class NodeLinks;

/// What a mapping is made for, beside the clauses.
struct PipelineWeights {
  std::vector<double> work;       ///< of each stage
  std::vector<double> data;       ///< behind each stage but the last
  std::vector<double> bandwidth;  ///< as in the clause
  std::vector<std::int64_t> pins; ///< by stage; -1: any rank
  schedule::TransferModel model = schedule::TransferModel::Overlapped;
};

/// A mapping, and what the model says of it.
struct ChosenMapping {
  schedule::Mapping mapping;
  double periodSeconds = 0; ///< in the unit of work / speed; 0: not known
};

/// What the links between the ranks that take part are: through memory of one
/// node (null: there is none) the ranks themselves copy what they send and
/// receive, beside messages they work. The same on all ranks.
schedule::TransferModel modelOfLinks(const NodeLinks *memory,
                                     std::int64_t ranks);

/// From the clauses alone; absent where they do not tell all.
std::optional<PipelineWeights> givenWeights(const CheckedPipeline &call,
                                            schedule::TransferModel model);

/// Throws redist::error (no position), alike on all ranks, where no mapping
/// meets the clauses.
ChosenMapping chooseMapping(const CheckedPipeline &call,
                            const PipelineWeights &weights,
                            const directive &where);

/// Throws redist::error (no position) where mappings of the directive's kind
/// cannot be had of these ranks, whatever the weights will be.
void refuseImpossible(const CheckedPipeline &call, const directive &where);

/// Stages in order on ranks in order, one a rank, or balanced intervals where
/// there are fewer ranks; at() and replicate(k) are kept. Throws redist::error
/// (no position) where they contradict each other.
schedule::Mapping initialMapping(const CheckedPipeline &call);

} // namespace redist::runtime

#endif
