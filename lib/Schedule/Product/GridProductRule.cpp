//===- GridProductRule.cpp - Product of the axes' schedules ---------------===//
//
// The step of a message is the tuple of its steps on the axes, so that a step
// costs the product of theirs, and all steps the product of the totals. As many
// steps as the grid needs where the same side dominates on every axis, or one
// axis alone has more than one step (docs/SchedulingMath.md, section 7).
//
//===----------------------------------------------------------------------===//
#include "Product/GridRule.h"

using namespace redist::schedule;

class ProductRule final : public GridRule {
public:
  ProductRule(GridPointer given, std::vector<Schedule> givenAxes)
      : GridRule(GridForm::Product, 0), grid(std::move(given)),
        schedules(std::move(givenAxes)), stepStride(schedules.size(), 1) {
    steps = cost = 1;
    for (std::size_t k = schedules.size(); k-- > 0;) {
      stepStride[k] = steps;
      steps *= schedules[k].stepCount();
      cost *= grid->isExact(k) ? schedules[k].totalCost() : 1;
    }
    messages = grid->messageCount();
  }

  std::string_view method() const override;
  std::span<const Schedule> axes() const override { return schedules; }
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const override;
  void sendRow(std::int64_t p, std::vector<Message> &row) const override {
    collect(p, true, row);
  }
  void receiveRow(std::int64_t q, std::vector<Message> &row) const override {
    collect(q, false, row);
  }

private:
  void collect(std::int64_t rank, bool isRow, std::vector<Message> &) const;

  GridPointer grid;
  std::vector<Schedule> schedules;
  std::vector<std::int64_t> stepStride;
};

std::string_view ProductRule::method() const {
  const Schedule *only = nullptr;
  for (const Schedule &own : schedules) {
    if (own.stepCount() == 1)
      continue;
    if (only)
      return "product of the schedules of the axes";
    only = &own;
  }
  return (only ? *only : schedules.front()).method();
}

std::int64_t ProductRule::stepOf(std::int64_t p, std::int64_t q) const {
  std::int64_t step = 0;
  for (std::size_t k = 0; k < schedules.size(); ++k)
    step +=
        stepStride[k] * schedules[k].stepOf(grid->sources().coordinate(p, k),
                                            grid->targets().coordinate(q, k));
  return step;
}

void ProductRule::collect(std::int64_t rank, bool isRow,
                          std::vector<Message> &result) const {
  const RankNumbering &own = isRow ? grid->sources() : grid->targets();
  const RankNumbering &other = isRow ? grid->targets() : grid->sources();
  result.assign(1, {0, 0, 1});
  std::vector<Message> left, factor;
  for (std::size_t k = 0; k < schedules.size(); ++k) {
    if (isRow)
      schedules[k].sendRow(own.coordinate(rank, k), factor);
    else
      schedules[k].receiveRow(own.coordinate(rank, k), factor);
    left.swap(result);
    result.clear();
    result.reserve(left.size() * factor.size());
    for (const Message &a : left)
      for (const Message &b : factor)
        result.push_back({a.step + b.step * stepStride[k],
                          a.partner + b.partner * other.stride(k),
                          a.length * (grid->isExact(k) ? b.length : 1)});
  }
}

bool redist::schedule::fitsProduct(const ProductGrid &grid) {
  for (std::size_t k = 0; k < grid.dimensions(); ++k) {
    const auto &[source, target] = grid.grid(k).redistribution();
    if (!grid.isExact(k) && (source.ranks > 1 || target.ranks > 1))
      return false;
  }
  return true;
}

GridRulePointer
redist::schedule::makeProductRule(GridPointer grid,
                                  std::vector<Schedule> schedules) {
  return std::make_shared<ProductRule>(std::move(grid), std::move(schedules));
}
