//===- RoleUnderBoth.cpp - Role of a rank under both limits ---------------===//
//
// Room Schedule. In: a problem with limits on transfers and on ranks that
// combine, both of which bind, and a machine. Out: its role, as the tree in
// memory would have it, and the length (docs/SchedulingMath.md, section 13,
// "Both limits").
//
// The transfers are gone through until the state of all machines comes again,
// which Brent's rule finds: a state is compared with the one kept, and becomes
// it after twice as many transfers.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Role/LimitedGivers.h"
#include "Reduction/Role/LimitedRole.h"
#include "Reduction/Role/ReductionRule.h"

using namespace redist::schedule;

/// Transfers that are gone through at most: seconds.
static constexpr std::int64_t maxSimulated = std::int64_t{1} << 28;

/// From transfer `from` + 1 on, what is given is given again `period` transfers
/// later, by the same machine and `shift` later.
struct Repetition {
  std::int64_t from, period, shift;
};

/// Gives until `last` transfers are made or repeat, or maxSimulated are made.
template <typename Visit>
static std::optional<Repetition> giveUntil(LimitedGivers &givers,
                                           std::int64_t last, Visit visit) {
  std::optional<LimitedGivers> kept;
  while (givers.transfers() < std::min(last, maxSimulated)) {
    givers.giveNext(visit);
    if (!givers.allGive())
      continue;
    if (kept && givers.signature() == kept->signature() &&
        givers.repeats(*kept))
      return Repetition{kept->transfers(),
                        givers.transfers() - kept->transfers(),
                        givers.time() - kept->time()};
    if (!kept || givers.transfers() >= 2 * kept->transfers())
      kept = givers;
  }
  return std::nullopt;
}

/// Adds what is given later. Precondition: the role has all up to the end of
/// the first period, in which every machine gives that may.
static Result<MachineRole>
repeated(MachineRole role, const Repetition &repetition, std::int64_t ranks) {
  std::vector<ReadyMachine> &children = role.children;
  const auto inPeriod =
      std::ranges::count_if(children, [&](const ReadyMachine &child) {
        return child.machine > repetition.from;
      });
  const std::int64_t periods =
      (ranks - 1 - repetition.from) / repetition.period;
  if (Int128{inPeriod} * periods > maxRanksInMemory)
    return tooManyChildren();
  for (std::size_t i = children.size() - indexOf(inPeriod);
       children[i].machine < ranks - repetition.period; ++i)
    children.push_back({children[i].machine + repetition.period,
                        children[i].time + repetition.shift});
  return role;
}

static Error repeatsTooLate() {
  return {
      ErrorKind::TooLarge,
      "cannot be followed: under both limits nothing has repeated after 2^28 "
      "transfers"};
}

/// Of a machine that gives nothing.
static Result<MachineRole> givenRole(const ReductionProblem &problem,
                                     std::int64_t machine) {
  MachineRole role;
  std::int64_t wanted = machine;
  const auto visit = [&](std::int64_t child, std::int64_t parent,
                         std::int64_t ready) {
    if (child == wanted) {
      role.parent = parent;
      role.ready = ready;
    }
  };
  LimitedGivers givers(problem);
  const std::optional<Repetition> repetition =
      giveUntil(givers, machine, visit);
  if (!repetition && givers.transfers() < machine)
    return repeatsTooLate();
  if (givers.transfers() >= machine)
    return role;
  const std::int64_t beyond = machine - repetition->from - 1;
  wanted = machine - beyond / repetition->period * repetition->period;
  givers = LimitedGivers(problem);
  while (givers.transfers() < wanted)
    givers.giveNext(visit);
  role.ready += beyond / repetition->period * repetition->shift;
  return role;
}

/// Of one of those that combine.
static Result<MachineRole> giverRole(const ReductionProblem &problem,
                                     std::int64_t machine) {
  MachineRole role;
  std::vector<ReadyMachine> &children = role.children;
  const std::int64_t last = problem.ranks - 1;
  LimitedGivers givers(problem);
  const std::optional<Repetition> repetition = giveUntil(
      givers, last,
      [&](std::int64_t child, std::int64_t parent, std::int64_t ready) {
        if (child == machine) {
          role.parent = parent;
          role.ready = ready;
        }
        if (parent == machine && child <= last &&
            children.size() <= indexOf(maxRanksInMemory))
          children.push_back({child, ready});
      });
  if (!repetition && givers.transfers() < last)
    return repeatsTooLate();
  if (children.size() > indexOf(maxRanksInMemory))
    return tooManyChildren();
  if (givers.transfers() >= last)
    return role;
  return repeated(std::move(role), *repetition, problem.ranks);
}

Result<MachineRole>
redist::schedule::roleUnderBoth(const ReductionProblem &problem,
                                std::int64_t machine) {
  return machine < problem.maxReducers ? giverRole(problem, machine)
                                       : givenRole(problem, machine);
}

Result<std::int64_t>
redist::schedule::lengthUnderBoth(const ReductionProblem &problem) {
  if (problem.maxReducers > maxRanksInMemory)
    return Error{ErrorKind::TooLarge,
                 "both limits together need a list of the ranks that combine, "
                 "and " +
                     std::to_string(problem.maxReducers) +
                     " are more than 2^26"};
  LimitedGivers givers(problem);
  std::int64_t latest = 0;
  const std::int64_t last = problem.ranks - 1;
  while (!givers.allGive() && givers.transfers() < last && latest < sizeLimit) {
    if (givers.transfers() >= maxSimulated)
      return Error{ErrorKind::TooLarge,
                   "under both limits not all ranks that may combine do so "
                   "after 2^28 transfers"};
    givers.giveNext([&](std::int64_t child, std::int64_t, std::int64_t ready) {
      if (child <= last)
        latest = ready;
    });
  }
  const std::int64_t more = last - givers.transfers();
  const Int128 length =
      more > 0 && latest < sizeLimit ? givers.readyAfter(more) : Int128{latest};
  if (length >= sizeLimit)
    return Error{ErrorKind::TooLarge, "the length leaves 62 bits"};
  return static_cast<std::int64_t>(length);
}
