//===- StripeExchangeTest.cpp - Stripes of a reduction across nodes -------===//
#include "Reduction/Node/StripeExchange.h"

#include <gtest/gtest.h>

using namespace redist::runtime;

TEST(StripeExchange, ShapeOfNodesInOrder) {
  const NodeShape shape = nodeShapeOf(std::vector<int>{0, 0, 0, 1, 1, 2, 2, 2});
  EXPECT_EQ(shape.nodes, 3);
  EXPECT_EQ(shape.leastRanks, 2);
  EXPECT_TRUE(shape.areInOrder);
  EXPECT_TRUE(StripeExchange::suits(shape));
}

TEST(StripeExchange, ShapeOfNodesInTurn) {
  const NodeShape shape = nodeShapeOf(std::vector<int>{0, 1, 0, 1, 1});
  EXPECT_EQ(shape.nodes, 2);
  EXPECT_EQ(shape.leastRanks, 2);
  EXPECT_FALSE(shape.areInOrder);
  EXPECT_TRUE(StripeExchange::suits(shape));
}

TEST(StripeExchange, ThatDoNotSuit) {
  EXPECT_FALSE(StripeExchange::suits(nodeShapeOf(std::vector<int>{0, 0, 0})));
  EXPECT_FALSE(StripeExchange::suits(nodeShapeOf(std::vector<int>{0, 0, 1})));
  EXPECT_FALSE(StripeExchange::suits(nodeShapeOf(std::vector<int>{0})));
  std::vector<int> many;
  for (int rank = 0; rank < 2 * (StripeExchange::maxNodes + 1); ++rank)
    many.push_back(rank / 2);
  EXPECT_FALSE(StripeExchange::suits(nodeShapeOf(many)));
  many.resize(many.size() - 2);
  EXPECT_TRUE(StripeExchange::suits(nodeShapeOf(many)));
}
