//===- ExtentRule.h - A step for each message of an extent -----*- C++ -*-===//
//
// Private to lib/Schedule. The rule of a schedule for less than a superblock:
// the messages that exist, with their true lengths and steps, in two orders, so
// that a rank finds its row or its column by bisection. Memory: 24 bytes a
// message, whatever the number of ranks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_EXTENTRULE_H
#define REDIST_LIB_SCHEDULE_EXTENTRULE_H

#include "ExtentMessages.h"
#include "StepRule.h"

namespace redist::schedule {

class ExtentRule final : public StepRule {
public:
  /// Precondition: steps[i] is that of list[i]; they are a schedule without
  /// empty steps.
  ExtentRule(TableOrigin, ExtentMessages, std::vector<std::int32_t> steps);

  std::string_view method() const override;
  std::span<const std::int32_t> table() const override { return entries; }
  const ExtentRule *extentRule() const override { return this; }
  std::int64_t step(const MessageKey &) const override;
  void stepsOfRow(const MessageKey &first,
                  std::span<Message> row) const override;
  void stepsOfColumn(const MessageKey &first,
                     std::span<Message> column) const override;

  std::int64_t extent() const { return messages.extent; }
  const std::vector<ExtentMessage> &list() const { return messages.list; }
  /// Least number of steps: the greatest degree.
  std::int64_t minimumSteps() const { return degree; }
  /// Step of p -> q; -1 where there is no message.
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const;
  /// The messages from p by ascending receiver; to q by ascending sender.
  void row(std::int64_t p, std::vector<Message> &) const;
  void column(std::int64_t q, std::vector<Message> &) const;

private:
  ExtentMessages messages;
  std::vector<std::int32_t> entries;
  std::int64_t degree;
};

/// The schedule for less than a superblock. `period`: the rule of a superblock
/// whose order is taken, for the strategies that are one closed form. TooLarge.
Result<Schedule> makeExtentSchedule(const CommunicationGrid &, StrategyKind,
                                    std::int64_t extent, RulePointer period);

} // namespace redist::schedule

#endif
