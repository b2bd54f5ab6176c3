//===- ProfileSplit.cpp - Class profile without a solver ------------------===//
//
// All steps begin as one group that costs its heaviest message. A group of M
// steps is split at a threshold: as many steps as possible become late ones,
// which carry lighter messages only and cost less (LateStepFlow.h). The
// threshold that saves most is taken, and both halves are split again until
// nothing is saved. Flows are looked for only where the bound on the late steps
// promises to save more than what has been found.
//
//===----------------------------------------------------------------------===//
#include "EdgeColouring/LateStepFlow.h"

#include <algorithm>
#include <functional>
#include <map>

using namespace redist::schedule;

class ProfileSplitter {
public:
  ProfileSplitter(const ClassProblem &given, std::int64_t maxFlows)
      : problem(given), flowsLeft(maxFlows) {}
  ClassProfile run();

private:
  struct Split {
    std::int64_t saved = 0, late = 0;
    std::vector<std::int64_t> amounts; ///< late messages by place in the group
  };
  std::int64_t weight(const StepGroup &group, std::size_t place) const {
    return problem.classes[group.classes[place].messageClass].weight;
  }
  StepGroup everything() const;
  Split bestSplit(const StepGroup &);
  void close(StepGroup);
  ClassProfile profile() const;

  const ClassProblem &problem;
  std::int64_t flowsLeft;
  std::map<std::int64_t, StepGroup, std::greater<>> closed; ///< by cost
};

StepGroup ProfileSplitter::everything() const {
  StepGroup all = {problem.stepCount, {}};
  for (std::size_t k = 0; k < problem.classes.size(); ++k)
    all.classes.push_back({k, problem.alpha * problem.beta});
  std::stable_sort(all.classes.begin(), all.classes.end(),
                   [&](const ClassAmount &a, const ClassAmount &b) {
                     return problem.classes[a.messageClass].weight >
                            problem.classes[b.messageClass].weight;
                   });
  return all;
}

/// Thresholds by what they promise, the heavier one first where they promise
/// the same.
ProfileSplitter::Split ProfileSplitter::bestSplit(const StepGroup &group) {
  LateStepFlow flow(problem, group);
  const std::int64_t cost = weight(group, 0);
  std::vector<std::pair<std::int64_t, std::size_t>> promises;
  for (std::size_t first = 1; first < group.classes.size(); ++first)
    if (weight(group, first) < weight(group, first - 1) &&
        flow.maxLate(first) > 0)
      promises.emplace_back(
          -flow.maxLate(first) * (cost - weight(group, first)), first);
  std::sort(promises.begin(), promises.end());
  Split best;
  for (const auto &[negated, first] : promises) {
    if (-negated <= best.saved)
      break;
    const std::int64_t gain = cost - weight(group, first);
    // As many as can be: `low` are not worth it or found to be possible. The
    // highest number is often possible, else often not even the next one.
    std::int64_t low = best.saved / gain, late = flow.maxLate(first);
    for (int tries = 0; low < flow.maxLate(first) && flowsLeft > 0; ++tries) {
      --flowsLeft;
      if (flow.solve(first, late)) {
        low = late;
        best = {late * gain, late, {}};
        for (std::size_t place = 0; place < group.classes.size(); ++place)
          best.amounts.push_back(flow.amount(place));
      }
      late = tries == 0 ? low + 1 : low + (flow.maxLate(first) - low + 1) / 2;
    }
  }
  return best;
}

/// Groups of one cost are one level.
void ProfileSplitter::close(StepGroup group) {
  const std::int64_t cost = group.classes.empty() ? 0 : weight(group, 0);
  auto [place, isNew] = closed.try_emplace(cost, std::move(group));
  if (isNew)
    return;
  StepGroup &same = place->second;
  same.steps += group.steps;
  same.classes.insert(same.classes.end(), group.classes.begin(),
                      group.classes.end());
}

ClassProfile ProfileSplitter::profile() const {
  ClassProfile result;
  result.share.assign(problem.classes.size(),
                      std::vector<std::int64_t>(closed.size(), 0));
  for (const auto &[cost, group] : closed) {
    for (const auto &[k, count] : group.classes)
      result.share[k][result.costs.size()] += count;
    result.costs.push_back(cost);
    result.steps.push_back(group.steps);
    result.totalCost += cost * group.steps;
  }
  return result;
}

ClassProfile ProfileSplitter::run() {
  std::vector<StepGroup> open = {everything()};
  while (!open.empty()) {
    StepGroup group = std::move(open.back());
    open.pop_back();
    const Split split =
        group.classes.empty() || flowsLeft == 0 ? Split{} : bestSplit(group);
    if (split.saved == 0) {
      close(std::move(group));
      continue;
    }
    StepGroup early = {group.steps - split.late, {}};
    StepGroup late = {split.late, {}};
    for (std::size_t place = 0; place < group.classes.size(); ++place) {
      const auto &[k, count] = group.classes[place];
      const std::int64_t amount = split.amounts[place];
      if (amount > 0)
        late.classes.push_back({k, amount});
      if (amount < count)
        early.classes.push_back({k, count - amount});
    }
    open.push_back(std::move(late));
    open.push_back(std::move(early));
  }
  return profile();
}

ClassProfile redist::schedule::splitProfile(const ClassProblem &problem,
                                            std::int64_t maxFlows) {
  return ProfileSplitter(problem, maxFlows).run();
}
