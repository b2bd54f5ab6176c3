//===- LimitedGivers.cpp - Simulation under both limits -------------------===//
#include "Reduction/Role/LimitedGivers.h"

using namespace redist::schedule;

/// Odd, and of no meaning.
static constexpr std::uint64_t hashBase = 0x9e3779b97f4a7c15;

/// Of what a machine has given, and how long after the transfer before.
static std::uint32_t markOf(std::int32_t machine, std::int64_t gap) {
  const auto value = static_cast<std::uint64_t>(gap) * 0xc2b2ae3d27d4eb4f +
                     static_cast<std::uint64_t>(machine);
  return static_cast<std::uint32_t>(value * hashBase >> 32);
}

LimitedGivers::LimitedGivers(const ReductionProblem &problem)
    : cost(problem.cost), reducers(problem.maxReducers), ready{0},
      again(indexOf(reducers)), ends(indexOf(problem.maxTransfers), 0) {
  ready.reserve(indexOf(reducers));
  for (std::int64_t i = 0; i < reducers; ++i)
    leaving *= hashBase;
}

/// By number: a machine that is ready again was ready before any that is ready
/// for the first time.
void LimitedGivers::collect(std::int64_t now) {
  givers.clear();
  for (; head <= count && slot(head).time == now; ++head)
    givers.push_back(slot(head).machine);
  std::sort(givers.begin(), givers.end());
  for (; hasFresh() && ready[indexOf(fresh)] == now; ++fresh)
    givers.push_back(static_cast<std::int32_t>(fresh));
  if (allGive())
    ready = std::vector<std::int64_t>();
}

std::int64_t LimitedGivers::give(std::int32_t machine, std::int64_t now) {
  const std::int64_t after = cost.combine + cost.latency;
  const std::int64_t last = slot(count).time;
  ++count;
  std::int64_t &port = end(count);
  port = std::min(std::max(now + after, port) + cost.transfer, sizeLimit);
  if (count < reducers)
    ready.push_back(port);
  Again &own = slot(count);
  const std::uint32_t left = own.mark;
  own.time = std::min(std::max(now + cost.combine, port - after), sizeLimit);
  own.machine = machine;
  own.mark = markOf(machine, own.time - last);
  hash = hash * hashBase + own.mark - left * leaving;
  return port;
}

bool LimitedGivers::repeats(const LimitedGivers &earlier) const {
  const std::int64_t shift = time() - earlier.time();
  for (std::int64_t i = 0; i < reducers; ++i) {
    const Again &own = slot(count - i);
    const Again &other = earlier.slot(earlier.count - i);
    if (own.time - other.time != shift || own.machine != other.machine)
      return false;
  }
  for (std::int64_t i = 0; i < limit(); ++i)
    if (end(count - i) - earlier.end(earlier.count - i) != shift)
      return false;
  return true;
}

/// The longest of the sums that the recurrences of the banner lead to. All but
/// one of them begin when a machine is ready again, have p transfers of lag R,
/// of which all but one add B, and then as many of lag K, which add d, as lead
/// to the transfer. They go on by the first or last K values of p, as K more
/// add K * B and take R * d away.
Int128 LimitedGivers::readyAfter(std::int64_t more) const {
  const std::int64_t transfer = cost.transfer, cadence = cost.cadence();
  const std::int64_t turns = ceilDivide(more, limit());
  // Transfers of lag K alone.
  Int128 last =
      Int128{end(count + more - turns * limit())} + Int128{turns} * transfer;
  const auto consider = [&](Int128 readyAgain, std::int64_t longLags) {
    last = std::max(last, readyAgain + Int128{longLags - 1} * cadence +
                              cost.combine + cost.latency + transfer);
  };
  // By residue modulo K of transfers back from `count`: the latest time, as if
  // it led to the latest transfer of this residue.
  std::vector<Int128> latest(ends.size(), 0);
  for (std::int64_t i = 0; i < reducers; ++i) {
    Int128 &entry = latest[indexOf(i % limit())];
    entry =
        std::max(entry, slot(count - i).time + Int128{i / limit()} * transfer);
  }
  const std::int64_t mostLong = (more - 1) / reducers;
  const bool isFirst = Int128{limit()} * cadence <= Int128{reducers} * transfer;
  const std::int64_t tried = std::min(limit(), mostLong);
  for (std::int64_t i = 1; i <= tried; ++i) {
    const std::int64_t longLags = isFirst ? i : mostLong + 1 - i;
    const std::int64_t rest = more - longLags * reducers;
    consider(latest[indexOf(modulo(-rest, limit()))] +
                 Int128{ceilDivide(rest, limit())} * transfer,
             longLags);
  }
  // Once more, from machines that are ready by then.
  const std::int64_t rest = more - (mostLong + 1) * reducers;
  for (std::int64_t i = 0; rest - i * limit() > -reducers; ++i)
    consider(slot(count + rest - i * limit()).time + Int128{i} * transfer,
             mostLong + 1);
  return last;
}
