//===- Recorder.h - Records times and a timeline ---------------*- C++ -*-===//
//
// REDIST_STATS=1 and REDIST_TRACE=file.json: records the actions of one rank
// over time. The executor measures through PhaseSpan, which does nothing if
// there is no recorder. Records stay here until Report, which gathers the
// recorders of all ranks, takes them: recording must not change the behaviour
// of the program. Knows no MPI.
//
//   add add add keep()   a call that came to its end
//   add add clear()      one that did not
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_RECORDER_H
#define REDIST_RUNTIME_TRACE_RECORDER_H

#include "Support/TscClock.h"

#include <array>
#include <chrono>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

namespace redist::runtime {

enum class Phase : std::uint8_t {
  Pack,
  Wait,
  Unpack,
  Local,
  Step,
  Combine,
  Receive,
  Stage,
  // Of a timeline alone:
  Directive, ///< all of a call; `items`: so many calls of which this is the
             ///< last
  Full       ///< there is no room for `bytes` events from here on
};
constexpr std::size_t phaseCount = 8; ///< that take time

struct PhaseEvent {
  double begin; ///< seconds since the recorder's origin
  double end;
  std::int64_t step;  ///< of Receive the sender, of Stage its number; -1: none
  std::int64_t bytes; ///< of Stage the item
  std::int32_t items = 1; ///< of Stage: so many one after the other
  std::int32_t directive; ///< by Report's numbers; -1: none
  std::int16_t last = 0;  ///< of several items the last stage that they ran
  Phase phase;
  bool isStarted;          ///< by nowait: others overlap it
  std::int32_t unused = 0; ///< all bytes that travel have a value
};

class Recorder {
public:
  using Clock = TscClock;

  /// `maxEvents`: 0 where no timeline is wanted.
  explicit Recorder(std::size_t maxEvents,
                    Clock::time_point usedOrigin = Clock::now())
      : origin(usedOrigin), room(maxEvents) {}

  virtual ~Recorder() = default;
  Recorder(const Recorder &) = default;
  Recorder(Recorder &&) = default;
  Recorder &operator=(const Recorder &) = default;
  Recorder &operator=(Recorder &&) = default;

  /// Takes memory for all events, which the system gives as they come.
  void reserve() { entries.reserve(room); }

  /// Simulations let the phase take its time here.
  virtual void add(Phase phase, Clock::time_point begin, Clock::time_point end,
                   std::int64_t step, std::int64_t bytes);
  /// What this rank sends to `rank` passes from node to node; never without
  /// setNodes().
  bool crossesNodes(int rank) const {
    return nodes && (*nodes)[static_cast<std::size_t>(rank)] != ownNode;
  }
  /// Of each rank; null where all are on one.
  void setNodes(std::shared_ptr<const std::vector<int>> ofRanks, int ownRank) {
    nodes = std::move(ofRanks);
    ownNode = nodes ? (*nodes)[static_cast<std::size_t>(ownRank)] : 0;
  }
  /// Items of a pipeline, one after the other.
  struct Items {
    int firstStage, lastStage; ///< that they ran
    std::int64_t first, count;
  };
  /// `busy`: without the waits between them.
  void addItems(Clock::time_point begin, Clock::time_point end,
                Clock::duration busy, const Items &items);
  /// Seconds spent in a phase since the last keep() or clear().
  double seconds(Phase phase) const {
    return std::chrono::duration<double>(spent(phase)).count();
  }
  Clock::duration spent(Phase phase) const {
    return total[static_cast<std::size_t>(phase)];
  }
  /// All that is recorded from now on belongs to this one. Returns that before.
  std::int32_t enter(std::int32_t directive) {
    return std::exchange(currentDirective, directive);
  }
  /// What is recorded here goes on beside other calls.
  void recordStarted() { isStarted = true; }
  /// Of a timeline: the directive that was entered, `calls` times.
  void addDirective(Clock::time_point begin, Clock::time_point end,
                    std::int32_t calls = 1);
  /// The same of a call of which nothing else was recorded, and which is over.
  void addWhole(Clock::time_point begin, Clock::time_point end,
                std::int32_t calls);
  bool hasTimeline() const { return room > 0; }
  /// The call that was recorded is over, or has failed.
  void keep();
  void clear();
  /// Adds events that the other one has recorded since its last keep() or
  /// clear(), with its origin the same, and clears that. They are kept, unless
  /// a call is being recorded here: then they are as that.
  void adopt(Recorder &other);
  /// All that were kept.
  std::vector<PhaseEvent> takeEvents();
  Clock::time_point beginning() const { return origin; }

private:
  struct Entry {
    Clock::time_point begin, end;
    std::int64_t step, bytes;
    std::int32_t items, directive;
    std::int16_t last;
    Phase phase;
    bool isStarted;
  };
  void push(const Entry &entry);
  bool isBetweenCalls() const {
    return entries.size() == keptEntries && lost == keptLost;
  }
  void keepEvents();
  void lose(std::int64_t count, Clock::time_point since);

  Clock::time_point origin;
  std::size_t room;
  std::shared_ptr<const std::vector<int>> nodes;
  int ownNode = 0;
  std::int32_t currentDirective = -1;
  bool isStarted = false;
  std::array<Clock::duration, phaseCount> total{};
  std::vector<Entry> entries;
  std::size_t keptEntries = 0;
  std::int64_t lost = 0, keptLost = 0; ///< for want of room
  Clock::time_point fullSince{};
};

/// Measures from construction to destruction; nothing without a recorder.
class PhaseSpan {
public:
  PhaseSpan(Recorder *target, Phase measured, std::int64_t ofStep = -1,
            std::int64_t byteCount = 0)
      : recorder(target), phase(measured), step(ofStep), bytes(byteCount) {
    if (recorder)
      begin = Recorder::Clock::now();
  }
  PhaseSpan(const PhaseSpan &) = delete;
  PhaseSpan &operator=(const PhaseSpan &) = delete;
  ~PhaseSpan() {
    if (recorder)
      recorder->add(phase, begin, Recorder::Clock::now(), step, bytes);
  }

private:
  Recorder *recorder;
  Phase phase;
  std::int64_t step, bytes;
  Recorder::Clock::time_point begin{};
};

} // namespace redist::runtime

#endif
