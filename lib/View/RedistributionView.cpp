//===- RedistributionView.cpp - What is shown of a redistribution -*- C++ -===//
//
// Collects the numbers that text and JSON share. Counts are taken from the very
// steps that are listed, so that what is shown is consistent by construction.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/RedistributionView.h"

#include <algorithm>
#include <cassert>

using namespace redistc::view;
using namespace redist::schedule;

/// The two-level bound costs a small flow problem a distinct length, the class
/// bound an integer program: each is worth it up to so many classes.
static constexpr std::int64_t mostClassesForTwoLevels = 2048;
static constexpr std::int64_t mostClassesForProgram = 64;

static std::vector<Step> listSteps(const Schedule &schedule,
                                   std::optional<std::int64_t> extent) {
  std::vector<Step> steps =
      extent ? schedule.allSteps(*extent) : schedule.allSteps();
  std::erase_if(steps, [](const Step &step) { return step.transfers.empty(); });
  return steps;
}

/// The best bound that is known on the cost of one superblock in exactly
/// `stepCount` steps, where the sorted bound is `sorted`. Stops where `cost`,
/// that of a schedule, is met.
static std::int64_t costBound(const Schedule &schedule, std::int64_t stepCount,
                              std::int64_t cost, std::int64_t sorted,
                              const ExactSolver *solver) {
  const CommunicationGrid &grid = schedule.grid();
  std::int64_t bound = sorted;
  if (stepCount == schedule.stepCount())
    bound = std::max(bound, schedule.costLowerBound());
  if (bound < cost && grid.classCount() <= mostClassesForTwoLevels)
    bound = std::max(bound, twoLevelBound(grid, stepCount));
  if (bound < cost && solver && grid.classCount() <= mostClassesForProgram)
    if (auto profile = solver->solve(classProblem(grid, stepCount)))
      bound = std::max(bound, profile->lowerBound);
  return bound;
}

RedistributionView redistc::view::makeView(const Schedule &schedule,
                                           StrategyKind asked,
                                           const ViewRequest &request) {
  const CommunicationGrid &grid = schedule.grid();
  RedistributionView view{schedule, asked, request.extent};
  if (request.listSteps || request.verify || request.extent) {
    view.steps = listSteps(schedule, request.extent);
    view.stepCount = static_cast<std::int64_t>(view.steps->size());
    for (const Step &step : *view.steps) {
      view.totalCost += step.cost;
      view.messageCount += static_cast<std::int64_t>(step.transfers.size());
    }
  } else {
    view.stepCount = schedule.stepCount();
    view.totalCost = schedule.totalCost();
    view.messageCount = grid.messageCount();
  }
  view.bounds =
      request.extent ? lowerBounds(grid, *request.extent) : lowerBounds(grid);
  view.sortedBound = view.bounds.totalCost;
  if (!request.extent)
    view.bounds.totalCost = costBound(schedule, view.stepCount, view.totalCost,
                                      view.sortedBound, request.solver);
  else if (schedule.extent() && view.stepCount == schedule.stepCount())
    view.bounds.totalCost =
        std::max(view.sortedBound, schedule.costLowerBound());
  if (request.verify)
    view.report = verify(grid, *view.steps, request.extent);
  return view;
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

bool redistc::view::tablesFit(const CommunicationGrid &grid) {
  const Redistribution &parameters = grid.redistribution();
  return parameters.source.ranks <= widestTable &&
         parameters.target.ranks <= widestTable;
}
