//===- Butterfly.cpp - Butterfly on any number of ranks -------------------===//
//
// Folding costs a turn before and a transfer after the exchanges, which go on
// in step: a rank that was not folded waits for its partner that was.
//
//===----------------------------------------------------------------------===//
#include "Reduction/Program/Butterfly.h"

#include <bit>

using namespace redist::schedule;

Butterfly::Butterfly(std::int64_t ranks)
    : groups(static_cast<std::int64_t>(
          std::bit_floor(static_cast<std::uint64_t>(ranks)))),
      folded(ranks - groups) {}

std::vector<ReductionStep> Butterfly::programOf(std::int64_t rank) const {
  const bool isPaired = rank < 2 * folded;
  if (isPaired && rank % 2 == 1)
    return {{ReductionStepKind::Send, rank - 1},
            {ReductionStepKind::ReceiveResult, rank - 1}};
  std::vector<ReductionStep> steps;
  if (isPaired)
    steps.push_back({ReductionStepKind::Combine, rank + 1});
  const std::int64_t group = isPaired ? rank / 2 : rank - folded;
  for (std::int64_t bit = 1; bit < groups; bit *= 2) {
    const std::int64_t partner = group ^ bit;
    const std::int64_t leader =
        partner < folded ? 2 * partner : partner + folded;
    steps.push_back({ReductionStepKind::Exchange, leader, partner < group});
  }
  if (isPaired)
    steps.push_back({ReductionStepKind::SendResult, rank + 1});
  return steps;
}

std::int64_t Butterfly::length(const ReductionCost &cost,
                               bool fullDuplex) const {
  const std::int64_t turns =
      std::countr_zero(static_cast<std::uint64_t>(groups));
  const std::int64_t exchange = cost.turn() + (fullDuplex ? 0 : cost.transfer);
  const std::int64_t fold =
      folded > 0 ? cost.turn() + cost.transfer + cost.latency : 0;
  return turns * exchange + fold;
}
