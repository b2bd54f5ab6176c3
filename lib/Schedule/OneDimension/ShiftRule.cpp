//===- ShiftRule.cpp - The rule of all closed forms -----------------------===//
//
// Steps and costs of step = offset + (start + x + y) mod modulus. A class
// occupies the steps of x + y = 0 .. alpha + beta - 2, an interval of its
// modulus, so that costs are found a class, not a message, at a time.
//
//===----------------------------------------------------------------------===//
#include "OneDimension/ShiftRule.h"

#include <algorithm>
#include <cassert>
#include <numeric>

using namespace redist::schedule;

/// Steps that have no cost yet; each gets one once.
class OpenSteps {
public:
  explicit OpenSteps(std::int64_t count)
      : next(static_cast<std::size_t>(count) + 1) {
    std::iota(next.begin(), next.end(), std::int64_t{0});
  }
  /// Takes the open ones of [from, to) and says how many they were.
  std::int64_t take(std::int64_t from, std::int64_t to) {
    std::int64_t taken = 0;
    for (std::int64_t i = firstFrom(from); i < to; i = firstFrom(i), ++taken)
      next[static_cast<std::size_t>(i)] = i + 1;
    return taken;
  }

private:
  std::vector<std::int64_t> next; ///< of a taken step, one behind it

  /// Halves the ways that it goes.
  std::int64_t firstFrom(std::int64_t step) {
    const auto at = [this](std::int64_t i) -> std::int64_t & {
      return next[static_cast<std::size_t>(i)];
    };
    while (at(step) != step)
      step = at(step) = at(at(step));
    return step;
  }
};

ShiftRule::ShiftRule(const CommunicationGrid &grid, RuleForm form,
                     std::int64_t parameter, std::vector<ClassShift> given,
                     std::int64_t stepCount)
    : StepRule(form, parameter), shifts(std::move(given)),
      rowPeriod(grid.rowPeriod()), columnPeriod(grid.columnPeriod()) {
  steps = stepCount;
  const std::vector<std::int64_t> weights = classWeights(grid);
  assert(shifts.size() == weights.size() && "one shift a class");
  // A step costs as much as its heaviest class: in descending order of weight,
  // the first class that takes it.
  std::vector<std::size_t> order(shifts.size());
  std::iota(order.begin(), order.end(), std::size_t{0});
  std::stable_sort(
      order.begin(), order.end(),
      [&](std::size_t a, std::size_t b) { return weights[a] > weights[b]; });
  const std::int64_t diagonals = grid.alpha() + grid.beta() - 1;
  OpenSteps open(steps);
  cost = 0;
  for (const std::size_t c : order) {
    const auto [offset, start, modulus] = shifts[c];
    const std::int64_t end = start + std::min(diagonals, modulus);
    const std::int64_t taken =
        open.take(offset + start, offset + std::min(end, modulus)) +
        open.take(offset, offset + std::max<std::int64_t>(0, end - modulus));
    cost += taken * weights[c];
  }
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
