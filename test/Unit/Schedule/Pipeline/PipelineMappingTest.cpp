//===- PipelineMappingTest.cpp - What mappings cost -----------------------===//
//
// Equations (2) to (6), both transfer models, dealt intervals, ends that share
// a port, verification, words.
//
//===----------------------------------------------------------------------===//
#include "PipelineCases.h"

#include "redistSchedule/Pipeline/GeneralMapping.h"

using namespace redist::schedule;
using namespace redist::schedule::test;

using Numbers = std::vector<std::int64_t>;

static MappingCost costIn(const PipelineInstance &instance, Mapping mapping) {
  const Result<MappingCost> cost = costOf(instance, mapping);
  EXPECT_EQ(errorOf(cost), "");
  return *cost;
}

static std::string refusal(const PipelineInstance &instance, Mapping mapping) {
  const Result<MappingCost> cost = costOf(instance, mapping);
  if (!cost) {
    EXPECT_EQ(cost.error().kind, ErrorKind::NoMapping);
  }
  return errorOf(cost);
}

/// Stages 1, 2 on processor 2: 1 + 18/2 + 1; stages 3, 4 on 1: 1 + 6 + 1.
TEST(MappingCost, SumsReceiveWorkAndSend) {
  PipelineProblem problem =
      pipeline({14, 4, 2, 4}, {1, 1, 1, 1, 1}, {1, 2}, {1});
  const Mapping mapping = {{on(0, 1, {1}), on(2, 3, {0})}};
  const PipelineInstance serial = *makeInstance(problem);
  MappingCost cost = costIn(serial, mapping);
  EXPECT_EQ(cost.cycleTimes, (Numbers{11, 8}));
  EXPECT_EQ(cost.period, 11);
  EXPECT_EQ(cost.latency, 1 + 9 + 1 + 6 + 1);
  problem.model = TransferModel::Overlapped;
  cost = costIn(*makeInstance(problem), mapping);
  EXPECT_EQ(cost.cycleTimes, (Numbers{9, 6}));
  EXPECT_EQ(cost.period, 9);
  EXPECT_EQ(cost.latency, 18);
}

/// Stage 2 dealt to processors of speed 1 and 2: (1 + 6 + 1) / 2 = 4; the
/// slower one counts.
TEST(MappingCost, DealtStagesTakeAShare) {
  PipelineProblem problem =
      pipeline({1, 6, 1}, {1, 1, 1, 1}, {2, 1, 2, 2}, {1});
  problem.replicas = {1, anyNumber, 1};
  const PipelineInstance instance = *makeInstance(problem);
  const MappingCost cost =
      costIn(instance, {{on(0, 0, {0}), on(1, 1, {1, 2}), on(2, 2, {3})}});
  EXPECT_EQ(periodIn(instance, cost), "4");
  EXPECT_EQ(inUnits(instance, cost.latency), "11");
  EXPECT_EQ(inUnits(instance, cost.cycleTimes[1]), "8");
}

/// All stages dealt to three: 9/3, but P_in sends 4 for every item.
TEST(MappingCost, DealingDoesNotSpeedUpTheEnds) {
  PipelineProblem problem = pipeline({5}, {4, 0}, {1, 1, 1}, {1});
  problem.replicas = {anyNumber};
  const PipelineInstance instance = *makeInstance(problem);
  EXPECT_EQ(costIn(instance, {{on(0, 0, {0, 1})}}).period, 9);
  EXPECT_EQ(costIn(instance, {{on(0, 0, {0, 1})}}).periodDivisor, 2);
  EXPECT_EQ(costIn(instance, {{on(0, 0, {0, 1, 2})}}).period, 4);
  EXPECT_EQ(costIn(instance, {{on(0, 0, {0, 1, 2})}}).periodDivisor, 1);
}

/// Two processors to two: pairs (1, 3) and (2, 4) alone are used.
TEST(MappingCost, LinksThatNoItemTakesMayBeMissing) {
  std::vector<std::int64_t> links(36, 1);
  links[1 * 6 + 4] = 0; // processor 1 to 4
  links[2 * 6 + 3] = 0; // 2 to 3
  links[2 * 6 + 4] = 2; // 2 to 4 is quicker
  PipelineProblem problem = pipeline({1, 1}, {1, 6, 1}, {1, 1, 1, 1}, links);
  problem.replicas = {2, 2};
  const PipelineInstance instance = *makeInstance(problem);
  const MappingCost cost =
      costIn(instance, {{on(0, 0, {0, 1}), on(1, 1, {2, 3})}});
  EXPECT_EQ(periodIn(instance, cost), "4"); // (1 + 1 + 6) / 2
  EXPECT_EQ(refusal(instance, {{on(0, 0, {0, 1}), on(1, 1, {3, 2})}}),
            "no link leads to stage 2");
}

/// Erratum 1: (2) says 6/5, both transfers of the shared end 2; they can be
/// placed side by side from 21/10 on.
TEST(SharedEnds, ThePaperForgetsAPort) {
  PipelineProblem problem = pipeline({1, 1}, {10, 1, 10}, {10, 10}, {10});
  const Mapping mapping = {{on(0, 0, {0}), on(1, 1, {1})}};
  PipelineInstance instance = *makeInstance(problem);
  EXPECT_EQ(periodIn(instance, costIn(instance, mapping)), "6/5");
  problem.sharesEnds = true;
  instance = *makeInstance(problem);
  EXPECT_EQ(periodIn(instance, costIn(instance, mapping)), "21/10");
  problem.model = TransferModel::Overlapped;
  instance = *makeInstance(problem);
  EXPECT_EQ(periodIn(instance, costIn(instance, mapping)), "1");
}

/// Looks for the offset of the send to P_out, in parts of a tick, and lets the
/// period grow until there is one.
static std::string searchedPeriod(const PipelineInstance &instance,
                                  const Mapping &mapping,
                                  const MappingCost &own) {
  const std::int64_t parts = 60; // every denominator up to 6 divides it
  const std::int64_t link = instance.ticksOfData.front() * parts;
  std::int64_t soonest = 0, held = 0, processors = 0, low = 0;
  for (std::size_t j = 0; j < mapping.intervals.size(); ++j) {
    const MappedInterval &interval = mapping.intervals[j];
    const auto count = static_cast<std::int64_t>(interval.processors.size());
    const std::int64_t cycle = own.cycleTimes[j] * parts;
    const std::int64_t out =
        instance.data[static_cast<std::size_t>(interval.last + 1)] * link;
    low = std::max(low, (cycle + count - 1) / count);
    soonest += cycle - out, held += out, processors += count;
  }
  const std::int64_t in = instance.data.front() * link;
  const std::int64_t out = instance.data.back() * link;
  if (in == 0 || out == 0) // the port has one transfer an item
    return inUnits(instance, std::max(low, in + out), parts);
  for (std::int64_t period = std::max(low, in + out);; ++period)
    for (std::int64_t at = soonest; at <= processors * period - held; ++at)
      if (at % period >= in && at % period <= period - out)
        return inUnits(instance, period, parts);
}

TEST(SharedEnds, EqualASearch) {
  for (std::int64_t in : {0, 3, 7})
    for (std::int64_t middle : {1, 4})
      for (std::int64_t out : {0, 1, 6})
        for (std::int64_t work : {0, 2, 9})
          for (std::int32_t copies : {1, 2}) {
            PipelineProblem problem =
                pipeline({work, 3, 1}, {in, middle, 2, out}, {1, 1, 1, 1}, {1});
            problem.replicas = {1, copies, 1};
            problem.sharesEnds = true;
            const PipelineInstance instance = *makeInstance(problem);
            std::vector<std::int32_t> second = {1, 3};
            second.resize(static_cast<std::size_t>(copies));
            const Mapping mapping = {
                {on(0, 0, {0}), on(1, 1, second), on(2, 2, {2})}};
            const MappingCost cost = costIn(instance, mapping);
            EXPECT_EQ(periodIn(instance, cost),
                      searchedPeriod(instance, mapping, cost));
          }
}

TEST(MappingErrors, SayWhatIsWrong) {
  PipelineProblem problem = pipeline({1, 1, 1}, {1, 1, 1, 1}, {1, 1, 1}, {1});
  problem.pins = {-1, 2, -1};
  problem.replicas = {1, 1, 2};
  const PipelineInstance instance = *makeInstance(problem);
  EXPECT_EQ(refusal(instance, {}), "stage 1 is on no processor");
  EXPECT_EQ(refusal(instance, {{on(0, 0, {0}), on(2, 2, {1})}}),
            "stages from 2 on are expected, stage 3 found");
  EXPECT_EQ(refusal(instance, {{on(0, 1, {0}), on(2, 3, {1})}}),
            "stages from 3 on are expected, stages 3 to 4 found");
  EXPECT_EQ(refusal(instance, {{on(0, 1, {0}), on(2, 2, {0})}}),
            "processor 1 is used twice");
  EXPECT_EQ(refusal(instance, {{on(0, 2, {3})}}),
            "stages 1 to 3 on processor 4 of 3");
  EXPECT_EQ(refusal(instance, {{on(0, 2, {})}}),
            "stages 1 to 3 on no processor");
  EXPECT_EQ(refusal(instance, {{on(0, 1, {0}), on(2, 2, {1, 2})}}),
            "stage 2 is not on processor 3 alone");
  EXPECT_EQ(refusal(instance, {{on(0, 1, {2}), on(2, 2, {1})}}),
            "stage 3 is on 1 processors, not on 2");
  EXPECT_EQ(refusal(*makeInstance(equation6()), {{on(0, 2, {0})}}), "");
  PipelineProblem cut = equation6();
  cut.bandwidth[1] = {0, 1};
  EXPECT_EQ(refusal(*makeInstance(cut), {{on(0, 2, {0})}}),
            "no link leads to stages 1 to 3");
  cut = equation6();
  cut.bandwidth[7] = {0, 1};
  EXPECT_EQ(refusal(*makeInstance(cut), {{on(0, 2, {0})}}),
            "no link leads from the last stage to P_out");
}

TEST(GeneralMappings, OfThePaper) {
  const PipelineInstance instance = *makeInstance(equation6());
  const auto period = [&](GeneralModel model) {
    return inUnits(instance, *generalPeriod(instance, {0, 1, 0}, model));
  };
  EXPECT_EQ(period(GeneralModel::Path), "7");
  EXPECT_EQ(period(GeneralModel::Optimistic), "6");
  EXPECT_EQ(bestGeneralMapping(instance, GeneralModel::Path)->processorOf,
            (std::vector<std::int32_t>{0, 1, 0}));
  // Figures 3 and 4.
  const PipelineInstance figure =
      *makeInstance(pipeline({1, 2, 1}, {0, 0, 0, 0}, {1, 1}, {1}));
  EXPECT_EQ(*generalPeriod(figure, {0, 1, 0}, GeneralModel::Optimistic), 2);
  EXPECT_EQ(*generalPeriod(figure, {0, 1, 0}, GeneralModel::Path), 4);
  EXPECT_EQ(bestGeneralMapping(figure, GeneralModel::Path)->period, 3);
}

TEST(GeneralMappings, KeepPinsAndRefuseWhatTheyCannotDo) {
  PipelineProblem problem = equation6();
  problem.pins = {-1, 0, -1};
  const PipelineInstance instance = *makeInstance(problem);
  EXPECT_EQ(bestGeneralMapping(instance, GeneralModel::Path)->processorOf[1],
            0);
  EXPECT_EQ(errorOf(generalPeriod(instance, {0, 1, 0}, GeneralModel::Path)),
            "stage 2 is not on processor 1");
  EXPECT_EQ(errorOf(generalPeriod(instance, {0, 0}, GeneralModel::Path)),
            "2 stages are assigned, not 3");
  EXPECT_EQ(errorOf(generalPeriod(instance, {0, 0, 5}, GeneralModel::Path)),
            "stage 3 is on processor 6 of 2");
  const PipelineInstance large =
      *makeInstance(pipeline(std::vector<std::int64_t>(30, 1),
                             std::vector<std::int64_t>(31, 1), {1, 2, 3}, {1}));
  EXPECT_EQ(bestGeneralMapping(large, GeneralModel::Path).error().kind,
            ErrorKind::StrategyNotForCase);
}

/// Overlapped ends and processors, consistent with intervals.
TEST(GeneralMappings, EqualIntervalsWhereTheyAreIntervals) {
  for (const TransferModel model :
       {TransferModel::Serial, TransferModel::Overlapped}) {
    PipelineProblem problem = equation6();
    problem.model = model;
    const PipelineInstance instance = *makeInstance(problem);
    const std::int64_t period =
        costIn(instance, {{on(0, 1, {1}), on(2, 2, {0})}}).period;
    for (const GeneralModel general :
         {GeneralModel::Path, GeneralModel::Optimistic})
      EXPECT_EQ(*generalPeriod(instance, {1, 1, 0}, general), period);
  }
}

static PipelineProblem everyClause() {
  PipelineProblem problem = equation6();
  problem.model = TransferModel::Overlapped;
  problem.sharesEnds = true;
  problem.pins = {0, -1, -1};
  problem.replicas = {1, 1, anyNumber};
  problem.latencyLimit = Fraction{100, 3};
  return problem;
}

TEST(MappingWords, ComeBack) {
  const Mapping mapping = {{on(0, 1, {0}), on(2, 2, {1})}};
  for (const PipelineProblem &problem :
       {everyClause(), pipeline({1, 2, 3}, {1, 1, 1, 1}, {1, 2}, {4})}) {
    const std::vector<std::uint32_t> words = encode(problem, mapping);
    const Result<EncodedMapping> decoded =
        decodeMapping(words.data(), words.size());
    ASSERT_EQ(errorOf(decoded), "");
    EXPECT_EQ(decoded->problem, problem);
    EXPECT_EQ(decoded->mapping, mapping);
  }
}

/// Any word changed, any word missing: an error, and no crash.
TEST(MappingWords, AreChecked) {
  const std::vector<std::uint32_t> words =
      encode(everyClause(), {{on(0, 1, {0}), on(2, 2, {1})}});
  for (std::size_t i = 0; i < words.size(); ++i)
    for (const std::uint32_t change : {1U, 0x80000000U}) {
      std::vector<std::uint32_t> changed = words;
      changed[i] ^= change;
      EXPECT_FALSE(decodeMapping(changed.data(), changed.size())) << i;
    }
  for (std::size_t count = 0; count < words.size(); ++count)
    EXPECT_FALSE(decodeMapping(words.data(), count));
  // A mapping that is none of its problem.
  const std::vector<std::uint32_t> other =
      encode(everyClause(), {{on(0, 1, {1}), on(2, 2, {0})}});
  EXPECT_EQ(errorOf(decodeMapping(other.data(), other.size())),
            "the embedded schedule cannot be read: it is not a mapping of "
            "its pipeline");
}

static std::string offence(const PipelineInstance &instance,
                           const MadeMapping &made) {
  const MappingReport report = verify(instance, made);
  return report.valid() ? "" : report.offences.front();
}

TEST(VerifyMapping, FindsEveryOffence) {
  PipelineProblem problem = pipeline({4, 6, 2}, {1, 2, 3, 4}, {1, 2, 2}, {1});
  problem.pins = {-1, 1, -1};
  const PipelineInstance instance = *makeInstance(problem);
  MadeMapping made;
  made.mapping = {{on(0, 0, {0}), on(1, 2, {1})}};
  made.cost = costIn(instance, made.mapping);
  EXPECT_EQ(offence(instance, made), "");
  const auto changed = [&](auto change) {
    MadeMapping other = made;
    change(other);
    return offence(instance, other);
  };
  using Made = MadeMapping;
  EXPECT_EQ(changed([](Made &m) { m.mapping.intervals.pop_back(); }),
            "stage 2 is mapped 0 times");
  EXPECT_EQ(changed([](Made &m) { m.mapping.intervals[0].last = 1; }),
            "stage 2 is out of order");
  EXPECT_EQ(changed([](Made &m) { m.mapping.intervals[1].last = 3; }),
            "there is no stage 4");
  EXPECT_EQ(changed([](Made &m) { m.mapping.intervals[0].processors = {1}; }),
            "processor 2 is used twice");
  EXPECT_EQ(changed([](Made &m) { m.mapping.intervals[1].processors = {2}; }),
            "stage 2 runs on processor 3, not 2");
  EXPECT_EQ(
      changed([](Made &m) { m.mapping.intervals[0].processors = {0, 2}; }),
      "stage 1 runs on 2 processors, not 1");
  EXPECT_EQ(changed([](Made &m) { --m.cost.period; }),
            "stage 2's processor needs more than the period");
  EXPECT_EQ(changed([](Made &m) { ++m.cost.period; }),
            "the period can be shorter");
  EXPECT_EQ(changed([](Made &m) { ++m.cost.latency; }),
            "the latency is 15 ticks, not 16");
  EXPECT_EQ(changed([](Made &m) { m.cost.cycleTimes[0] = 1; }),
            "the cycle times are others");
  EXPECT_EQ(changed([](Made &m) { m.periodBound = m.cost.period + 1; }),
            "the period is below its bound");
}

TEST(VerifyMapping, KnowsSharedEnds) {
  PipelineProblem problem = pipeline({1, 1}, {10, 1, 10}, {10, 10}, {10});
  problem.sharesEnds = true;
  const PipelineInstance instance = *makeInstance(problem);
  MadeMapping made;
  made.mapping = {{on(0, 0, {0}), on(1, 1, {1})}};
  made.cost = costIn(instance, made.mapping);
  EXPECT_EQ(offence(instance, made), "");
  MadeMapping shorter = made;
  shorter.cost.period *= 20, shorter.cost.periodDivisor *= 21; // 2
  EXPECT_EQ(offence(instance, shorter),
            "a receive and a send of P_in = P_out meet");
  ++made.cost.period;
  EXPECT_EQ(offence(instance, made), "the period can be shorter");
}
