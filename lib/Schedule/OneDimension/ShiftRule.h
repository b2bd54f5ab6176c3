//===- ShiftRule.h - The rule of all closed forms --------------*- C++ -*-===//
//
// step = offset + (start + x + y) mod modulus, with three numbers a class.
// Private to lib/Schedule. Which numbers, is the business of ClosedForms.cpp.
//
// Example P = Q = 3, r = 1, s = 2 (one copy, alpha = beta = 3, classes 0 and 1
// of weight 1): class 0 takes steps 0..2 and class 1 steps 3..5,
// by {0, 0, 3}, {3, 0, 3}.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_ONEDIMENSION_SHIFTRULE_H
#define REDIST_LIB_SCHEDULE_ONEDIMENSION_SHIFTRULE_H

#include "OneDimension/StepRule.h"

namespace redist::schedule {

struct ClassShift {
  std::int64_t offset, start, modulus;
};

class ShiftRule final : public StepRule {
public:
  /// Precondition: one shift a class; every modulus is at least alpha and beta.
  ShiftRule(const CommunicationGrid &, RuleForm, std::int64_t parameter,
            std::vector<ClassShift> shifts, std::int64_t stepCount);

  std::string_view method() const override;
  std::int64_t step(const MessageKey &) const override;
  void stepsOfRow(const MessageKey &, std::span<Message>) const override;
  void stepsOfColumn(const MessageKey &, std::span<Message>) const override;

  const ClassShift &shift(std::int64_t classNumber) const {
    return shifts[static_cast<std::size_t>(classNumber)];
  }

private:
  void fill(std::int64_t classNumber, std::int64_t coordinate,
            std::span<Message>) const;

  std::vector<ClassShift> shifts;
  std::int64_t rowPeriod, columnPeriod;
};

} // namespace redist::schedule

#endif
