//===- AxisFinder.cpp - Number of shared elements of an axis --------------===//
//
// Source positions repeat after Ts, target positions after Tt, all of it after
// T = lcm(Ts, Tt). A source interval [a, a + la) mod Ts meets a target interval
// [b, b + lb) mod Tt at the offset d = (t - a) - (t - b), -lb < d < la, where
//
//   a + Ts * x + d = b + Tt * y,  that is  d = b - a  (mod g = gcd(Ts, Tt)),
//
// and then once in T, at x = (b - a - d)/g * (Ts/g)^-1 mod Tt/g. So a pair of
// intervals costs (la + lb)/g solutions, however many blocks T has. With
// sections that begin at 0 and have stride 1 these are the k' of the classes.
//
// Where the intervals of one side below the limit are fewer, or a side does not
// repeat (gen_block), each of them is laid over the other side instead. Lengths
// alone, where both would be many, are sums (FloorSums.h).
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Intersection/AxisFinder.h"

#include "Intersection/AxisState.h"
#include "Support/Arithmetic.h"
#include "Support/FloorSums.h"

#include <algorithm>

using namespace redist::schedule;

static std::optional<CommunicationGrid> gridOf(const Axis &axis) {
  if (!axis.isRegular())
    return std::nullopt;
  const auto made =
      CommunicationGrid::make({axis.source.cyclic(), axis.target.cyclic()});
  return made ? std::optional(*made) : std::nullopt;
}

AxisFinder::State::State(const Axis &axis)
    : shares(axis.shares), grid(gridOf(axis)),
      superblock(grid ? grid->superblock().value_or(0) : 0),
      beyondCounting(!axis.length && superblock == 0),
      elements(axis.length.value_or(superblock)),
      source(axis.source, axis.sourceLower, axis.sourceStride, elements),
      target(axis.target, axis.targetLower, axis.targetStride, elements) {
  if (shares)
    return;
  const std::int64_t Ts = source.period(), Tt = target.period();
  if ((source.isWhole() && target.isWhole()) || Ts == 0 || Tt == 0) {
    period = std::max<std::int64_t>(elements, 1);
    return;
  }
  common = greatestCommonDivisor(Ts, Tt);
  bothRepeat = !source.isWhole() && !target.isWhole();
  inverse = inverseModulo(Ts / common, Tt / common);
  period = static_cast<std::int64_t>(
      std::min<Int128>(Int128{Ts / common} * Tt, sizeLimit));
  periods = elements / period;
}

/// Those of the whole axis: lists of at most one period of a side.
AxisFinder::State::Shared AxisFinder::State::positions(std::int64_t p,
                                                       std::int64_t q) const {
  return {source.positionsOf(p, elements), target.positionsOf(q, elements)};
}

/// What it takes to find what meets below the limit: by solving for each pair
/// of intervals, or by a look at all intervals of one side. Solving needs two
/// sides that repeat.
AxisFinder::State::Work AxisFinder::State::workOf(const Shared &shared,
                                                  std::int64_t limit) const {
  const auto a = static_cast<std::int64_t>(shared.source.size());
  const auto b = static_cast<std::int64_t>(shared.target.size());
  Work work;
  work.pairs = Int128{a} * b;
  work.walk =
      std::min(shared.source.sizeBelow(limit), shared.target.sizeBelow(limit));
  const Int128 offsets =
      Int128{b} * shared.source.total() + Int128{a} * shared.target.total();
  work.solve = bothRepeat ? work.pairs + offsets / common : work.walk + 1;
  return work;
}

/// Calls visit(Interval) for the positions below `limit` <= T, in no order.
template <typename Visit>
void AxisFinder::State::solve(const Shared &shared, std::int64_t limit,
                              Visit visit) const {
  const std::int64_t cycles = target.period() / common;
  for (const Interval &a : shared.source)
    for (const Interval &b : shared.target) {
      const std::int64_t la = a.end - a.begin, lb = b.end - b.begin;
      const std::int64_t shift = b.begin - a.begin;
      std::int64_t d = 1 - lb + modulo(shift + lb - 1, common);
      if (d >= la)
        continue;
      std::int64_t x = multiplyModulo((shift - d) / common, inverse, cycles);
      // d + g takes x one inverse back.
      for (; d < la; d += common) {
        const std::int64_t skip = std::max<std::int64_t>(d, 0);
        const Int128 begin = a.begin + Int128{source.period()} * x + skip;
        const std::int64_t size = std::min(la - skip, lb - (skip - d));
        if (begin < limit) {
          const auto first = static_cast<std::int64_t>(begin);
          visit(Interval{first, first + std::min(size, limit - first)});
        }
        x = x >= inverse ? x - inverse : x - inverse + cycles;
      }
    }
}

/// Steps of the algorithm of Euclid that a pair of intervals may take, about.
static constexpr std::int64_t stepsOfSums = 1000;

/// The same as a walk over the outer intervals, for many repetitions: each
/// interval of one period at once, and the rest one by one.
static std::int64_t countByPeriods(const IntervalList &outer,
                                   const IntervalList &inner,
                                   std::int64_t limit) {
  const std::int64_t count = limit / outer.period;
  std::int64_t sum = 0;
  for (const Interval &a : outer)
    for (const Interval &b : inner)
      sum += positionsInBoth({a.begin, a.end, outer.period}, count,
                             {b.begin, b.end, inner.period});
  outer.within(count * outer.period, limit, [&](Interval one) {
    sum += inner.countBelow(one.end) - inner.countBelow(one.begin);
  });
  return sum;
}

/// Positions below `limit` <= T, or any limit where nothing repeats.
std::int64_t AxisFinder::State::countBelow(const Shared &shared,
                                           std::int64_t limit) const {
  std::int64_t sum = 0;
  const Work work = workOf(shared, limit);
  if (bothRepeat && work.pairs * stepsOfSums < std::min(work.solve, work.walk))
    return countByPeriods(shared.source, shared.target, limit);
  if (work.solve <= work.walk) {
    solve(shared, limit, [&](Interval one) { sum += one.end - one.begin; });
    return sum;
  }
  const bool bySource =
      shared.source.sizeBelow(limit) <= shared.target.sizeBelow(limit);
  const IntervalList &outer = bySource ? shared.source : shared.target;
  const IntervalList &inner = bySource ? shared.target : shared.source;
  outer.within(0, limit, [&](Interval one) {
    sum += inner.countBelow(one.end) - inner.countBelow(one.begin);
  });
  return sum;
}

/// By their class, at once.
bool AxisFinder::State::neverMeet(std::int64_t p, std::int64_t q) const {
  return grid && !grid->carriesMessages(grid->classOf(p, q));
}

std::int64_t AxisFinder::State::length(std::int64_t p, std::int64_t q) const {
  if (shares)
    return shares->length(p, q);
  if (beyondCounting)
    return grid->length(p, q);
  if (neverMeet(p, q))
    return 0;
  std::int64_t sum = 0, left = elements;
  if (superblock > 0) {
    sum = left / superblock * grid->length(p, q);
    left %= superblock;
  }
  if (left == 0)
    return sum;
  const Shared shared = positions(p, q);
  if (periods > 0 && left >= period) {
    sum += left / period * countBelow(shared, period);
    left %= period;
  }
  return sum + countBelow(shared, left);
}

AxisFinder::AxisFinder(const Axis &axis)
    : state(std::make_shared<const State>(axis)) {}

std::int64_t AxisFinder::length(std::int64_t p, std::int64_t q) const {
  return state->length(p, q);
}

void AxisFinder::partnersOfSource(std::int64_t p,
                                  std::vector<AxisPartner> &result) const {
  state->partners(true, p, result);
}

void AxisFinder::partnersOfTarget(std::int64_t q,
                                  std::vector<AxisPartner> &result) const {
  state->partners(false, q, result);
}
