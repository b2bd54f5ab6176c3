//===- Recorder.cpp - Records times and a timeline ------------------------===//
#include "Trace/Recorder.h"

#include <algorithm>

namespace redist::runtime {

void Recorder::add(Phase phase, Clock::time_point begin, Clock::time_point end,
                   std::int64_t step, std::int64_t bytes) {
  total[static_cast<std::size_t>(phase)] += end - begin;
  if (room > 0)
    push({begin, end, step, bytes, 1, currentDirective, 0, phase, isStarted});
}

void Recorder::addItems(Clock::time_point begin, Clock::time_point end,
                        Clock::duration busy, const Items &items) {
  total[static_cast<std::size_t>(Phase::Stage)] += busy;
  if (room > 0)
    push({begin, end, items.firstStage, items.first,
          static_cast<std::int32_t>(items.count), currentDirective,
          static_cast<std::int16_t>(items.lastStage), Phase::Stage, isStarted});
}

void Recorder::addDirective(Clock::time_point begin, Clock::time_point end,
                            std::int32_t calls) {
  if (room == 0)
    return;
  const Entry whole{
      begin,    end, -1, 0, calls, currentDirective, 0, Phase::Directive,
      isStarted};
  // What there was room for is to lie in something.
  if (entries.size() > keptEntries)
    entries.push_back(whole);
  else
    push(whole);
}

void Recorder::push(const Entry &entry) {
  if (entries.size() < room)
    entries.push_back(entry);
  else
    lose(1, entry.begin);
}

void Recorder::lose(std::int64_t count, Clock::time_point since) {
  if (lost == 0)
    fullSince = since;
  lost += count;
}

void Recorder::adopt(Recorder &other) {
  const bool isOfNoCall = isBetweenCalls();
  for (const Entry &entry : other.entries)
    push(entry);
  if (other.lost > 0)
    lose(other.lost, other.fullSince);
  other.clear();
  if (isOfNoCall)
    keepEvents();
}

void Recorder::addWhole(Clock::time_point begin, Clock::time_point end,
                        std::int32_t calls) {
  const bool isOfNoCall = isBetweenCalls();
  addDirective(begin, end, calls);
  if (isOfNoCall)
    keepEvents();
}

void Recorder::keepEvents() {
  keptEntries = entries.size();
  keptLost = lost;
}

void Recorder::keep() {
  total = {};
  keepEvents();
}

void Recorder::clear() {
  total = {};
  entries.resize(keptEntries);
  lost = keptLost;
}

std::vector<PhaseEvent> Recorder::takeEvents() {
  const auto since = [&](Clock::time_point when) {
    return std::chrono::duration<double>(when - origin).count();
  };
  std::vector<PhaseEvent> events;
  events.reserve(keptEntries + 1);
  for (std::size_t i = 0; i < keptEntries; ++i) {
    const Entry &one = entries[i];
    // Counters of two processors may differ by nanoseconds.
    events.push_back({since(one.begin), since(std::max(one.begin, one.end)),
                      one.step, one.bytes, one.items, one.directive, one.last,
                      one.phase, one.isStarted});
  }
  if (keptLost > 0)
    events.push_back({since(fullSince), since(fullSince), -1, keptLost, 1, -1,
                      0, Phase::Full, false});
  entries.erase(entries.begin(),
                entries.begin() + static_cast<std::ptrdiff_t>(keptEntries));
  keptEntries = 0;
  lost = keptLost = 0;
  return events;
}

} // namespace redist::runtime
