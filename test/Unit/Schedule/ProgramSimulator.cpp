//===- ProgramSimulator.cpp - All ranks' steps, carried out ---------------===//
//
// A step is carried out when its partner has come to the other half of it;
// that changes nothing for third ranks, so that any order of trying will do.
// Turns are passed without waiting; a transfer behind one begins when the one
// before it is over at the earliest.
//
//===----------------------------------------------------------------------===//
#include "ProgramSimulator.h"

#include <algorithm>

using namespace redist::schedule;
using namespace redist::schedule::test;

using Kind = ReductionStepKind;

std::vector<Program>
redist::schedule::test::programsOf(const ReductionSchedule &schedule,
                                   ReductionForm form, std::int64_t root,
                                   bool notifies) {
  std::vector<Program> programs;
  for (std::int64_t rank = 0; rank < schedule.problem().ranks; ++rank)
    programs.push_back(programOf(schedule, form, rank, root, notifies));
  return programs;
}

std::string redist::schedule::test::letters(std::int64_t ranks) {
  std::string result;
  for (std::int64_t rank = 0; rank < ranks; ++rank)
    result.push_back(static_cast<char>('!' + rank));
  return result;
}

static bool isSend(Kind kind) {
  return kind == Kind::Send || kind == Kind::SendResult ||
         kind == Kind::SendNotice;
}

static bool isHalfOf(Kind send, Kind receive) {
  return (send == Kind::Send && receive == Kind::Combine) ||
         (send == Kind::SendResult && receive == Kind::ReceiveResult) ||
         (send == Kind::SendNotice && receive == Kind::ReceiveNotice) ||
         (send == Kind::Exchange && receive == Kind::Exchange);
}

static std::uint64_t mixed(std::uint64_t left, std::uint64_t right) {
  std::uint64_t sum = left * 0x9e3779b97f4a7c15 + right + 0x7f4a7c15;
  sum = (sum ^ (sum >> 29)) * 0xbf58476d1ce4e5b9;
  return sum ^ (sum >> 32);
}

class ProgramSimulator {
public:
  ProgramSimulator(const std::vector<Program> &given,
                   const ReductionCost &costs, bool duplex)
      : programs(given), cost(costs), fullDuplex(duplex), next(given.size()),
        turns(given.size()) {
    const std::string names = letters(static_cast<std::int64_t>(given.size()));
    for (std::size_t rank = 0; rank < given.size(); ++rank)
      result.ranks.push_back({names.substr(rank, 1), mixed(rank, 1)});
  }

  Simulation run() {
    for (std::size_t rank = 0; rank < programs.size(); ++rank)
      while (advance(rank)) {
      }
    // Whoever waited is taken along by its partner; see advance().
    for (std::size_t rank = 0; rank < programs.size(); ++rank)
      if (next[rank] != programs[rank].size() && result.problem.empty())
        result.problem = "rank " + std::to_string(rank) + " waits at step " +
                         std::to_string(next[rank]);
    for (std::size_t rank = 0; rank < programs.size(); ++rank)
      if (!turns[rank].empty() && result.problem.empty())
        result.problem = "rank " + std::to_string(rank) + " misses a turn";
    for (const SimulatedRank &rank : result.ranks)
      result.length = std::max(result.length, rank.ready);
    for (const std::int64_t start : resultStarts)
      result.maxResults =
          std::max(result.maxResults,
                   std::count_if(resultStarts.begin(), resultStarts.end(),
                                 [&](std::int64_t other) {
                                   return other <= start &&
                                          start < other + cost.transfer;
                                 }));
    return std::move(result);
  }

private:
  const ReductionStep *step(std::size_t rank) const {
    return next[rank] < programs[rank].size() ? &programs[rank][next[rank]]
                                              : nullptr;
  }

  /// Carries out the step of a rank if its partner is there, and then all that
  /// the partner can go on with.
  bool advance(std::size_t rank) {
    const ReductionStep *own = step(rank);
    if (own == nullptr)
      return false;
    const auto peer = static_cast<std::size_t>(own->peer);
    if (own->kind == Kind::PassTurn)
      return passToken(rank, peer);
    if (own->kind == Kind::AwaitTurn)
      return awaitToken(rank, peer);
    const ReductionStep *other = peer < programs.size() ? step(peer) : nullptr;
    if (other == nullptr || other->peer != static_cast<std::int64_t>(rank))
      return false;
    if (!isHalfOf(own->kind, other->kind) && !isHalfOf(other->kind, own->kind))
      return false;
    if (own->kind == Kind::Exchange)
      exchange(rank, peer, own->peerIsLeft, other->peerIsLeft);
    else if (isSend(own->kind))
      transfer(rank, peer, *other);
    else
      transfer(peer, rank, *own);
    ++next[rank], ++next[peer];
    while (advance(peer)) {
    }
    return true;
  }

  bool passToken(std::size_t rank, std::size_t peer) {
    if (peer < turns.size())
      turns[peer].push_back({rank, result.ranks[rank].portFree});
    ++next[rank];
    while (peer < turns.size() && advance(peer)) {
    }
    return true;
  }

  bool awaitToken(std::size_t rank, std::size_t peer) {
    const auto turn =
        std::find_if(turns[rank].begin(), turns[rank].end(),
                     [&](const Turn &given) { return given.from == peer; });
    if (turn == turns[rank].end())
      return false;
    std::int64_t &free = result.ranks[rank].portFree;
    free = std::max(free, turn->time);
    turns[rank].erase(turn);
    ++next[rank];
    return true;
  }

  void transfer(std::size_t from, std::size_t to,
                const ReductionStep &receive) {
    SimulatedRank &sender = result.ranks[from];
    SimulatedRank &receiver = result.ranks[to];
    if (receive.kind == Kind::ReceiveNotice) {
      receiver.isNotified = true;
      return;
    }
    const std::int64_t start =
        std::max({sender.portFree, sender.ready, receiver.portFree});
    sender.portFree = receiver.portFree = start + cost.transfer;
    const std::int64_t there = start + cost.transfer + cost.latency;
    if (receive.kind == Kind::Combine) {
      combine(receiver, sender, receive.peerIsLeft, there);
      return;
    }
    resultStarts.push_back(start);
    receiver.value = sender.value;
    receiver.expression = sender.expression;
    receiver.ready = there;
  }

  void exchange(std::size_t a, std::size_t b, bool isLeftOfA, bool isLeftOfB) {
    SimulatedRank &first = result.ranks[a];
    SimulatedRank &second = result.ranks[b];
    const std::int64_t start =
        std::max({first.portFree, first.ready, second.portFree, second.ready});
    const std::int64_t end = start + cost.transfer * (fullDuplex ? 1 : 2);
    first.portFree = second.portFree = end;
    const SimulatedRank before = first;
    combine(first, second, isLeftOfA, end + cost.latency);
    combine(second, before, isLeftOfB, end + cost.latency);
  }

  void combine(SimulatedRank &into, const SimulatedRank &from, bool isLeft,
               std::int64_t there) {
    into.value = isLeft ? from.value + into.value : into.value + from.value;
    into.expression = isLeft ? mixed(from.expression, into.expression)
                             : mixed(into.expression, from.expression);
    into.ready = std::max(into.ready, there) + cost.combine;
  }

  const std::vector<Program> &programs;
  const ReductionCost &cost;
  bool fullDuplex;
  std::vector<std::size_t> next;
  struct Turn {
    std::size_t from;
    std::int64_t time;
  };
  std::vector<std::vector<Turn>> turns; ///< by receiver, not awaited yet
  std::vector<std::int64_t> resultStarts;
  Simulation result;
};

Simulation
redist::schedule::test::simulate(const std::vector<Program> &programs,
                                 const ReductionCost &cost, bool fullDuplex) {
  return ProgramSimulator(programs, cost, fullDuplex).run();
}
