//===- VerifyMapping.cpp - Replays mappings with their times --------------===//
//
// Item i starts i periods after item 0 and never waits (section 19 of
// docs/SchedulingMath.md); what each processor, and each end, does between two
// of its items must fit between their starts. The transfers of each boundary
// are found item by item. Shares nothing with costOf.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Pipeline/VerifyMapping.h"
#include "redistSchedule/Support/Index.h"

#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

static std::string text(std::int64_t value) { return std::to_string(value); }

class MappingReplay {
public:
  MappingReplay(const PipelineInstance &givenInstance,
                const MadeMapping &givenMade)
      : instance(givenInstance), made(givenMade),
        intervals(givenMade.mapping.intervals) {}

  MappingReport run() {
    if (checkShape() && checkClauses() && findTransfers()) {
      findTimes();
      findPeriod();
      compare();
    }
    return std::move(report);
  }

private:
  const PipelineInstance &instance;
  const MadeMapping &made;
  const std::vector<MappedInterval> &intervals;
  MappingReport report;
  std::vector<std::int64_t> transfers; ///< into each interval, and out at last
  std::vector<std::int64_t> works;     ///< of each interval, slowest processor

  bool fail(std::string what) {
    report.offences.push_back(std::move(what));
    return false;
  }
  bool checkShape();
  bool checkClauses();
  bool findTransfers();
  void findTimes();
  void findPeriod();
  void compare();
  std::int64_t countOf(std::size_t interval) const {
    return static_cast<std::int64_t>(intervals[interval].processors.size());
  }
  std::int64_t holder(std::size_t boundary, std::int64_t item) const;
  bool endsMeet(Int128 period, Int128 divisor) const;
};

bool MappingReplay::checkShape() {
  std::vector<std::int64_t> times(indexOf(instance.stages()));
  std::vector<bool> isUsed(indexOf(instance.processors()));
  std::int64_t next = 0;
  for (const MappedInterval &interval : intervals) {
    for (std::int64_t k = interval.first; k <= interval.last; ++k) {
      if (k < 0 || k >= instance.stages())
        return fail("there is no stage " + text(k + 1));
      if (k != next++)
        return fail("stage " + text(k + 1) + " is out of order");
      ++times[indexOf(k)];
    }
    if (interval.processors.empty() || interval.last < interval.first)
      return fail("an interval is empty");
    for (const std::int64_t u : interval.processors) {
      if (u < 0 || u >= instance.processors())
        return fail("there is no processor " + text(u + 1));
      if (isUsed[indexOf(u)])
        return fail("processor " + text(u + 1) + " is used twice");
      isUsed[indexOf(u)] = true;
    }
  }
  for (std::size_t k = 0; k < times.size(); ++k)
    if (times[k] != 1)
      return fail("stage " + std::to_string(k + 1) + " is mapped " +
                  text(times[k]) + " times");
  return true;
}

bool MappingReplay::checkClauses() {
  for (std::size_t j = 0; j < intervals.size(); ++j)
    for (std::int64_t k = intervals[j].first; k <= intervals[j].last; ++k) {
      const std::int64_t pin = instance.pins[indexOf(k)];
      const std::int64_t wanted = instance.replicas[indexOf(k)];
      for (const std::int64_t u : intervals[j].processors)
        if (pin >= 0 && u != pin)
          return fail("stage " + text(k + 1) + " runs on processor " +
                      text(u + 1) + ", not " + text(pin + 1));
      if (wanted != anyNumber && wanted != countOf(j))
        return fail("stage " + text(k + 1) + " runs on " + text(countOf(j)) +
                    " processors, not " + text(wanted));
    }
  return true;
}

/// Who has an item before a boundary: -1 before the first interval.
std::int64_t MappingReplay::holder(std::size_t boundary,
                                   std::int64_t item) const {
  if (boundary == 0)
    return -1;
  const std::vector<std::int32_t> &processors =
      intervals[boundary - 1].processors;
  return processors[indexOf(item % countOf(boundary - 1))];
}

/// Enough items to see every pair of processors at every boundary.
bool MappingReplay::findTransfers() {
  for (std::size_t j = 0; j <= intervals.size(); ++j) {
    const bool isLast = j == intervals.size();
    const std::int64_t items =
        instance.hasUniformLinks()
            ? 1
            : (j == 0 ? 1 : countOf(j - 1)) * (isLast ? 1 : countOf(j));
    const std::int64_t datum = isLast ? instance.stages() : intervals[j].first;
    std::int64_t longest = 0;
    for (std::int64_t item = 0; item < items; ++item) {
      const std::int64_t from = holder(j, item);
      const std::int64_t to =
          isLast ? instance.processors() : holder(j + 1, item);
      const std::int64_t ticks = instance.ticksOfDatum(from, to);
      if (ticks == PipelineInstance::noLink)
        return fail("no link leads from processor " + text(from + 1) +
                    " to processor " + text(to + 1) +
                    " (0 is P_in, the last one P_out)");
      longest = std::max(longest, ticks * instance.data[indexOf(datum)]);
    }
    transfers.push_back(longest);
  }
  return true;
}

void MappingReplay::findTimes() {
  report.cost.latency = transfers.front();
  for (std::size_t j = 0; j < intervals.size(); ++j) {
    std::int64_t work = 0;
    for (const std::int64_t u : intervals[j].processors) {
      std::int64_t own = 0;
      for (std::int64_t k = intervals[j].first; k <= intervals[j].last; ++k)
        own += instance.workOf(k, k) * instance.ticksOfWork[indexOf(u)];
      work = std::max(work, own);
    }
    works.push_back(work);
    const std::int64_t in = transfers[j], out = transfers[j + 1];
    report.cost.cycleTimes.push_back(instance.model == TransferModel::Serial
                                         ? in + work + out
                                         : std::max({in, work, out}));
    report.cost.latency += work + out;
  }
}

/// Whether the one port of P_in and P_out can serve both, if the processors
/// hold items back as long as they can at most. Precondition: their cycle times
/// fit the period.
bool MappingReplay::endsMeet(Int128 period, Int128 divisor) const {
  Int128 soonest = 0, latest = 0; // of the send to P_out, after its receive
  for (std::size_t j = 0; j < intervals.size(); ++j) {
    soonest += divisor * (transfers[j] + works[j]);
    latest += countOf(j) * period - divisor * transfers[j + 1];
  }
  const Int128 in = divisor * transfers.front();
  const Int128 out = divisor * transfers.back();
  if (in + out > period)
    return false;
  for (Int128 start = 0; start <= latest; start += period)
    if (std::max(soonest, start + in) <= std::min(latest, start + period - out))
      return true;
  return false;
}

/// Takes the claimed period if it is the least that all can keep.
void MappingReplay::findPeriod() {
  const Int128 period = made.cost.period, divisor = made.cost.periodDivisor;
  if (divisor <= 0 || period < 0) {
    fail("the period is no number");
    return;
  }
  bool isReached = period == 0; // by what cannot be quicker
  const auto check = [&](Int128 ticks, Int128 items, const std::string &who) {
    if (ticks * divisor > items * period)
      fail(who + " needs more than the period");
    isReached = isReached || ticks * divisor == items * period;
  };
  for (std::size_t j = 0; j < intervals.size(); ++j)
    check(report.cost.cycleTimes[j], countOf(j),
          "stage " + text(intervals[j].first + 1) + "'s processor");
  check(transfers.front(), 1, "P_in");
  check(transfers.back(), 1, "P_out");
  if (instance.endsCollide() && report.valid()) {
    check(Int128{transfers.front()} + transfers.back(), 1, "P_in = P_out");
    if (!endsMeet(period, divisor))
      fail("a receive and a send of P_in = P_out meet");
    // A period a little shorter, if no other limit is reached.
    const Int128 fine = Int128{1} << 20;
    if (!isReached && endsMeet(period * fine - 1, divisor * fine))
      fail("the period can be shorter");
  } else if (report.valid() && !isReached) {
    fail("the period can be shorter");
  }
  report.cost.period = made.cost.period;
  report.cost.periodDivisor = made.cost.periodDivisor;
}

void MappingReplay::compare() {
  if (!report.valid())
    return;
  if (report.cost.latency != made.cost.latency)
    fail("the latency is " + text(report.cost.latency) + " ticks, not " +
         text(made.cost.latency));
  if (report.cost.cycleTimes != made.cost.cycleTimes)
    fail("the cycle times are others");
  if (greatestCommonDivisor(made.cost.period, made.cost.periodDivisor) != 1)
    fail("the period is not in lowest terms");
  if (instance.latencyLimit >= 0 && report.cost.latency > instance.latencyLimit)
    fail("the latency exceeds its limit");
  const Int128 bound = Int128{made.periodBound} * made.cost.periodDivisor;
  if (bound > made.cost.period)
    fail("the period is below its bound");
}

MappingReport redist::schedule::verify(const PipelineInstance &instance,
                                       const MadeMapping &made) {
  return MappingReplay(instance, made).run();
}
