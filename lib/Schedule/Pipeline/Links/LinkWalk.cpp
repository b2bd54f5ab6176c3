//===- LinkWalk.cpp - Heuristic walks over links --------------------------===//
//
// A mapping of a period, if a few ways from each stage lead to one; proves
// nothing. For any number of processors. The fewer and the slower processors a
// way has used, and the less of the next one's time goes into its input, the
// more promising it is.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Links/LinkSearch.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>
#include <limits>
#include <tuple>

namespace redist::schedule {

/// Of the ways that are kept at a stage, to any one processor.
static constexpr std::size_t maxAlike = 4;
/// For each way that is kept at a stage, before the best ones are picked out.
static constexpr std::size_t maxWaiting = 64;

class LinkSearch::Walk {
public:
  Walk(const LinkSearch &given, std::size_t givenWidth, std::int64_t workLimit)
      : search(given), width(givenWidth), limit(workLimit), n(given.n),
        p(given.p), words(indexOf((given.p + 63) / 64)),
        waiting(indexOf(given.n)), alike(indexOf(given.p)),
        worst(indexOf(given.n), std::numeric_limits<double>::infinity()) {}

  std::optional<Mapping> run() {
    for (std::int64_t u = 0; u < p; ++u)
      if (const std::int64_t input = search.transfer(0, -1, u); input >= 0)
        push({0, 0, input, input, -1, 0, static_cast<std::int32_t>(u)});
    for (std::int64_t i = 0; i < n && work <= limit; ++i) {
      const std::size_t first = ways.size();
      settle(waiting[indexOf(i)]);
      for (std::size_t way = first; way < ways.size(); ++way) {
        if (canFinish(ways[way]))
          return mappingOf(static_cast<std::int32_t>(way));
        expand(static_cast<std::int32_t>(way));
      }
    }
    return std::nullopt;
  }
  std::int64_t workDone() const { return work; }

private:
  struct Way {
    double cost = 0;  ///< with the part of the next processor that input takes
    double spent = 0; ///< work that the processors before could have done
    std::int64_t input = 0;
    std::int64_t latency = 0;
    std::int32_t parent = -1;
    std::int32_t stage = 0;
    std::int32_t processor = 0;

    friend bool operator<(const Way &x, const Way &y) {
      return std::tie(x.cost, x.input, x.parent, x.processor) <
             std::tie(y.cost, y.input, y.parent, y.processor);
    }
  };

  /// What a processor is worth: the most work that it can do in an interval.
  double worthOf(std::int64_t u) const {
    return static_cast<double>(search.maxAfter[indexOf(u)]);
  }

  void push(Way way) {
    const std::size_t here = search.place(way.stage, way.processor);
    if (way.input > search.dearest[here] ||
        (search.instance.latencyLimit >= 0 &&
         way.latency + search.minLatency[here] > search.instance.latencyLimit))
      return;
    way.cost = way.spent + worthOf(way.processor) *
                               static_cast<double>(way.input) /
                               static_cast<double>(search.period);
    std::vector<Way> &list = waiting[indexOf(way.stage)];
    if (way.cost > worst[indexOf(way.stage)])
      return;
    list.push_back(way);
    work += 8;
    if (list.size() < 2 * maxWaiting * width)
      return;
    const auto middle =
        list.begin() + static_cast<std::ptrdiff_t>(maxWaiting * width);
    std::nth_element(list.begin(), middle, list.end());
    worst[indexOf(way.stage)] = middle->cost;
    list.erase(middle, list.end());
  }

  /// The best ones of a stage, and which processors they have used.
  void settle(std::vector<Way> &list) {
    std::sort(list.begin(), list.end());
    std::fill(alike.begin(), alike.end(), 0);
    std::size_t kept = 0;
    for (const Way &way : list) {
      if (kept == width)
        break;
      if (alike[indexOf(way.processor)] == maxAlike)
        continue;
      ++alike[indexOf(way.processor)];
      ++kept;
      const std::size_t begin = used.size();
      used.resize(begin + words, 0);
      if (way.parent >= 0)
        std::copy_n(used.begin() + static_cast<std::ptrdiff_t>(
                                       indexOf(way.parent) * words),
                    words, used.begin() + static_cast<std::ptrdiff_t>(begin));
      used[begin + indexOf(way.processor / 64)] |= Set{1}
                                                   << (way.processor % 64);
      ways.push_back(way);
    }
    list = {};
  }

  std::int64_t computeTime(const Way &way, std::int64_t end) const {
    return search.instance.workOf(way.stage, end - 1) *
           search.instance.ticksOfWork[indexOf(way.processor)];
  }

  void expand(std::int32_t index) {
    const Way from = ways[indexOf(index)];
    const std::size_t here = search.place(from.stage, from.processor);
    const Set *taken = used.data() + indexOf(index) * words;
    const double spent = from.spent + worthOf(from.processor);
    const std::int64_t last = std::min(search.lastEnd[here], n - 1);
    for (std::int64_t j = search.firstEnd[here]; j <= last; ++j) {
      const std::int64_t compute = computeTime(from, j);
      if (!search.fits(from.input, compute, 0))
        break;
      work += p;
      for (std::int64_t v = 0; v < p; ++v) {
        const std::int64_t output = search.transfer(j, from.processor, v);
        if (output <= search.dearest[search.place(j, v)] &&
            search.fits(from.input, compute, output) &&
            (taken[indexOf(v / 64)] >> (v % 64) & 1) == 0)
          push({0, spent, output, from.latency + compute + output, index,
                static_cast<std::int32_t>(j), static_cast<std::int32_t>(v)});
      }
    }
  }

  /// Whether its processor may take all the rest.
  bool canFinish(const Way &way) const {
    const std::size_t here = search.place(way.stage, way.processor);
    const std::int64_t compute = computeTime(way, n);
    const std::int64_t output = search.transfer(n, way.processor, p);
    return search.firstEnd[here] <= n && search.lastEnd[here] >= n &&
           search.fits(way.input, compute, output) &&
           (search.instance.latencyLimit < 0 ||
            way.latency + compute + output <= search.instance.latencyLimit);
  }

  Mapping mappingOf(std::int32_t index) const {
    Mapping mapping;
    std::int64_t end = n;
    for (; index >= 0; index = ways[indexOf(index)].parent) {
      const Way &way = ways[indexOf(index)];
      mapping.intervals.push_back({way.stage, end - 1, {way.processor}});
      end = way.stage;
    }
    std::reverse(mapping.intervals.begin(), mapping.intervals.end());
    return mapping;
  }

  const LinkSearch &search;
  std::size_t width;
  std::int64_t limit, n, p, work = 0;
  std::size_t words; ///< of a set
  std::vector<std::vector<Way>> waiting;
  std::vector<std::size_t> alike; ///< ways to each processor
  std::vector<double> worst;      ///< that are still waiting at each stage
  std::vector<Way> ways;
  std::vector<Set> used; ///< of each way, with the processor that takes over
};

bool LinkSearch::walk(std::size_t width, std::int64_t limit) {
  Walk walk(*this, width, limit);
  std::optional<Mapping> mapping = walk.run();
  work += walk.workDone();
  if (!mapping)
    return false;
  found = *std::move(mapping);
  return true;
}

} // namespace redist::schedule
