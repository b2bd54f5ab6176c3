//===- RealiseTest.cpp - From class shares to the steps of messages -------===//
//
// Profiles are taken from colourings of the quotient, so that they are feasible
// by construction; what comes back must have the same shares, and no rank twice
// in a step.
//
//===----------------------------------------------------------------------===//
#include "ColouringOracle.h"

#include "redistSchedule/EdgeColouring/ClassSchedule.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

/// `classCount` consecutive classes from -first on; class k joins row type
/// k mod rowTypes and column type k mod columnTypes, as in a grid.
static ClassProblem makeProblem(std::int64_t alpha, std::int64_t beta,
                                std::int32_t rowTypes, std::int32_t columnTypes,
                                std::int32_t classCount) {
  ClassProblem problem{alpha, beta, rowTypes, columnTypes, {}, 0};
  for (std::int32_t k = 0; k != classCount; ++k)
    problem.classes.push_back({k % rowTypes, k % columnTypes,
                               1 + std::min(k, classCount - 1 - k) % 4});
  return problem;
}

/// Edge (k * alpha + x) * beta + y of the quotient, as realise numbers them.
static BipartiteGraph graphOf(const ClassProblem &problem) {
  auto alpha = static_cast<std::int32_t>(problem.alpha);
  auto beta = static_cast<std::int32_t>(problem.beta);
  BipartiteGraph graph{
      problem.rowTypes * alpha, problem.columnTypes * beta, {}};
  for (const MessageClass &own : problem.classes)
    for (std::int32_t x = 0; x != alpha; ++x)
      for (std::int32_t y = 0; y != beta; ++y)
        graph.edges.push_back(
            {own.rowType * alpha + x, own.columnType * beta + y, own.weight});
  return graph;
}

/// How often each class travels in the steps of each cost.
static ClassProfile profileOf(const ClassProblem &problem,
                              const BipartiteGraph &graph,
                              Colouring colouring) {
  sortColoursByCost(graph, colouring);
  std::vector<std::int64_t> costOfStep(colouring.colourCount);
  for (std::size_t e = 0; e != graph.edges.size(); ++e) {
    std::int64_t &cost = costOfStep[colouring.colourOfEdge[e]];
    cost = std::max(cost, graph.edges[e].weight);
  }
  ClassProfile profile;
  std::vector<std::size_t> levelOfStep;
  for (std::int64_t cost : costOfStep) {
    if (profile.costs.empty() || profile.costs.back() != cost) {
      profile.costs.push_back(cost);
      profile.steps.push_back(0);
    }
    ++profile.steps.back();
    profile.totalCost += cost;
    levelOfStep.push_back(profile.costs.size() - 1);
  }
  profile.share.assign(problem.classes.size(),
                       std::vector<std::int64_t>(profile.costs.size()));
  std::size_t classSize = problem.alpha * problem.beta;
  for (std::size_t e = 0; e != graph.edges.size(); ++e)
    ++profile.share[e / classSize][levelOfStep[colouring.colourOfEdge[e]]];
  return profile;
}

/// Proper, and each level's steps carry the level's share of each class. A step
/// may turn out cheaper than its level, never dearer.
static void expectRealised(const ClassProblem &problem,
                           const ClassProfile &profile) {
  BipartiteGraph graph = graphOf(problem);
  Colouring steps;
  steps.colourOfEdge = realise(problem, profile);
  std::vector<std::size_t> levelOfStep;
  for (std::size_t level = 0; level != profile.steps.size(); ++level)
    levelOfStep.insert(levelOfStep.end(), profile.steps[level], level);
  steps.colourCount = static_cast<std::int32_t>(levelOfStep.size());
  ASSERT_TRUE(isProper(graph, steps));
  EXPECT_LE(steps.totalCost(graph), profile.totalCost);
  auto share = std::vector(problem.classes.size(),
                           std::vector<std::int64_t>(profile.costs.size()));
  std::size_t classSize = problem.alpha * problem.beta;
  for (std::size_t e = 0; e != graph.edges.size(); ++e) {
    std::size_t level = levelOfStep[steps.colourOfEdge[e]];
    ++share[e / classSize][level];
    EXPECT_LE(graph.edges[e].weight, profile.costs[level]);
  }
  EXPECT_EQ(share, profile.share);
}

TEST(RealiseTest, ProfilesOfColouringsComeBack) {
  struct Shape {
    std::int64_t alpha, beta;
    std::int32_t rowTypes, columnTypes, classes;
  };
  for (auto [alpha, beta, rowTypes, columnTypes, classes] :
       {Shape{1, 1, 1, 1, 1}, Shape{3, 5, 5, 3, 7}, Shape{1, 4, 3, 2, 9},
        Shape{5, 2, 7, 3, 10}, Shape{2, 7, 1, 6, 11}, Shape{4, 1, 4, 1, 13},
        Shape{1, 1, 7, 4, 10}, Shape{8, 9, 2, 5, 6}}) {
    ClassProblem problem =
        makeProblem(alpha, beta, rowTypes, columnTypes, classes);
    BipartiteGraph graph = graphOf(problem);
    problem.stepCount = graph.maxDegree();
    for (auto strategy : {colourFast, colourByInsertion, colourGreedy})
      expectRealised(problem, profileOf(problem, graph, strategy(graph)));
  }
}

TEST(RealiseTest, DesprezExample3At25) {
  // P=15, Q=15, r=3, s=5: g=15, r'=3, s'=5, g0=1, alpha=3, beta=5; classes
  // -2 .. 4 of lengths 1 2 3 3 3 2 1. The least cost at 10 steps is 25.
  ClassProblem problem{3, 5, 5, 3, {}, 10};
  const std::int64_t lengths[] = {1, 2, 3, 3, 3, 2, 1};
  for (int k = -2; k <= 4; ++k)
    problem.classes.push_back({(k + 5) % 5, (k + 3) % 3, lengths[k + 2]});
  BipartiteGraph graph = graphOf(problem);
  Colouring colouring = colourByInsertion(graph);
  ASSERT_EQ(colouring.totalCost(graph), 25);
  ClassProfile profile = profileOf(problem, graph, colouring);
  EXPECT_EQ(profile.totalCost, 25);
  expectRealised(problem, profile);
}
