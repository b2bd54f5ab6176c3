//===- PipelineProblem.cpp - Validation of a pipeline problem -------------===//
//
// Checks a problem as people state it; PipelineTicks.cpp makes times of it.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/Problem/PipelineTicks.h"

#include <string>

using namespace redist::schedule;

static Error bad(std::string what) {
  return {ErrorKind::BadPipeline, std::move(what)};
}

static std::string text(std::size_t number) { return std::to_string(number); }

static std::string text(const Fraction &value) {
  std::string result = std::to_string(value.numerator);
  if (value.denominator != 1)
    result.append("/").append(std::to_string(value.denominator));
  return result;
}

static bool isFraction(const Fraction &value) { return value.denominator > 0; }

/// "work of stage 2 is -1"; `firstNumber`: how people count the first one.
static std::optional<Error> checkValues(const std::vector<Fraction> &values,
                                        const char *what,
                                        std::size_t firstNumber, bool mayBe0) {
  for (std::size_t i = 0; i < values.size(); ++i) {
    const std::string name = what + text(i + firstNumber);
    if (!isFraction(values[i]))
      return bad(name + " is not a number");
    if (values[i].numerator < 0 || (values[i].numerator == 0 && !mayBe0))
      return bad(
          name + " is " + text(values[i]) +
          (mayBe0 ? ", which is less than nothing" : "; it must be positive"));
  }
  return std::nullopt;
}

/// P_in, processors from 1, P_out.
static std::string endName(std::size_t row, std::size_t processors) {
  if (row == 0)
    return "P_in";
  return row > processors ? "P_out" : "processor " + text(row);
}

static std::optional<Error> checkBandwidth(const PipelineProblem &problem) {
  const std::size_t p = problem.speeds.size(), side = p + 2;
  if (problem.bandwidth.size() == 1) {
    const Fraction &value = problem.bandwidth.front();
    if (!isFraction(value) || value.numerator <= 0)
      return bad("the bandwidth is " + text(value) + "; it must be positive");
    return std::nullopt;
  }
  if (problem.bandwidth.size() != side * side)
    return bad("there are " + text(problem.bandwidth.size()) +
               " bandwidths, not 1 or " + text(side) + " rows of " +
               text(side) + " for " + text(p) + " processors, P_in and P_out");
  for (std::size_t u = 0; u < side; ++u)
    for (std::size_t v = 0; v < side; ++v) {
      const Fraction &value = problem.bandwidth[u * side + v];
      if (u == v || (isFraction(value) && value.numerator >= 0))
        continue;
      return bad("the bandwidth from " + endName(u, p) + " to " +
                 endName(v, p) + " is " + text(value) +
                 ", which is less than nothing");
    }
  return std::nullopt;
}

static std::optional<Error> checkPlaces(const PipelineProblem &problem) {
  const std::size_t n = problem.work.size(), p = problem.speeds.size();
  if (!problem.pins.empty() && problem.pins.size() != n)
    return bad("there are places for " + text(problem.pins.size()) +
               " stages, not for " + text(n));
  if (!problem.replicas.empty() && problem.replicas.size() != n)
    return bad("there are numbers of replicas for " +
               text(problem.replicas.size()) + " stages, not for " + text(n));
  for (std::size_t k = 0; k < n; ++k) {
    const std::int32_t pin = problem.pins.empty() ? -1 : problem.pins[k];
    const std::int32_t count =
        problem.replicas.empty() ? oneProcessor : problem.replicas[k];
    const std::string stage = "stage " + text(k + 1);
    if (pin < -1 || pin >= static_cast<std::int64_t>(p))
      return bad(stage + " is to run on processor " +
                 std::to_string(std::int64_t{pin} + 1) + " of " + text(p));
    if (count < 0)
      return bad(stage + " is to run on " + std::to_string(count) +
                 " processors");
    if (pin >= 0 && count > 1)
      return bad(stage + " is to run on processor " +
                 std::to_string(std::int64_t{pin} + 1) + " alone and on " +
                 std::to_string(count) + " processors");
  }
  return std::nullopt;
}

static std::optional<Error> checkProblem(const PipelineProblem &problem) {
  const std::size_t n = problem.work.size();
  if (n == 0)
    return bad("there are no stages");
  if (problem.speeds.empty())
    return bad("there are no processors");
  if (problem.data.size() != n + 1)
    return bad("there are " + text(problem.data.size()) +
               " sizes of data, not " + text(n + 1) + ": one before each of " +
               text(n) + " stages and one after the last");
  if (auto error = checkValues(problem.work, "the work of stage ", 1, true))
    return error;
  if (auto error = checkValues(problem.data, "the size of datum ", 0, true))
    return error;
  if (auto error =
          checkValues(problem.speeds, "the speed of processor ", 1, false))
    return error;
  if (auto error = checkBandwidth(problem))
    return error;
  if (problem.latencyLimit && (!isFraction(*problem.latencyLimit) ||
                               problem.latencyLimit->numerator < 0))
    return bad("the limit on the latency is " + text(*problem.latencyLimit) +
               ", which is less than nothing");
  return checkPlaces(problem);
}

/// The one of every link where a matrix says the same of all that count: an end
/// that nothing passes only has to be linked.
static std::optional<Fraction> equalBandwidth(const PipelineProblem &problem) {
  const std::size_t side = problem.speeds.size() + 2, out = side - 1;
  if (problem.bandwidth.size() == 1)
    return std::nullopt;
  const bool isIdle[] = {problem.data.front().numerator == 0,
                         problem.data.back().numerator == 0};
  std::optional<Fraction> equal;
  for (std::size_t u = 0; u < out; ++u)
    for (std::size_t v = 1; v < side; ++v) {
      if (u == v || (u == 0 && v == out))
        continue;
      const Fraction &value = problem.bandwidth[u * side + v];
      if (value.numerator == 0)
        return std::nullopt;
      if ((u == 0 && isIdle[0]) || (v == out && isIdle[1]))
        continue;
      if (equal && !(value == *equal))
        return std::nullopt;
      equal = value;
    }
  return equal ? equal : Fraction{1, 1};
}

/// Precondition: checkProblem() finds nothing.
static PipelineInstance ticksOf(const PipelineProblem &problem) {
  std::optional<PipelineInstance> instance = exactTicks(problem);
  return instance ? *std::move(instance) : roundedTicks(problem);
}

Result<PipelineInstance>
redist::schedule::makeInstance(const PipelineProblem &problem) {
  if (std::optional<Error> error = checkProblem(problem))
    return *std::move(error);
  PipelineInstance instance;
  if (const std::optional<Fraction> equal = equalBandwidth(problem)) {
    PipelineProblem simpler = problem;
    simpler.bandwidth = {*equal};
    instance = ticksOf(simpler);
  } else {
    instance = ticksOf(problem);
  }
  const std::size_t n = problem.work.size();
  instance.model = problem.model;
  instance.sharesEnds = problem.sharesEnds;
  instance.pins = problem.pins;
  instance.pins.resize(n, -1);
  instance.replicas = problem.replicas;
  instance.replicas.resize(n, oneProcessor);
  return instance;
}
