//===- PipelineProblemTest.cpp - Pipelines in ticks -----------------------===//
//
// Exact and rounded ticks, what is refused, fractions near measured values.
//
//===----------------------------------------------------------------------===//
#include "PipelineCases.h"

#include <cmath>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Numbers = std::vector<std::int64_t>;

/// Work in units of 2, data of 1; 2/1, 2/2 and 1/1 in ticks of 1.
TEST(PipelineTicks, OfAPaperSizedExample) {
  const PipelineInstance instance =
      *makeInstance(pipeline({14, 4, 2, 4}, {1, 1, 1, 1, 1}, {1, 2}, {1}));
  EXPECT_EQ(instance.workBefore, (Numbers{0, 7, 9, 10, 12}));
  EXPECT_EQ(instance.data, (Numbers{1, 1, 1, 1, 1}));
  EXPECT_EQ(instance.ticksOfWork, (Numbers{2, 1}));
  EXPECT_EQ(instance.ticksOfData, (Numbers{1}));
  EXPECT_EQ(instance.exactTick, (Fraction{1, 1}));
  EXPECT_TRUE(instance.isExact);
  EXPECT_EQ(instance.workOf(1, 2), 3);
}

/// Units of work 1/2: on speeds 2 and 3 1/4 and 1/6; unit of data 1/3 over 5:
/// 1/15; the largest common unit of 1/4, 1/6, 1/15 is 1/60.
TEST(PipelineTicks, OfFractions) {
  PipelineProblem problem = pipeline({}, {}, {2, 3}, {5});
  problem.work = {{3, 2}, {1, 1}};
  problem.data = {{1, 3}, {2, 3}, {0, 1}};
  problem.latencyLimit = Fraction{1, 7}; // 60/7 = 8.57 ticks
  const PipelineInstance instance = *makeInstance(problem);
  EXPECT_EQ(instance.workBefore, (Numbers{0, 3, 5}));
  EXPECT_EQ(instance.data, (Numbers{1, 2, 0}));
  EXPECT_EQ(instance.ticksOfWork, (Numbers{15, 10}));
  EXPECT_EQ(instance.ticksOfData, (Numbers{4}));
  EXPECT_EQ(instance.exactTick, (Fraction{1, 60}));
  EXPECT_DOUBLE_EQ(instance.tick, 1.0 / 60);
  EXPECT_EQ(instance.latencyLimit, 8);
}

TEST(PipelineTicks, NothingToDoTakesNoTime) {
  const PipelineInstance instance =
      *makeInstance(pipeline({0, 0}, {0, 0, 0}, {3, 7}, {11}));
  EXPECT_EQ(instance.workBefore.back(), 0);
  EXPECT_EQ(instance.ticksOfWork.size(), 2U);
  EXPECT_EQ(costOf(instance, {{on(0, 1, {1})}})->period, 0);
}

/// Entries that no data can pass are no links: to P_in, from P_out, from one
/// end to the other, and the diagonal, whatever it says.
TEST(PipelineTicks, OfAMatrix) {
  const PipelineInstance instance = *makeInstance(equation6());
  EXPECT_EQ(instance.ticksOfDatum(-1, 0), instance.ticksOfDatum(0, 2));
  EXPECT_EQ(instance.ticksOfDatum(0, 1), 10 * instance.ticksOfDatum(-1, 0));
  EXPECT_EQ(instance.ticksOfDatum(-1, 2), PipelineInstance::noLink);
  EXPECT_EQ(instance.ticksOfDatum(0, -1), PipelineInstance::noLink);
  EXPECT_EQ(instance.ticksOfDatum(1, 1), PipelineInstance::noLink);
  PipelineProblem negative = equation6();
  negative.bandwidth[5] = {-3, 1}; // on the diagonal
  EXPECT_EQ(errorOf(makeInstance(negative)), "");
}

/// All of a matrix that data can pass is equal: the ends pass nothing here.
TEST(PipelineTicks, OfAMatrixThatSaysOneNumber) {
  const PipelineProblem one = pipeline({3, 5}, {0, 4, 0}, {1, 2}, {7});
  PipelineProblem matrix = one;
  matrix.bandwidth.assign(16, {1, 1});
  matrix.bandwidth[1 * 4 + 2] = matrix.bandwidth[2 * 4 + 1] = {7, 1};
  EXPECT_EQ(makeInstance(matrix)->ticksOfDatum(0, 1),
            makeInstance(one)->ticksOfDatum(0, 1));
  EXPECT_TRUE(makeMapping(*makeInstance(matrix), MappingKind::H1a));
  matrix.bandwidth[2 * 4 + 1] = {8, 1};
  EXPECT_EQ(errorOf(makeMapping(*makeInstance(matrix), MappingKind::H1a)),
            "h1a is for platforms whose links are equal");
  matrix = one;
  matrix.data.back() = {1, 1}; // to P_out, over links of 1
  matrix.bandwidth.assign(16, {1, 1});
  matrix.bandwidth[1 * 4 + 2] = matrix.bandwidth[2 * 4 + 1] = {7, 1};
  EXPECT_FALSE(makeMapping(*makeInstance(matrix), MappingKind::H1a));
}

/// Speeds whose common denominator leaves 62 bits: proportions are near.
TEST(PipelineTicks, AreRoundedWhereTheyMustBe) {
  PipelineProblem problem = pipeline({7, 13, 5}, {3, 1, 4, 1}, {}, {9});
  std::vector<double> speeds;
  for (const std::int64_t prime : {1000003, 1000033, 1000037, 1000039}) {
    problem.speeds.push_back({prime, 1000000});
    speeds.push_back(static_cast<double>(prime) / 1e6);
  }
  problem.latencyLimit = Fraction{100, 1};
  const PipelineInstance instance = *makeInstance(problem);
  EXPECT_FALSE(instance.isExact);
  for (std::size_t u = 0; u < speeds.size(); ++u)
    EXPECT_NEAR(
        static_cast<double>(instance.workOf(1, 1) * instance.ticksOfWork[u]) *
            instance.tick,
        13 / speeds[u], 1e-8);
  EXPECT_NEAR(
      static_cast<double>(instance.data[2] * instance.ticksOfData.front()) *
          instance.tick,
      4.0 / 9, 1e-8);
  EXPECT_NEAR(static_cast<double>(instance.latencyLimit) * instance.tick, 100,
              1e-6);
}

TEST(PipelineTicks, SumsThatLeave62BitsAreRounded) {
  const std::int64_t large = std::int64_t{1} << 60;
  const PipelineInstance instance = *makeInstance(
      pipeline({large - 1, large, large + 1}, {1, 1, 1, 1}, {2, 3}, {1}));
  EXPECT_FALSE(instance.isExact);
  EXPECT_NEAR(
      static_cast<double>(instance.workOf(0, 2) * instance.ticksOfWork[0]) *
          instance.tick,
      1.5 * static_cast<double>(large), 1e9);
}

static std::string refusal(void (*change)(PipelineProblem &)) {
  PipelineProblem problem = pipeline({1, 2}, {1, 1, 1}, {1, 2}, {1});
  change(problem);
  const Result<PipelineInstance> instance = makeInstance(problem);
  if (instance)
    return "";
  EXPECT_EQ(instance.error().kind, ErrorKind::BadPipeline);
  return instance.error().message;
}

TEST(PipelineErrors, NameWhatIsWrong) {
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.work.clear(); }),
            "there are no stages");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.speeds.clear(); }),
            "there are no processors");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.data.pop_back(); }),
            "there are 2 sizes of data, not 3: one before each of 2 stages and "
            "one after the last");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.work[1] = {-1, 2}; }),
            "the work of stage 2 is -1/2, which is less than nothing");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.data[0] = {-1, 1}; }),
            "the size of datum 0 is -1, which is less than nothing");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.speeds[1] = {0, 1}; }),
            "the speed of processor 2 is 0; it must be positive");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.work[0] = {1, 0}; }),
            "the work of stage 1 is not a number");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.bandwidth[0] = {0, 1}; }),
            "the bandwidth is 0; it must be positive");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.bandwidth.clear(); }),
            "there are 0 bandwidths, not 1 or 4 rows of 4 for 2 processors, "
            "P_in and P_out");
  EXPECT_EQ(refusal([](PipelineProblem &p) {
              p.bandwidth.assign(16, {1, 1});
              p.bandwidth[7] = {-2, 1};
            }),
            "the bandwidth from processor 1 to P_out is -2, which is less than "
            "nothing");
}

TEST(PipelineErrors, NameClausesThatDoNotFit) {
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.pins = {0, 2}; }),
            "stage 2 is to run on processor 3 of 2");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.pins = {0}; }),
            "there are places for 1 stages, not for 2");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.replicas = {1, -1}; }),
            "stage 2 is to run on -1 processors");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.replicas = {1, 1, 1}; }),
            "there are numbers of replicas for 3 stages, not for 2");
  EXPECT_EQ(refusal([](PipelineProblem &p) {
              p.pins = {-1, 0};
              p.replicas = {1, 2};
            }),
            "stage 2 is to run on processor 1 alone and on 2 processors");
  EXPECT_EQ(refusal([](PipelineProblem &p) { p.latencyLimit = {-1, 1}; }),
            "the limit on the latency is -1, which is less than nothing");
}

TEST(RationalApproximation, ShortDecimalsAreMeantExactly) {
  EXPECT_EQ(nearFraction(0), (Fraction{0, 1}));
  EXPECT_EQ(nearFraction(0.1), (Fraction{1, 10}));
  EXPECT_EQ(nearFraction(2.5e-3), (Fraction{1, 400}));
  EXPECT_EQ(nearFraction(1e-12), (Fraction{1, 1000000000000}));
  EXPECT_EQ(nearFraction(12345), (Fraction{12345, 1}));
  EXPECT_EQ(nearFraction(3e12), (Fraction{3000000000000, 1}));
  EXPECT_EQ(nearFraction(123456789012.0), (Fraction{123456789012, 1}));
}

TEST(RationalApproximation, OthersAreNear) {
  for (const double value :
       {2.0371827461928e-4, 3.14159265358979, 1.0 / 3, 123456.789012345,
        9.87654321987e-11, 4.44444444444444e-16, 7.7777777777777e17,
        1.2345678901234e10, 0.99999999999}) {
    const Fraction near = nearFraction(value);
    EXPECT_LT(std::abs(static_cast<double>(near.numerator) /
                           static_cast<double>(near.denominator) / value -
                       1),
              std::ldexp(1.0, -30))
        << value;
    EXPECT_GT(near.denominator, 0);
  }
  EXPECT_GT(nearFraction(1e-300).denominator, 0);
  EXPECT_GT(nearFraction(1e300).numerator, 0);
}
