//===- MethodTrials.h - Learning how messages travel fastest ---*- C++ -*-===//
//
// Of one plan, where nothing has been measured before it runs. Comes in: what
// each method is expected to take, and what executions took, of the slowest
// rank. Goes out: the method of the next execution. The same on all ranks, for
// they are told the same times.
//
//   1          the method that is expected to take least; its buffers are new,
//              so its time does not count
//   2 to 6     those that are expected to take up to 1.5 times as long, in turn
//   7 and on   the fastest; but 8, 16, 32, ... has a look at another one, and
//              the next one at the fastest again
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_METHODTRIALS_H
#define REDIST_RUNTIME_EXECUTION_METHODTRIALS_H

#include "redistSchedule/CostModel/TransferCostModel.h"

#include <array>
#include <cstdint>
#include <optional>

namespace redist::runtime {

class MethodTrials {
public:
  /// `expected`: some are finite.
  explicit MethodTrials(const schedule::PredictedTimes &expected);

  /// Whether there is more than one.
  bool isChoice() const;
  /// Of the next execution.
  schedule::TransferMethod method() const;
  /// Whether its time is to be told by add(), before the next but one.
  bool isMeasured() const;
  /// The next execution has run, by method().
  void advance();
  /// What the last one that was to be measured took, in seconds.
  void add(double seconds);
  /// The least times that were told; infinite where none was.
  const schedule::MethodTimes &least() const { return leastSeconds; }

private:
  bool isLook() const;
  std::size_t leastTried() const;
  std::size_t fastest() const;
  std::size_t challenger() const;
  bool isWithin(std::size_t method, double factor) const;

  schedule::MethodTimes expectedSeconds, leastSeconds;
  std::array<int, schedule::messageMethods> tries{};
  std::size_t first; ///< is expected to take least
  std::int64_t next = 1;
  std::optional<std::size_t> measured; ///< of which the time is awaited
};

} // namespace redist::runtime

#endif
