//===- Recorder.h - Time by phase and a timeline, when asked ---*- C++ -*-===//
//
// REDIST_STATS=1 and REDIST_TRACE=file.json: what one rank did when. The
// executor measures through PhaseSpan, which does nothing where there is no
// recorder. Knows no MPI; Report gathers the recorders of all ranks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_RECORDER_H
#define REDIST_RUNTIME_RECORDER_H

#include <array>
#include <chrono>
#include <cstdint>
#include <vector>

namespace redist::runtime {

enum class Phase { Pack, Wait, Unpack, Local, Step, Combine, Receive, Stage };
constexpr std::size_t phaseCount = 8;

struct PhaseEvent {
  double begin; ///< seconds since the recorder's origin
  double end;
  std::int64_t step;  ///< of Receive the sender, of Stage its number; -1: none
  std::int64_t bytes; ///< of Stage the item
  Phase phase;
};

class Recorder {
public:
  using Clock = std::chrono::steady_clock;

  explicit Recorder(bool keepEvents,
                    Clock::time_point usedOrigin = Clock::now())
      : origin(usedOrigin), keepsEvents(keepEvents) {}

  virtual ~Recorder() = default;
  Recorder(const Recorder &) = default;
  Recorder(Recorder &&) = default;
  Recorder &operator=(const Recorder &) = default;
  Recorder &operator=(Recorder &&) = default;

  /// Simulations let the phase take its time here.
  virtual void add(Phase phase, Clock::time_point begin, Clock::time_point end,
                   std::int64_t step, std::int64_t bytes);
  /// Seconds spent in each phase since the last clear().
  const std::array<double, phaseCount> &seconds() const { return total; }
  const std::vector<PhaseEvent> &events() const { return timeline; }
  void clear();
  Clock::time_point beginning() const { return origin; }

private:
  Clock::time_point origin;
  bool keepsEvents;
  std::array<double, phaseCount> total{};
  std::vector<PhaseEvent> timeline;
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
