//===- GridSchedule.h - Schedule of several dimensions ---------*- C++ -*-===//
//
// The schedule of an assignment of any number of dimensions (Assignment.h):
// in which step rank p of the source grid sends to rank q of the target grid.
// It is made for the product graph as a whole: NS is the larger of the products
// of the axes' greatest degrees, never a product of step counts. What stays on
// a process is no message.
//
// Three rules, by what the assignment says that it is made for:
//   axis     one axis carries all messages: the Schedule of that axis
//   classes  regular axes without lengths: classes, row and column types,
//            alpha, beta, copies and weights multiply; a table over the product
//            quotient, lifted to all ranks
//   list     true lengths or a sharing: a step for each message that exists
//
// `auto` keeps the schedule of the superblock where that costs, for the
// messages that there really are, little more than their bound
// (docs/SchedulingMath.md, section 7).
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_PRODUCT_GRIDSCHEDULE_H
#define REDISTSCHEDULE_PRODUCT_GRIDSCHEDULE_H

#include "redistSchedule/Layout/Assignment.h"
#include "redistSchedule/OneDimension/Bounds.h"
#include "redistSchedule/OneDimension/Schedule.h"

#include <optional>

namespace redist::schedule {

class GridRule; ///< private to lib/Schedule

class GridSchedule {
public:
  /// What it is made for: canonical() of what was asked, or what periodic() and
  /// disjoint() make of that.
  const Assignment &assignment() const { return canonicalAssignment; }
  StrategyKind strategy() const { return strategyKind; }
  /// How it was made, for people.
  std::string_view method() const;

  std::int64_t stepCount() const { return steps; } ///< NS
  /// TC in elements: of the true lengths where all axes have them, else of the
  /// product of superblocks.
  std::int64_t totalCost() const { return cost; }
  /// Elements that one unit of a length or cost stands for: 1, unless the
  /// product of the superblocks leaves 62 bits.
  double lengthUnit() const;
  /// Least number of steps of any schedule of these messages.
  std::int64_t minimumSteps() const { return minSteps; }
  bool provedOptimal() const { return cost == lowerBound; }
  std::int64_t costLowerBound() const { return lowerBound; }
  std::int64_t messageCount() const;

  /// Step in which p sends to q; -1 where there is no message.
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const;
  /// All messages that p sends / q receives, by ascending step; `partner` is a
  /// rank of the other grid. Cost: the row's length plus sorting for the rules
  /// by axis and classes, a bisection more for a list. Reuses the vector.
  void sendRow(std::int64_t p, std::vector<Message> &row) const;
  void receiveRow(std::int64_t q, std::vector<Message> &row) const;
  /// The whole schedule: of totalCost()'s lengths, or of the true lengths of
  /// `ofAssignment`, whose canonical() is assignment(); empty messages and
  /// steps are left out then.
  std::vector<Step> allSteps() const;
  std::vector<Step> allSteps(const Assignment &ofAssignment) const;

  /// Equal on all ranks iff the schedules are (for REDIST_VERIFY).
  std::uint64_t hash() const;
  const GridRule &rule() const { return *gridRule; }

  GridSchedule(Assignment canonicalAssignment, StrategyKind,
               std::shared_ptr<const GridRule>, std::int64_t minSteps,
               std::int64_t costLowerBound);

private:
  Assignment canonicalAssignment;
  StrategyKind strategyKind;
  std::shared_ptr<const GridRule> gridRule;
  std::int64_t steps, cost, minSteps, lowerBound;
};

/// Schedules that somebody has already: embedded, or made before.
class KnownSchedules {
public:
  virtual ~KnownSchedules() = default;
  /// One that was made for just this canonical assignment.
  virtual std::optional<GridSchedule> find(const Assignment &,
                                           StrategyKind) = 0;
  /// It has been made for this.
  virtual void keep(const Assignment &, StrategyKind, const GridSchedule &) = 0;
};

struct GridScheduleOptions {
  /// Used by StrategyKind::Exact; without it Exact is Auto.
  const ExactSolver *exactSolver = nullptr;
  /// Asked before anything is made; may be null.
  KnownSchedules *known = nullptr;
  /// As ScheduleOptions has it.
  std::int64_t maxMessages = maxNumberedMessages;
};

/// Makes a schedule of canonical(assignment). Errors: as check(),
/// StrategyNotForCase (`circulant` and `classes` where more than one axis
/// carries messages), TooLarge.
Result<GridSchedule> makeGridSchedule(const Assignment &, StrategyKind,
                                      const GridScheduleOptions & = {});

/// The same of what canonical() has made of an assignment that is right: who
/// has looked for a schedule of it before need not make that again.
Result<GridSchedule> makeCanonicalSchedule(Assignment, StrategyKind,
                                           const GridScheduleOptions & = {});

/// NS_opt and the sorted bound of an assignment (true lengths where all axes
/// have them; its sharing counts).
LowerBounds lowerBounds(const Assignment &);
/// The class problem of the product of regular axes without lengths: the input
/// of ExactSolver, splitProfile and realise. TooLarge where it has more than
/// 2^31 entries. Precondition: all axes are regular and nothing is shared.
Result<ClassProblem> classProblem(const Assignment &, std::int64_t stepCount);

/// What a schedule is for the messages that were asked for.
struct ScheduleCounts {
  std::int64_t stepCount = 0, totalCost = 0, messageCount = 0;
  /// Of any schedule, and of the cost of those with stepCount steps.
  LowerBounds bounds = {};

  bool stepsAreLeast() const { return stepCount == bounds.stepCount; }
  bool costIsLeast() const { return totalCost == bounds.totalCost; }
};

/// In elements: true ones along axes with a length, those of a superblock along
/// the others. Absent where that leaves 62 bits, or the messages would have to
/// be counted and are too many. Precondition: the schedule was made for it.
std::optional<ScheduleCounts> countsOf(const GridSchedule &,
                                       const Assignment &asked);

/// "gap 6.7 %": how much dearer than the least a cost may be, by its bound.
std::string gapText(std::int64_t cost, std::int64_t bound);

struct VerifyReport;
/// As Verify.h, for the assignment it is made for, or with its true lengths.
VerifyReport verify(const GridSchedule &);
VerifyReport verify(const GridSchedule &, const Assignment &ofAssignment);
/// Any steps. `countsElements`: lengths are elements, not larger units.
VerifyReport verify(const Assignment &, std::span<const Step>,
                    bool countsElements = true);

// An embedded grid schedule: the same words discipline as Embedding.h, a
// version of its own. Decoding never trusts the words (BadEncoding).
std::vector<std::uint32_t> encode(const GridSchedule &);
Result<GridSchedule> decodeGrid(std::span<const std::uint32_t> words);
struct GridEmbeddingKey {
  Assignment assignment; ///< canonical
  StrategyKind strategy;
  bool operator==(const GridEmbeddingKey &) const = default;
};
Result<GridEmbeddingKey> gridKeyOf(std::span<const std::uint32_t> words);
/// Table entries that encode() writes (0: closed form).
std::int64_t tableEntries(const GridSchedule &);

} // namespace redist::schedule

#endif
