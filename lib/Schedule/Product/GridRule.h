//===- GridRule.h - Rules for the step of a grid message -------*- C++ -*-===//
//
// The rules behind GridSchedule, private to lib/Schedule. Ranks are numbered as
// in the assignment; lengths are in the units of ProductGrid or GridMessages.
//
//   product   a Schedule on every axis; steps are numbered row-major over them.
//             One axis that carries all messages is the usual case
//   table     step = table[entry of the quotient] (ProductGrid.h)
//   rotation  step = number of (q - p) mod max(P, Q), or of its negative, among
//             those that occur. The former counts ranks that have messages, and
//             targets as the sources that they are: what stays is then one step
//   dropped   another rule for all messages, without those that stay on a
//             process and without the steps that become empty
//   list      step = table[number of the message] (GridMessages.h)
//
// A rule is immutable and knows its step count and total cost.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PRODUCT_GRIDRULE_H
#define REDIST_LIB_SCHEDULE_PRODUCT_GRIDRULE_H

#include "OneDimension/StepRule.h"
#include "Product/GridMessages.h"
#include "Product/ProductGrid.h"
#include "redistSchedule/EdgeColouring/Colouring.h"
#include "redistSchedule/Product/GridSchedule.h"

namespace redist::schedule {

/// What a rule is; the numbers are part of the embedding.
enum class GridForm : std::uint8_t {
  Product = 0,
  Table = 1,       ///< parameter: a TableOrigin
  Caterpillar = 2, ///< p -> (p - d) mod max(P, Q)
  Rotation = 3,    ///< p -> (p + d) mod max(P, Q)
  Dropped = 4,
  List = 5, ///< parameter: a TableOrigin
};

class GridRule {
public:
  virtual ~GridRule() = default;
  GridRule(const GridRule &) = delete;
  GridRule &operator=(const GridRule &) = delete;

  GridForm form() const { return ruleForm; }
  std::int64_t parameter() const { return ruleParameter; }
  std::int64_t stepCount() const { return steps; }
  std::int64_t totalCost() const { return cost; }
  std::int64_t messageCount() const { return messages; }

  virtual std::string_view method() const = 0;
  /// Steps of a table or a list; else empty.
  virtual std::span<const std::int32_t> table() const { return {}; }
  /// The schedules of a product; else empty.
  virtual std::span<const Schedule> axes() const { return {}; }
  /// What a dropped rule is made from; else null.
  virtual const GridRule *base() const { return nullptr; }

  /// Precondition: the message exists.
  virtual std::int64_t stepOf(std::int64_t p, std::int64_t q) const = 0;
  /// Messages of a rank in any order; replaces the vector.
  virtual void sendRow(std::int64_t p, std::vector<Message> &row) const = 0;
  virtual void receiveRow(std::int64_t q, std::vector<Message> &row) const = 0;

protected:
  GridRule(GridForm form, std::int64_t parameter)
      : ruleForm(form), ruleParameter(parameter) {}
  std::int64_t steps = 0, cost = 0, messages = 0;

private:
  GridForm ruleForm;
  std::int64_t ruleParameter;
};

using GridRulePointer = std::shared_ptr<const GridRule>;
/// Shared by the rules that are made for one grid.
using GridPointer = std::shared_ptr<const ProductGrid>;
using ListPointer = std::shared_ptr<const MessageList>;

/// The messages themselves: those of a grid, or a list.
struct MessageSource {
  MessageSource(const Assignment &, GridPointer);
  MessageSource(const Assignment &, ListPointer);

  std::int64_t sourceRanks, targetRanks;
  RankSharing sharing;
  GridPointer grid; ///< else:
  ListPointer list;

  /// Messages of a rank without what it keeps, with step -1, a list's with
  /// their number in it; replaces the vector.
  void row(std::int64_t p, std::vector<Message> &) const;
  void column(std::int64_t q, std::vector<Message> &) const;
};

/// Places of the ranks that have messages on a circle, for rotations.
struct CircleNumbers {
  /// Source ranks in their order. Target ranks likewise if nothing is shared;
  /// else those that are source ranks take their numbers, and the others what
  /// is left.
  explicit CircleNumbers(const MessageSource &);

  std::int64_t circle; ///< the greater number of such ranks of a side
  std::vector<std::int32_t> source, target; ///< by rank
  /// How far on q is from p, in [0, circle).
  std::int64_t shift(std::int64_t p, std::int64_t q) const {
    const std::int64_t distance =
        std::int64_t{target[static_cast<std::size_t>(q)]} -
        source[static_cast<std::size_t>(p)];
    return distance < 0 ? distance + circle : distance;
  }
};

/// Whether the schedule of the product is the product of those of the axes, and
/// its cost known: lengths are exact, or one axis alone carries messages.
bool fitsProduct(const ProductGrid &);
/// Precondition: fitsProduct(); one schedule for each axis.
GridRulePointer makeProductRule(GridPointer, std::vector<Schedule>);
/// Precondition: one step for each entry; they are a schedule.
GridRulePointer makeGridTable(GridPointer, TableOrigin,
                              std::vector<std::int32_t> steps);
/// Form Caterpillar or Rotation.
GridRulePointer makeGridRotation(MessageSource, GridForm);
/// Without the messages that the sharing keeps on a process.
GridRulePointer makeDroppedRule(GridRulePointer base, const Assignment &);
/// Precondition: a source by list; steps[i] is that of list[i]; they are a
/// schedule without empty steps.
GridRulePointer makeListRule(TableOrigin, MessageSource,
                             std::vector<std::int32_t> steps);

/// Regular axes without lengths, nothing shared: classes describe it.
bool isByClasses(const Assignment &);
Assignment unshared(Assignment);
/// Superblocks of all axes, nothing shared. Precondition: all are regular.
Assignment superblocksOf(Assignment);
/// Least number of steps of a canonical assignment.
std::int64_t minSteps(const Assignment &);
/// Axes with more than one rank on either side.
std::vector<std::size_t> carryingAxes(const Assignment &);

/// A rule and a bound for the cost of any with as many steps.
struct BoundedGridRule {
  GridRulePointer rule;
  std::int64_t minimumSteps, bound;
};

/// The makers behind makeGridSchedule(), for canonical assignments: regular
/// axes without lengths ...
Result<BoundedGridRule> makeClassesRule(const Assignment &, StrategyKind,
                                        const GridScheduleOptions &);
/// ... and all others. `order`: steps that the messages may have, or null.
Result<BoundedGridRule> makeMessagesRule(const Assignment &, StrategyKind,
                                         const GridScheduleOptions &,
                                         const GridRule *order);

/// The messages of a list in the steps of another rule, numbered without those
/// that are empty.
Colouring orderedAs(const GridRule &, const Assignment &, const MessageList &);

/// Steps below `stepCount`, numbered without those that have no message.
Colouring withoutGaps(std::vector<std::int32_t> steps, std::int64_t stepCount);

/// Every rank plans for itself. Messages of all ranks are listed up to this
/// number, unless a list has a fraction of the steps of what needs none.
inline constexpr std::int64_t maxListed = std::int64_t{1} << 19;

/// The search for a colouring ends with a cost that exceeds the bound by no
/// more than this part of it: 1 %, of very many messages more, as they take
/// longer to search than to move.
std::int64_t nearFraction(std::int64_t messages);

/// Whether a schedule of what periodic() or disjoint() makes of a canonical
/// assignment may serve it: as many steps as it needs, and a cost near its
/// bound. Decided without a look at the messages where there are many
/// superblocks; above maxListed messages it is kept.
bool serves(const GridSchedule &, const Assignment &);

} // namespace redist::schedule

#endif
