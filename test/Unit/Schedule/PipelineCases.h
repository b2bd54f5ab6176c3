//===- PipelineCases.h - Pipelines for tests -------------------*- C++ -*-===//
//
// Problems from short lists of whole numbers.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_UNIT_SCHEDULE_PIPELINECASES_H
#define REDIST_TEST_UNIT_SCHEDULE_PIPELINECASES_H

#include "redistSchedule/Pipeline/VerifyMapping.h"

#include <gtest/gtest.h>

namespace redist::schedule::test {

inline std::vector<Fraction> whole(const std::vector<std::int64_t> &values) {
  std::vector<Fraction> fractions;
  for (const std::int64_t value : values)
    fractions.push_back({value, 1});
  return fractions;
}

inline PipelineProblem pipeline(const std::vector<std::int64_t> &work,
                                const std::vector<std::int64_t> &data,
                                const std::vector<std::int64_t> &speeds,
                                const std::vector<std::int64_t> &bandwidth) {
  PipelineProblem problem;
  problem.work = whole(work);
  problem.data = whole(data);
  problem.speeds = whole(speeds);
  problem.bandwidth = whole(bandwidth);
  return problem;
}

/// The example of equation (6): the slow processor has the fast ends.
inline PipelineProblem equation6() {
  return pipeline({1, 10, 1}, {10, 1, 1, 10}, {1, 10},
                  {0, 10, 1, 0, 10, 0, 1, 10, 1, 1, 0, 1, 0, 10, 1, 0});
}

/// An interval on processors, stages and processors from 0.
inline MappedInterval on(std::int64_t first, std::int64_t last,
                         std::vector<std::int32_t> processors) {
  return {first, last, std::move(processors)};
}

/// The message of the error, "" where there is none.
template <typename T> std::string errorOf(const Result<T> &result) {
  return result ? "" : result.error().message;
}

/// A period or latency in the unit of the problem, as a fraction's text.
inline std::string inUnits(const PipelineInstance &instance, std::int64_t ticks,
                           std::int64_t divisor = 1) {
  __extension__ typedef __int128 Wide;
  Wide above = Wide{ticks} * instance.exactTick.numerator;
  Wide below = Wide{divisor} * instance.exactTick.denominator;
  Wide a = above, b = below;
  while (b != 0) {
    const Wide rest = a % b;
    a = b, b = rest;
  }
  above /= a, below /= a;
  std::string text = std::to_string(static_cast<std::int64_t>(above));
  if (below != 1)
    text.append("/").append(std::to_string(static_cast<std::int64_t>(below)));
  return text;
}

inline std::string periodIn(const PipelineInstance &instance,
                            const MappingCost &cost) {
  return inUnits(instance, cost.period, cost.periodDivisor);
}

inline void expectValid(const PipelineInstance &instance,
                        const MadeMapping &made) {
  const MappingReport report = verify(instance, made);
  EXPECT_TRUE(report.valid()) << report.offences.front();
}

} // namespace redist::schedule::test

#endif
