//===- PipelineHeuristicsTest.cpp - Mappings that makeMapping finds -------===//
//
// One-to-one mappings, intervals on equal processors, and the heuristics, each
// on an example worked by hand; what they refuse. Optima: PipelineReferenceTest
// and test/Property.
//
//===----------------------------------------------------------------------===//
#include "PipelineCases.h"

#include <ctime>

using namespace redist::schedule;
using namespace redist::schedule::test;

static MadeMapping made(const PipelineInstance &instance, MappingKind kind) {
  Result<MadeMapping> result = makeMapping(instance, kind);
  EXPECT_EQ(errorOf(result), "");
  expectValid(instance, *result);
  return *std::move(result);
}

/// The mapping in people's numbers: "1-2 on 3; 3 on 1, 2".
static std::string text(const Mapping &mapping) {
  std::string result;
  for (const MappedInterval &interval : mapping.intervals) {
    result += result.empty() ? "" : "; ";
    result += std::to_string(interval.first + 1);
    if (interval.last != interval.first)
      result.append("-").append(std::to_string(interval.last + 1));
    const char *before = " on ";
    for (const std::int32_t u : interval.processors)
      result += before + std::to_string(u + 1), before = ", ";
  }
  return result;
}

static std::string found(const PipelineProblem &problem, MappingKind kind) {
  return text(made(*makeInstance(problem), kind).mapping);
}

static std::string refusal(const PipelineProblem &problem, MappingKind kind) {
  return errorOf(makeMapping(*makeInstance(problem), kind));
}

/// 20/4 + 2 = 7 needs the fastest; 6/2 and 3/1 are then 5 both.
TEST(OneToOne, GivesSlowProcessorsWhatTheyCanDo) {
  PipelineProblem problem = pipeline({3, 20, 6}, {1, 1, 1, 1}, {2, 4, 1}, {1});
  const PipelineInstance instance = *makeInstance(problem);
  const MadeMapping mapping = made(instance, MappingKind::OneToOne);
  EXPECT_EQ(text(mapping.mapping), "1 on 3; 2 on 2; 3 on 1");
  EXPECT_EQ(periodIn(instance, mapping.cost), "7");
  EXPECT_TRUE(mapping.isOptimal);
  EXPECT_EQ(mapping.periodBound, mapping.cost.period);
}

TEST(OneToOne, KeepsPinsAndReplicas) {
  PipelineProblem problem =
      pipeline({3, 20, 6}, {1, 1, 1, 1}, {2, 4, 1, 4}, {1});
  problem.pins = {1, -1, -1};
  EXPECT_EQ(found(problem, MappingKind::OneToOne), "1 on 2; 2 on 4; 3 on 1");
  problem.pins.clear();
  problem.replicas = {1, 2, 1};
  EXPECT_EQ(found(problem, MappingKind::OneToOne), "1 on 3; 2 on 4, 2; 3 on 1");
  problem.replicas = {1, 3, 1};
  EXPECT_EQ(refusal(problem, MappingKind::OneToOne),
            "one_to_one needs a processor for every stage: 5 are needed, there "
            "are 4");
  problem.replicas.clear();
  problem.pins = {1, -1, 1};
  EXPECT_EQ(refusal(problem, MappingKind::OneToOne),
            "stages 1 and 3 are to run on the same processor");
}

/// Work 4 and 6 on speeds 1, 2, 3 without data: least period 3 (4/2, 6/3) at
/// latency 4; none is quicker.
TEST(OneToOne, KeepsALimitOnTheLatency) {
  PipelineProblem problem = pipeline({4, 6}, {0, 0, 0}, {1, 2, 3}, {1});
  problem.latencyLimit = Fraction{4, 1};
  EXPECT_EQ(found(problem, MappingKind::OneToOne), "1 on 2; 2 on 3");
  problem.latencyLimit = Fraction{39, 10};
  EXPECT_EQ(refusal(problem, MappingKind::OneToOne),
            "no one-to-one mapping keeps the limit on the latency");
}

TEST(HomogeneousIntervals, AreTheFewestThatReachThePeriod) {
  // 6 is the largest stage: 1 + 6 + 1 = 8; 2 + 3 = 5 and 1 + 1 + 1 fit it.
  PipelineProblem problem =
      pipeline({2, 3, 6, 1, 1, 1}, {1, 1, 1, 1, 1, 1, 1}, {1, 1, 1, 1}, {1});
  EXPECT_EQ(found(problem, MappingKind::Interval),
            "1-2 on 1; 3 on 2; 4-6 on 3");
  // Long transfers are not cut: 9 + work on one processor.
  problem.data = whole({1, 9, 9, 9, 9, 9, 1});
  EXPECT_EQ(found(problem, MappingKind::Exact), "1-6 on 1");
  problem.model = TransferModel::Overlapped; // max of 14, 1 against 9, ...
  EXPECT_EQ(found(problem, MappingKind::Exact), "1-2 on 1; 3-6 on 2");
}

/// Stages 1-2, 3-4, 5 on speeds 1, 4, 2.
static PipelineProblem fiveStages() {
  return pipeline({2, 4, 1, 1, 6}, {9, 1, 1, 1, 1, 1}, {1, 4, 2}, {1});
}

TEST(Heuristics, PlaceIntervalsOfFixedLength) {
  // Work 6, 2, 6: the first of equal ones first.
  EXPECT_EQ(found(fiveStages(), MappingKind::H2), "1-2 on 2; 3-4 on 1; 5 on 3");
  // Transfers 10, 2, 2.
  EXPECT_EQ(found(fiveStages(), MappingKind::H3), "1-2 on 2; 3-4 on 3; 5 on 1");
  // Speed 4: 11.5, 2.5, 3.5; speed 2: 3, 5.
  EXPECT_EQ(found(fiveStages(), MappingKind::H4), "1-2 on 2; 3-4 on 1; 5 on 3");
  // 11.5 at least; the smallest work on the slowest processor.
  EXPECT_EQ(found(fiveStages(), MappingKind::H5), "1-2 on 2; 3-4 on 1; 5 on 3");
}

/// The same on every run; H1b may use fewer processors, never more.
TEST(Heuristics, RandomOnesAreMappings) {
  for (std::int64_t n = 1; n <= 25; ++n) {
    const auto count = static_cast<std::size_t>(n);
    PipelineProblem problem =
        pipeline(std::vector<std::int64_t>(count, 3),
                 std::vector<std::int64_t>(count + 1, 1), {1, 4, 2}, {1});
    for (const MappingKind kind : {MappingKind::H1a, MappingKind::H1b}) {
      EXPECT_EQ(found(problem, kind), found(problem, kind));
      EXPECT_LE(made(*makeInstance(problem), kind).mapping.intervals.size(),
                3U);
    }
    if (n <= 3) {
      EXPECT_EQ(found(problem, MappingKind::H1a),
                found(problem, MappingKind::H1b));
    }
  }
}

/// All on the fastest: 9 + 14/4 + 1 = 13.5. Giving away a part at the end pays
/// best with stages 3 to 5: 9 + 6/4 + 1 = 11.5 and 1 + 8/2 + 1 = 6.
TEST(Heuristics, SplittingStopsWhereItGainsNothing) {
  EXPECT_EQ(found(fiveStages(), MappingKind::H6), "1 on 2; 2-5 on 3");
}

TEST(Heuristics, ProbesFillIntervals) {
  const PipelineInstance instance = *makeInstance(fiveStages());
  // Stage 1 alone on the fastest: 9 + 2/4 + 1 = 10.5, no period is below it.
  for (const MappingKind kind : {MappingKind::H7a, MappingKind::H7b}) {
    const MadeMapping mapping = made(instance, kind);
    EXPECT_EQ(periodIn(instance, mapping.cost), "21/2");
    EXPECT_TRUE(mapping.isOptimal);
  }
}

static const MappingKind heuristics[] = {
    MappingKind::H1a, MappingKind::H1b, MappingKind::H2,
    MappingKind::H3,  MappingKind::H4,  MappingKind::H5,
    MappingKind::H6,  MappingKind::H7a, MappingKind::H7b};

TEST(Heuristics, KeepPins) {
  PipelineProblem problem = fiveStages();
  problem.pins = {-1, 2, -1, -1, 0}; // its interval to 3, the last to 1
  const PipelineInstance instance = *makeInstance(problem);
  for (const MappingKind kind : heuristics)
    if (kind != MappingKind::H1b) // its lengths need not suit pins
      made(instance, kind);
  problem.pins = {1, 2, -1, -1, -1};
  EXPECT_EQ(refusal(problem, MappingKind::H2),
            "h2 makes intervals of equal length, and stage 2 cannot be on "
            "processor 3 with them");
  for (const MappingKind kind :
       {MappingKind::H6, MappingKind::H7a, MappingKind::H7b})
    made(*makeInstance(problem), kind);
  problem.pins = {1, 2, 1, -1, -1};
  EXPECT_EQ(refusal(problem, MappingKind::H6),
            "stages 1 and 3 are to run on processor 2, and a stage between "
            "them on another");
}

TEST(Heuristics, RefuseWhatTheyAreNotFor) {
  PipelineProblem problem = fiveStages();
  problem.replicas = {1, 2, 1, 1, 1};
  PipelineProblem slow = fiveStages();
  slow.latencyLimit = Fraction{1, 1};
  for (const MappingKind kind : heuristics) {
    const std::string name(nameOf(kind));
    EXPECT_EQ(refusal(equation6(), kind),
              name + " is for platforms whose links are equal");
    EXPECT_EQ(refusal(problem, kind),
              name + " deals no stages, and stage 2 must be on 2 processors");
    EXPECT_EQ(refusal(slow, kind), "the mapping that " + name +
                                       " finds does not keep the limit on the "
                                       "latency");
  }
}

/// Many stages and processors of different speeds.
static PipelineProblem longPipeline(std::size_t stages,
                                    std::size_t processors) {
  std::vector<std::int64_t> work, data = {7}, speeds;
  std::uint64_t state = 11;
  const auto next = [&](std::uint64_t most) {
    state = state * 6364136223846793005U + 1442695040888963407U;
    return static_cast<std::int64_t>((state >> 33) % most + 1);
  };
  for (std::size_t k = 0; k < stages; ++k) {
    work.push_back(next(20));
    data.push_back(next(30));
  }
  for (std::size_t u = 0; u < processors; ++u)
    speeds.push_back(next(20));
  return pipeline(work, data, speeds, {10});
}

/// Whatever the size, `auto` looks at all of them.
TEST(Auto, IsNoWorseThanAnyHeuristic) {
  const std::pair<std::size_t, std::size_t> sizes[] = {
      {300, 40}, {3'000, 500}, {40'000, 400}};
  for (const auto &[stages, processors] : sizes) {
    const PipelineInstance instance =
        *makeInstance(longPipeline(stages, processors));
    const MadeMapping best = made(instance, MappingKind::Auto);
    EXPECT_EQ(best.cost.periodDivisor, 1);
    for (const MappingKind kind : heuristics) {
      const Result<MadeMapping> other = makeMapping(instance, kind);
      ASSERT_EQ(errorOf(other), "");
      EXPECT_LE(best.cost.period, other->cost.period) << nameOf(kind);
      EXPECT_LE(best.periodBound, other->cost.period) << nameOf(kind);
    }
  }
}

/// Whatever the size, a second proves it.
TEST(Auto, IsWithinOnePercentOfItsBound) {
  const std::pair<std::size_t, std::size_t> sizes[] = {
      {500, 100}, {700, 300}, {1'000, 100}, {5'000, 20}, {100'000, 1'000}};
  for (const auto &[stages, processors] : sizes)
    for (const TransferModel model :
         {TransferModel::Serial, TransferModel::Overlapped}) {
      PipelineProblem problem = longPipeline(stages, processors);
      problem.model = model;
      const MadeMapping best = made(*makeInstance(problem), MappingKind::Auto);
      EXPECT_LE(best.cost.period * 100.0, best.periodBound * 101.0)
          << stages << " stages on " << processors << ": " << best.method;
    }
}

/// No more processors count than there are stages.
TEST(Auto, TakesTheFastestOfProcessorsThatAllDiffer) {
  PipelineProblem problem = longPipeline(200, 40'000);
  for (std::size_t u = 0; u < problem.speeds.size(); ++u)
    problem.speeds[u] = {static_cast<std::int64_t>(u) + 1, 1000};
  const PipelineInstance instance = *makeInstance(problem);
  const MadeMapping best = made(instance, MappingKind::Auto);
  EXPECT_TRUE(verify(instance, best).valid());
  EXPECT_LE(best.cost.period * 100.0, best.periodBound * 101.0);
}

/// Links from 1 to 20.
static PipelineProblem overLinks(std::size_t stages, std::size_t processors) {
  PipelineProblem problem = longPipeline(stages, processors);
  const std::size_t ends = processors + 2;
  problem.bandwidth = longPipeline(ends * ends, 1).work;
  return problem;
}

TEST(Auto, ProvesManyProcessorsWithDifferentLinks) {
  const std::pair<std::size_t, std::size_t> sizes[] = {{20, 100}, {50, 300}};
  for (const auto &[stages, processors] : sizes) {
    const PipelineInstance instance =
        *makeInstance(overLinks(stages, processors));
    const MadeMapping best = made(instance, MappingKind::Auto);
    EXPECT_LE(best.cost.period * 100.0, best.periodBound * 101.0)
        << stages << " stages on " << processors << ": " << best.method;
    EXPECT_TRUE(verify(instance, best).valid());
  }
}

/// More stages than sets of processors can be looked at: walks come near.
TEST(Auto, IsNearItsBoundOverDifferentLinks) {
  const std::pair<std::size_t, std::size_t> sizes[] = {
      {100, 30}, {200, 64}, {1000, 64}, {10'000, 20}};
  for (const auto &[stages, processors] : sizes) {
    const PipelineInstance instance =
        *makeInstance(overLinks(stages, processors));
    const MadeMapping best = made(instance, MappingKind::Auto);
    EXPECT_LE(best.cost.period * 10.0, best.periodBound * 14.0)
        << stages << " stages on " << processors << ": " << best.method;
    EXPECT_TRUE(verify(instance, best).valid());
  }
}

/// All stages on one of them take 10 + 2 + 10; a quick link between two takes 5
/// of its datum: 10 + 1 + 5 for both, and no way, even one that comes back to a
/// processor, is shorter.
TEST(Auto, BoundsPeriodsAmongManyProcessorsWithDifferentLinks) {
  const std::size_t processors = 70, ends = processors + 2;
  std::vector<std::int64_t> bandwidth(ends * ends, 1);
  bandwidth[3 * ends + 4] = 2;
  const PipelineInstance instance = *makeInstance(
      pipeline({1, 1}, {10, 10, 10}, std::vector<std::int64_t>(processors, 1),
               bandwidth));
  const MadeMapping best = made(instance, MappingKind::Auto);
  EXPECT_EQ(text(best.mapping), "1 on 3; 2 on 4");
  EXPECT_EQ(periodIn(instance, best.cost), "16");
  EXPECT_TRUE(best.isOptimal);
}

/// Some 3 s of the processor, however many points cannot be proved.
TEST(ParetoMappings, TakeBoundedTime) {
  const PipelineInstance instance = *makeInstance(longPipeline(200, 20));
  const std::clock_t begin = std::clock();
  const Result<std::vector<MadeMapping>> points = paretoMappings(instance);
  const auto seconds =
      static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
  ASSERT_EQ(errorOf(points), "");
  EXPECT_GT(points->size(), 5U);
  EXPECT_LT(seconds, 10);
}

TEST(Interval, ProvesTwentyStagesOnTwelveProcessorsWithDifferentLinks) {
  const MadeMapping best =
      made(*makeInstance(overLinks(20, 12)), MappingKind::Interval);
  EXPECT_TRUE(best.isOptimal);
  EXPECT_EQ(best.periodBound, best.cost.period);
}
