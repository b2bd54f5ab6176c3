//===- LimitedGivers.h - Simulation under both limits ----------*- C++ -*-===//
//
// Private to lib/Schedule. Algorithm 2 where only the first R machines give, in
// reversed time and in O(K + R) memory: which machine gives an element to the
// next one, and when that is ready. K < R; where K >= R the limit on transfers
// changes nothing (docs/SchedulingMath.md, section 13, "Both limits").
//
// When all R machines have begun to give, each of them waits for one time, and
// these are used in their order: transfer i at r(i - R), and
//
//   e(i) = max(r(i - R), e(i - K)) + d,   r(i) = max(r(i - R) + B, e(i - K) +
//   d)
//
// where e + c + l is when machine i is ready, and r when its parent is ready
// again. So all times are sums along paths. Once the times at which machines
// are ready differ as they did before, all that follows repeats.
//
//   d = 2, c = 3, K = 1, R = 2: machine 0 gives at 0, 3 and 6, machine 1 at 5;
//   machines 1 to 4 are ready at 5, 8, 10 and 12
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_LIB_SCHEDULE_REDUCTION_ROLE_LIMITEDGIVERS_H
#define REDIST_LIB_SCHEDULE_REDUCTION_ROLE_LIMITEDGIVERS_H

#include "Support/Arithmetic.h"

#include "redistSchedule/Reduction/ReductionSchedule.h"
#include "redistSchedule/Support/Index.h"

#include <algorithm>

namespace redist::schedule {

class LimitedGivers {
public:
  /// Precondition: limitsBoth(), and R is at most maxRanksInMemory.
  explicit LimitedGivers(const ReductionProblem &);

  /// So far; the last one was to the machine of that number.
  std::int64_t transfers() const { return count; }
  bool allGive() const { return fresh == reducers; }
  /// When the next machine is ready to give.
  std::int64_t time() const {
    return hasFresh() &&
                   (head > count || ready[indexOf(fresh)] < slot(head).time)
               ? ready[indexOf(fresh)]
               : slot(head).time;
  }
  /// All that is given by machines that are ready at time(): calls
  /// visit(machine, parent, ready), where times stay at 2^62 if they leave 62
  /// bits.
  template <typename Visit> void giveNext(Visit visit);

  /// When the machine is ready to which transfer transfers() + more goes.
  /// Preconditions: allGive, more > 0.
  Int128 readyAfter(std::int64_t more) const;

  /// Differs, as a rule, where repeats() is false. Precondition: allGive.
  std::uint64_t signature() const { return hash; }
  /// Whether all goes on as it went on there, but later. Precondition: all give
  /// on both sides, of the same problem.
  bool repeats(const LimitedGivers &earlier) const;

private:
  /// A machine that has given, and when it is ready again.
  struct Again {
    std::int64_t time = 0;
    std::int32_t machine = 0;
    std::uint32_t mark = 0; ///< of machine and time after the one before it
  };

  ReductionCost cost;
  std::int64_t reducers;
  std::vector<std::int64_t> ready;  ///< of machines, while not all give
  std::vector<Again> again;         ///< by transfer modulo R
  std::vector<std::int64_t> ends;   ///< of the last K transfers, modulo K
  std::vector<std::int32_t> givers; ///< of one time
  std::int64_t count = 0, head = 1; ///< transfers, the first of `again`
  std::int64_t fresh = 0;           ///< machines that have begun to give
  std::uint64_t hash = 0, leaving = 1;

  bool hasFresh() const { return indexOf(fresh) < ready.size(); }
  Again &slot(std::int64_t transfer) {
    return again[indexOf(transfer % reducers)];
  }
  const Again &slot(std::int64_t transfer) const {
    return again[indexOf(transfer % reducers)];
  }
  std::int64_t limit() const { return static_cast<std::int64_t>(ends.size()); }
  std::int64_t &end(std::int64_t transfer) {
    return ends[indexOf(transfer % limit())];
  }
  std::int64_t end(std::int64_t transfer) const {
    return ends[indexOf(transfer % limit())];
  }
  void collect(std::int64_t now);
  std::int64_t give(std::int32_t machine, std::int64_t now);
};

template <typename Visit> void LimitedGivers::giveNext(Visit visit) {
  const std::int64_t now = time();
  collect(now);
  for (const std::int32_t machine : givers) {
    const std::int64_t readyThen = give(machine, now);
    visit(count, std::int64_t{machine}, readyThen);
  }
}

} // namespace redist::schedule

#endif
