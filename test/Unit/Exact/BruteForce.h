//===- BruteForce.h - Least total cost by trying every schedule *- C++ -*-===//
//
// For class problems of a few messages: assigns every message to a step in
// every way, without two messages of one row or column in a step, and returns
// the least sum of step costs. Knows nothing of profiles and shares.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_EXACT_BRUTEFORCE_H
#define REDIST_TEST_UNIT_EXACT_BRUTEFORCE_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"

#include <algorithm>
#include <limits>

namespace redistc::exact::test {

class BruteForce {
public:
  explicit BruteForce(const redist::schedule::ClassProblem &problem)
      : stepCount(problem.stepCount) {
    for (const redist::schedule::MessageClass &c : problem.classes)
      for (std::int64_t x = 0; x < problem.alpha; ++x)
        for (std::int64_t y = 0; y < problem.beta; ++y)
          messages.push_back({c.rowType * problem.alpha + x,
                              c.columnType * problem.beta + y, c.weight});
    std::stable_sort(
        messages.begin(), messages.end(),
        [](const Message &a, const Message &b) { return a.weight > b.weight; });
  }

  std::int64_t messageCount() const {
    return static_cast<std::int64_t>(messages.size());
  }

  /// Over the schedules in which no step is empty.
  std::int64_t minTotalCost() {
    place(0, 0);
    return best;
  }

private:
  struct Message {
    std::int64_t row, column, weight;
  };

  /// Heaviest first, so a message that opens a step sets its cost.
  void place(std::size_t next, std::int64_t cost) {
    auto left = static_cast<std::int64_t>(messages.size() - next);
    auto open = static_cast<std::int64_t>(steps.size());
    if (cost >= best || left < stepCount - open)
      return;
    if (left == 0) {
      best = cost;
      return;
    }
    const Message &message = messages[next];
    for (std::size_t t = 0; t < steps.size(); ++t) {
      bool isFree = std::none_of(
          steps[t].begin(), steps[t].end(), [&](const Message &other) {
            return other.row == message.row || other.column == message.column;
          });
      if (!isFree)
        continue;
      steps[t].push_back(message);
      place(next + 1, cost);
      steps[t].pop_back();
    }
    if (open < stepCount) {
      steps.push_back({message});
      place(next + 1, cost + message.weight);
      steps.pop_back();
    }
  }

  std::int64_t stepCount;
  std::vector<Message> messages;
  std::vector<std::vector<Message>> steps;
  std::int64_t best = std::numeric_limits<std::int64_t>::max();
};

} // namespace redistc::exact::test

#endif
