//===- ClassSolverTest.cpp - Least total cost at a number of steps --------===//
//
// The solver against trying every schedule, against its own limits, and on
// problems that no communication grid has.
//
//===----------------------------------------------------------------------===//
#include "redistc/Exact/ClassSolver.h"

#include "redistSchedule/OneDimension/Bounds.h"

#include "BruteForce.h"
#include "ClassProblems.h"
#include "ProfileCheck.h"

using namespace redist::schedule;
using namespace redistc::exact;
using namespace redistc::exact::test;

static void expectSame(const ClassProfile &a, const ClassProfile &b) {
  EXPECT_EQ(a.costs, b.costs);
  EXPECT_EQ(a.steps, b.steps);
  EXPECT_EQ(a.share, b.share);
  EXPECT_EQ(a.totalCost, b.totalCost);
  EXPECT_EQ(a.lowerBound, b.lowerBound);
}

/// The two makers of class problems, one by definition and one by closed form.
TEST(ClassProblem, ClosedFormFollowsDefinition) {
  int compared = 0;
  for (std::int64_t P = 1; P <= 9; ++P)
    for (std::int64_t Q = 1; Q <= 9; ++Q)
      for (std::int64_t r = 1; r <= 9; ++r)
        for (std::int64_t s = 1; s <= 9; ++s) {
          ClassProblem wanted = classProblem(P, Q, r, s);
          CommunicationGrid grid = *CommunicationGrid::make({{P, r}, {Q, s}});
          ClassProblem given =
              redist::schedule::classProblem(grid, grid.minimumSteps());
          EXPECT_EQ(given.stepCount, wanted.stepCount);
          EXPECT_EQ(given.alpha, wanted.alpha);
          EXPECT_EQ(given.beta, wanted.beta);
          ASSERT_EQ(given.classes.size(), wanted.classes.size());
          for (std::size_t k = 0; k < wanted.classes.size(); ++k) {
            EXPECT_EQ(given.classes[k].rowType, wanted.classes[k].rowType);
            EXPECT_EQ(given.classes[k].columnType,
                      wanted.classes[k].columnType);
            EXPECT_EQ(given.classes[k].weight, wanted.classes[k].weight);
          }
          ++compared;
        }
  EXPECT_EQ(compared, 9 * 9 * 9 * 9);
}

/// Every grid with at most 12 messages in its quotient, at NS_opt and above.
TEST(ClassSolver, AgreesWithEverySchedule) {
  int compared = 0;
  for (std::int64_t P = 1; P <= 6; ++P)
    for (std::int64_t Q = 1; Q <= 6; ++Q)
      for (std::int64_t r = 1; r <= 6; ++r)
        for (std::int64_t s = 1; s <= 6; ++s)
          for (std::int64_t extra = 0; extra <= 1; ++extra) {
            ClassProblem problem = classProblem(P, Q, r, s, extra);
            BruteForce oracle(problem);
            if (oracle.messageCount() > 12 ||
                oracle.messageCount() < problem.stepCount)
              continue;
            SCOPED_TRACE(testing::Message() << P << " " << Q << " " << r << " "
                                            << s << " +" << extra);
            auto profile = ClassSolver().solve(problem);
            ASSERT_TRUE(profile);
            checkProfile(problem, *profile);
            EXPECT_TRUE(profile->proved);
            EXPECT_EQ(profile->totalCost, oracle.minTotalCost());
            ++compared;
          }
  EXPECT_GT(compared, 1000);
}

/// Classes in any order, of any weights, several between the same blocks: the
/// solver must not rely on what grids look like. Steps may cost more than
/// their messages here, so the solver's bound is compared, not empty steps.
TEST(ClassSolver, SolvesProblemsThatNoGridHas) {
  std::uint32_t state = 1;
  auto below = [&state](std::uint32_t bound) {
    state = state * 1664525u + 1013904223u; // a fixed sequence
    return static_cast<std::int32_t>((state >> 16) % bound);
  };
  for (int round = 0; round < 300; ++round) {
    ClassProblem problem;
    problem.rowTypes = 1 + below(4);
    problem.columnTypes = 1 + below(4);
    int classes = 1 + below(9);
    std::vector<std::int64_t> rows(problem.rowTypes);
    std::vector<std::int64_t> columns(problem.columnTypes);
    for (int k = 0; k < classes; ++k) {
      MessageClass c{below(problem.rowTypes), below(problem.columnTypes),
                     1 + 3 * below(5)};
      ++rows[c.rowType];
      ++columns[c.columnType];
      problem.classes.push_back(c);
    }
    problem.stepCount =
        std::max(*std::max_element(rows.begin(), rows.end()),
                 *std::max_element(columns.begin(), columns.end()));
    SCOPED_TRACE(round);
    auto profile = ClassSolver().solve(problem);
    ASSERT_TRUE(profile);
    checkProfile(problem, *profile);
    EXPECT_TRUE(profile->proved);
    EXPECT_EQ(profile->totalCost, BruteForce(problem).minTotalCost());
  }
}

/// One level: everything costs the same, whatever the steps.
TEST(ClassSolver, SolvesASingleClass) {
  ClassProblem problem;
  problem.alpha = 3;
  problem.beta = 4;
  problem.classes = {{0, 0, 7}};
  problem.stepCount = 4;
  auto profile = ClassSolver().solve(problem);
  ASSERT_TRUE(profile);
  EXPECT_EQ(profile->costs, std::vector<std::int64_t>{7});
  EXPECT_EQ(profile->steps, std::vector<std::int64_t>{4});
  EXPECT_EQ(profile->share, std::vector<std::vector<std::int64_t>>{{12}});
  EXPECT_TRUE(profile->proved);
}

TEST(ClassSolver, RefusesWhatCannotBeSolved) {
  EXPECT_FALSE(ClassSolver().solve(ClassProblem{}));
  EXPECT_FALSE(ClassSolver().solve(classProblem(15, 15, 3, 5, -1)));
  ClassProblem huge = classProblem(15, 15, 3, 5);
  huge.alpha = huge.beta = std::int64_t{1} << 40;
  huge.stepCount = std::int64_t{1} << 45;
  EXPECT_FALSE(ClassSolver().solve(huge));
  ClassSolverLimits limits;
  limits.maxShares = 20; // seven classes of three weights are 21
  EXPECT_FALSE(ClassSolver(limits).solve(classProblem(15, 15, 3, 5)));
  limits.maxShares = 21;
  EXPECT_TRUE(ClassSolver(limits).solve(classProblem(15, 15, 3, 5)));
}

/// Where a limit ends the search the profile is still one, and says that it
/// is not proved.
TEST(ClassSolver, SaysWhatIsNotProved) {
  ClassProblem problem = classProblem(34, 105, 21, 22);
  ClassSolverLimits noProgram, noTime;
  noProgram.maxVariables = 0;
  noTime.seconds = 0;
  for (const ClassSolverLimits &limits : {noProgram, noTime}) {
    auto profile = ClassSolver(limits).solve(problem);
    ASSERT_TRUE(profile);
    checkProfile(problem, *profile);
    EXPECT_FALSE(profile->proved);
    EXPECT_GT(profile->totalCost, 1305);
    EXPECT_LE(profile->lowerBound, 1305);
  }
}

TEST(ClassSolver, GivesTheSameAnswerEveryTime) {
  for (ClassProblem problem :
       {classProblem(29, 16, 30, 29), classProblem(21, 119, 17, 23)}) {
    auto first = ClassSolver().solve(problem);
    auto second = ClassSolver().solve(problem);
    ASSERT_TRUE(first && second);
    expectSame(*first, *second);
  }
}

/// 26, 126, 21, 22 goes through every stage: relaxation, branch and bound, and
/// shares by a program.
TEST(ClassSolver, PrintsNothing) {
  testing::internal::CaptureStdout();
  testing::internal::CaptureStderr();
  auto profile = ClassSolver().solve(classProblem(26, 126, 21, 22));
  EXPECT_EQ(testing::internal::GetCapturedStdout(), "");
  EXPECT_EQ(testing::internal::GetCapturedStderr(), "");
  ASSERT_TRUE(profile);
  EXPECT_TRUE(profile->proved);
  EXPECT_EQ(profile->totalCost, 1484);
}

TEST(ClassLowerBound, HoldsForAnyNumberOfSteps) {
  CommunicationGrid grid = *CommunicationGrid::make({{15, 3}, {15, 5}});
  EXPECT_EQ(classLowerBound(grid, 10), 25);
  EXPECT_EQ(classLowerBound(grid, 11), 23);
  // Beyond the limits the sorted bound remains.
  ClassSolverLimits limits;
  limits.maxShares = 1;
  EXPECT_EQ(classLowerBound(grid, 10, limits), 21);
}

/// Blocks too long for classes to be listed: the bound is the sorted one.
TEST(ClassLowerBound, TakesHugeBlocks) {
  std::int64_t huge = (std::int64_t{1} << 40) + 1;
  CommunicationGrid grid = *CommunicationGrid::make({{3, huge}, {2, huge + 1}});
  EXPECT_GE(classLowerBound(grid, grid.minimumSteps()),
            lowerBounds(grid).totalCost);
}
