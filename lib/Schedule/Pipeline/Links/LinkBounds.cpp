//===- LinkBounds.cpp - Bounds without regard to used processors ----------===//
//
// What LinkSearch.h finds out without regard to sets, and the bound on the
// period that follows from it alone.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Links/LinkSearch.h"

#include "redistSchedule/Support/Index.h"

#include <algorithm>

namespace redist::schedule {

static constexpr std::int64_t far = std::int64_t{1} << 61;

/// A pinned processor has an interval with all its stages or none at all; no
/// interval has stages that are pinned elsewhere.
void LinkSearch::findRanges() {
  firstEnd.assign(indexOf(n * p), 0);
  lastEnd.assign(indexOf(n * p), 0);
  for (std::int64_t u = 0; u < p; ++u) {
    std::int64_t firstPin = n, lastPin = -1, otherPin = n;
    for (std::int64_t k = n; k-- > 0;)
      if (instance.pins[indexOf(k)] == u) {
        firstPin = k;
        lastPin = std::max(lastPin, k);
      }
    for (std::int64_t k = n; k-- > 0;) {
      if (instance.pins[indexOf(k)] >= 0 && instance.pins[indexOf(k)] != u)
        otherPin = k;
      firstEnd[place(k, u)] = std::max(k, lastPin) + 1;
      lastEnd[place(k, u)] = k > firstPin && lastPin >= 0 ? 0
                             : isSingle ? std::min(otherPin, k + 1)
                                        : otherPin;
    }
  }
}

void LinkSearch::findInputs() {
  cheapestInput.assign(indexOf(n * p), far);
  for (std::int64_t i = 0; i < n; ++i)
    for (std::int64_t u = 0; u < p; ++u)
      for (std::int64_t v = i == 0 ? -1 : 0; v < (i == 0 ? 0 : p); ++v)
        if (const std::int64_t input = v == u ? -1 : transfer(i, v, u);
            input >= 0)
          cheapestInput[place(i, u)] =
              std::min(cheapestInput[place(i, u)], input);
}

void LinkSearch::findBounds() {
  const std::size_t places = indexOf((n + 1) * p);
  dearest.assign(places, -1);
  minLatency.assign(places, far);
  fewest.assign(places, static_cast<std::int32_t>(p) + 1);
  cheapestOutput.assign(places, -1);
  outputLatency.assign(places, far);
  fewestBehind.assign(places, static_cast<std::int32_t>(p) + 1);
  maxFrom.assign(places, 0);
  maxAfter.assign(places, 0);
  allAfter.assign(indexOf(n + 1), 0);
  intervals = 1;
  for (std::int64_t i = n; i >= 0; --i) {
    if (i < n)
      for (std::int64_t u = 0; u < p; ++u) {
        boundInterval(i, u);
        maxAfter[place(i, u)] =
            std::max(maxFrom[place(i, u)], maxAfter[place(i + 1, u)]);
        allAfter[indexOf(i)] += maxAfter[place(i, u)];
      }
    boundTransfers(i);
  }
}

/// What intervals that begin at a stage on u allow, from what later cuts do.
void LinkSearch::boundInterval(std::int64_t i, std::int64_t u) {
  std::int64_t &most = dearest[place(i, u)];
  std::int64_t &latency = minLatency[place(i, u)];
  std::int32_t &number = fewest[place(i, u)];
  for (std::int64_t j = firstEnd[place(i, u)]; j <= lastEnd[place(i, u)]; ++j) {
    ++work;
    ++intervals;
    const std::int64_t compute =
        instance.workOf(i, j - 1) * instance.ticksOfWork[indexOf(u)];
    if (compute > period)
      break;
    const std::int64_t output = cheapestOutput[place(j, u)];
    if (!fits(cheapestInput[place(i, u)], compute, output))
      continue;
    maxFrom[place(i, u)] = instance.workOf(i, j - 1);
    most = std::max(most, instance.model == TransferModel::Serial
                              ? period - compute - output
                              : period);
    latency = std::min(latency, compute + outputLatency[place(j, u)]);
    number = std::min(number, fewestBehind[place(j, u)]);
  }
}

/// Over all that may take over at a stage, P_out at the end.
void LinkSearch::boundTransfers(std::int64_t j) {
  std::vector<std::int64_t> next; // may take over
  for (std::int64_t v = 0; v < p && j < n; ++v)
    if (dearest[place(j, v)] >= 0)
      next.push_back(v);
  work += p * static_cast<std::int64_t>(1 + next.size());
  for (std::int64_t u = 0; u < p; ++u) {
    const std::size_t here = place(j, u);
    const auto consider = [&](std::int64_t output, std::int64_t latency,
                              std::int32_t number) {
      if (cheapestOutput[here] < 0 || output < cheapestOutput[here])
        cheapestOutput[here] = output;
      outputLatency[here] = std::min(outputLatency[here], output + latency);
      fewestBehind[here] = std::min(fewestBehind[here], number);
    };
    if (j == n) {
      if (const std::int64_t output = transfer(n, u, p); output >= 0)
        consider(output, 0, 0);
      continue;
    }
    for (const std::int64_t v : next) {
      const std::int64_t output = v == u ? -1 : transfer(j, u, v);
      if (output >= 0 && output <= dearest[place(j, v)])
        consider(output, minLatency[place(j, v)], fewest[place(j, v)] + 1);
    }
  }
}

/// To nearly what a way without regard to sets takes: up in steps that double,
/// then by halves.
void LinkSearch::raiseLeast(std::int64_t limit) {
  Period high = greatest;
  for (bool isUp = true; least < high && work < limit;) {
    const Period middle = isUp ? least + least / 2 : least + (high - least) / 2;
    if (middle >= high || (!isUp && (high - least) * 128 < least))
      return;
    period = static_cast<std::int64_t>(middle);
    findBounds();
    isUp &= isExcluded();
    if (isExcluded())
      least = middle + 1;
    else
      high = middle;
  }
}

/// Whether nothing can begin within the period that was bounded.
bool LinkSearch::isExcluded() {
  for (std::int64_t u = 0; u < p; ++u) {
    const std::int64_t input = transfer(0, -1, u);
    if (input >= 0 && input <= dearest[place(0, u)] &&
        fewest[place(0, u)] < p &&
        (instance.latencyLimit < 0 ||
         input + minLatency[place(0, u)] <= instance.latencyLimit) &&
        maxFrom[place(0, u)] + allAfter[indexOf(1)] - maxAfter[place(1, u)] >=
            instance.workOf(0, n - 1))
      return false;
  }
  return true;
}

} // namespace redist::schedule
