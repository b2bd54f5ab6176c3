//===- ShiftRule.cpp - The rule of all closed forms -----------------------===//
//
// Steps and costs of step = offset + (start + x + y) mod modulus. A class
// occupies the steps of x + y = 0 .. alpha + beta - 2, an interval of its
// modulus, so that costs are found a class, not a message, at a time.
//
//===----------------------------------------------------------------------===//
#include "ShiftRule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

ShiftRule::ShiftRule(const CommunicationGrid &grid, RuleForm form,
                     std::int64_t parameter, std::vector<ClassShift> given,
                     std::int64_t stepCount)
    : StepRule(form, parameter), shifts(std::move(given)),
      rowPeriod(grid.rowPeriod()), columnPeriod(grid.columnPeriod()) {
  steps = stepCount;
  std::vector<std::int64_t> costs(static_cast<std::size_t>(steps), 0);
  const std::vector<std::int64_t> weights = classWeights(grid);
  assert(shifts.size() == weights.size() && "one shift a class");
  const std::int64_t diagonals = grid.alpha() + grid.beta() - 1;
  for (std::size_t c = 0; c < shifts.size(); ++c) {
    const auto [offset, start, modulus] = shifts[c];
    const std::int64_t end = start + std::min(diagonals, modulus);
    const auto raise = [&](std::int64_t from, std::int64_t to) {
      for (std::int64_t i = offset + from; i < offset + to; ++i)
        costs[static_cast<std::size_t>(i)] =
            std::max(costs[static_cast<std::size_t>(i)], weights[c]);
    };
    raise(start, std::min(end, modulus));
    raise(0, end - modulus);
  }
  cost = std::accumulate(costs.begin(), costs.end(), std::int64_t{0});
}

std::string_view ShiftRule::method() const {
  switch (form()) {
  case RuleForm::Circulant:
    return "circulant closed form";
  case RuleForm::Rows:
    return "closed form F1";
  case RuleForm::Columns:
    return "closed form F2";
  case RuleForm::Linear:
    return "closed form F3";
  case RuleForm::Caterpillar:
  case RuleForm::Rotation:
  case RuleForm::Table:
    break;
  }
  assert(false && "not a closed form");
  return {};
}

std::int64_t ShiftRule::step(const MessageKey &key) const {
  const auto [offset, start, modulus] = shift(key.classNumber);
  return offset + (start + key.p / rowPeriod + key.q / columnPeriod) % modulus;
}

/// Steps of a run of x or y from 0 on, the other coordinate being fixed.
void ShiftRule::fill(std::int64_t classNumber, std::int64_t coordinate,
                     std::span<Message> messages) const {
  const auto [offset, start, modulus] = shift(classNumber);
  std::int64_t position = (start + coordinate) % modulus;
  for (Message &message : messages) {
    message.step = offset + position;
    if (++position == modulus)
      position = 0;
  }
}

void ShiftRule::stepsOfRow(const MessageKey &first,
                           std::span<Message> row) const {
  fill(first.classNumber, first.p / rowPeriod, row);
}

void ShiftRule::stepsOfColumn(const MessageKey &first,
                              std::span<Message> column) const {
  fill(first.classNumber, first.q / columnPeriod, column);
}
