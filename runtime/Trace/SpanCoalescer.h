//===- SpanCoalescer.h - Merging short calls into one span ------*- C++ -*-===//
//
// Comes in: when the calls of a directive begin and end. Goes out: which of
// them have a span, and how many each span stands for. Knows no MPI.
//
//   show join join show    the second span stands for three calls
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_SPANCOALESCER_H
#define REDIST_RUNTIME_TRACE_SPANCOALESCER_H

#include "Trace/Recorder.h"

#include <utility>

namespace redist::runtime {

/// Calls of a directive that take microseconds and follow each other are one
/// span of a timeline: else recording them would take its share of their time,
/// and files would be full of them. The first has the span, the next span tells
/// how many went without.
class SpanCoalescer {
public:
  using Time = Recorder::Clock::time_point;

  /// Whether a call that begins `now` goes without a span, if it is brief.
  bool mayJoin(Time now) const {
    return tookLast < shortest && now - endedLast < together;
  }
  static bool isBrief(Time begin, Time end) { return end - begin < shortest; }
  void join() { ++joined; }
  /// Without a look at the clock, which takes its share of a call's time where
  /// dozens begin within `together`: some more may join, unseen.
  void allowUnseen() {
    constexpr std::int32_t some = 7;
    if (wasDense || joined >= manyTogether)
      unseen = some;
  }
  bool joinsUnseen() {
    if (unseen == 0)
      return false;
    --unseen;
    ++joined;
    return true;
  }
  /// A call that has a span. Returns how many it stands for.
  std::int32_t show(Time begin, Time end) {
    tookLast = end - begin;
    endedLast = end;
    wasDense = joined >= manyTogether;
    unseen = 0;
    return std::exchange(joined, 0) + 1;
  }

private:
  static constexpr std::chrono::microseconds shortest{10}, together{20};
  static constexpr std::int32_t manyTogether = 16;
  Recorder::Clock::duration tookLast = shortest;
  Time endedLast{};
  std::int32_t joined = 0; ///< since the last span
  std::int32_t unseen = 0; ///< so many may still join
  bool wasDense = false;   ///< before the last span
};

} // namespace redist::runtime

#endif
