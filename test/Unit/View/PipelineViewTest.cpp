//===- PipelineViewTest.cpp - A pipeline's mapping, for people --*- C++ -*-===//
//
// What redist-plan's own tests cannot ask for: views of mappings that are not
// the best ones, times beside ticks that are rounded, and reports of faults.
//
//===----------------------------------------------------------------------===//
#include "redistc/View/PipelineView.h"

#include <gtest/gtest.h>

#include <sstream>

using namespace redistc::view;
using namespace redist::schedule;

static std::vector<Fraction> fractions(std::vector<std::int64_t> values) {
  std::vector<Fraction> result;
  for (const std::int64_t value : values)
    result.push_back({value, 1});
  return result;
}

static PipelineProblem problemOf(std::vector<std::int64_t> work,
                                 std::vector<std::int64_t> data,
                                 std::vector<std::int64_t> speeds,
                                 std::vector<std::int64_t> bandwidth) {
  PipelineProblem problem;
  problem.work = fractions(std::move(work));
  problem.data = fractions(std::move(data));
  problem.speeds = fractions(std::move(speeds));
  problem.bandwidth = fractions(std::move(bandwidth));
  return problem;
}

/// Of a mapping that need not be good.
static PipelineView viewOf(const PipelineProblem &problem, Mapping mapping) {
  PipelineInstance instance = *makeInstance(problem);
  const Result<MappingCost> cost = costOf(instance, mapping);
  EXPECT_TRUE(cost);
  MadeMapping made;
  made.mapping = std::move(mapping);
  made.cost = *cost;
  made.method = "hand";
  return makeView(problem, std::move(instance), "auto", std::move(made));
}

static std::string jsonOf(const PipelineView &view) {
  std::ostringstream stream;
  writeJson(view, stream);
  return stream.str();
}

TEST(PipelineView, RowsAddUpToTheCost) {
  // Processors 1, 2 and then 3, 4: item i goes from 1 to 3 or from 2 to 4. The
  // slow links from 1 to 4 and from 2 to 3 are not in use.
  PipelineProblem problem =
      problemOf({12, 6}, {12, 12, 12}, {2, 3, 1, 2},
                {0, 2, 3, 1, 1, 1, 1, 0, 1, 4, 1, 1, 1, 1, 0, 1, 6, 1,
                 1, 1, 1, 0, 1, 3, 1, 1, 1, 1, 0, 4, 1, 1, 1, 1, 1, 0});
  problem.replicas = {2, 2};
  for (const TransferModel model :
       {TransferModel::Serial, TransferModel::Overlapped}) {
    problem.model = model;
    const PipelineView view =
        viewOf(problem, {{{0, 0, {0, 1}}, {1, 1, {2, 3}}}});
    ASSERT_EQ(view.rows.size(), 2U);
    EXPECT_EQ(view.rows[0].shown.receive.exact, "6");
    EXPECT_EQ(view.rows[0].shown.compute.exact, "6");
    EXPECT_EQ(view.rows[0].shown.send.exact, "3");
    EXPECT_EQ(view.rows[1].shown.receive.exact, "3");
    EXPECT_EQ(view.rows[1].shown.compute.exact, "6");
    EXPECT_EQ(view.rows[1].shown.send.exact, "4");
    for (std::size_t j = 0; j < 2; ++j)
      EXPECT_EQ(view.rows[j].cycle, view.made.cost.cycleTimes[j]);
    const bool isSerial = model == TransferModel::Serial;
    EXPECT_EQ(view.times.period.exact, isSerial ? "15/2" : "6");
    EXPECT_EQ(view.times.period.decimal, isSerial ? "7.5" : "6");
    EXPECT_EQ(view.isSlowest(view.rows[0]), isSerial);
    EXPECT_TRUE(reportOn(view).valid());
  }
}

TEST(PipelineView, RoundedTicksAreShownFromTheProblem) {
  // Speeds that are primes have no common unit in 62 bits.
  PipelineProblem problem = problemOf(
      {1, 1, 1}, {1, 1, 1, 1},
      {1009, 1013, 1019, 1021, 1031, 1033, 1039, 1049, 1051, 1061}, {1000});
  const PipelineView view =
      viewOf(problem, {{{0, 0, {0}}, {1, 1, {1}}, {2, 2, {2}}}});
  ASSERT_FALSE(view.instance.isExact);
  // 1/1000 + 1/1009 + 1/1000
  EXPECT_EQ(view.times.period.exact, "1509/504500");
  EXPECT_EQ(view.rows[1].shown.compute.exact, "1/1013");
  // 4/1000 + 1/1009 + 1/1013 + 1/1019
  EXPECT_EQ(view.times.latency.exact, "1812170973/260384305750");
  const std::string json = jsonOf(view);
  EXPECT_NE(json.find("\"exact\": false"), std::string::npos);
  EXPECT_NE(json.find("\"period\": 0.0029910802775,"), std::string::npos)
      << json;
}

/// Numbers of n digits, one after the other.
static bool advance(std::vector<std::int32_t> &digits, std::int32_t base) {
  for (std::int32_t &digit : digits) {
    if (++digit < base)
      return true;
    digit = 0;
  }
  return false;
}

TEST(PipelineView, CycleTimesOfGeneralMappingsMakeThePeriod) {
  PipelineProblem problem = problemOf({3, 1, 7, 2}, {2, 5, 1, 3, 4}, {1, 2, 3},
                                      {0, 1, 2, 3, 9, 1, 0, 2, 1, 5, 2, 2, 0,
                                       4, 1, 3, 1, 4, 0, 2, 9, 5, 1, 2, 0});
  for (const TransferModel model :
       {TransferModel::Serial, TransferModel::Overlapped})
    for (const GeneralModel equations :
         {GeneralModel::Optimistic, GeneralModel::Path}) {
      problem.model = model;
      const PipelineInstance instance = *makeInstance(problem);
      std::vector<std::int32_t> processorOf(4);
      do {
        const Result<std::int64_t> period =
            generalPeriod(instance, processorOf, equations);
        ASSERT_TRUE(period);
        PipelineView view =
            makeView(problem, instance,
                     GeneralView{{processorOf, *period}, equations, true});
        EXPECT_EQ(reportOn(view).offences, std::vector<std::string>());
        ++view.made.cost.period;
        EXPECT_FALSE(reportOn(view).valid());
      } while (advance(processorOf, 3));
    }
}

TEST(PipelineView, FaultsAreReported) {
  PipelineView view = viewOf(problemOf({2, 2}, {1, 1, 1}, {1, 1}, {1}),
                             {{{0, 0, {0}}, {1, 1, {1}}}});
  EXPECT_TRUE(reportOn(view).valid());
  view.made.mapping.intervals[1].processors = {0};
  view.report = reportOn(view);
  EXPECT_FALSE(view.report->valid());
  std::ostringstream stream;
  writeText(view, false, stream);
  EXPECT_NE(stream.str().find("Verification: INVALID\n  processor 1 is used"),
            std::string::npos)
      << stream.str();
  EXPECT_NE(jsonOf(view).find("\"valid\": false, \"problems\": [\"processor 1"),
            std::string::npos);
}
