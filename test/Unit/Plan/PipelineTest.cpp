//===- PipelineTest.cpp - Which mappings are embedded ----------*- C++ -*-===//
#include "Directives.h"

#include <gtest/gtest.h>

using namespace redistc::plan;
using namespace redistc::plan::test;
using namespace redist::schedule;

static Seconds seconds(double value) {
  std::string text = std::to_string(value);
  return {std::move(text), value};
}
static Seconds unknownSeconds(std::string text) {
  return {std::move(text), std::nullopt};
}

/// Stages of work 4, 2, 4 with 1 datum between them on two ranks.
static CheckedPipeline pipeline() {
  CheckedPipeline result;
  result.file = "app.cpp";
  result.line = 12;
  result.spelling = "#pragma pipeline onto(2) bandwidth(1)";
  result.communicator = "MPI_COMM_WORLD";
  PipelineInstanceValues instance;
  instance.onto = constant(2);
  instance.bandwidth = seconds(1);
  for (const double work : {4.0, 2.0, 4.0}) {
    CheckedStage stage;
    stage.id = static_cast<DirectiveId>(result.stages.size() + 1);
    stage.isMovable = true;
    StageInstance values;
    values.work = seconds(work);
    values.bytes = 1;
    result.stages.push_back(stage);
    instance.stages.push_back(values);
  }
  instance.stages.back().bytes.reset();
  result.instances = {instance};
  return result;
}

static PipelinePlan planned(const CheckedPipeline &directive,
                            std::int64_t maxEntries = 65536) {
  PlanOptions options;
  options.maxEmbeddedEntries = maxEntries;
  auto plan = Planner(options).plan(directive);
  EXPECT_TRUE(plan) << (plan ? "" : plan.error().message);
  return *std::move(plan);
}

TEST(PipelinePlan, EmbedsConstants) {
  const PipelinePlan plan = planned(pipeline());
  ASSERT_EQ(plan.embedded.size(), 2U); // for messages, and for one node
  const EmbeddedMapping &mapping = plan.embedded.front();
  EXPECT_TRUE(mapping.isOptimal);
  EXPECT_DOUBLE_EQ(mapping.period, 6);
  EXPECT_EQ(mapping.mapping.intervals.size(), 2U);
  const auto decoded =
      decodeMapping(mapping.words.data(), mapping.words.size());
  ASSERT_TRUE(decoded);
  EXPECT_EQ(decoded->mapping, mapping.mapping);
  EXPECT_EQ(decoded->problem, mapping.problem);
  EXPECT_EQ(mapping.problem.data.front(), (Fraction{0, 1}));
  EXPECT_EQ(mapping.problem.data.back(), (Fraction{0, 1}));
  EXPECT_EQ(mapping.problem.speeds, (std::vector<Fraction>{{1, 1}, {1, 1}}));
}

TEST(PipelinePlan, SaysWhatIsEmbedded) {
  const PipelinePlan plan = planned(pipeline());
  const std::string text = describe(plan, plan.instances.front());
  EXPECT_NE(text.find("mapping embedded: stage"), std::string::npos) << text;
  EXPECT_NE(text.find("period 6, the least possible; latency "),
            std::string::npos)
      << text;
}

TEST(PipelinePlan, EqualInstancesShareAMapping) {
  CheckedPipeline directive = pipeline();
  directive.instances.push_back(directive.instances.front());
  directive.instances.back().context = "f<2>";
  const PipelinePlan plan = planned(directive);
  EXPECT_EQ(plan.embedded.size(), 2U);
  EXPECT_EQ(plan.instances[1].embedded, 0);
  EXPECT_EQ(plan.instances[1].onOneNode, 1);
}

/// Works 4, 2, 4, and 5 time units for what passes between two of them. Beside
/// messages two ranks take 6 an item; if they copy it themselves, 6 + 5, and
/// one rank alone takes 10.
TEST(PipelinePlan, RanksOfOneNodeHaveAMappingOfTheirOwn) {
  CheckedPipeline directive = pipeline();
  directive.instances.front().bandwidth = seconds(0.2);
  const PipelinePlan plan = planned(directive);
  const PipelineInstancePlan &instance = plan.instances.front();
  ASSERT_EQ(plan.embedded.size(), 2U);
  const EmbeddedMapping &apart =
      plan.embedded[static_cast<std::size_t>(instance.embedded)];
  const EmbeddedMapping &together =
      plan.embedded[static_cast<std::size_t>(instance.onOneNode)];
  EXPECT_EQ(apart.problem.model, TransferModel::Overlapped);
  EXPECT_DOUBLE_EQ(apart.period, 6);
  EXPECT_EQ(together.problem.model, TransferModel::Serial);
  EXPECT_DOUBLE_EQ(together.period, 10);
  EXPECT_EQ(together.mapping.intervals.size(), 1U);
  EXPECT_NE(describe(plan, instance).find("; on one node stages 1-3 on rank "),
            std::string::npos)
      << describe(plan, instance);
}

TEST(PipelinePlan, PinsReplicasAndSpeedsAreKept) {
  CheckedPipeline directive = pipeline();
  PipelineInstanceValues &values = directive.instances.front();
  values.onto = constant(4);
  values.speeds = {seconds(1), seconds(0.5), seconds(2), seconds(1)};
  values.stages[0].rank = constant(3);
  values.stages[1].replicas = constant(2);
  directive.stages[2].replicateAuto = true;
  const PipelinePlan plan = planned(directive);
  const PipelineProblem &problem = plan.embedded.front().problem;
  EXPECT_EQ(problem.speeds[1], (Fraction{1, 2}));
  EXPECT_EQ(problem.pins, (std::vector<std::int32_t>{3, -1, -1}));
  EXPECT_EQ(problem.replicas, (std::vector<std::int32_t>{1, 2, 0}));
  const MappedInterval &first = plan.embedded.front().mapping.intervals.front();
  EXPECT_EQ(first.processors, (std::vector<std::int32_t>{3}));
}

TEST(PipelinePlan, NamesWhatIsNotConstant) {
  CheckedPipeline directive = pipeline();
  PipelineInstanceValues &values = directive.instances.front();
  values.onto = unknown("ranks");
  values.bandwidth.reset();
  values.stages[0].work = unknownSeconds("w");
  values.stages[1].work.reset();
  values.stages[1].bytes.reset();
  const PipelinePlan plan = planned(directive);
  EXPECT_EQ(plan.instances.front().deferral, DeferralKind::NotConstant);
  EXPECT_EQ(describe(plan, plan.instances.front()),
            "the runtime maps: 'ranks' and 'w' are not constants; no work(...) "
            "is given for stage 2: the runtime measures the first items; what "
            "leaves stage 2 has no fixed size; no bandwidth(...) is given: the "
            "runtime measures");
}

TEST(PipelinePlan, RangesAreKnownAtRunTime) {
  CheckedPipeline directive = pipeline();
  directive.instances.front().bandwidth.reset();
  directive.speedRange = "speeds";
  directive.bandwidthRange = "links";
  directive.instances.front().onto.reset();
  const PipelinePlan plan = planned(directive);
  EXPECT_EQ(plan.instances.front().reason,
            "no onto(...) is given: the number of ranks is known at run time "
            "only; 'speeds' and 'links' are not constants");
}

TEST(PipelinePlan, SizesInTemplatesAreNotFixed) {
  CheckedPipeline directive = pipeline();
  directive.isTemplated = true;
  directive.instances.front().context = "f<int>";
  const PipelinePlan plan = planned(directive);
  EXPECT_EQ(plan.instances.front().reason,
            "what leaves stages 1 and 2 has no fixed size in a template");
}

TEST(PipelinePlan, KeepsTheLimitOfEntries) {
  const PipelinePlan plan = planned(pipeline(), 4);
  EXPECT_EQ(plan.instances.front().deferral, DeferralKind::TooLarge);
  EXPECT_EQ(plan.instances.front().reason,
            "the mapping has 5 table entries, more than "
            "--max-embedded-entries=4");
}

TEST(PipelinePlan, ImpossibleMappingsAreErrors) {
  CheckedPipeline directive = pipeline();
  directive.mapping = MappingKind::OneToOne;
  EXPECT_EQ(Planner({}).plan(directive).error().kind,
            ErrorKind::StrategyNotForCase);
  directive.mapping = MappingKind::Auto;
  directive.instances.front().latency = seconds(0.5);
  EXPECT_EQ(Planner({}).plan(directive).error().kind, ErrorKind::NoMapping);
}

TEST(PipelinePlan, NotesFollowTheStages) {
  CheckedPipeline directive = pipeline();
  directive.loop.header = HeaderKind::FirstStage;
  directive.stages[0].carried = {{"raw", "std::vector<char>", std::nullopt},
                                 {"n", "char", 1}};
  directive.stages[2].isMovable = false;
  directive.stages[2].reason = "'sink' cannot travel";
  directive.states = {{"total", "long", 1, true}, {"sink", "Sink", 2, false}};
  const PipelinePlan plan = planned(directive);
  const std::vector<PlanNote> notes = notesOn(plan);
  std::vector<std::string> texts;
  for (const PlanNote &note : notes)
    texts.push_back(std::to_string(note.directive) + ": " + note.text);
  EXPECT_EQ(
      texts,
      (std::vector<std::string>{
          "0: the rank of stage 1 evaluates the header of the loop",
          "1: from stage 1 to stage 2: raw (std::vector<char>, any size), n "
          "(char, 1 byte)",
          "2: total (long) is state of stage 2, and up to date on every rank "
          "after the loop",
          "2: from stage 2 to stage 3: nothing",
          "3: sink (Sink) is state of stage 3, and stays on its rank",
          "3: stage 3 keeps its rank after the first items: 'sink' cannot "
          "travel"}));
}
