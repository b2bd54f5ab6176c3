//===- LateStepFlow.h - Flow of messages in late steps ---------*- C++ -*-===//
//
// Private to lib/Schedule. A group of steps is split at a threshold: the late
// steps carry light classes only (ProfileSplit.cpp). With c_k messages of class
// k in the group, the late amounts z_k of light classes are a flow from row
// types to column types:
//
//   0 <= z_k <= c_k
//   row type:     total - alpha * early <= sum z_k <= alpha * late
//   column type:  total - beta * early  <= sum z_k <= beta * late
//
// The heavy classes of a type must fit into its early steps, whatever flows:
// that bounds the late steps of every threshold at once.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EDGECOLOURING_LATESTEPFLOW_H
#define REDIST_LIB_SCHEDULE_EDGECOLOURING_LATESTEPFLOW_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"

namespace redist::schedule {

/// Messages of one class.
struct ClassAmount {
  std::size_t messageClass;
  std::int64_t count; ///< > 0
};

/// Some steps and the messages that they carry, heaviest classes first.
struct StepGroup {
  std::int64_t steps;
  std::vector<ClassAmount> classes;
};

/// The late amounts of one group. Types are numbered rows first, classes by
/// their place in the group.
class LateStepFlow {
public:
  LateStepFlow(const ClassProblem &, const StepGroup &);

  /// No more late steps than these can have the classes from `first` on alone,
  /// as far as is known.
  std::int64_t maxLate(std::size_t first) const { return maxOfFirst[first]; }
  /// Whether the group can have this many; then amount() says what they carry.
  bool solve(std::size_t first, std::int64_t late);
  std::int64_t amount(std::size_t place) const { return edges[place].amount; }

private:
  struct Edge {
    std::size_t row, column; ///< types
    std::int64_t capacity, amount = 0;
  };
  static constexpr std::int32_t unreached = -1;
  struct Type {
    std::int64_t width; ///< alpha or beta
    std::int64_t total; ///< messages in the group
    std::int64_t lower = 0, upper = 0, sum = 0;
    std::size_t begin = 0, end = 0; ///< in `incident`
    std::size_t light = 0;          ///< first one of the light classes
    std::size_t next = 0;           ///< first one not in vain so far
    std::int32_t level = 0;         ///< edges from where more is needed
  };

  void boundLate();
  bool raise(bool rows);
  void findLevels();
  std::int64_t pass(std::size_t at, std::int64_t amount);
  std::size_t otherEnd(std::size_t edge, std::size_t type) const {
    return edges[edge].row == type ? edges[edge].column : edges[edge].row;
  }
  /// Whether a type is of the side that is being raised: amounts grow on its
  /// edges, and those of the other side's edges make up for it.
  bool gains(std::size_t type) const { return (type < rowTypes) == rowsGain; }
  /// What an edge can still gain, or give up, for a type.
  std::int64_t leftOf(std::size_t edge, std::size_t type) const {
    const Edge &own = edges[edge];
    return gains(type) ? own.capacity - own.amount : own.amount;
  }
  /// What a type can take from the other end of an edge.
  std::int64_t roomOf(std::size_t type) const {
    const Type &own = types[type];
    return gains(type) ? own.sum - own.lower : own.upper - own.sum;
  }

  std::int64_t steps;
  std::size_t rowTypes;
  bool rowsGain = true;
  std::vector<Edge> edges;
  std::vector<Type> types;
  std::vector<std::size_t> incident; ///< edges of a type, ascending
  std::vector<std::int64_t> maxOfFirst;
  std::vector<std::size_t> queue;
};

} // namespace redist::schedule

#endif
