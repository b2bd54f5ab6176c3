//===- ReductionInput.cpp - What the command line asks for ----------------===//
//
// See ReductionInput.h. All times of a problem are brought to one tick, the
// largest of which each is a multiple.
//
//===----------------------------------------------------------------------===//
#include "ReductionInput.h"

#include "Failure.h"
#include "NumberInput.h"

#include "redistc/Support/Spelling.h"

#include <array>
#include <string>

using namespace redistplan;
using namespace redist::schedule;
using redistc::support::didYouMean;
using redistc::support::inQuotes;

static ReductionStrategy strategyOf(const CommandLine &line) {
  const std::string_view text = line.value("--strategy").value_or("auto");
  const auto strategy = reductionStrategyNamed(text);
  if (!strategy)
    throw UsageError("--strategy: unknown strategy " + inQuotes(text) +
                     didYouMean(text, reductionStrategyNames()));
  return *strategy;
}

/// Elements that arrive later are reduced by methods of their own.
static void checkCombinations(const CommandLine &line) {
  static constexpr std::array<std::string_view, 7> others = {
      "--transfers", "--reducers", "--ordered",  "--root",
      "--strategy",  "--rank",     "--allreduce"};
  for (const std::string_view other :
       {"--arrivals", "--transfers", "--reducers"})
    if (line.has("--ranks-per-node") && line.has(other))
      throw UsageError("option '--ranks-per-node' does not go with " +
                       inQuotes(other));
  if (!line.has("--arrivals"))
    return;
  for (const std::string_view other : others)
    if (line.has(other))
      throw UsageError("option '--arrivals' does not go with " +
                       inQuotes(other));
}

static std::int64_t limitOf(const CommandLine &line, std::string_view option) {
  const std::optional<std::string_view> text = line.value(option);
  return text ? positiveSizeOf(option, *text) : 0;
}

static std::int64_t rankOf(const CommandLine &line, std::string_view option,
                           std::int64_t ranks) {
  const std::string_view text = line.required(option);
  const std::int64_t rank = sizeOf(option, text);
  if (rank >= ranks)
    throw InputError(std::string(option) + ": " + inQuotes(text) +
                     " is not below --ranks, " + std::to_string(ranks));
  return rank;
}

/// The costs and, where there are any, arrivals in one tick.
class TimeInput {
public:
  explicit TimeInput(const CommandLine &line);
  void store(ReductionInput &input) const;

private:
  std::string options = "--transfer, --combine";
  Fraction transfer, combine, latency;
  std::vector<Fraction> arrivals;

  template <typename T> T orFail(Result<T> result) const {
    if (!result)
      throw InputError(options + ": " + result.error().message);
    return *std::move(result);
  }
};

TimeInput::TimeInput(const CommandLine &line)
    : transfer(amountOf("--transfer", line.required("--transfer"))),
      combine(amountOf("--combine", line.required("--combine"))) {
  if (const auto text = line.value("--latency")) {
    latency = amountOf("--latency", *text);
    options += ", --latency";
  }
  if (const auto text = line.value("--arrivals")) {
    arrivals = amountsOf("--arrivals", *text);
    options += ", --arrivals";
  }
}

/// value / tick, which is whole; nothing where it leaves 62 bits.
static std::optional<std::int64_t> ticksOf(Fraction value, Fraction tick) {
  std::int64_t ticks = 0;
  if (__builtin_mul_overflow(value.numerator / tick.numerator,
                             tick.denominator / value.denominator, &ticks) ||
      ticks >= std::int64_t{1} << 62)
    return std::nullopt;
  return ticks;
}

void TimeInput::store(ReductionInput &input) const {
  const TickedCost given = orFail(exactCost(transfer, combine, latency));
  input.problem.cost = given.cost;
  input.tick = given.tick;
  if (arrivals.empty())
    return;
  // exactCost() finds the greatest common measure of any times.
  for (const Fraction &arrival : arrivals)
    input.tick = orFail(exactCost(input.tick, arrival)).tick;
  const auto ticks = [&](Fraction time) {
    const std::optional<std::int64_t> count = ticksOf(time, input.tick);
    if (!count)
      throw InputError(options + ": the times have no common unit in 62 bits");
    return *count;
  };
  input.problem.cost = {ticks(transfer), ticks(combine), ticks(latency)};
  for (const Fraction &arrival : arrivals)
    input.arrivals.push_back(ticks(arrival));
}

ReductionInput redistplan::reductionInputOf(const CommandLine &line) {
  for (const std::string_view option : {"--ranks", "--transfer", "--combine"})
    line.required(option);
  checkCombinations(line);
  ReductionInput input;
  input.problem.strategy = strategyOf(line);
  input.problem.ranks = positiveSizeOf("--ranks", line.required("--ranks"));
  TimeInput(line).store(input);
  input.problem.maxTransfers = limitOf(line, "--transfers");
  input.problem.maxReducers = limitOf(line, "--reducers");
  input.problem.ordered = line.has("--ordered");
  if (line.has("--root"))
    input.root = rankOf(line, "--root", input.problem.ranks);
  if (line.has("--rank"))
    input.rank = rankOf(line, "--rank", input.problem.ranks);
  if (const auto text = line.value("--ranks-per-node"))
    input.ranksPerNode = positiveSizeOf("--ranks-per-node", *text);
  const auto count = static_cast<std::int64_t>(input.arrivals.size());
  if (count > 0 && count != input.problem.ranks)
    throw InputError("--arrivals: expected a time for each of " +
                     std::to_string(input.problem.ranks) + " ranks, found " +
                     std::to_string(count));
  return input;
}
