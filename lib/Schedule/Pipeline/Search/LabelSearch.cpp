//===- LabelSearch.cpp - Label search for a mapping -----------------------===//

#include "Pipeline/Search/LabelSearch.h"

#include <algorithm>
#include <limits>

namespace redist::schedule {

/// Arcs of one period, labels of one search: what memory allows.
static constexpr std::int64_t maxArcs = std::int64_t{1} << 23;
static constexpr std::size_t maxLabels = std::size_t{1} << 22;
static constexpr std::size_t maxSlacks = std::size_t{1} << 27;
static constexpr std::int64_t maxNeeds = std::int64_t{1} << 24;

SearchAnswer LabelSearch::decide(Period period, const SearchEffort &effort) {
  const std::int64_t most = std::min(maxArcs, effort.work);
  const std::int64_t building = arcs.build(period, most);
  const std::int64_t start = work;
  work += building == 0 ? 2 * most : building;
  if (building == 0)
    return SearchAnswer::Unknown;
  // Half of the work at most.
  const std::int64_t rounds = std::min<std::int64_t>(
      effort.rounds, 2 + effort.work / (2 * (arcs.arcCount() + 1)));
  if (SearchAnswer answer = prices.improve(static_cast<int>(rounds), work);
      answer != SearchAnswer::Unknown) {
    if (answer == SearchAnswer::Feasible)
      found = prices.path();
    return answer;
  }
  if (arcs.stages() * arcs.classes() > maxNeeds)
    return SearchAnswer::Unknown;
  prepare();
  for (std::size_t width = std::min<std::size_t>(effort.width, 16);;) {
    const SearchAnswer answer = search(width, effort.work - (work - start));
    if (answer != SearchAnswer::Unknown || width >= effort.width ||
        work - start >= effort.work)
      return answer;
    width = width > effort.width / 16 ? effort.width : width * 16;
  }
}

void LabelSearch::prepare() {
  const auto n = static_cast<std::size_t>(arcs.stages());
  std::vector<char> isUsed(static_cast<std::size_t>(arcs.classes()), 0);
  for (std::size_t i = 0; i < n; ++i)
    for (const IntervalArc *arc = arcs.begin(static_cast<std::int64_t>(i));
         arc != arcs.end(static_cast<std::int64_t>(i)); ++arc)
      if (arc->speedClass >= 0)
        isUsed[static_cast<std::size_t>(arc->speedClass)] = 1;
  setOfClass.assign(isUsed.size(), -1);
  setPrice.clear();
  capacity.clear();
  // The price of a set that no arc needs goes to the next faster one, whose
  // arcs pay it all the same.
  for (std::size_t c = 0; c < isUsed.size(); ++c) {
    if (isUsed[c]) {
      setOfClass[c] = static_cast<std::int32_t>(setPrice.size());
      setPrice.push_back(0);
      capacity.push_back(static_cast<Slack>(
          std::min<std::int64_t>(arcs.capacity()[c], 0xFFFF)));
    }
    if (!setPrice.empty())
      setPrice.back() += prices.setPrices()[c];
  }
  // Padded to whole vectors of eight.
  stride = (setPrice.size() + 7) / 8 * 8;
  capacity.resize(stride, 0xFFFF);

  minNeed.assign((n + 1) * stride, 0);
  minLatency.assign(n + 1, 0);
  std::vector<Slack> least(stride);
  for (std::size_t i = n; i-- > 0;) {
    std::fill(least.begin(), least.end(), Slack{0xFFFF});
    std::int64_t latency = DualPrices::unreachable;
    const auto stage = static_cast<std::int64_t>(i);
    for (const IntervalArc *arc = arcs.begin(stage); arc != arcs.end(stage);
         ++arc) {
      const auto to = static_cast<std::size_t>(arc->to);
      const Slack *rest = minNeed.data() + to * stride;
      const std::size_t set =
          arc->speedClass < 0
              ? stride
              : static_cast<std::size_t>(
                    setOfClass[static_cast<std::size_t>(arc->speedClass)]);
      for (std::size_t h = 0; h < stride; ++h) {
        const int need = rest[h] + (h >= set ? arc->count : 0);
        least[h] = static_cast<Slack>(std::min<int>(least[h], need));
      }
      latency = std::min(latency, minLatency[to] + arc->latency);
    }
    // Nothing needs the padding.
    std::fill(least.begin() + static_cast<std::ptrdiff_t>(setPrice.size()),
              least.end(), Slack{0});
    std::copy(least.begin(), least.end(),
              minNeed.begin() + static_cast<std::ptrdiff_t>(i * stride));
    minLatency[i] = latency;
  }
  work += arcs.arcCount() * static_cast<std::int64_t>(2 + stride / 4);
}

/// Completes a label: a set cannot leave more free than a larger one that is
/// scarce. False where it cannot be completed to a mapping.
bool LabelSearch::settle(Label &label, Slack *slack, std::int64_t stage) const {
  const auto i = static_cast<std::size_t>(stage);
  const Slack *need = minNeed.data() + i * stride;
  bool fails = false;
  for (std::size_t h = 0; h < stride; ++h)
    fails |= slack[h] < need[h];
  if (fails)
    return false;
  if (arcs.hasLatencyLimit() &&
      label.latency + minLatency[i] > arcs.latencyLimit())
    return false;
  std::int64_t worth = 0;
  Slack bound = 0xFFFF;
  for (std::size_t h = setPrice.size(); h-- > 0;) {
    bound = std::min(bound, slack[h]);
    slack[h] = bound;
    worth += setPrice[h] * bound;
  }
  label.reserve = worth - prices.toGo()[i];
  return label.reserve >= 0;
}

void LabelSearch::startLabels() {
  labels.clear();
  slacks.clear();
  waiting.assign(static_cast<std::size_t>(arcs.stages()) + 1, {});
  labels.push_back({});
  slacks.insert(slacks.end(), capacity.begin(), capacity.end());
  if (settle(labels.front(), slackOf(0), 0))
    waiting.front().push_back(0);
}

void LabelSearch::expand(std::int32_t origin, std::int64_t stage) {
  const Label from = labels[static_cast<std::size_t>(origin)];
  const std::int64_t before =
      from.reserve + prices.toGo()[static_cast<std::size_t>(stage)];
  const auto number =
      static_cast<std::int32_t>(arcs.end(stage) - arcs.begin(stage));
  work += number;
  for (const IntervalArc *arc = arcs.begin(stage); arc != arcs.end(stage);
       ++arc) {
    const auto to = static_cast<std::size_t>(arc->to);
    if (before < prices.price(arc->speedClass) * arc->count + prices.toGo()[to])
      continue;
    work += static_cast<std::int64_t>(stride / 2);
    const std::size_t old = slacks.size();
    slacks.resize(old + stride);
    Slack *slack = slacks.data() + old;
    std::copy_n(slackOf(origin), stride, slack);
    bool fits = true;
    if (arc->speedClass >= 0)
      for (auto h = static_cast<std::size_t>(
               setOfClass[static_cast<std::size_t>(arc->speedClass)]);
           h < setPrice.size(); ++h) {
        fits &= slack[h] >= arc->count;
        slack[h] = static_cast<Slack>(slack[h] - arc->count);
      }
    Label label{0, from.latency + arc->latency, origin,
                static_cast<std::int32_t>(stage), arc};
    if (!fits || !settle(label, slack, arc->to)) {
      slacks.resize(old);
      continue;
    }
    waiting[to].push_back(static_cast<std::int32_t>(labels.size()));
    labels.push_back(label);
  }
}

bool LabelSearch::isDominated(std::int32_t label,
                              const std::vector<std::int32_t> &kept,
                              std::size_t most) {
  const Slack *mine = slackOf(label);
  const std::int64_t latency = labels[static_cast<std::size_t>(label)].latency;
  const bool hasLimit = arcs.hasLatencyLimit();
  most = std::min(most, kept.size());
  work += static_cast<std::int64_t>(most * (stride / 8));
  for (std::size_t k = 0; k < most; ++k) {
    const Slack *other = slackOf(kept[k]);
    Slack isLess = 0;
    for (std::size_t h = 0; h < stride; ++h)
      isLess = static_cast<Slack>(isLess | (other[h] < mine[h] ? 1 : 0));
    if (isLess == 0 &&
        (!hasLimit ||
         labels[static_cast<std::size_t>(kept[k])].latency <= latency))
      return true;
  }
  return false;
}

/// The best labels of a stage that are not dominated, best first. False where
/// some were dropped.
bool LabelSearch::selectLabels(std::vector<std::int32_t> &here,
                               std::size_t width) {
  std::sort(here.begin(), here.end(), [&](std::int32_t a, std::int32_t b) {
    const std::int64_t x = labels[static_cast<std::size_t>(a)].reserve;
    const std::int64_t y = labels[static_cast<std::size_t>(b)].reserve;
    return x != y ? x > y : a < b;
  });
  std::vector<std::int32_t> kept;
  for (std::int32_t label : here)
    if (!isDominated(label, kept, 4096)) {
      if (kept.size() == width) {
        here = kept;
        return false;
      }
      kept.push_back(label);
    }
  here = kept;
  return true;
}

void LabelSearch::followParents(std::int32_t label) {
  found.clear();
  for (; labels[static_cast<std::size_t>(label)].parent >= 0;
       label = labels[static_cast<std::size_t>(label)].parent)
    found.push_back({labels[static_cast<std::size_t>(label)].from,
                     *labels[static_cast<std::size_t>(label)].arc});
  std::reverse(found.begin(), found.end());
}

SearchAnswer LabelSearch::search(std::size_t width, std::int64_t workLimit) {
  const std::int64_t start = work;
  bool isComplete = true;
  startLabels();
  for (std::int64_t i = 0; i < arcs.stages(); ++i) {
    std::vector<std::int32_t> &here = waiting[static_cast<std::size_t>(i)];
    isComplete &= selectLabels(here, width);
    for (std::int32_t label : here)
      expand(label, i);
    if (!waiting.back().empty()) {
      followParents(waiting.back().front());
      return SearchAnswer::Feasible;
    }
    if (labels.size() > maxLabels || slacks.size() > maxSlacks ||
        work - start > workLimit)
      return SearchAnswer::Unknown;
  }
  return isComplete ? SearchAnswer::Infeasible : SearchAnswer::Unknown;
}

} // namespace redist::schedule
