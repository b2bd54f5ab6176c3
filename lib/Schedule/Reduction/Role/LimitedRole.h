//===- LimitedRole.h - Role of a rank under limits --------------*- C++ -*-===//
//
// Private to lib/Schedule. What a machine does under limits, in reversed time,
// without the tree: by whom and when it is given its element, and to whom it
// gives (docs/SchedulingMath.md, section 13, "Roles without trees").
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ROLE_LIMITEDROLE_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ROLE_LIMITEDROLE_H

#include "redistSchedule/Reduction/ReductionSchedule.h"

namespace redist::schedule {

/// A machine and when it is ready.
struct ReadyMachine {
  std::int64_t machine = 0, time = 0;
};

struct MachineRole {
  std::int64_t parent = -1;
  std::int64_t ready = 0;
  std::vector<ReadyMachine> children; ///< in the order of their times
};

/// Its message is to be read after "rank 3".
inline Error tooManyChildren() {
  return {ErrorKind::TooLarge, "combines more than 2^26 elements"};
}

/// Algorithm 3. Preconditions: the length is the problem's, the cadence is not
/// 0, and the limit is at most maxRanksInMemory. Error: tooManyChildren().
Result<MachineRole> roleUnderReducers(const ReductionProblem &,
                                      std::int64_t machine,
                                      std::int64_t length);
/// Algorithm 2. Precondition: machinesInTable() is at most maxRanksInMemory and
/// less than the ranks.
MachineRole roleUnderTransfers(const ReductionProblem &, std::int64_t machine);
/// Both limits bind (limitsBoth()), on at most maxRanksInMemory that combine.
/// Errors: tooManyChildren(), and what repeats after 2^28 transfers or later,
/// where the machine comes after them or gives.
Result<MachineRole> roleUnderBoth(const ReductionProblem &,
                                  std::int64_t machine);
/// Precondition: limitsBoth(). Errors: TooLarge where more than
/// maxRanksInMemory combine, where not all of them do so after 2^28 transfers,
/// or where the length leaves 62 bits; these messages stand alone.
Result<std::int64_t> lengthUnderBoth(const ReductionProblem &);
/// Machines of Algorithm 2 that are listed before all times repeat.
std::int64_t machinesInTable(const ReductionProblem &);

} // namespace redist::schedule

#endif
