//===- StageRecord.h - Statistics of a rank's stages -----------*- C++ -*-===//
//
// Room Runtime. For REDIST_STATS and REDIST_TRACE. Comes in: when stages begin
// and end. Goes out: sums by stage, and spans for the recorder.
//
// To read the clock takes longer than an item of some bytes. Items that follow
// each other fast are therefore not observed but counted, many at a time, and
// one between them where a rank has several stages, whose times are in the
// proportion of such items:
//
//   item | item | ... 8 short ones | ######## 200 items | item | ########## 600
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_ENGINE_STAGERECORD_H
#define REDIST_RUNTIME_PIPELINE_ENGINE_STAGERECORD_H

#include "Trace/Recorder.h"
#include "Trace/Summary.h"

#include "redist/Pipeline.h"

#include <vector>

namespace redist::runtime {

class StageRecord {
public:
  static constexpr std::int64_t never = detail::pipeline_place::never;

  explicit StageRecord(std::size_t stages)
      : sums(stages), sampled(stages), skipped(stages) {}

  void recordBy(Recorder &used) { recorder = &used; }
  /// Whether stages are to be observed one by one.
  bool observes() const { return recorder && !isOpen; }
  /// Before the item of this turn atEvent() is to be called; `never`: no need.
  std::int64_t wake() const { return wakeTurn; }

  /// Stage `ended` of the item in hand is over, and `begun` begins; 0: none.
  /// `mayCount`: later items need not be observed.
  void observe(int ended, int begun, const detail::pipeline_place &place,
               bool mayCount);
  /// Between items. `endedBefore`: items that came to this rank, and that
  /// `continue` had ended.
  void atEvent(const detail::pipeline_place &place, std::int64_t endedBefore);
  /// `continue` leaves an item that is not observed.
  void leave(const detail::pipeline_place &place);
  /// No more items, or others are this rank's from now on.
  void finish(const detail::pipeline_place &place, std::int64_t endedBefore);

  void addBytes(int stage, std::int64_t bytes) { sumOf(stage).bytes += bytes; }
  /// By stage.
  const std::vector<StageSums> &stages() const { return sums; }

private:
  using Clock = Recorder::Clock;

  StageSums &sumOf(int stage) {
    return sums[static_cast<std::size_t>(stage) - 1];
  }
  void open(const detail::pipeline_place &place, std::int64_t endedBefore,
            Clock::time_point now);
  /// Seconds that an item took, with waits.
  double close(const detail::pipeline_place &place, std::int64_t endedBefore,
               Clock::time_point now);
  void share(const detail::pipeline_place &place, std::int64_t items,
             double seconds);
  void chooseCount(double period);

  Recorder *recorder = nullptr; ///< null: nothing is recorded
  std::vector<StageSums> sums;
  std::vector<double> sampled;       ///< seconds of stages that were observed
  std::vector<std::int64_t> skipped; ///< items of the group, by stage
  std::int64_t wakeTurn = never;

  Clock::time_point since{}; ///< the stage that runs, or the group
  Clock::time_point seriesSince{};
  int series = 0; ///< items that were observed since then

  bool isOpen = false;
  std::int64_t count = 0;   ///< items of the next group, or of this one
  std::int64_t first = 0;   ///< of this one
  std::int64_t endedAt = 0; ///< endedBefore at its beginning
  Clock::duration waitedAt{};
};

} // namespace redist::runtime

#endif
