//===- StepRule.h - Rules for the step of a message ------------*- C++ -*-===//
//
// The rules behind Schedule, private to lib/Schedule. A rule gives the step of
// message (c, x, y), where c = k - firstClass() in [0, n) is the number of its
// class and x, y are the block coordinates of its ranks (CommunicationGrid.h).
//
//   shift      step = offset[c] + (start[c] + x + y) mod modulus[c]
//   rotation   step = number of (q - p) mod max(P, Q), or of its negative,
//              among those that occur
//   table      step = table[(c * alpha + x) * beta + y]
//
// A rule knows its step count and total cost; it is immutable.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_ONEDIMENSION_STEPRULE_H
#define REDIST_LIB_SCHEDULE_ONEDIMENSION_STEPRULE_H

#include "redistSchedule/Intersection/CommunicationGrid.h"
#include "redistSchedule/OneDimension/Schedule.h"

namespace redist::schedule {

/// What a rule is; the numbers are part of the embedding.
enum class RuleForm : std::uint8_t {
  Circulant = 0,   ///< r = 1 or s = 1 (docs/SchedulingMath.md, section 4)
  Rows = 1,        ///< F1
  Columns = 2,     ///< F2
  Linear = 3,      ///< F3; parameter d
  Caterpillar = 4, ///< p -> (p - d) mod max(P, Q)
  Rotation = 5,    ///< p -> (p + d) mod max(P, Q)
  Table = 6,       ///< parameter: a TableOrigin
};

/// Which algorithm filled a table; the numbers are part of the embedding.
enum class TableOrigin : std::uint8_t {
  Insertion = 0,
  MultiThreshold = 1,
  Fast = 2,
  Stepwise = 3,
  Greedy = 4,
  Exact = 5,
  Split = 6,
  // Of grids only: the order of a rule, without steps that are empty; ...
  Period = 7,
  Caterpillar = 8,
  Rotation = 9,
  Reduced = 10, ///< ... that of the superblocks, with fewer steps
};
inline constexpr std::int64_t tableOriginCount = 7;
inline constexpr std::int64_t gridOriginCount = 11;

/// For people.
std::string_view methodOf(TableOrigin);

/// One message, by rank and by class.
struct MessageKey {
  std::int64_t p, q;
  std::int64_t classNumber;
};

class StepRule {
public:
  virtual ~StepRule() = default;
  StepRule(const StepRule &) = delete;
  StepRule &operator=(const StepRule &) = delete;

  RuleForm form() const { return ruleForm; }
  std::int64_t parameter() const { return ruleParameter; }
  virtual std::string_view method() const = 0;
  /// Steps of a table, in the order of the file comment; else empty.
  virtual std::span<const std::int32_t> table() const { return {}; }

  std::int64_t stepCount() const { return steps; }
  std::int64_t totalCost() const { return cost; }

  /// Precondition: the message exists.
  virtual std::int64_t step(const MessageKey &) const = 0;
  /// Steps of the messages of one class that p = first.p sends to
  /// first.q + b*y, y < row.size(); first.q < b.
  virtual void stepsOfRow(const MessageKey &first,
                          std::span<Message> row) const = 0;
  /// Steps of those that q receives from first.p + a*x, x < column.size().
  virtual void stepsOfColumn(const MessageKey &first,
                             std::span<Message> column) const = 0;

protected:
  StepRule(RuleForm form, std::int64_t parameter)
      : ruleForm(form), ruleParameter(parameter) {}
  std::int64_t steps = 0, cost = 0;

private:
  RuleForm ruleForm;
  std::int64_t ruleParameter;
};

using RulePointer = std::shared_ptr<const StepRule>;

/// A rule that needs no table. Null where the form is not valid for the grid,
/// or the parameter not for the form.
RulePointer makeRule(const CommunicationGrid &, RuleForm,
                     std::int64_t parameter);

/// The closed forms F1, F2, F3 that are valid for the grid and need no more
/// than minimumSteps(); the circulant one alone where r = 1 or s = 1.
std::vector<RulePointer> closedForms(const CommunicationGrid &);

/// Takes the steps as they come. Precondition: their number is
/// n * alpha * beta and they are a schedule.
RulePointer makeTableRule(const CommunicationGrid &, TableOrigin,
                          std::vector<std::int32_t> steps);

// The makers behind makeRule().
RulePointer makeCirculantRule(const CommunicationGrid &);
RulePointer makeRowsRule(const CommunicationGrid &);
RulePointer makeColumnsRule(const CommunicationGrid &);
RulePointer makeLinearRule(const CommunicationGrid &, std::int64_t parameter);
RulePointer makeRotationRule(const CommunicationGrid &, RuleForm);

/// Weights of the classes, by class number.
std::vector<std::int64_t> classWeights(const CommunicationGrid &);

} // namespace redist::schedule

#endif
