//===- ProfileSearch.cpp - Branch and bound over profiles -----------------===//

#include "ProfileSearch.h"

#include "ShareProgram.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace redistc::exact {

/// Entries of CLP's answers that are closer to an integer are taken for it;
/// what becomes of them is checked in integers.
static constexpr double tolerance = 1e-6;
/// Every so many nodes the rounded profile is filled.
static constexpr std::int64_t fillEvery = 8;

void Incumbent::offer(const LevelProblem &problem, const Cumulated &other,
                      Shares shares) {
  const std::int64_t cost = problem.totalCost(other);
  if (cost >= totalCost || !isFeasible(problem, other, shares))
    return;
  upTo = other;
  share = std::move(shares);
  totalCost = cost;
}

ProfileSearch::ProfileSearch(const LevelProblem &given,
                             DeadlineSweep &givenSweep, const Cumulated &lower,
                             Incumbent &incumbent,
                             const Deadline &givenDeadline)
    : problem(given), sweep(givenSweep), best(incumbent),
      deadline(givenDeadline), program(given, lower, incumbent.totalCost),
      unresolved(std::numeric_limits<std::int64_t>::max()) {}

void ProfileSearch::run() {
  program.build();
  open.push({program.everything(), best.lowerBound, made++});
  while (!open.empty() && open.top().lowerBound < best.totalCost &&
         !deadline.passed()) {
    Node node = open.top();
    open.pop();
    visit(std::move(node));
  }
  std::int64_t proved = std::min(best.totalCost, unresolved);
  if (!open.empty())
    proved = std::min(proved, open.top().lowerBound);
  best.lowerBound = std::max(best.lowerBound, proved);
}

void ProfileSearch::visit(Node node) {
  if (problem.totalCost(node.range.least) >= best.totalCost)
    return;
  const Cumulated reachable =
      reachableUpTo(problem, node.range.least, best.totalCost);
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    node.range.most[j] = std::min(node.range.most[j], reachable[j]);
  const bool fills = visited++ % fillEvery == 0;
  const ProgramAnswer answer = program.solve(node.range, deadline);
  node.lowerBound = std::max(node.lowerBound, answer.lowerBound);
  if (answer.isEmpty || node.lowerBound >= best.totalCost)
    return;
  if (!answer.upTo) {
    branchAnywhere(node, nullptr);
    return;
  }
  Cumulated nearest;
  bool isIntegral = true;
  for (const double entry : *answer.upTo) {
    nearest.push_back(std::llround(entry));
    isIntegral = isIntegral && std::abs(entry - std::round(entry)) < tolerance;
  }
  if (isIntegral && !tryProfile(nearest))
    return branchAnywhere(node, &nearest);
  if (node.lowerBound >= best.totalCost)
    return;
  if (fills && !isIntegral)
    tryRoundedUp(*answer.upTo);
  if (node.lowerBound < best.totalCost)
    branch(node, *answer.upTo);
}

/// Entries rounded up, and raised further where they cannot be filled.
void ProfileSearch::tryRoundedUp(const std::vector<double> &upTo) {
  Cumulated raised;
  for (const double entry : upTo) {
    const auto up = static_cast<std::int64_t>(std::ceil(entry - tolerance));
    raised.push_back(raised.empty() ? up : std::max(up, raised.back()));
  }
  if (problem.totalCost(raised) >= best.totalCost)
    return;
  Shares share;
  if (sweep.fillRaising(raised, share, deadline))
    best.offer(problem, raised, std::move(share));
}

/// A profile of integers that the program allows: whether whole shares of it
/// are found, by one way or another.
bool ProfileSearch::tryProfile(const Cumulated &upTo) {
  std::optional<Shares> share = program.shares(upTo);
  if (!share)
    share.emplace();
  if (share->empty() && !sweep.fill(upTo, *share, deadline))
    share = sharesByProgram(problem, upTo, deadline);
  if (!share)
    return false;
  best.offer(problem, upTo, *std::move(share));
  return best.totalCost <= problem.totalCost(upTo);
}

/// Two nodes: entry `level` at most `below`, or above it. Entries do not
/// decrease from level to level, and nor do their ranges.
void ProfileSearch::split(const Node &node, std::int32_t level,
                          std::int64_t below) {
  Node low = {node.range, node.lowerBound, made++};
  for (std::int32_t j = level; j >= 0; --j)
    low.range.most[j] = std::min(low.range.most[j], below);
  Node high = {node.range, node.lowerBound, made++};
  for (std::int32_t j = level; j < problem.levels(); ++j)
    high.range.least[j] = std::max(high.range.least[j], below + 1);
  for (Node *part : {&low, &high}) {
    bool isPossible = true;
    for (std::int32_t j = 0; j < problem.levels(); ++j)
      isPossible = isPossible && part->range.least[j] <= part->range.most[j];
    if (isPossible)
      open.push(std::move(*part));
  }
}

/// At the entry whose rounding changes most of the cost.
void ProfileSearch::branch(const Node &node, const std::vector<double> &upTo) {
  std::int32_t level = -1;
  double most = 0;
  for (std::int32_t j = 0; j < problem.levels(); ++j) {
    const double part = upTo[j] - std::floor(upTo[j]);
    const double change =
        std::min(part, 1 - part) * static_cast<double>(problem.priceOf(j));
    if (part > tolerance && part < 1 - tolerance && change > most) {
      level = j;
      most = change;
    }
  }
  if (level < 0)
    return branchAnywhere(node, nullptr);
  split(node, level, static_cast<std::int64_t>(std::floor(upTo[level])));
}

/// Where the program tells nothing more: away from a profile that has no whole
/// shares, or in the middle of the widest range. A single profile that has no
/// shares is left undecided.
void ProfileSearch::branchAnywhere(const Node &node, const Cumulated *avoided) {
  std::int32_t widest = -1;
  std::int64_t width = 0;
  for (std::int32_t j = 0; j < problem.levels(); ++j)
    if (node.range.most[j] - node.range.least[j] > width) {
      widest = j;
      width = node.range.most[j] - node.range.least[j];
    }
  if (widest < 0) {
    unresolved = std::min(unresolved, node.lowerBound);
    return;
  }
  std::int64_t below = node.range.least[widest] + (width - 1) / 2;
  if (avoided)
    below = std::clamp((*avoided)[widest], node.range.least[widest],
                       node.range.most[widest] - 1);
  split(node, widest, below);
}

} // namespace redistc::exact
