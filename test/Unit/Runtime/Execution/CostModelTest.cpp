//===- CostModelTest.cpp - The fit that REDIST_STATS prints ---------------===//
//
// Calls whose time is known in closed form: what was put in must come out, and
// noise that would make a cost negative must not.
//
//===----------------------------------------------------------------------===//
#include "Trace/Summary.h"

#include <gtest/gtest.h>

using namespace redist::runtime;

TEST(CostModel, FindsTheCostsThatTheCallsHave) {
  CostModel model;
  for (const double steps : {2.0, 3.0, 8.0})
    for (const double bytes : {1e3, 1e6})
      model.add(steps, bytes, 20e-6 * steps + 2e-9 * bytes);
  EXPECT_EQ(model.text(), "model: time = 20 us x steps + 2 ns x bytes "
                          "of the steps; explains 100.0 % of the measured "
                          "time\n");
}

TEST(CostModel, AStepNeverCostsLessThanNothing) {
  CostModel model; // time falls where steps rise: free fit has alpha < 0
  model.add(1, 1e6, 3e-3);
  model.add(2, 2e6, 5e-3);
  model.add(9, 3e6, 6e-3);
  // (3 + 10 + 18) / (1 + 4 + 9) = 31 / 14
  EXPECT_NE(model.text().find("time = 0 us x steps + 2.21 ns x bytes"),
            std::string::npos)
      << model.text();
}

TEST(CostModel, AByteNeverCostsLessThanNothing) {
  CostModel model;
  model.add(1, 1e6, 1e-3);
  model.add(2, 9e6, 1e-3);
  model.add(3, 2e6, 4e-3);
  // (1 + 2 + 12) / (1 + 4 + 9) = 15 / 14
  EXPECT_NE(model.text().find("time = 1.07e+03 us x steps + 0 ns x bytes"),
            std::string::npos)
      << model.text();
}

TEST(CostModel, SaysNothingOnFewSizesHoweverManyCalls) {
  CostModel model;
  for (int i = 0; i < 10; ++i) {
    model.add(3, 1e3, 1e-3);
    model.add(3, 2e3, 1.5e-3);
  }
  EXPECT_EQ(model.text(), "");
  model.add(3, 3e3, 2e-3);
  EXPECT_NE(model.text(), "");
}

TEST(CostModel, SaysNothingWhereStepsAndBytesGoTogether) {
  CostModel model;
  for (const double steps : {1.0, 2.0, 3.0, 4.0})
    model.add(steps, 1000 * steps, 1e-3 * steps);
  EXPECT_EQ(model.text(), "");
}
