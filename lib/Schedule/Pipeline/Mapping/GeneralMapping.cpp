//===- GeneralMapping.cpp - General mappings ------------------------------===//
//
// Equations (3) and (4), (5), and the best of all assignments where these are
// few. One walk along the pipeline sums up what every processor receives,
// computes, sends, and the path from its first stage to its last.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Pipeline/GeneralMapping.h"
#include "Pipeline/Mapping/CycleTimes.h"

using namespace redist::schedule;

/// What one processor does for an item.
struct ProcessorLoad {
  std::int64_t received = 0;
  std::int64_t computed = 0;
  std::int64_t sent = 0;
  std::int64_t start = -1; ///< of its first stage, along the path
  std::int64_t stop = 0;   ///< of its last stage
  std::int64_t firstReceive = 0;
  std::int64_t lastSend = 0;

  std::int64_t period(GeneralModel general, TransferModel model) const {
    const std::int64_t busy =
        general == GeneralModel::Path ? stop - start : computed;
    if (model == TransferModel::Overlapped)
      return std::max({received, busy, sent});
    return general == GeneralModel::Path ? firstReceive + busy + lastSend
                                         : received + busy + sent;
  }
};

/// Period in ticks, noLink where a link is missing.
static std::int64_t walk(const PipelineInstance &instance,
                         const std::vector<std::int32_t> &processorOf,
                         GeneralModel general,
                         std::vector<ProcessorLoad> &loads) {
  const std::int64_t n = instance.stages(), p = instance.processors();
  loads.assign(indexOf(p), {});
  std::int64_t at = 0, firstTransfer = 0, lastTransfer = 0;
  for (std::int64_t k = 0; k <= n; ++k) {
    const std::int64_t from = k == 0 ? -1 : processorOf[indexOf(k - 1)];
    const std::int64_t to = k == n ? p : processorOf[indexOf(k)];
    if (from != to) {
      const std::int64_t ticks = instance.ticksOfDatum(from, to);
      if (ticks == PipelineInstance::noLink)
        return PipelineInstance::noLink;
      const std::int64_t transfer = ticks * instance.data[indexOf(k)];
      if (k > 0) {
        loads[indexOf(from)].sent += transfer;
        loads[indexOf(from)].lastSend = transfer;
      }
      if (k < n) {
        loads[indexOf(to)].received += transfer;
        if (loads[indexOf(to)].start < 0)
          loads[indexOf(to)].firstReceive = transfer;
      }
      at += transfer;
      firstTransfer = k == 0 ? transfer : firstTransfer;
      lastTransfer = transfer;
    }
    if (k == n)
      break;
    ProcessorLoad &load = loads[indexOf(to)];
    const std::int64_t work =
        instance.workOf(k, k) * instance.ticksOfWork[indexOf(to)];
    load.start = load.start < 0 ? at : load.start;
    at += work;
    load.computed += work;
    load.stop = at;
  }
  std::int64_t period = instance.endsCollide()
                            ? firstTransfer + lastTransfer
                            : std::max(firstTransfer, lastTransfer);
  for (const ProcessorLoad &load : loads)
    if (load.start >= 0)
      period = std::max(period, load.period(general, instance.model));
  return period;
}

static Error none(std::string what) {
  return {ErrorKind::NoMapping, std::move(what)};
}

static std::optional<Error>
checkAssignment(const PipelineInstance &instance,
                const std::vector<std::int32_t> &processorOf) {
  const auto number = [](std::int64_t value) { return std::to_string(value); };
  if (static_cast<std::int64_t>(processorOf.size()) != instance.stages())
    return none(std::to_string(processorOf.size()) + " stages are assigned, " +
                "not " + number(instance.stages()));
  for (std::size_t k = 0; k < processorOf.size(); ++k) {
    const std::string stage = "stage " + std::to_string(k + 1);
    const std::int64_t u = processorOf[k], pin = instance.pins[k];
    if (u < 0 || u >= instance.processors())
      return none(stage + " is on processor " + number(u + 1) + " of " +
                  number(instance.processors()));
    if (pin >= 0 && pin != u)
      return none(stage + " is not on processor " + number(pin + 1));
    if (instance.replicas[k] > 1)
      return none(stage + " is on 1 processor, not on " +
                  number(instance.replicas[k]));
  }
  return std::nullopt;
}

Result<std::int64_t>
redist::schedule::generalPeriod(const PipelineInstance &instance,
                                const std::vector<std::int32_t> &processorOf,
                                GeneralModel model) {
  if (std::optional<Error> error = checkAssignment(instance, processorOf))
    return *std::move(error);
  std::vector<ProcessorLoad> loads;
  const std::int64_t period = walk(instance, processorOf, model, loads);
  if (period == PipelineInstance::noLink)
    return none("a link that the stages need is missing");
  return period;
}

/// The next assignment in the order of numbers of n digits; pinned stages
/// stay. False after the last one.
static bool advance(const PipelineInstance &instance,
                    std::vector<std::int32_t> &processorOf) {
  for (std::size_t k = processorOf.size(); k-- > 0;) {
    if (instance.pins[k] >= 0)
      continue;
    if (++processorOf[k] < instance.processors())
      return true;
    processorOf[k] = 0;
  }
  return false;
}

Result<GeneralMapping>
redist::schedule::bestGeneralMapping(const PipelineInstance &instance,
                                     GeneralModel model) {
  constexpr std::int64_t maxAssignments = std::int64_t{1} << 22;
  std::int64_t assignments = 1;
  std::vector<std::int32_t> processorOf;
  for (const std::int32_t pin : instance.pins) {
    processorOf.push_back(std::max(pin, 0));
    assignments *= pin >= 0 ? 1 : instance.processors();
    if (assignments > maxAssignments)
      return Error{ErrorKind::StrategyNotForCase,
                   "general mappings are searched one by one; there are more "
                   "than " +
                       std::to_string(maxAssignments)};
  }
  if (std::optional<Error> error = checkAssignment(instance, processorOf))
    return *std::move(error);
  GeneralMapping best;
  std::vector<ProcessorLoad> loads;
  do {
    const std::int64_t period = walk(instance, processorOf, model, loads);
    if (period != PipelineInstance::noLink &&
        (best.processorOf.empty() || period < best.period))
      best = {processorOf, period};
  } while (advance(instance, processorOf));
  if (best.processorOf.empty())
    return none("links that the stages need are missing");
  return best;
}
