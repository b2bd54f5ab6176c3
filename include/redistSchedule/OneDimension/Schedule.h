//===- Schedule.h - Schedule of one dimension ------------------*- C++ -*-===//
//
// A Schedule says in which step rank p sends to rank q. It is a value that
// holds a rule, not a list: a closed form, or a table over the quotient of the
// communication grid (classes and block coordinates), lifted to all ranks. One
// rank asks for its own row without anybody building the whole.
//
// Comes in: a Redistribution and a strategy. Goes out: rows, columns, steps,
// counts, costs. The same input gives the same schedule on every rank, in the
// compiler and at run time.
//
// Lengths are elements of one superblock L = lcm(Pr, Qs). Schedules of several
// dimensions, of true lengths and of shared ranks are GridSchedules
// (GridSchedule.h); these are made of Schedules where the axes allow it.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_ONEDIMENSION_SCHEDULE_H
#define REDISTSCHEDULE_ONEDIMENSION_SCHEDULE_H

#include "redistSchedule/EdgeColouring/ClassSchedule.h"
#include "redistSchedule/Intersection/CommunicationGrid.h"

#include <memory>
#include <span>
#include <string_view>

namespace redist::schedule {

/// The strategies of the `strategy` clause and of `redist-plan --strategy`.
enum class StrategyKind {
  Auto,        ///< fewest steps, then least cost: closed forms, else colouring
  Exact,       ///< least total cost at the fewest steps, proved (lib/Exact)
  Circulant,   ///< closed form for r = 1 or s = 1 (Park et al., generalised)
  Classes,     ///< class by class (Desprez et al. 4.3.2), r' = s' = 1
  Stepwise,    ///< Desprez et al. 4.5
  Greedy,      ///< Desprez et al. 4.5
  Caterpillar, ///< ScaLAPACK's order, the baseline
  AllToAll,    ///< one collective at run time; shown as rotated steps
  Direct,      ///< everything at once at run time; shown as rotated steps
};

/// Lower-case name as users write it, and back.
std::string_view name(StrategyKind);
std::optional<StrategyKind> strategyFromName(std::string_view);
/// All names, in the order of the enumeration.
std::span<const std::string_view> strategyNames();

/// One message in the row of a sender or the column of a receiver.
struct Message {
  std::int64_t step;
  std::int64_t partner; ///< coordinate in the other grid
  std::int64_t length;  ///< elements of one superblock

  bool operator==(const Message &) const = default;
};

/// One message of a step.
struct Transfer {
  std::int64_t from;
  std::int64_t to;
  std::int64_t length;

  bool operator==(const Transfer &) const = default;
};

struct Step {
  std::int64_t cost = 0;           ///< longest length in it
  std::vector<Transfer> transfers; ///< ascending `from`
};

/// How a schedule numbers its steps; private to lib/Schedule.
class StepRule;

class Schedule {
public:
  const CommunicationGrid &grid() const { return communicationGrid; }
  StrategyKind strategy() const { return strategyKind; }
  /// How it was made, for people: "closed form F1", "Kőnig colouring", ...
  std::string_view method() const;

  std::int64_t stepCount() const { return steps; } ///< NS
  std::int64_t totalCost() const { return cost; }  ///< TC, in elements
  /// Least number of steps of any schedule.
  std::int64_t minimumSteps() const;
  /// A proof that totalCost() is least among the schedules of stepCount()
  /// steps: it equals a lower bound (sorted bound, or the exact solver's).
  bool provedOptimal() const { return proved; }
  std::int64_t costLowerBound() const { return lowerBound; }

  /// Step in which p sends to q; -1 where there is no message.
  std::int64_t stepOf(std::int64_t p, std::int64_t q) const;
  /// All messages that p sends / q receives, by ascending step. Cost: the row's
  /// length (plus sorting), never the size of the schedule, for closed forms
  /// and tables alike. Reuses the vector's storage.
  void sendRow(std::int64_t p, std::vector<Message> &row) const;
  void receiveRow(std::int64_t q, std::vector<Message> &row) const;
  /// The whole schedule; memory O(messages).
  std::vector<Step> allSteps() const;

  /// Equal on all ranks iff the schedules are (for REDIST_VERIFY).
  std::uint64_t hash() const;

  /// Words of an embedded schedule (Embedding.h) are made from this.
  const StepRule &rule() const { return *stepRule; }

  Schedule(const CommunicationGrid &, StrategyKind,
           std::shared_ptr<const StepRule>, std::int64_t costLowerBound,
           bool proved);

private:
  CommunicationGrid communicationGrid;
  StrategyKind strategyKind;
  std::shared_ptr<const StepRule> stepRule;
  std::int64_t steps, cost, lowerBound;
  bool proved;
};

/// Messages that a search or a list may hold: they are numbered in 32 bits.
inline constexpr std::int64_t maxNumberedMessages = 2'147'483'647;

struct ScheduleOptions {
  /// Used by StrategyKind::Exact; without it Exact is Auto.
  const ExactSolver *exactSolver = nullptr;
  /// Where a schedule would have to be searched for or listed over more
  /// messages than these, there is none (TooLarge). A closed form needs
  /// neither.
  std::int64_t maxMessages = maxNumberedMessages;
};

/// Makes the schedule of one superblock. Errors: as CommunicationGrid::make,
/// StrategyNotForCase, TooLarge (too many messages).
Result<Schedule> makeSchedule(const Redistribution &, StrategyKind,
                              const ScheduleOptions & = {});

} // namespace redist::schedule

#endif
