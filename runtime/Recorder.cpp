//===- Recorder.cpp - Time by phase and a timeline, when asked ------------===//
#include "Recorder.h"

namespace redist::runtime {

void Recorder::add(Phase phase, Clock::time_point begin, Clock::time_point end,
                   std::int64_t step, std::int64_t bytes) {
  using Seconds = std::chrono::duration<double>;
  total[static_cast<std::size_t>(phase)] += Seconds(end - begin).count();
  if (keepsEvents)
    timeline.push_back({Seconds(begin - origin).count(),
                        Seconds(end - origin).count(), step, bytes, phase});
}

void Recorder::clear() {
  total = {};
  timeline.clear();
}

} // namespace redist::runtime
