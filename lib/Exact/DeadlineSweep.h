//===- DeadlineSweep.h - Shares for a profile, level by level --*- C++ -*-===//
//
// Given how many steps each level has, fills the levels from the heaviest on. A
// cell must be done by the lightest level in use that still carries it: its
// deadline. What a level takes is an integral flow in which, for every row and
// column type and every deadline, the messages that remain fit into the steps
// that remain before it. These conditions are nested, so each type is a chain
// of edges with lower bounds and the whole is a network.
//
// Sufficient, not necessary: a profile that the sweep refuses may be feasible
// (with three levels or more the levels compete), one that it accepts is, and
// the shares are integral.
//
//   levels of cost 3 (4 steps) and 1 (6 steps), alpha = 1; a row type with 2
//   messages of length 3 and 7 of length 1: the first level must take both
//   long ones and at least one short one, for only 6 steps remain for 7.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_DEADLINESWEEP_H
#define REDISTC_LIB_EXACT_DEADLINESWEEP_H

#include "Circulation.h"
#include "Deadline.h"
#include "LevelProblem.h"

namespace redistc::exact {

class DeadlineSweep {
public:
  explicit DeadlineSweep(const LevelProblem &);

  /// True: `share` holds integral shares for the profile.
  bool fill(const Cumulated &upTo, Shares &share, const Deadline &);

  /// Raises entries of `upTo` where a level cannot be filled, until all can.
  /// Steps of the highest cost take everything, so that false means no more
  /// than that the deadline has passed.
  bool fillRaising(Cumulated &upTo, Shares &share, const Deadline &);

private:
  void start(Shares &share);
  bool tryLevel(std::int32_t level, const Cumulated &upTo);
  void takeFlow(std::int32_t level, Shares &share);
  bool setDeadlines(std::int32_t level, const Cumulated &upTo);
  bool addChain(const std::vector<std::int32_t> &cellsOfType, bool isRow,
                std::int64_t steps);

  const LevelProblem &problem;
  Circulation network;
  std::vector<std::vector<std::int32_t>> cellsOfRow, cellsOfColumn;
  std::vector<std::int64_t> left; ///< messages not yet placed, by cell
  /// Steps from the current level on to the cell's deadline, by cell.
  std::vector<std::int64_t> stepsLeft;
  std::vector<std::int32_t> rowNode, columnNode, edge; ///< by cell
};

} // namespace redistc::exact

#endif
