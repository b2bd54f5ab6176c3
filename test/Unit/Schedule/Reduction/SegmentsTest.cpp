//===- SegmentsTest.cpp - Arrays cut into segments ------------------------===//
//
// Lengths against a clock that runs tick by tick, and where a formula is known.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/Segments.h"

#include "ReductionCases.h"

#include <gtest/gtest.h>

#include <deque>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// Ranks as machines that look around once a tick.
class SegmentClock {
public:
  SegmentClock(const ReductionSchedule &schedule, std::int64_t transfer,
               std::int64_t combine, std::int64_t segments)
      : d(transfer), c(combine), S(segments) {
    for (std::int64_t rank = 0; rank < schedule.problem().ranks; ++rank) {
      const ReductionRole role = schedule.role(rank, 0);
      Rank own;
      own.parent = role.parent;
      for (const ReductionChild &child : role.children)
        own.children.push_back(static_cast<std::size_t>(child.rank));
      ranks.push_back(own);
    }
  }

  std::int64_t run() {
    for (now = 0; ranks[0].finished < S; ++now)
      for (bool changed = true; changed;) {
        changed = false;
        for (Rank &rank : ranks)
          changed = finishCombine(rank) || changed;
        for (Rank &rank : ranks)
          changed = startCombine(rank) || changed;
        for (Rank &rank : ranks)
          changed = startTransfer(rank) || changed;
      }
    return now - 1;
  }

private:
  struct Rank {
    std::int64_t parent = -1;
    std::vector<std::size_t> children;
    std::int64_t portFree = 0;
    std::int64_t received = 0; ///< transfers that have started, all segments
    std::deque<std::int64_t> arrivals; ///< not yet combined
    std::int64_t combined = 0;         ///< begun
    std::int64_t combineEnd = 0;
    bool isCombining = false;
    std::int64_t finished = 0, sent = 0; ///< segments
  };

  std::int64_t degree(const Rank &rank) const {
    return static_cast<std::int64_t>(rank.children.size());
  }
  bool finishCombine(Rank &rank) {
    if (rank.children.empty() && rank.finished < S) {
      rank.finished = S;
      return true;
    }
    if (!rank.isCombining || rank.combineEnd > now)
      return false;
    rank.isCombining = false;
    rank.finished += rank.combined % degree(rank) == 0;
    return true;
  }
  bool startCombine(Rank &rank) {
    if (rank.isCombining || rank.arrivals.empty() ||
        rank.arrivals.front() > now)
      return false;
    rank.arrivals.pop_front();
    rank.isCombining = true;
    rank.combineEnd = now + c;
    ++rank.combined;
    return true;
  }

  /// The next receive of a rank, if its turn has come and its child is there.
  bool startTransfer(Rank &rank) {
    if (rank.children.empty() || rank.portFree > now ||
        rank.received == S * degree(rank) || !rank.arrivals.empty())
      return false;
    const std::int64_t segment = rank.received / degree(rank);
    const auto index = static_cast<std::size_t>(rank.received % degree(rank));
    if (rank.parent >= 0 && segment > rank.sent) {
      // Before the segment before is sent: the first child, and only while the
      // last combine runs.
      if (index > 0 || segment > rank.sent + 1 || rank.finished == segment)
        return false;
    }
    Rank &child = ranks[rank.children[index]];
    if (child.portFree > now || child.finished <= segment ||
        child.sent != segment)
      return false;
    rank.portFree = child.portFree = now + d;
    rank.arrivals.push_back(now + d);
    ++rank.received, ++child.sent;
    return true;
  }

  std::int64_t d, c, S, now = 0;
  std::vector<Rank> ranks;
};

/// At least two ticks, so that things that touch do not coincide.
TEST(Segments, LengthsAreThoseOfAClock) {
  ReductionCases cases(11);
  for (int i = 0; i < 400; ++i) {
    ReductionProblem problem = cases.problem(24);
    problem.cost.latency = 0;
    const ReductionSchedule schedule = scheduleOf(problem);
    const std::int64_t segments = 1 + cases.below(7);
    const SegmentedCost cost = {cases.below(3), segments * (1 + cases.below(6)),
                                segments * (1 + cases.below(6))};
    ASSERT_EQ(segmentedLength(schedule, cost, segments),
              SegmentClock(schedule, cost.startup + cost.transfer / segments,
                           cost.combine / segments, segments)
                  .run())
        << describe(problem) << " S=" << segments << " startup " << cost.startup
        << " " << cost.transfer << " " << cost.combine;
  }
}

TEST(Segments, OneSegmentIsTheTree) {
  for (std::int64_t ranks = 1; ranks <= 100; ++ranks) {
    const ReductionSchedule schedule = scheduleOf({ranks, {3, 5, 0}});
    EXPECT_EQ(segmentedLength(schedule, {0, 3, 5}, 1), schedule.length());
  }
}

/// One child: the slower of the two stages, S times, and once the other.
TEST(Segments, TwoRanks) {
  const ReductionSchedule schedule = scheduleOf({2, {1, 1, 0}});
  EXPECT_EQ(segmentedLength(schedule, {0, 4, 4}, 4), 5);
  EXPECT_EQ(segmentedLength(schedule, {1, 40, 20}, 4), 4 * 11 + 5);
  EXPECT_EQ(segmentedLength(schedule, {1, 20, 40}, 4), 6 + 4 * 10);
  // 12 + 1 / S of the other, and S start-ups: least where S^2 = 12.
  EXPECT_EQ(segmentedLength(schedule, {1, 12, 12}, 3), 3 * 5 + 4);
  EXPECT_EQ(segmentedLength(schedule, {1, 12, 12}, 4), 4 * 4 + 3);
  EXPECT_EQ(bestSegments(schedule, {1, 12, 12}, 100), 3);
  EXPECT_EQ(bestSegments(schedule, {1, 12, 12}, 2), 2);
  EXPECT_EQ(bestSegments(schedule, {50, 12, 12}, 100), 1);
}

TEST(Segments, BestIsTheLeastOfAll) {
  ReductionCases cases(12);
  for (int i = 0; i < 60; ++i) {
    const ReductionSchedule schedule =
        scheduleOf({1 + cases.below(40), {1, 1, 0}});
    const SegmentedCost cost = {cases.below(5), cases.below(400),
                                cases.below(400)};
    const std::int64_t best = bestSegments(schedule, cost, 30);
    const std::int64_t length = segmentedLength(schedule, cost, best);
    for (std::int64_t segments = 1; segments <= 30; ++segments) {
      ASSERT_LE(length, segmentedLength(schedule, cost, segments));
      if (segments < best) {
        ASSERT_LT(length, segmentedLength(schedule, cost, segments));
      }
    }
  }
}

/// Beyond the ranks that are walked: never below what a walk gives there.
TEST(Segments, ManyRanks) {
  for (const ReductionCost &planned :
       {ReductionCost{2, 3, 0}, ReductionCost{0, 1, 0},
        ReductionCost{1, 0, 0}}) {
    const ReductionSchedule walked = scheduleOf({4096, planned});
    const ReductionSchedule bounded = scheduleOf({4097, planned});
    for (std::int64_t segments = 1; segments <= 16; segments *= 2)
      for (const SegmentedCost &cost :
           {SegmentedCost{3, 2000, 3000}, SegmentedCost{10, 100, 7000}})
        EXPECT_GE(segmentedLength(bounded, cost, segments),
                  segmentedLength(walked, cost, segments))
            << segments;
  }
  const ReductionSchedule huge =
      scheduleOf({1'000'000'000'000'000'000, {1, 1, 0}});
  EXPECT_EQ(segmentedLength(huge, {0, 1, 1}, 1), huge.length());
  // A rank with the most children is busy all the time, cut or not.
  EXPECT_EQ(bestSegments(huge, {1, 10'000, 10'000}, 64), 1);
}
