//===- PipelineReplay.h - Items through a pipeline, event by event -*- C++ -*-//
//
// A simulator that knows ports and processors, and nothing of periods: items
// enter as soon as they can, each action starts as soon as the item, the
// processor and both ports are free, in the order of items. What it measures is
// compared with costOf.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_PROPERTY_PIPELINEREPLAY_H
#define REDIST_TEST_PROPERTY_PIPELINEREPLAY_H

#include "redistSchedule/Pipeline/Mapping.h"

#include <algorithm>

namespace redist::schedule::test {

struct Replay {
  std::int64_t firstLatency = 0; ///< of item 0
  std::int64_t half = 0;         ///< when item `items` / 2 has left
  std::int64_t end = 0;          ///< when the last item has left
};

/// The time at which each of a processor's parts is free.
struct ReplayedProcessor {
  std::int64_t receive = 0, compute = 0, send = 0;
};

/// Serial: a processor does one thing at a time. Overlapped: each part does its
/// own, with one item between two parts. P_in and P_out have ports of their
/// own. Precondition: a mapping that costOf accepts.
inline Replay replay(const PipelineInstance &instance, const Mapping &mapping,
                     std::int64_t items) {
  const bool serial = instance.model == TransferModel::Serial;
  std::vector<ReplayedProcessor> processors(
      static_cast<std::size_t>(instance.processors()));
  ReplayedProcessor in, out;
  Replay result;
  for (std::int64_t item = 0; item < items; ++item) {
    std::int64_t ready = 0; // the item, at the processor that has it
    ReplayedProcessor *holder = &in;
    std::int64_t holderIndex = -1;
    const auto move = [&](ReplayedProcessor &to, std::int64_t toIndex,
                          std::int64_t datum) {
      const std::int64_t length =
          instance.ticksOfDatum(holderIndex, toIndex) *
          instance.data[static_cast<std::size_t>(datum)];
      const std::int64_t start = std::max({ready, holder->send, to.receive});
      ready = start + length;
      holder->send = ready;
      if (serial && holder != &in) // free for its next item only now
        holder->receive = holder->compute = ready;
      to.receive = ready;
      if (serial)
        to.compute = to.send = ready;
      holder = &to;
      holderIndex = toIndex;
    };
    for (const MappedInterval &interval : mapping.intervals) {
      const std::int32_t u = interval.processors[static_cast<std::size_t>(
          item % static_cast<std::int64_t>(interval.processors.size()))];
      ReplayedProcessor &processor = processors[static_cast<std::size_t>(u)];
      move(processor, u, interval.first);
      const std::int64_t start = std::max(ready, processor.compute);
      ready = start + instance.workOf(interval.first, interval.last) *
                          instance.ticksOfWork[static_cast<std::size_t>(u)];
      processor.compute = ready;
    }
    move(out, instance.processors(), instance.stages());
    result.firstLatency = item == 0 ? ready : result.firstLatency;
    result.half = item == items / 2 ? ready : result.half;
    result.end = ready;
  }
  return result;
}

} // namespace redist::schedule::test

#endif
