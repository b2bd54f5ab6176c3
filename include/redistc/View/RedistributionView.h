//===- RedistributionView.h - A redistribution, for people ------*- C++ -*-===//
//
// Room View: what `redist-plan redistribute` shows. Comes in: an assignment and
// its GridSchedule. Goes out: the communication grid, the steps and their costs
// as the tables of Desprez et al. (RR-3117, tables 1 to 3), as JSON, or as
// a drawing.
//
// Lengths are elements of one superblock along axes whose length is not known,
// and the true ones otherwise. Ranks of source and target are numbered from 0
// each. What stays on a process, where both grids share processes, is no
// message. Plans nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_REDISTRIBUTIONVIEW_H
#define REDISTC_VIEW_REDISTRIBUTIONVIEW_H

#include "redistSchedule/Layout/Stripes.h"
#include "redistSchedule/OneDimension/Verify.h"
#include "redistSchedule/Product/GridSchedule.h"
#include "redistSchedule/Relabel/Relabel.h"
#include "redistc/View/NodeView.h"

#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace redistc::view {

/// A schedule with the facts that are shown beside it.
struct RedistributionView {
  /// What is shown; the schedule is made for canonical() of it.
  redist::schedule::Assignment assignment;
  redist::schedule::GridSchedule schedule;
  /// The strategy that was asked for.
  redist::schedule::StrategyKind strategy;
  redist::schedule::PatternKind pattern =
      redist::schedule::PatternKind::Partial;
  /// Product of the superblocks of all axes; absent where an axis is irregular
  /// or it leaves 62 bits.
  std::optional<std::int64_t> superblock = std::nullopt;
  /// Every step that has a message. Absent where nobody needs the list: the
  /// counts below hold in any case.
  std::optional<std::vector<redist::schedule::Step>> steps = std::nullopt;
  std::int64_t stepCount = 0;
  std::int64_t totalCost = 0;
  std::int64_t messageCount = 0;
  /// Least number of steps of any schedule, and least total cost of any with
  /// this view's stepCount, as far as known.
  redist::schedule::LowerBounds bounds{};
  /// The sorted bound alone, which holds for any number of steps.
  std::int64_t sortedBound = 0;
  /// Where the grids share processes: what stays, and where they went to.
  std::optional<redist::schedule::Relabelling> relabelling = std::nullopt;
  bool isRelabelled = false; ///< numberTargetsByRank() has been applied
  std::optional<redist::schedule::VerifyReport> report = std::nullopt;
  /// Where ranks are placed on nodes.
  std::optional<NodeView> nodes = std::nullopt;
  /// Where copies of combined parts may go by way of stripes: to the stripes,
  /// and from them. Both number the stripes' ranks as the target's.
  std::vector<RedistributionView> phases = {};

  bool stepsAreLeast() const { return stepCount == bounds.stepCount; }
  bool costIsLeast() const { return totalCost == bounds.totalCost; }
  /// One dimension of block-cyclic layouts: shown by P, Q, r, s.
  bool isPlain() const;
};

struct ViewRequest {
  bool listSteps = true;
  bool verify = false;
  /// Improves the bound on the cost of superblocks, where that is cheap.
  const redist::schedule::ExactSolver *solver = nullptr;
};

/// Collects what is shown. Cost: that of listing the steps, where they are
/// needed: listed, verified, or counted for true lengths.
/// Precondition: the schedule was made for the assignment.
RedistributionView makeView(const redist::schedule::Assignment &,
                            const redist::schedule::GridSchedule &,
                            redist::schedule::StrategyKind asked,
                            const ViewRequest &);

/// What goes to stripes and from them in place of the view's own messages, as
/// two phases; an error where the strategy does not fit one of them, or one of
/// them has too many messages. Precondition: the stripes are those of the
/// view's assignment, which has steps and is not relabelled yet.
redist::schedule::Result<std::vector<RedistributionView>>
phasesOf(const RedistributionView &, const redist::schedule::Stripes &,
         const ViewRequest &);

/// The target processes were relabelled: `to` of each step is from now on a
/// rank, as the source's are, and no longer a position of the target grid. The
/// relabelling says which position a rank takes.
void numberTargetsByRank(RedistributionView &, redist::schedule::Relabelling);

/// Name of a step: a to z, then aa to zz; from 1 on where there are more.
/// Precondition: 0 <= step < stepCount.
std::string stepName(std::int64_t step, std::int64_t stepCount);

/// "none", "partial" or "all-to-all".
std::string_view name(redist::schedule::PatternKind);

/// More messages than this are not listed: past it the list no longer fits into
/// the memory of an ordinary machine.
inline constexpr std::int64_t maxListedMessages = 50'000'000;

/// Grids with more rows or columns than this are shown on request only.
inline constexpr std::int64_t widestTable = 64;

/// True where writeText shows tables without being asked to.
bool tablesFit(const redist::schedule::Assignment &);

/// Superblock of an axis; absent where it is irregular or leaves 62 bits.
std::optional<std::int64_t> superblockOf(const redist::schedule::Axis &);

/// A side as text, by its own dimensions, copies and all.
std::string sourceText(const redist::schedule::Assignment &);
std::string targetText(const redist::schedule::Assignment &);
/// Of each dimension of the target the one of the source, as --permute takes
/// them, without copies; empty: the identity.
std::vector<std::int64_t> permutationOf(const redist::schedule::Assignment &);

/// Header lines, then (withTables) the three tables, then the verification
/// report if there is one. Precondition: withTables needs view.steps.
void writeText(const RedistributionView &, bool withTables, std::ostream &);

/// One JSON object, without "steps" where the view has none.
void writeJson(const RedistributionView &, std::ostream &);

/// Drawings have at most so many ranks on a side.
inline constexpr std::int64_t maxDrawnSide = 256;

/// An SVG document: the grid, coloured by step, and the steps in their order.
/// Precondition: view.steps is there, of at most maxDrawnSide ranks a side.
void writeSvg(const RedistributionView &, std::ostream &);

} // namespace redistc::view

#endif
