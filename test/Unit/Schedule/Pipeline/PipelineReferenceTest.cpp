//===- PipelineReferenceTest.cpp - 42 instances with known optima ---------===//
//
// Least periods of one-to-one, interval, dealt and general mappings against
// the reference values of Inputs/PipelineReference.inc.
//
//===----------------------------------------------------------------------===//
#include "PipelineCases.h"

#include "redistSchedule/Pipeline/GeneralMapping.h"

using namespace redist::schedule;
using namespace redist::schedule::test;

enum class ReferenceKind {
  OneToOne,
  Interval,
  Deal,
  Optimistic,         ///< equation (3), least of all assignments
  Path,               ///< equations (4), (5)
  EvaluateOptimistic, ///< of the assignment given
  EvaluatePath,
  Pareto,
};

struct ReferenceInstance {
  const char *name;
  ReferenceKind kind;
  Fraction period;
  std::vector<Fraction> work, data, speeds, bandwidth;
  std::vector<std::int32_t> processorOf; ///< from 1
  std::vector<std::pair<Fraction, Fraction>> pareto;

  PipelineInstance instance() const {
    PipelineProblem problem;
    problem.work = work;
    problem.data = data;
    problem.speeds = speeds;
    problem.bandwidth = bandwidth;
    if (kind == ReferenceKind::Deal)
      problem.replicas.assign(work.size(), anyNumber);
    return *makeInstance(problem);
  }
};

static const ReferenceInstance instances[] = {
#include "Inputs/PipelineReference.inc"
};

static std::string text(const Fraction &value) {
  return value.denominator == 1 ? std::to_string(value.numerator)
                                : std::to_string(value.numerator) + "/" +
                                      std::to_string(value.denominator);
}

static void expectMade(const ReferenceInstance &reference, MappingKind kind) {
  const PipelineInstance instance = reference.instance();
  const Result<MadeMapping> made = makeMapping(instance, kind);
  ASSERT_EQ(errorOf(made), "");
  EXPECT_EQ(periodIn(instance, made->cost), text(reference.period));
  EXPECT_TRUE(made->isOptimal);
  expectValid(instance, *made);
}

static void expectGeneral(const ReferenceInstance &reference,
                          GeneralModel model) {
  const PipelineInstance instance = reference.instance();
  const Result<GeneralMapping> best = bestGeneralMapping(instance, model);
  ASSERT_EQ(errorOf(best), "");
  EXPECT_EQ(inUnits(instance, best->period), text(reference.period));
  EXPECT_EQ(*generalPeriod(instance, best->processorOf, model), best->period);
}

static void expectEvaluated(const ReferenceInstance &reference,
                            GeneralModel model) {
  const PipelineInstance instance = reference.instance();
  std::vector<std::int32_t> processorOf;
  for (const std::int32_t u : reference.processorOf)
    processorOf.push_back(u - 1);
  EXPECT_EQ(inUnits(instance, *generalPeriod(instance, processorOf, model)),
            text(reference.period));
}

static void expectPareto(const ReferenceInstance &reference) {
  const PipelineInstance instance = reference.instance();
  const Result<std::vector<MadeMapping>> made = paretoMappings(instance);
  ASSERT_EQ(errorOf(made), "");
  ASSERT_EQ(made->size(), reference.pareto.size());
  for (std::size_t i = 0; i < made->size(); ++i) {
    EXPECT_EQ(periodIn(instance, (*made)[i].cost),
              text(reference.pareto[i].first));
    EXPECT_EQ(inUnits(instance, (*made)[i].cost.latency),
              text(reference.pareto[i].second));
    expectValid(instance, (*made)[i]);
  }
}

TEST(PipelineReference, LeastPeriods) {
  EXPECT_EQ(std::size(instances), 42U);
  for (const ReferenceInstance &reference : instances) {
    SCOPED_TRACE(reference.name);
    switch (reference.kind) {
    case ReferenceKind::OneToOne:
      expectMade(reference, MappingKind::OneToOne);
      break;
    case ReferenceKind::Interval:
      expectMade(reference, MappingKind::Interval);
      expectMade(reference, MappingKind::Exact);
      break;
    case ReferenceKind::Deal:
      expectMade(reference, MappingKind::Auto);
      break;
    case ReferenceKind::Optimistic:
      expectGeneral(reference, GeneralModel::Optimistic);
      break;
    case ReferenceKind::Path:
      expectGeneral(reference, GeneralModel::Path);
      break;
    case ReferenceKind::EvaluateOptimistic:
      expectEvaluated(reference, GeneralModel::Optimistic);
      break;
    case ReferenceKind::EvaluatePath:
      expectEvaluated(reference, GeneralModel::Path);
      break;
    case ReferenceKind::Pareto:
      expectPareto(reference);
      break;
    }
  }
}
