//===- MethodTrials.cpp - Learning how messages travel fastest ------------===//
#include "Execution/MethodTrials.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <tuple>

namespace redist::runtime {

using schedule::messageMethods;
using schedule::TransferMethod;

static constexpr std::int64_t lastTrial = 6;
static constexpr std::int64_t firstLook = 8;
/// Of the least expected time: what is tried at once, and what is looked at
/// later, for expectations may be wrong.
static constexpr double near = 1.5, far = 4;
/// Of the least measured time: what noise may have made slower.
static constexpr double level = 1.25;

static constexpr double never = std::numeric_limits<double>::infinity();

static std::size_t indexOfLeast(const schedule::MethodTimes &seconds) {
  return static_cast<std::size_t>(std::ranges::min_element(seconds) -
                                  seconds.begin());
}

MethodTrials::MethodTrials(const schedule::PredictedTimes &expected)
    : expectedSeconds(expected.seconds), first(indexOfLeast(expectedSeconds)) {
  leastSeconds.fill(never);
}

bool MethodTrials::isChoice() const {
  return std::ranges::count_if(expectedSeconds, [](double seconds) {
           return std::isfinite(seconds);
         }) > 1;
}

bool MethodTrials::isLook() const {
  return next >= firstLook && std::has_single_bit(std::uint64_t(next));
}

bool MethodTrials::isMeasured() const {
  const bool followsLook =
      next > firstLook && std::has_single_bit(std::uint64_t(next - 1));
  return (next > 1 && next <= lastTrial) || isLook() || followsLook;
}

TransferMethod MethodTrials::method() const {
  return static_cast<TransferMethod>(next == 1           ? first
                                     : next <= lastTrial ? leastTried()
                                     : isLook()          ? challenger()
                                                         : fastest());
}

void MethodTrials::advance() {
  if (isMeasured())
    measured = indexOf(method());
  ++next;
}

void MethodTrials::add(double seconds) {
  if (!measured)
    return;
  leastSeconds[*measured] = std::min(leastSeconds[*measured], seconds);
  ++tries[*measured];
  measured.reset();
}

bool MethodTrials::isWithin(std::size_t method, double factor) const {
  return expectedSeconds[method] <= factor * expectedSeconds[first];
}

/// Of those that have been tried as often, the faster one.
std::size_t MethodTrials::leastTried() const {
  const auto order = [&](std::size_t method) {
    return std::tuple(tries[method], leastSeconds[method],
                      expectedSeconds[method]);
  };
  std::size_t found = first;
  for (std::size_t method = 0; method < messageMethods; ++method)
    if (isWithin(method, near) && order(method) < order(found))
      found = method;
  return found;
}

std::size_t MethodTrials::fastest() const {
  const std::size_t found = indexOfLeast(leastSeconds);
  return std::isfinite(leastSeconds[found]) ? found : first;
}

/// The one that is expected to take least of those not tried yet; else the
/// second fastest, if it is not much slower.
std::size_t MethodTrials::challenger() const {
  const std::size_t best = fastest();
  std::optional<std::size_t> untried, second;
  for (std::size_t method = 0; method < messageMethods; ++method)
    if (tries[method] == 0 && isWithin(method, far) &&
        (!untried || expectedSeconds[method] < expectedSeconds[*untried]))
      untried = method;
    else if (method != best &&
             leastSeconds[method] <= level * leastSeconds[best] &&
             (!second || leastSeconds[method] < leastSeconds[*second]))
      second = method;
  return untried.value_or(second.value_or(best));
}

} // namespace redist::runtime
