//===- StageRecord.cpp - Statistics of a rank's stages --------------------===//
#include "Pipeline/Engine/StageRecord.h"

#include <algorithm>
#include <numeric>

namespace redist::runtime {

using detail::pipeline_place;

/// Items that come faster are counted; groups of them last about so long.
static constexpr double shortPeriod = 10e-6, groupSeconds = 40e-6;
/// Short ones in a row before that.
static constexpr int longSeries = 8;

static double secondsBetween(Recorder::Clock::time_point begin,
                             Recorder::Clock::time_point end) {
  return std::chrono::duration<double>(end - begin).count();
}

void StageRecord::observe(int ended, int begun, const pipeline_place &place,
                          bool mayCount) {
  const auto now = Clock::now();
  if (ended > 0) {
    const double seconds = secondsBetween(since, now);
    recorder->add(Phase::Stage, since, now, ended, place.turn);
    ++sumOf(ended).items;
    sumOf(ended).seconds += seconds;
    sampled[static_cast<std::size_t>(ended) - 1] += seconds;
  }
  since = now;
  if (begun != place.first || !mayCount || wakeTurn != never)
    return;
  if (series == 0)
    seriesSince = now;
  if (series++ < longSeries)
    return;
  const double period = secondsBetween(seriesSince, now) / longSeries;
  seriesSince = now;
  series = 1;
  if (period < shortPeriod) {
    count = longSeries;
    chooseCount(period);
    wakeTurn = place.turn + 1;
  }
}

/// A group may be some times as long as the one before: items can have become
/// longer.
void StageRecord::chooseCount(double period) {
  constexpr std::int64_t growth = 8;
  constexpr double least = 1e-9;
  const auto wanted =
      static_cast<std::int64_t>(groupSeconds / std::max(period, least));
  count = std::clamp<std::int64_t>(wanted, 2, growth * count);
}

void StageRecord::open(const pipeline_place &place, std::int64_t endedBefore,
                       Clock::time_point now) {
  isOpen = true;
  since = now;
  first = place.own;
  endedAt = endedBefore;
  waitedAt = recorder->spent(Phase::Wait);
  std::fill(skipped.begin(), skipped.end(), 0);
  wakeTurn = first + (count - 1) * place.stride + 1;
}

void StageRecord::atEvent(const pipeline_place &place,
                          std::int64_t endedBefore) {
  if (place.turn < wakeTurn || place.own == never)
    return;
  const auto now = Clock::now();
  if (!isOpen) {
    open(place, endedBefore, now);
    return;
  }
  const double period = close(place, endedBefore, now);
  if (period >= shortPeriod)
    return;
  chooseCount(period);
  if (place.first == place.last)
    open(place, endedBefore, now);
  else
    wakeTurn = place.own + 1; // one is observed
}

double StageRecord::close(const pipeline_place &place, std::int64_t endedBefore,
                          Clock::time_point now) {
  isOpen = false;
  wakeTurn = never;
  series = 0;
  const std::int64_t all = (place.own - first) / place.stride;
  const std::int64_t items = all - (endedBefore - endedAt);
  if (items > 0) {
    // A directive within a stage would have begun the sum of waits anew.
    const Clock::duration waited = std::clamp<Clock::duration>(
        recorder->spent(Phase::Wait) - waitedAt, {}, now - since);
    const Clock::duration busy = now - since - waited;
    recorder->addItems(since, now, busy,
                       {place.first, place.last, first, items});
    share(place, items, std::chrono::duration<double>(busy).count());
  }
  return all > 0 ? secondsBetween(since, now) / static_cast<double>(all) : 0;
}

void StageRecord::share(const pipeline_place &place, std::int64_t items,
                        double seconds) {
  const auto begin = static_cast<std::size_t>(place.first) - 1;
  const auto end = static_cast<std::size_t>(place.last);
  const double all =
      std::accumulate(sampled.begin() + static_cast<std::ptrdiff_t>(begin),
                      sampled.begin() + static_cast<std::ptrdiff_t>(end), 0.0);
  for (std::size_t k = begin; k < end; ++k) {
    sums[k].items += items - skipped[k];
    sums[k].seconds +=
        seconds *
        (all > 0 ? sampled[k] / all : 1 / static_cast<double>(end - begin));
  }
}

void StageRecord::leave(const pipeline_place &place) {
  for (int stage = place.current + 1; isOpen && stage <= place.last; ++stage)
    if (stage >= place.first)
      ++skipped[static_cast<std::size_t>(stage) - 1];
}

void StageRecord::finish(const pipeline_place &place,
                         std::int64_t endedBefore) {
  if (isOpen)
    close(place, endedBefore, Clock::now());
  wakeTurn = never;
  series = 0;
}

} // namespace redist::runtime
