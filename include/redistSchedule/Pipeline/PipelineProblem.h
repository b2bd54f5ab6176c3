//===- PipelineProblem.h - Validation of a pipeline problem ----*- C++ -*-===//
//
// Room Schedule. What a mapping is made for: n stages in a row, with the work
// of each and the data between them, and p processors with their speeds and
// links. Comes in: fractions, as people write them or as they were measured.
// Goes out: an instance in whole ticks, in which all times are exact.
//
//   work 14, 4, 2, 4   data 1, 1, 1, 1, 1   speeds 1, 2   bandwidth 1
//   tick 1/2: w_1 on processor 1 is 28 ticks, on processor 2 is 14; a datum
//   takes 2 ticks on any link
//
// Stages, processors and data are counted from 0 here; people count stages and
// processors from 1. Datum k enters stage k; datum n leaves the last one. P_in
// and P_out are two extra ends (sharesEnds: one, with one port for both).
// Notation and model: docs/SchedulingMath.md; Benoit and Robert, section 2.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_PIPELINE_PIPELINEPROBLEM_H
#define REDISTSCHEDULE_PIPELINE_PIPELINEPROBLEM_H

#include "redistSchedule/Support/Fraction.h"
#include "redistSchedule/Support/Result.h"

#include <optional>
#include <vector>

namespace redist::schedule {

/// What a processor does at once.
enum class TransferModel {
  Serial,     ///< receive, compute, send, one after the other: their sum
  Overlapped, ///< all three at once: their maximum
};

/// How many processors a stage may be dealt to, item by item.
inline constexpr std::int32_t oneProcessor = 1; ///< it keeps a state
inline constexpr std::int32_t anyNumber = 0;    ///< the mapper chooses

struct PipelineProblem {
  std::vector<Fraction> work;   ///< n >= 1, each >= 0
  std::vector<Fraction> data;   ///< n + 1, each >= 0
  std::vector<Fraction> speeds; ///< p >= 1, each > 0
  /// One of every link, > 0; or (p + 2)^2 by rows, P_in first and P_out last,
  /// 0 where there is no link. The diagonal does not matter. Rows that say the
  /// same everywhere mean one of every link.
  std::vector<Fraction> bandwidth;
  TransferModel model = TransferModel::Serial;
  bool sharesEnds = false; ///< P_in = P_out
  /// Of each stage the processor that it must run on, -1: any. Empty: all any.
  std::vector<std::int32_t> pins;
  /// Of each stage oneProcessor, anyNumber, or how many exactly. Empty: one.
  std::vector<std::int32_t> replicas;
  /// No item may take longer than this. Absent: no limit.
  std::optional<Fraction> latencyLimit;
  bool operator==(const PipelineProblem &) const = default;
};

/// A problem in ticks. Times of stages [first, last] on processor u:
///   compute  (workBefore[last + 1] - workBefore[first]) * ticksOfWork[u]
///   transfer data[k] * ticksOfDatum(u, v)
struct PipelineInstance {
  std::vector<std::int64_t> workBefore;  ///< prefix sums, n + 1
  std::vector<std::int64_t> data;        ///< n + 1
  std::vector<std::int64_t> ticksOfWork; ///< p
  /// One, or (p + 2)^2; noLink where there is none.
  std::vector<std::int64_t> ticksOfData;
  TransferModel model = TransferModel::Serial;
  bool sharesEnds = false;
  std::vector<std::int32_t> pins;     ///< n
  std::vector<std::int32_t> replicas; ///< n
  std::int64_t latencyLimit = -1;     ///< ticks, rounded down; -1: none
  double tick = 1;                    ///< in the unit of work / speed
  Fraction exactTick;                 ///< where isExact
  bool isExact = true; ///< false: rounded to about 2^-30 of the largest

  static constexpr std::int64_t noLink = -1;

  std::int64_t stages() const {
    return static_cast<std::int64_t>(data.size()) - 1;
  }
  std::int64_t processors() const {
    return static_cast<std::int64_t>(ticksOfWork.size());
  }
  bool hasUniformLinks() const { return ticksOfData.size() == 1; }
  /// Whether one port does the sends of P_in and the receives of P_out, one
  /// after the other; overlapped ports do both at once, and where nothing comes
  /// or nothing goes there is no other transfer to wait for.
  bool endsCollide() const {
    return sharesEnds && model == TransferModel::Serial && data.front() > 0 &&
           data.back() > 0;
  }
  /// From processor u to v; -1 is P_in, processors() is P_out.
  std::int64_t ticksOfDatum(std::int64_t u, std::int64_t v) const {
    return hasUniformLinks() ? ticksOfData.front()
                             : ticksOfData[static_cast<std::size_t>(
                                   (u + 1) * (processors() + 2) + v + 1)];
  }
  std::int64_t workOf(std::int64_t first, std::int64_t last) const {
    return workBefore[static_cast<std::size_t>(last + 1)] -
           workBefore[static_cast<std::size_t>(first)];
  }
};

/// Exact where all times fit 62 bits, else rounded; the same on every rank.
/// Errors: BadPipeline, which names what does not fit.
Result<PipelineInstance> makeInstance(const PipelineProblem &);

/// Near `value` (relative error below 2^-30), with the shortest decimal that
/// means the double where that is short. Precondition: finite, >= 0.
Fraction nearFraction(double value);

} // namespace redist::schedule

#endif
