//===- PeriodSearch.h - Search for the minimum period ----------*- C++ -*-===//
//
// Private to lib/Schedule. Bisects over periods with decisions of some method
// (LabelSearch.h, LinkSearch.h). What a found mapping really takes, and the
// next period at which any interval fits anywhere else, narrow the range
// further than its middle does. Decisions that cost too much are left out, and
// the range grows narrow from both sides of them instead: mapping and bound
// are then no longer equal, but both true.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_PERIODSEARCH_H
#define REDIST_LIB_SCHEDULE_PIPELINE_SEARCH_PERIODSEARCH_H

#include "Support/Arithmetic.h"
#include "redistSchedule/Pipeline/Mapping.h"

namespace redist::schedule {

/// In units of 2^-shift ticks, so that k-th parts of ticks can be told apart.
using Period = Int128;

enum class SearchAnswer { Feasible, Infeasible, Unknown };

/// How much one decision may cost.
struct SearchEffort {
  int rounds = 40;             ///< of bounds that grow better with each
  std::size_t width = 16;      ///< labels kept in one place, at most
  std::int64_t work = 1 << 30; ///< elementary operations
};

/// A method that decides whether there is a mapping of a period.
class PeriodDecision {
public:
  virtual ~PeriodDecision() = default;
  virtual int shift() const { return 0; }
  /// Below it there is no mapping; at `greatestPeriod` there is one if at all.
  virtual Period minPeriod() const = 0;
  virtual Period greatestPeriod() const = 0;
  virtual SearchAnswer decide(Period, const SearchEffort &) = 0;
  /// After Infeasible: no mapping is below this.
  virtual Period nextPeriod() const = 0;
  /// After Feasible: a mapping, at most of the period asked for.
  virtual Mapping mapping() const = 0;
  virtual Period periodOf(const Mapping &) const = 0; ///< rounded up
  virtual std::int64_t workDone() const = 0;
};

struct PeriodAnswer {
  std::optional<Mapping> mapping;
  Period period = 0;     ///< of the mapping, rounded up to the unit
  Period bound = 0;      ///< no mapping has a shorter one
  bool isProved = false; ///< there is none, or none is better
  int shift = 0;         ///< units of 2^-shift ticks
  std::int64_t work = 0;
};

/// Spends `work` at most, and a little more, to find any mapping and then a
/// better one. `known`: what is known from elsewhere, in the same unit.
PeriodAnswer searchPeriod(PeriodDecision &, std::int64_t work,
                          PeriodAnswer known = {});

} // namespace redist::schedule

#endif
