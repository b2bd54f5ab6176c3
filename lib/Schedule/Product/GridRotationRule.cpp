//===- GridRotationRule.cpp - Rules that renumber steps -------------------===//
//
// Rotation: step d takes every rank to the rank d further on (or back), in the
// numbering of the whole grids; shifts that no message has are not counted.
// Dropped: the steps of another rule, without messages that stay on a process;
// steps of nothing else are not counted.
//
//===----------------------------------------------------------------------===//
#include "Product/GridRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// Numbers steps in their order, without those that have no message.
class StepNumbers {
public:
  explicit StepNumbers(std::int64_t stepCount)
      : costs(static_cast<std::size_t>(stepCount), 0) {}

  void add(std::int64_t step, std::int64_t length) {
    std::int64_t &own = costs[static_cast<std::size_t>(step)];
    own = std::max(own, length);
  }
  /// Number of each step, -1 for empty ones; `steps` and `cost` of the others.
  std::vector<std::int32_t> number(std::int64_t &steps,
                                   std::int64_t &cost) const {
    std::vector<std::int32_t> numbers(costs.size(), -1);
    steps = cost = 0;
    for (std::size_t i = 0; i < costs.size(); ++i)
      if (costs[i] > 0) {
        numbers[i] = static_cast<std::int32_t>(steps++);
        cost += costs[i];
      }
    return numbers;
  }

private:
  std::vector<std::int64_t> costs;
};

class GridRotation final : public GridRule {
public:
  GridRotation(MessageSource given, GridForm form);

  std::string_view method() const override {
    return form() == GridForm::Caterpillar ? "caterpillar" : "rotation";
  }
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const override {
    return numbers[static_cast<std::size_t>(shiftOf(p, q))];
  }
  void sendRow(std::int64_t p, std::vector<Message> &row) const override {
    source.row(p, row);
    for (Message &message : row)
      message.step = stepOf(p, message.partner);
  }
  void receiveRow(std::int64_t q, std::vector<Message> &row) const override {
    source.column(q, row);
    for (Message &message : row)
      message.step = stepOf(message.partner, q);
  }

private:
  std::int64_t shiftOf(std::int64_t p, std::int64_t q) const {
    return form() == GridForm::Caterpillar ? modulo(p - q, circle)
                                           : places.shift(p, q);
  }

  MessageSource source;
  CircleNumbers places;
  std::int64_t circle;
  std::vector<std::int32_t> numbers; ///< step by shift
};

GridRotation::GridRotation(MessageSource given, GridForm form)
    : GridRule(form, 0), source(std::move(given)), places(source),
      circle(form == GridForm::Caterpillar
                 ? std::max(source.sourceRanks, source.targetRanks)
                 : places.circle) {
  StepNumbers shifts(circle);
  std::vector<Message> row;
  for (std::int64_t p = 0; p < source.sourceRanks; ++p) {
    source.row(p, row);
    messages += static_cast<std::int64_t>(row.size());
    for (const Message &message : row)
      shifts.add(shiftOf(p, message.partner), message.length);
  }
  numbers = shifts.number(steps, cost);
}

GridRulePointer redist::schedule::makeGridRotation(MessageSource source,
                                                   GridForm form) {
  return std::make_shared<GridRotation>(std::move(source), form);
}

class DroppedRule final : public GridRule {
public:
  DroppedRule(GridRulePointer, const Assignment &);

  std::string_view method() const override { return baseRule->method(); }
  const GridRule *base() const override { return baseRule.get(); }
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const override {
    return stays(p, q)
               ? -1
               : numbers[static_cast<std::size_t>(baseRule->stepOf(p, q))];
  }
  void sendRow(std::int64_t p, std::vector<Message> &row) const override {
    baseRule->sendRow(p, row);
    std::erase_if(row, [&](const auto &m) { return stays(p, m.partner); });
    renumber(row);
  }
  void receiveRow(std::int64_t q, std::vector<Message> &row) const override {
    baseRule->receiveRow(q, row);
    std::erase_if(row, [&](const auto &m) { return stays(m.partner, q); });
    renumber(row);
  }

private:
  bool stays(std::int64_t p, std::int64_t q) const {
    return sharing.sourceOf(q, sourceRanks) == p;
  }
  void renumber(std::vector<Message> &row) const {
    for (Message &message : row)
      message.step = numbers[static_cast<std::size_t>(message.step)];
  }

  GridRulePointer baseRule;
  RankSharing sharing;
  std::int64_t sourceRanks;
  std::vector<std::int32_t> numbers; ///< step by the base's step
};

DroppedRule::DroppedRule(GridRulePointer given, const Assignment &assignment)
    : GridRule(GridForm::Dropped, 0), baseRule(std::move(given)),
      sharing(assignment.sharing), sourceRanks(assignment.sourceRanks()) {
  StepNumbers kept(baseRule->stepCount());
  std::vector<Message> row;
  for (std::int64_t p = 0; p < sourceRanks; ++p) {
    baseRule->sendRow(p, row);
    for (const Message &message : row)
      if (!stays(p, message.partner)) {
        kept.add(message.step, message.length);
        ++messages;
      }
  }
  numbers = kept.number(steps, cost);
}

GridRulePointer
redist::schedule::makeDroppedRule(GridRulePointer base,
                                  const Assignment &assignment) {
  return std::make_shared<DroppedRule>(std::move(base), assignment);
}
