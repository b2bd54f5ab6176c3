//===- RotationRule.cpp - Rule of the rotation (caterpillar) --------------===//
//
// The caterpillar order of ScaLAPACK, p -> (p - d) mod max(P, Q), and its
// mirror image. Shifts d that no message has are not counted as steps. The
// costs come from the classes along a shift, which repeat with a short period:
// the grid is not walked.
//
//===----------------------------------------------------------------------===//
#include "OneDimension/StepRule.h"

#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

/// The messages p -> p + distance for p in [begin, end).
struct DiagonalSegment {
  std::int64_t distance, begin, end;
};

/// Longest message in the segment; `heaviest` ends the search early.
static std::int64_t longest(const CommunicationGrid &grid,
                            const std::vector<std::int64_t> &weights,
                            const DiagonalSegment &segment,
                            std::int64_t heaviest) {
  const std::int64_t g = grid.modulus();
  const std::int64_t advance =
      modulo(grid.reducedSourceBlock() - grid.reducedTargetBlock(), g);
  const std::int64_t period = g / greatestCommonDivisor(advance, g);
  const std::int64_t end = std::min(segment.end, segment.begin + period);
  if (segment.begin >= end)
    return 0;
  std::int64_t number =
      modulo(grid.classOf(segment.begin, segment.begin + segment.distance) -
                 grid.firstClass(),
             g);
  std::int64_t result = 0;
  for (std::int64_t p = segment.begin; p < end && result < heaviest; ++p) {
    if (number < grid.classCount())
      result = std::max(result, weights[static_cast<std::size_t>(number)]);
    number += advance;
    number -= number >= g ? g : 0;
  }
  return result;
}

class RotationRule final : public StepRule {
public:
  RotationRule(const CommunicationGrid &grid, RuleForm form);

  std::string_view method() const override {
    return form() == RuleForm::Caterpillar ? "caterpillar" : "rotation";
  }
  std::int64_t step(const MessageKey &key) const override {
    return stepOfShift[static_cast<std::size_t>(shiftOf(key.p, key.q))];
  }
  void stepsOfRow(const MessageKey &first,
                  std::span<Message> row) const override {
    for (Message &message : row)
      message.step = step({first.p, message.partner, first.classNumber});
  }
  void stepsOfColumn(const MessageKey &first,
                     std::span<Message> column) const override {
    for (Message &message : column)
      message.step = step({message.partner, first.q, first.classNumber});
  }

private:
  std::int64_t shiftOf(std::int64_t p, std::int64_t q) const {
    const std::int64_t shift = form() == RuleForm::Caterpillar ? p - q : q - p;
    return shift < 0 ? shift + circle : shift;
  }

  std::int64_t circle; ///< max(P, Q)
  std::vector<std::int32_t> stepOfShift;
};

RotationRule::RotationRule(const CommunicationGrid &grid, RuleForm form)
    : StepRule(form, 0) {
  const std::int64_t P = grid.redistribution().source.ranks;
  const std::int64_t Q = grid.redistribution().target.ranks;
  circle = std::max(P, Q);
  const std::vector<std::int64_t> weights = classWeights(grid);
  const std::int64_t heaviest =
      *std::max_element(weights.begin(), weights.end());
  stepOfShift.assign(static_cast<std::size_t>(circle), -1);
  for (std::int64_t shift = 0; shift < circle; ++shift) {
    // q - p is `ahead`, or that less a whole turn.
    const std::int64_t ahead =
        form == RuleForm::Caterpillar ? modulo(-shift, circle) : shift;
    const std::int64_t behind = ahead - circle;
    const std::int64_t stepCost = std::max(
        longest(grid, weights, {ahead, 0, std::min(P, Q - ahead)}, heaviest),
        longest(grid, weights, {behind, -behind, std::min(P, Q - behind)},
                heaviest));
    if (stepCost == 0)
      continue;
    stepOfShift[static_cast<std::size_t>(shift)] =
        static_cast<std::int32_t>(steps++);
    cost += stepCost;
  }
}

RulePointer redist::schedule::makeRotationRule(const CommunicationGrid &grid,
                                               RuleForm form) {
  return std::make_shared<RotationRule>(grid, form);
}
