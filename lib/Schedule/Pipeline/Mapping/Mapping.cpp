//===- Mapping.cpp - Cost of a mapping ------------------------------------===//
//
// Equation (2) and its extensions: overlapped transfers, dealt intervals, ends
// that share a port. Where links differ and an interval is dealt, transfers at
// one boundary take what the slowest link in use takes: a period that is always
// attained (docs/SchedulingMath.md, section 19).
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Mapping/CycleTimes.h"

using namespace redist::schedule;

static Error none(std::string what) {
  return {ErrorKind::NoMapping, std::move(what)};
}

static std::string number(std::int64_t value) { return std::to_string(value); }

static std::string stagesOf(const MappedInterval &interval) {
  if (interval.first == interval.last)
    return "stage " + number(interval.first + 1);
  return "stages " + number(interval.first + 1) + " to " +
         number(interval.last + 1);
}

static std::optional<Error> checkStages(const PipelineInstance &instance,
                                        const Mapping &mapping) {
  std::int64_t next = 0;
  for (const MappedInterval &interval : mapping.intervals) {
    if (interval.first != next || interval.last < interval.first ||
        interval.last >= instance.stages())
      return none("stages from " + number(next + 1) + " on are expected, " +
                  stagesOf(interval) + " found");
    next = interval.last + 1;
  }
  if (next != instance.stages())
    return none("stage " + number(next + 1) + " is on no processor");
  return std::nullopt;
}

static std::optional<Error> checkProcessors(const PipelineInstance &instance,
                                            const Mapping &mapping) {
  std::vector<bool> isUsed(indexOf(instance.processors()));
  for (const MappedInterval &interval : mapping.intervals) {
    if (interval.processors.empty())
      return none(stagesOf(interval) + " on no processor");
    for (const std::int32_t u : interval.processors) {
      if (u < 0 || u >= instance.processors())
        return none(stagesOf(interval) + " on processor " +
                    number(std::int64_t{u} + 1) + " of " +
                    number(instance.processors()));
      if (isUsed[indexOf(u)])
        return none("processor " + number(std::int64_t{u} + 1) +
                    " is used twice");
      isUsed[indexOf(u)] = true;
    }
  }
  return std::nullopt;
}

/// Pins and replicas of its stages.
static std::optional<Error> checkClauses(const PipelineInstance &instance,
                                         const MappedInterval &interval) {
  const auto count = static_cast<std::int64_t>(interval.processors.size());
  for (std::int64_t k = interval.first; k <= interval.last; ++k) {
    const std::int32_t pin = instance.pins[indexOf(k)];
    const std::int32_t wanted = instance.replicas[indexOf(k)];
    if (pin >= 0 && (count != 1 || interval.processors.front() != pin))
      return none("stage " + number(k + 1) + " is not on processor " +
                  number(std::int64_t{pin} + 1) + " alone");
    if (wanted != anyNumber && wanted != count)
      return none("stage " + number(k + 1) + " is on " + number(count) +
                  " processors, not on " + number(wanted));
  }
  return std::nullopt;
}

/// Item i goes from senders[i mod their number] to receivers[i mod theirs]: the
/// pairs whose positions are equal modulo the greatest common divisor. noLink
/// where one of them has none.
static std::int64_t slowestLink(const PipelineInstance &instance,
                                const std::vector<std::int32_t> &senders,
                                const std::vector<std::int32_t> &receivers) {
  if (instance.hasUniformLinks())
    return instance.ticksOfData.front();
  const auto common = indexOf(
      greatestCommonDivisor(static_cast<std::int64_t>(senders.size()),
                            static_cast<std::int64_t>(receivers.size())));
  std::int64_t slowest = 0;
  for (std::size_t a = 0; a < senders.size(); ++a)
    for (std::size_t b = a % common; b < receivers.size(); b += common) {
      const std::int64_t ticks =
          instance.ticksOfDatum(senders[a], receivers[b]);
      if (ticks == PipelineInstance::noLink)
        return ticks;
      slowest = std::max(slowest, ticks);
    }
  return slowest;
}

/// Transfers into every interval and out of the last one, in ticks.
static Result<std::vector<std::int64_t>>
transfersOf(const PipelineInstance &instance, const Mapping &mapping) {
  std::vector<std::int64_t> transfers;
  const std::vector<std::int32_t> in = {-1};
  const std::vector<std::int32_t> out = {
      static_cast<std::int32_t>(instance.processors())};
  const std::vector<std::int32_t> *senders = &in;
  const auto add = [&](std::int64_t datum,
                       const std::vector<std::int32_t> &receivers) {
    const std::int64_t ticks = slowestLink(instance, *senders, receivers);
    transfers.push_back(ticks * instance.data[indexOf(datum)]);
    senders = &receivers;
    return ticks != PipelineInstance::noLink;
  };
  for (const MappedInterval &interval : mapping.intervals)
    if (!add(interval.first, interval.processors))
      return none("no link leads to " + stagesOf(interval));
  if (!add(instance.stages(), out))
    return none("no link leads from the last stage to P_out");
  return transfers;
}

TickRatio redist::schedule::periodOfSharedPort(std::int64_t latency,
                                               std::int64_t transfers,
                                               std::int64_t processors) {
  // The first term falls with q, the second rises: the best q is the last one
  // before they cross or the first one after.
  const Int128 sum = Int128{latency} + transfers;
  const Int128 surplus = Int128{latency} * processors - transfers;
  const Int128 crossing = sum > 0 && surplus > 0 ? surplus / sum : 0;
  const auto least =
      static_cast<std::int64_t>(std::min<Int128>(crossing, processors - 1));
  TickRatio best;
  for (std::int64_t q = least; q <= std::min(least + 1, processors - 1); ++q) {
    const TickRatio period = std::max(TickRatio{latency, q + 1},
                                      TickRatio{transfers, processors - q});
    if (q == least || period < best)
      best = period;
  }
  return best;
}

static MappingCost inLowestTerms(MappingCost cost, TickRatio period) {
  const std::int64_t common =
      greatestCommonDivisor(period.numerator, period.denominator);
  cost.period = period.numerator / common;
  cost.periodDivisor = period.denominator / common;
  return cost;
}

static MappingCost costWith(const PipelineInstance &instance,
                            const Mapping &mapping,
                            const std::vector<std::int64_t> &transfers) {
  MappingCost cost;
  TickRatio period = {std::max(transfers.front(), transfers.back()), 1};
  std::int64_t processors = 0, sum = transfers.front();
  cost.latency = transfers.front();
  for (std::size_t j = 0; j < mapping.intervals.size(); ++j) {
    const MappedInterval &interval = mapping.intervals[j];
    std::int64_t slowest = 0;
    for (const std::int32_t u : interval.processors)
      slowest = std::max(slowest, instance.ticksOfWork[indexOf(u)]);
    const std::int64_t work =
        instance.workOf(interval.first, interval.last) * slowest;
    const auto count = static_cast<std::int64_t>(interval.processors.size());
    cost.cycleTimes.push_back(
        cycleOf(instance.model, transfers[j], work, transfers[j + 1]));
    cost.latency += work + transfers[j + 1];
    period = std::max(period, TickRatio{cost.cycleTimes.back(), count});
    processors += count;
    sum += transfers[j + 1];
  }
  if (instance.endsCollide()) {
    period = std::max(period, {transfers.front() + transfers.back(), 1});
    period =
        std::max(period, periodOfSharedPort(cost.latency, sum, processors));
  }
  return inLowestTerms(std::move(cost), period);
}

Result<MappingCost> redist::schedule::costOf(const PipelineInstance &instance,
                                             const Mapping &mapping) {
  if (std::optional<Error> error = checkStages(instance, mapping))
    return *std::move(error);
  if (std::optional<Error> error = checkProcessors(instance, mapping))
    return *std::move(error);
  for (const MappedInterval &interval : mapping.intervals)
    if (std::optional<Error> error = checkClauses(instance, interval))
      return *std::move(error);
  const Result<std::vector<std::int64_t>> transfers =
      transfersOf(instance, mapping);
  if (!transfers)
    return transfers.error();
  return costWith(instance, mapping, *transfers);
}
