//===- ProfileSearch.h - Branch and bound over profiles --------*- C++ -*-===//
//
// Comes in: a class problem by levels, a profile from below, and the best one
// so far. Goes out: a better one with its shares, and the bound that is proved.
// A node is a range of values for each entry of the profile; its linear program
// gives a bound, a profile when its entries are rounded up, and the entry at
// which the range is cut in two. Nodes of least bound come first, so that the
// bound of all grows until the clock ends the search or nothing is left.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EXACT_PROFILESEARCH_H
#define REDISTC_LIB_EXACT_PROFILESEARCH_H

#include "DeadlineSweep.h"
#include "ProfileProgram.h"

#include <queue>

namespace redistc::exact {

/// The best profile so far and what is proved.
struct Incumbent {
  Cumulated upTo;
  /// That attain it; absent while a cost alone is known.
  std::optional<Shares> share;
  std::int64_t totalCost = 0;
  std::int64_t lowerBound = 0;

  bool isProved() const { return totalCost == lowerBound; }
  void offer(const LevelProblem &problem, const Cumulated &other,
             Shares shares);
};

class ProfileSearch {
public:
  /// No profile costs less than one of `lower`, entry by entry.
  ProfileSearch(const LevelProblem &, DeadlineSweep &, const Cumulated &lower,
                Incumbent &, const Deadline &);

  std::int64_t variables() const { return program.variables(); }
  void run();

private:
  struct Node {
    ProfileRange range;
    std::int64_t lowerBound = 0;
    std::int64_t number = 0; ///< in the order of making
  };
  struct IsWorse {
    bool operator()(const Node &a, const Node &b) const {
      return a.lowerBound != b.lowerBound ? a.lowerBound > b.lowerBound
                                          : a.number < b.number;
    }
  };
  void visit(Node);
  void tryRoundedUp(const std::vector<double> &upTo);
  bool tryProfile(const Cumulated &);
  void split(const Node &, std::int32_t level, std::int64_t below);
  void branch(const Node &, const std::vector<double> &upTo);
  void branchAnywhere(const Node &, const Cumulated *avoided);

  const LevelProblem &problem;
  DeadlineSweep &sweep;
  Incumbent &best;
  const Deadline &deadline;
  ProfileProgram program;
  std::priority_queue<Node, std::vector<Node>, IsWorse> open;
  std::int64_t made = 0, visited = 0;
  std::int64_t unresolved; ///< least bound of nodes that nothing decides
};

} // namespace redistc::exact

#endif
