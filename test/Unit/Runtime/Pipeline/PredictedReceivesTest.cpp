//===- PredictedReceivesTest.cpp - What is received ahead -----------------===//
#include "Pipeline/Link/PredictedReceives.h"

#include <gtest/gtest.h>

using namespace redist::runtime;

TEST(PredictedReceives, NothingAtFirst) {
  const PredictedReceives foreseen;
  EXPECT_EQ(foreseen.size(), 0u);
  EXPECT_FALSE(foreseen.waits(0));
  EXPECT_FALSE(foreseen.fits(0, {0, 100}));
}

TEST(PredictedReceives, WhatTheLastItemHad) {
  PredictedReceives foreseen;
  foreseen.learn(0, {2, 100});
  foreseen.learn(1, {5, 70});
  EXPECT_TRUE(foreseen.fits(0, {2, 100}));
  EXPECT_TRUE(foreseen.fits(1, {5, 70}));
  EXPECT_FALSE(foreseen.waits(2));
  EXPECT_FALSE(foreseen.fits(0, {3, 100})); // another variable's type
}

TEST(PredictedReceives, ShorterOnesUseTheSameMemory) {
  PredictedReceives foreseen;
  foreseen.learn(0, {0, 100});
  foreseen.learn(0, {0, 50});
  EXPECT_EQ(foreseen.at(0).bytes, 100);
  foreseen.learn(0, {0, 49}); // less than half
  EXPECT_EQ(foreseen.at(0).bytes, 49);
  EXPECT_FALSE(foreseen.fits(0, {0, 50}));
  foreseen.learn(0, {0, 50});
  EXPECT_EQ(foreseen.at(0).bytes, 50);
}

TEST(PredictedReceives, NeitherEmptyOnesNorThoseThatAreTooLong) {
  PredictedReceives foreseen;
  foreseen.learn(0, {0, 0});
  EXPECT_FALSE(foreseen.waits(0));
  EXPECT_FALSE(foreseen.fits(0, {0, 0}));
  foreseen.learn(0, {0, 1});
  EXPECT_FALSE(foreseen.fits(0, {0, 0})); // of no bytes no message comes
  foreseen.learn(0, {0, maxPrediction});
  EXPECT_TRUE(foreseen.waits(0));
  foreseen.learn(0, {0, maxPrediction + 1});
  EXPECT_FALSE(foreseen.waits(0));
}
