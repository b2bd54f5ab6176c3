//===- ReductionView.h - A reduction, for people ----------------*- C++ -*-===//
//
// Room View: what `redist-plan reduce` shows. Comes in: a schedule, or a tree
// of elements that become available later. Goes out: who sends what to whom
// and when, as a tree and a timeline, as JSON, or as a drawing.
//
//   3 ranks, d = c = 1    0 |<#=     rank 0 receives, receives and combines,
//                         1 |.>      combines; rank 2 sends first
//                         2 |>
//
// All times are ticks here; they are shown in the unit in which the costs were
// given. Plans nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_REDUCTIONVIEW_H
#define REDISTC_VIEW_REDUCTIONVIEW_H

#include "redistSchedule/Reduction/Arrivals.h"
#include "redistSchedule/Reduction/NodeReduction.h"
#include "redistSchedule/Reduction/ReductionProgram.h"
#include "redistSchedule/Reduction/ReductionTree.h"

#include <array>
#include <memory>
#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace redistc::view {

/// One rank of a tree.
struct ReductionRow {
  std::int64_t parent = -1;  ///< -1: all elements meet here
  std::int64_t start = -1;   ///< of its transfer; -1: it sends nothing
  std::int64_t combine = -1; ///< start of the combine at the parent; -1: none
  /// Start of the combine that its own element joins; -1: it is the first.
  std::int64_t ownCombine = -1;
  std::int64_t available = 0; ///< its own element, from then on
  std::int64_t operands = 1;  ///< elements that it has in the end
  /// The lowest rank among them; means something to ordered reductions only.
  std::int64_t firstOperand = 0;
  bool isLeft = false; ///< goes to the left of what the parent has
  /// Whose elements it combines, in order, itself among them; leaves: empty.
  std::vector<std::int32_t> order = {};
};

/// Lengths of the forms of a reduction whose result all ranks have.
struct AllreduceView {
  redist::schedule::AllreduceChoice best;
  /// By ReductionForm, without ToRoot; absent where a form does not qualify.
  std::array<std::optional<std::int64_t>, 3> lengths;
};

struct ReductionView;

/// The same reduction where ranks share nodes.
struct NodeReductionView {
  std::int64_t ranksPerNode = 1;
  std::int64_t insideLength = 0, length = 0, lowerBound = 0;
  /// Of the nodes, as if they were ranks, from when each has one element on.
  std::shared_ptr<const ReductionView> between;
};

struct ReductionView {
  redist::schedule::ReductionProblem problem;
  redist::schedule::Fraction tick;
  std::string method;
  std::int64_t root = 0;   ///< has the result
  std::int64_t length = 0; ///< until it has
  bool isOptimal = false;
  /// By what, of trees without arrivals.
  redist::schedule::ReductionProof proof =
      redist::schedule::ReductionProof::None;
  std::int64_t lowerBound = 0;
  std::optional<std::int64_t> upperBound = std::nullopt;
  /// Where the tree cannot end at the root, the result is sent on when the
  /// tree is done.
  std::optional<std::int64_t> sentOnFrom = std::nullopt;
  std::int64_t sentOnStart = 0;
  bool hasArrivals = false;
  bool hasRoles = true; ///< false: of no rank it can be said what it does
  /// By rank; empty where the tree is left out.
  std::vector<ReductionRow> rows = {};
  /// Of the same problem by greedy, binomial and fibonacci.
  std::optional<std::array<std::int64_t, 3>> alternatives = std::nullopt;
  std::optional<AllreduceView> allreduce = std::nullopt;
  /// One rank alone.
  std::optional<std::int64_t> rank = std::nullopt;
  redist::schedule::ReductionRole role = {};
  std::optional<redist::schedule::ReductionReport> report = std::nullopt;
  std::optional<NodeReductionView> nodes = std::nullopt;

  /// A time as text, in the unit of the costs.
  std::string time(std::int64_t ticks) const;
};

/// "proved least by theorem 7": whether the length is, and which theorem of the
/// paper says so where no proof of one's own does (docs/SchedulingMath.md,
/// section 13).
std::string proofText(const ReductionView &);

/// More ranks than this are not listed, verified or compared one by one.
inline constexpr std::int64_t maxListedRanks = 1'000'000;

struct ReductionViewRequest {
  std::int64_t root = 0;
  std::optional<std::int64_t> rank = std::nullopt; ///< its role, no tree
  bool listTree = true; ///< where there are at most maxListedRanks
  bool compare = true;  ///< with other strategies; under the same condition
  bool verify = false;  ///< precondition: at most maxListedRanks
  bool allreduce = false;
};

/// Collects what is shown. Cost: that of listing the tree, where it is needed.
ReductionView makeView(const redist::schedule::ReductionSchedule &,
                       redist::schedule::Fraction tick,
                       const ReductionViewRequest &);

/// Of the reduction whose result node request.root has; compares nothing.
NodeReductionView makeNodeView(const redist::schedule::NodeReduction &,
                               redist::schedule::Fraction tick,
                               ReductionViewRequest request);

/// The header alone, or with the role of request.rank. Precondition: no more
/// than these and `allreduce` is asked for; the last where limits bind, of more
/// than maxListedRanks. Ordered problems end at request.root.
ReductionView makeView(const redist::schedule::ReductionProblem &,
                       const redist::schedule::ReductionLength &,
                       redist::schedule::Fraction tick,
                       const ReductionViewRequest &request,
                       redist::schedule::ReductionRole role = {});

/// The same of elements that become available later. The sink is the root.
ReductionView makeView(const redist::schedule::ArrivalTree &,
                       std::span<const std::int64_t> arrivals,
                       const redist::schedule::ReductionCost &,
                       redist::schedule::Fraction tick, bool verify);

/// Ranks of which a text shows a timeline; and the transfers, unasked.
inline constexpr std::int64_t maxTimelineRows = 64;
inline constexpr std::int64_t maxListedTransfers = 1024;
/// Ranks that a drawing has at most.
inline constexpr std::int64_t maxDrawnRanks = 4096;

/// Header lines, then the role, or tree and timeline, or (isFull: however many
/// they are) the list of transfers; then the report if there is one.
void writeText(const ReductionView &, bool isFull, std::ostream &);

/// One JSON object.
void writeJson(const ReductionView &, std::ostream &);

/// A timeline as one SVG image, a row a rank: above what the ports do, below
/// the combines. Precondition: rows, of at most maxDrawnRanks ranks.
void writeSvg(const ReductionView &, std::ostream &);

} // namespace redistc::view

#endif
