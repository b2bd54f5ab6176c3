//===- RedistributionView.cpp - What is shown of a redistribution -*- C++ -===//
//
// Collects the numbers that text and JSON share. Counts are taken from the very
// steps that are listed, so that what is shown is consistent by construction.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/RedistributionView.h"

#include "redistc/View/LayoutText.h"

#include "redistSchedule/Intersection/AxisFinder.h"

#include <algorithm>
#include <cassert>
#include <limits>
#include <utility>

using namespace redistc::view;
using namespace redist::schedule;

/// The two-level bound costs a small flow problem a distinct length, the class
/// bound an integer program: each is worth it up to so many classes.
static constexpr std::int64_t maxClassesForTwoLevels = 2048;
static constexpr std::int64_t maxClassesForProgram = 64;

static std::optional<CommunicationGrid> gridOf(const Axis &axis) {
  if (!axis.isRegular())
    return std::nullopt;
  const auto made =
      CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
  return made ? std::optional(*made) : std::nullopt;
}

std::optional<std::int64_t> redistc::view::superblockOf(const Axis &axis) {
  const std::optional<CommunicationGrid> grid = gridOf(axis);
  return grid ? grid->superblock() : std::nullopt;
}

static std::optional<std::int64_t> superblockOf(const Assignment &assignment) {
  std::int64_t product = 1;
  for (const Axis &axis : assignment.axes) {
    const std::optional<std::int64_t> own = redistc::view::superblockOf(axis);
    if (!own || __builtin_mul_overflow(product, *own, &product) ||
        product >= std::int64_t{1} << 62)
      return std::nullopt;
  }
  return product;
}

/// Whether all pairs of coordinates share something: for a superblock, or as
/// irregular blocks are.
static bool isComplete(const Axis &axis) {
  if (const std::optional<CommunicationGrid> grid = gridOf(axis))
    return grid->classCount() == grid->modulus();
  const AxisFinder finder(axis);
  std::vector<AxisPartner> partners;
  for (std::int64_t p = 0; p < axis.source.ranks; ++p) {
    finder.partnersOfSource(p, partners);
    if (static_cast<std::int64_t>(partners.size()) < axis.target.ranks)
      return false;
  }
  return true;
}

/// Whether what any coordinate has is what the same one gets.
static bool staysByShares(const Axis &axis) {
  if (!axis.shares || axis.source.ranks != axis.target.ranks)
    return false;
  for (std::int64_t p = 0; p < axis.source.ranks; ++p)
    for (const AxisShare &share : axis.shares->ofSource(p))
      if (share.target != p)
        return false;
  return true;
}

static PatternKind patternOf(const Assignment &assignment) {
  const auto isUnchanged = [](const Axis &axis) {
    return axis.source == axis.target || staysByShares(axis) ||
           (axis.source.ranks == 1 && axis.target.ranks == 1);
  };
  const auto &axes = assignment.axes;
  const std::vector<std::int64_t> from = assignment.sourceRankStrides();
  const std::vector<std::int64_t> to = assignment.targetRankStrides();
  bool stays = std::all_of(axes.begin(), axes.end(), isUnchanged);
  for (std::size_t k = 0; k < axes.size(); ++k)
    stays &= from[k] == to[k] || axes[k].source.ranks == 1;
  if (stays)
    return PatternKind::None;
  return std::all_of(axes.begin(), axes.end(), isComplete)
             ? PatternKind::AllToAll
             : PatternKind::Partial;
}

bool RedistributionView::isPlain() const {
  return assignment.dimensions() == 1 && assignment.axes[0].isRegular() &&
         !assignment.axes[0].sourceIsWhole;
}

/// Whether classes of superblocks describe all messages.
static bool isByClass(const Assignment &assignment) {
  return assignment.sharing.kind == RankSharing::Kind::None &&
         std::all_of(
             assignment.axes.begin(), assignment.axes.end(),
             [](const Axis &axis) { return axis.isRegular() && !axis.length; });
}

static std::int64_t classCountOf(const Assignment &assignment) {
  std::int64_t product = 1;
  for (const Axis &axis : assignment.axes) {
    const std::optional<CommunicationGrid> grid = gridOf(axis);
    if (!grid || __builtin_mul_overflow(product, grid->classCount(), &product))
      return std::numeric_limits<std::int64_t>::max();
  }
  return product;
}

/// The best bound that is known on the cost of one superblock in exactly
/// `view.stepCount` steps.
static std::int64_t classBound(const RedistributionView &view,
                               const ExactSolver *solver) {
  std::int64_t bound = view.bounds.totalCost;
  const std::int64_t classes = classCountOf(view.assignment);
  if (bound < view.totalCost && view.isPlain() &&
      classes <= maxClassesForTwoLevels)
    bound = std::max(
        bound, twoLevelBound(*gridOf(view.assignment.axes[0]), view.stepCount));
  // `exact` has had its search.
  const bool isOpen =
      bound < view.totalCost && view.strategy != StrategyKind::Exact;
  if (isOpen && solver && classes <= maxClassesForProgram)
    if (const auto problem = classProblem(view.assignment, view.stepCount))
      if (const auto profile = solver->solve(*problem, view.totalCost))
        bound = std::max(bound, profile->lowerBound);
  return bound;
}

RedistributionView redistc::view::makeView(const Assignment &assignment,
                                           const GridSchedule &schedule,
                                           StrategyKind asked,
                                           const ViewRequest &request) {
  RedistributionView view{assignment, schedule, asked, patternOf(assignment),
                          ::superblockOf(assignment)};
  const bool isCanonical = assignment == schedule.assignment();
  if (request.listSteps || request.verify || !isCanonical) {
    view.steps =
        isCanonical ? schedule.allSteps() : schedule.allSteps(assignment);
    std::erase_if(*view.steps,
                  [](const Step &step) { return step.transfers.empty(); });
    view.stepCount = static_cast<std::int64_t>(view.steps->size());
    for (const Step &step : *view.steps) {
      view.totalCost += step.cost;
      view.messageCount += static_cast<std::int64_t>(step.transfers.size());
    }
  } else {
    view.stepCount = schedule.stepCount();
    view.totalCost = schedule.totalCost();
    view.messageCount = schedule.messageCount();
  }
  // The numbers of shared ranks tell nothing of what stays.
  if (assignment.sharing.kind != RankSharing::Kind::None)
    view.pattern = view.messageCount == 0              ? PatternKind::None
                   : view.pattern == PatternKind::None ? PatternKind::Partial
                                                       : view.pattern;
  view.bounds = lowerBounds(assignment);
  view.sortedBound = view.bounds.totalCost;
  if (const auto counts = countsOf(schedule, assignment);
      counts && counts->stepCount == view.stepCount)
    view.bounds.totalCost =
        std::max(view.bounds.totalCost, counts->bounds.totalCost);
  if (isByClass(assignment))
    view.bounds.totalCost = classBound(view, request.solver);
  if (request.verify)
    view.report = verify(assignment, *view.steps,
                         !isCanonical || schedule.lengthUnit() == 1);
  return view;
}

/// The stripes as ranks of the target's grid: which ranks of the source are the
/// same processes.
static RankSharing sharingOf(const Assignment &assignment,
                             const Stripes &stripes) {
  if (assignment.sharing.kind == RankSharing::Kind::None)
    return {};
  RankSharing sharing{RankSharing::Kind::Map, 0, {}};
  for (const std::int64_t position : stripes.targetOf)
    sharing.map.push_back(
        assignment.sharing.sourceOf(position, assignment.sourceRanks()));
  return sharing;
}

static void renumber(RedistributionView &view, std::int64_t Transfer::*end,
                     const std::vector<std::int64_t> &numberOf) {
  for (Step &step : *view.steps)
    for (Transfer &transfer : step.transfers)
      transfer.*end = numberOf[static_cast<std::size_t>(transfer.*end)];
}

Result<std::vector<RedistributionView>>
redistc::view::phasesOf(const RedistributionView &view, const Stripes &stripes,
                        const ViewRequest &request) {
  Assignment combining = stripes.combining, spreading = stripes.spreading;
  combining.sharing = sharingOf(view.assignment, stripes);
  spreading.sharing = {RankSharing::Kind::Map, 0, stripes.targetOf};
  for (std::size_t i = 0; i < stripes.targetOf.size(); ++i)
    spreading.sharing.map[static_cast<std::size_t>(stripes.targetOf[i])] =
        static_cast<std::int64_t>(i);
  std::vector<RedistributionView> phases;
  for (const Assignment &one : {combining, spreading}) {
    const auto schedule = makeGridSchedule(
        one, view.strategy, {request.solver, nullptr, maxListedMessages});
    if (!schedule)
      return schedule.error();
    RedistributionView phase = makeView(one, *schedule, view.strategy,
                                        {true, request.verify, request.solver});
    if (one.sharing.kind != RankSharing::Kind::None) {
      phase.relabelling = relabel(one);
      phase.relabelling->kept = phase.relabelling->keptIdentity;
    }
    phases.push_back(std::move(phase));
  }
  renumber(phases[0], &Transfer::to, stripes.targetOf);
  renumber(phases[1], &Transfer::from, stripes.targetOf);
  return phases;
}

void redistc::view::numberTargetsByRank(RedistributionView &view,
                                        Relabelling relabelling) {
  assert(!view.isRelabelled && "the targets are numbered by rank already");
  const std::vector<std::int64_t> &positionOf = relabelling.positionOf;
  std::vector<std::int64_t> rankAt(positionOf.size());
  for (std::size_t rank = 0; rank < positionOf.size(); ++rank)
    rankAt[static_cast<std::size_t>(positionOf[rank])] =
        static_cast<std::int64_t>(rank);
  if (view.steps)
    renumber(view, &Transfer::to, rankAt);
  if (!view.phases.empty()) {
    renumber(view.phases[0], &Transfer::to, rankAt);
    renumber(view.phases[1], &Transfer::from, rankAt);
    renumber(view.phases[1], &Transfer::to, rankAt);
  }
  if (view.nodes && view.nodes->steps)
    for (TwoLevelStep &step : *view.nodes->steps)
      for (Carriers &one : step.carriers)
        one.receiver = rankAt[static_cast<std::size_t>(one.receiver)];
  view.relabelling = std::move(relabelling);
  view.isRelabelled = true;
}

std::string redistc::view::sourceText(const Assignment &assignment) {
  std::vector<const Axis *> axes(assignment.dimensions());
  for (std::size_t k = 0; k < axes.size(); ++k)
    axes[assignment.sourceDimensionOf(k)] = &assignment.axes[k];
  std::vector<DimensionLayout> layouts;
  std::vector<AxisRole> roles;
  for (const Axis *axis : axes) {
    if (axis->sourceIsWhole) { // copies share an undistributed dimension
      layouts.emplace_back();
      roles.push_back(AxisRole::Elements);
    }
    layouts.push_back(axis->source);
    roles.push_back(axis->sourceIsWhole ? AxisRole::Copies : axis->role);
  }
  return toText(layouts, roles);
}

std::string redistc::view::targetText(const Assignment &assignment) {
  std::vector<DimensionLayout> layouts;
  std::vector<AxisRole> roles;
  for (const Axis &axis : assignment.axes) {
    layouts.push_back(axis.target);
    roles.push_back(axis.role);
  }
  return toText(layouts, roles);
}

std::vector<std::int64_t>
redistc::view::permutationOf(const Assignment &assignment) {
  std::vector<std::size_t> places;
  for (std::size_t k = 0; k < assignment.dimensions(); ++k)
    if (assignment.axes[k].isDimension())
      places.push_back(assignment.sourceDimensionOf(k));
  std::vector<std::int64_t> permutation;
  for (const std::size_t place : places)
    permutation.push_back(
        std::count_if(places.begin(), places.end(),
                      [&](std::size_t one) { return one < place; }));
  return std::is_sorted(permutation.begin(), permutation.end())
             ? std::vector<std::int64_t>()
             : permutation;
}

std::string redistc::view::stepName(std::int64_t step, std::int64_t stepCount) {
  constexpr std::int64_t letters = 26;
  assert(step >= 0 && step < stepCount && "no such step");
  if (stepCount > letters + letters * letters)
    return std::to_string(step + 1);
  std::string name;
  if (step >= letters)
    name += static_cast<char>('a' + step / letters - 1);
  name += static_cast<char>('a' + step % letters);
  return name;
}

std::string_view redistc::view::name(PatternKind pattern) {
  switch (pattern) {
  case PatternKind::None:
    return "none";
  case PatternKind::Partial:
    return "partial";
  case PatternKind::AllToAll:
    return "all-to-all";
  }
  return "";
}

bool redistc::view::tablesFit(const Assignment &assignment) {
  return assignment.sourceRanks() <= widestTable &&
         assignment.targetRanks() <= widestTable;
}
