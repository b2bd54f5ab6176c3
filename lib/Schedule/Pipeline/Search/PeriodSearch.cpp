//===- PeriodSearch.cpp - Search for the minimum period -------------------===//

#include "Pipeline/Search/PeriodSearch.h"

#include <algorithm>
#include <utility>

namespace redist::schedule {

/// Of a decision that is only to narrow the range.
static constexpr SearchEffort quick{40, 16, std::int64_t{1} << 22};

/// Labels in one place where nothing is to be left out.
static constexpr std::size_t widest = std::size_t{1} << 20;

class PeriodBisection {
public:
  PeriodBisection(PeriodDecision &givenMethod, std::int64_t workLimit,
                  PeriodAnswer known)
      : method(givenMethod), limit(workLimit), answer(std::move(known)) {
    answer.shift = method.shift();
    answer.bound = std::max(answer.bound, method.minPeriod());
  }

  PeriodAnswer run() {
    if (answer.mapping || findAny()) {
      narrow();
      decide();
    }
    answer.isProved |= answer.mapping && answer.bound >= answer.period;
    answer.work = method.workDone();
    return answer;
  }

private:
  SearchAnswer ask(Period period, const SearchEffort &effort) {
    const SearchAnswer said = method.decide(period, effort);
    if (said == SearchAnswer::Feasible) {
      Mapping mapping = method.mapping();
      const Period its = method.periodOf(mapping);
      if (!answer.mapping || its < answer.period) {
        answer.mapping = std::move(mapping);
        answer.period = its;
      }
    }
    if (said == SearchAnswer::Infeasible)
      answer.bound = std::max(answer.bound, method.nextPeriod());
    return said;
  }

  std::int64_t workLeft() const { return limit - method.workDone(); }

  /// Between two periods: nearer to the lower one where they are far apart.
  static Period between(Period low, Period high) {
    if (low > 0 && high / low >= 4) {
      Period middle = low;
      while (middle / low < high / middle)
        middle *= 2;
      return middle;
    }
    return low + (high - low) / 2;
  }

  /// Up from the bound, since short periods have few intervals; at last with
  /// more and more labels at a period that excludes nothing.
  bool findAny() {
    Period period = std::max(answer.bound, Period{1});
    while (period < method.greatestPeriod() && workLeft() > 0 &&
           ask(period, quick) != SearchAnswer::Feasible)
      period = std::max(period * 2, answer.bound);
    for (std::size_t width = 16; !answer.mapping && width <= widest;
         width *= 16) {
      const SearchAnswer said =
          ask(method.greatestPeriod(),
              {40, width, std::max(workLeft(), quick.work)});
      if (said == SearchAnswer::Infeasible)
        answer.isProved = true;
      if (said == SearchAnswer::Infeasible ||
          (said == SearchAnswer::Unknown && workLeft() <= 0))
        break;
    }
    return answer.mapping.has_value();
  }

  /// As far as prices and a few labels get.
  void narrow() {
    Period low = answer.bound;
    while (low < answer.period && workLeft() > 0) {
      const Period middle = between(low, answer.period - 1);
      if (ask(middle, quick) != SearchAnswer::Feasible)
        low = std::max(middle + 1, answer.bound);
    }
  }

  /// Proofs, with more and more labels, for what remains.
  void decide() {
    // Every period in [hardLow, hardHigh] was too much work.
    Period hardLow = answer.period, hardHigh = answer.bound - 1;
    bool isAbove = false;
    while (answer.bound < answer.period && workLeft() > 0) {
      hardLow = std::min(hardLow, answer.period);
      Period low = answer.bound, high = answer.period - 1;
      if (hardHigh >= low && hardLow <= high) {
        const bool hasAbove = hardHigh<high, hasBelow = hardLow> low;
        if (!hasAbove && !hasBelow)
          break;
        isAbove = hasAbove && (!isAbove || !hasBelow);
        if (isAbove)
          low = hardHigh + 1;
        else
          high = hardLow - 1;
      }
      const Period middle = low + (high - low) / 2;
      SearchEffort effort{120, widest, workLeft() / 4};
      if (workLeft() < limit / 16)
        effort.work = workLeft();
      if (ask(middle, effort) == SearchAnswer::Unknown) {
        const bool isFirst = hardHigh < answer.bound || hardLow > answer.period;
        hardLow = isFirst ? middle : std::min(hardLow, middle);
        hardHigh = isFirst ? middle : std::max(hardHigh, middle);
      }
    }
  }

  PeriodDecision &method;
  std::int64_t limit;
  PeriodAnswer answer;
};

PeriodAnswer searchPeriod(PeriodDecision &method, std::int64_t work,
                          PeriodAnswer known) {
  return PeriodBisection(method, work, std::move(known)).run();
}

} // namespace redist::schedule
