//===- ColouringTest.cpp - Steps as edge colours --------------------------===//
//
// Every strategy on all graphs with three rows and three columns, on families
// of larger ones, and on shapes that have been trouble; against enumeration
// where that is possible.
//
//===----------------------------------------------------------------------===//
#include "ColouringOracle.h"

#include <gtest/gtest.h>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Strategy = Colouring (*)(const BipartiteGraph &);

/// The strategies that promise maxDegree() colours.
static constexpr Strategy fewestColours[] = {
    colourFast, colourByInsertion, colourStepwise, colourMultiThreshold};

/// The graph whose edges are the set bits of `mask`, row by row. Weights run
/// through 1 .. levels in an order that depends on `seed`.
static BipartiteGraph graphOfMask(std::int32_t rows, std::int32_t columns,
                                  std::uint64_t mask, int levels, int seed) {
  BipartiteGraph graph{rows, columns, {}};
  for (std::int32_t cell = 0; cell != rows * columns; ++cell)
    if ((mask >> cell) & 1)
      graph.edges.push_back({cell / columns, cell % columns,
                             1 + (cell * cell + seed * cell + seed) % levels});
  return graph;
}

template <typename Visit> static void forAllSmallGraphs(Visit visit) {
  for (std::uint64_t mask = 0; mask != 512; ++mask)
    for (int seed : {1, 2, 5})
      visit(graphOfMask(3, 3, mask, 4, seed));
  // A step that is prime to 2^16 meets graphs of all densities.
  for (std::uint64_t mask = 1; mask < 65536; mask += 251)
    visit(graphOfMask(4, 4, mask, 5, 3));
}

TEST(ColouringTest, AllStrategiesAreProperOnSmallGraphs) {
  forAllSmallGraphs([](const BipartiteGraph &graph) {
    for (Strategy strategy : fewestColours) {
      Colouring colouring = strategy(graph);
      ASSERT_TRUE(isProper(graph, colouring));
      ASSERT_EQ(colouring.colourCount, graph.maxDegree());
    }
    Colouring greedy = colourGreedy(graph);
    ASSERT_TRUE(isProper(graph, greedy));
    ASSERT_GE(greedy.colourCount, graph.maxDegree());
  });
}

TEST(ColouringTest, NoStrategyBeatsTheEnumeratedOptimum) {
  forAllSmallGraphs([](const BipartiteGraph &graph) {
    if (graph.edges.empty() || graph.rows > 3)
      return;
    std::int64_t least = LeastCostOracle(graph).minCost();
    for (Strategy strategy : fewestColours)
      ASSERT_GE(strategy(graph).totalCost(graph), least);
  });
}

TEST(ColouringTest, InsertionReachesTheOptimumOfNearlyAllSmallGraphs) {
  int graphs = 0, missed = 0;
  forAllSmallGraphs([&](const BipartiteGraph &graph) {
    if (graph.edges.empty() || graph.edges.size() > 10)
      return;
    std::int64_t least = LeastCostOracle(graph).minCost();
    std::int64_t found = colourByInsertion(graph).totalCost(graph);
    ++graphs;
    missed += found > least ? 1 : 0;
    ASSERT_LE(5 * found, 6 * least);
  });
  EXPECT_GT(graphs, 1500);
  EXPECT_LT(100 * missed, graphs);
}

TEST(ColouringTest, StepwiseTakesTheHeaviestSaturatingMatchingEachStep) {
  forAllSmallGraphs([](const BipartiteGraph &graph) {
    Colouring colouring = colourStepwise(graph);
    for (std::int32_t step = 0; step != colouring.colourCount; ++step) {
      BipartiteGraph before = remainingFrom(graph, colouring, step);
      BipartiteGraph after = remainingFrom(graph, colouring, step + 1);
      std::int64_t taken = 0;
      for (const BipartiteEdge &edge : before.edges)
        taken += edge.weight;
      for (const BipartiteEdge &edge : after.edges)
        taken -= edge.weight;
      ASSERT_EQ(taken, MatchingOracle(before, true).bestWeight());
      ASSERT_EQ(after.maxDegree(), before.maxDegree() - 1);
    }
  });
}

TEST(ColouringTest, GreedyTakesTheHeaviestMatchingEachStep) {
  forAllSmallGraphs([](const BipartiteGraph &graph) {
    Colouring colouring = colourGreedy(graph);
    for (std::int32_t step = 0; step != colouring.colourCount; ++step) {
      BipartiteGraph before = remainingFrom(graph, colouring, step);
      std::int64_t taken = 0;
      for (std::size_t e = 0; e != graph.edges.size(); ++e)
        if (colouring.colourOfEdge[e] == step)
          taken += graph.edges[e].weight;
      ASSERT_EQ(taken, MatchingOracle(before, false).bestWeight());
    }
  });
}

TEST(ColouringTest, ParallelEdgesGetDifferentColours) {
  // Two classes between the same types of ranks make a quotient with parallel
  // edges: three between 0 and 0, one each to and from 1.
  BipartiteGraph graph{
      2, 2, {{0, 0, 5}, {0, 0, 3}, {0, 0, 5}, {0, 1, 2}, {1, 0, 2}}};
  for (Strategy strategy : fewestColours) {
    Colouring colouring = strategy(graph);
    EXPECT_TRUE(isProper(graph, colouring));
    EXPECT_EQ(colouring.colourCount, 4);
    // 5, 5, 3 for the parallel edges and both lighter ones together.
    EXPECT_EQ(colouring.totalCost(graph), 15);
  }
}

TEST(ColouringTest, EmptyGraphs) {
  for (Strategy strategy : fewestColours) {
    EXPECT_EQ(strategy({}).colourCount, 0);
    EXPECT_TRUE(strategy({3, 4, {}}).colourOfEdge.empty());
  }
  EXPECT_EQ(colourGreedy({3, 4, {}}).colourCount, 0);
  EXPECT_EQ(Colouring{}.totalCost({}), 0);
}

TEST(ColouringTest, CompleteGraphsOfOneWeightCostTheirDegree) {
  for (std::int32_t rows : {1, 2, 7, 64, 65})
    for (std::int32_t columns : {1, 3, 63, 64, 70}) {
      BipartiteGraph graph{rows, columns, {}};
      for (std::int32_t i = 0; i != rows; ++i)
        for (std::int32_t j = 0; j != columns; ++j)
          graph.edges.push_back({i, j, 6});
      for (Strategy strategy : fewestColours) {
        Colouring colouring = strategy(graph);
        ASSERT_TRUE(isProper(graph, colouring));
        ASSERT_EQ(colouring.totalCost(graph), 6 * std::max(rows, columns));
      }
    }
}

TEST(ColouringTest, IrregularGraphsOfManyColours) {
  // Degrees between 0 and about 150: several words of colours, chains needed.
  for (int seed : {1, 4}) {
    BipartiteGraph graph{150, 131, {}};
    for (std::int32_t i = 0; i != graph.rows; ++i)
      for (std::int32_t j = 0; j != graph.columns; ++j)
        if ((i * i + 7 * j * seed + i * j) % 11 < i % 13)
          graph.edges.push_back({i, j, 1 + (3 * i + 5 * j * j) % 17});
    for (Strategy strategy : fewestColours) {
      Colouring colouring = strategy(graph);
      ASSERT_TRUE(isProper(graph, colouring));
      ASSERT_EQ(colouring.colourCount, graph.maxDegree());
    }
    EXPECT_LE(colourByInsertion(graph).totalCost(graph),
              colourFast(graph).totalCost(graph));
  }
}

TEST(ColouringTest, FewRowsAgainstVeryManyColumnsStaySmall) {
  // A table of vertices and colours would have 10^10 entries.
  constexpr std::int32_t columns = 100'000;
  BipartiteGraph graph{2, columns, {}};
  for (std::int32_t j = 0; j != columns; ++j) {
    graph.edges.push_back({0, j, 2});
    graph.edges.push_back({1, j, 1});
  }
  for (Strategy strategy : {colourFast, colourByInsertion}) {
    Colouring colouring = strategy(graph);
    EXPECT_TRUE(isProper(graph, colouring));
    EXPECT_EQ(colouring.colourCount, columns);
  }
}

TEST(ColouringTest, WeightsNearTheLimitOf64Bits) {
  constexpr std::int64_t huge = std::int64_t{1} << 61;
  BipartiteGraph graph = graphOfMask(4, 4, 0xb7de, 5, 2);
  for (BipartiteEdge &edge : graph.edges)
    edge.weight = huge - edge.weight;
  for (Strategy strategy : fewestColours) {
    Colouring colouring = strategy(graph);
    EXPECT_TRUE(isProper(graph, colouring));
    EXPECT_EQ(colouring.colourCount, graph.maxDegree());
  }
  EXPECT_TRUE(isProper(graph, colourGreedy(graph)));
}

TEST(ColouringTest, EqualInputsGiveEqualColourings) {
  BipartiteGraph graph = graphOfMask(6, 6, 0xd5b73ef9a, 7, 4);
  for (Strategy strategy : fewestColours)
    EXPECT_EQ(strategy(graph).colourOfEdge, strategy(graph).colourOfEdge);
}

TEST(ColouringTest, LocalSearchMakesOneColourDearerToSaveMore) {
  // The quotient of P=35, Q=20, r=4, s=7. Costs 4 + 3 + 3 are a local optimum
  // of every pair of colours; 4 + 4 + 1 is the optimum: (1,1) leaves the first
  // colour, so that (5,1) and then (4,0) can leave the last.
  BipartiteGraph graph{7,
                       4,
                       {{0, 0, 4},
                        {1, 1, 4},
                        {2, 2, 4},
                        {3, 3, 4},
                        {6, 3, 3},
                        {4, 0, 3},
                        {5, 2, 2},
                        {5, 1, 2},
                        {4, 1, 1},
                        {6, 2, 1}}};
  EXPECT_EQ(colourByInsertion(graph).totalCost(graph), 9);
}

TEST(ColouringTest, SortedColoursFallInCostAndTiesFollowEdgeOrder) {
  BipartiteGraph graph{4, 4, {{0, 0, 1}, {1, 1, 3}, {2, 2, 1}, {3, 3, 2}}};
  Colouring colouring{4, {2, 1, 0, 3}};
  sortColoursByCost(graph, colouring);
  EXPECT_EQ(colouring.colourOfEdge, (std::vector<std::int32_t>{2, 0, 3, 1}));
}

TEST(ColouringTest, TotalCostIsTheSumOfTheHeaviest) {
  BipartiteGraph graph{2, 2, {{0, 0, 5}, {1, 1, 9}, {0, 1, 4}, {1, 0, 2}}};
  EXPECT_EQ((Colouring{2, {0, 0, 1, 1}}.totalCost(graph)), 13);
}
