//===- Redistribute.cpp - The calls behind `#pragma redistribute` ---------===//
//
// Comes in: a directive's parameters and the user's storage as address and
// size. Checks them, finds the plan, lets the ranks agree, and runs it.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/redist.h"

#include "Agreement.h"
#include "CommunicatorState.h"

#include <cstring>
#include <functional>
#include <limits>

namespace redist::detail {

using runtime::CommunicatorState;
using schedule::BlockCyclic;
using schedule::StrategyKind;

static schedule::Result<BlockCyclic> blockCyclicOf(const layout &given,
                                                   std::int64_t extent) {
  switch (given.kind) {
  case distribution_kind::block:
    return schedule::makeBlock(given.ranks, extent);
  case distribution_kind::block_sized:
    return schedule::makeBlock(given.ranks, extent, given.block);
  case distribution_kind::cyclic:
    return schedule::makeBlockCyclic(given.ranks, given.block);
  }
  throw error("internal error: unknown kind of distribution");
}

/// The layout in numbers; `clause` says whose it is.
static BlockCyclic checkedLayout(const char *clause, const layout &given,
                                 std::int64_t extent, int communicatorSize) {
  const auto made = blockCyclicOf(given, extent);
  if (!made)
    throw error(std::string(clause) + "(): " + made.error().message);
  if (given.first_rank < 0)
    throw error(std::string(clause) + "(): the first rank is " +
                std::to_string(given.first_rank) + ", which is negative");
  if (given.first_rank > communicatorSize ||
      given.ranks > communicatorSize - given.first_rank)
    throw error(std::string(clause) + "(): " + std::to_string(given.ranks) +
                " ranks from rank " + std::to_string(given.first_rank) +
                " on do not fit a communicator of " +
                std::to_string(communicatorSize));
  return *made;
}

static const char *strategyTextOf(const directive &where) {
  return where.strategy ? where.strategy : "auto";
}

static StrategyKind strategyOf(const directive &where) {
  const char *const text = strategyTextOf(where);
  if (const auto known = schedule::strategyFromName(text))
    return *known;
  throw error("unknown strategy '" + std::string(text) + "'");
}

static void checkExtent(std::int64_t extent, std::size_t elementSize) {
  if (extent < 0)
    throw error("the extent is " + std::to_string(extent) +
                ", which is negative");
  constexpr std::int64_t mostBytes = std::int64_t{1} << 62;
  if (extent > mostBytes / static_cast<std::int64_t>(elementSize))
    throw error("an array of " + std::to_string(extent) +
                " elements is too large to address");
}

redistribution_call::redistribution_call(const directive &directiveOfCall,
                                         std::int64_t extentOfCall,
                                         const layout &fromOfCall,
                                         const layout &toOfCall, MPI_Comm comm,
                                         std::size_t elementSize)
    : where(directiveOfCall), extent(extentOfCall), from(fromOfCall),
      to(toOfCall), bytes_per_element(elementSize) {
  try {
    state = &CommunicatorState::of(comm);
  } catch (const error &e) {
    throw error(runtime::positionOf(where) + e.what());
  }
  try {
    prepare(elementSize);
  } catch (const std::exception &e) {
    fail(e.what());
  }
}

void redistribution_call::prepare(std::size_t elementSize) {
  checkExtent(extent, elementSize);
  const BlockCyclic source = checkedLayout("from", from, extent, state->size());
  const BlockCyclic target = checkedLayout("to", to, extent, state->size());
  plan = &state->plans().find({{source, target},
                               extent,
                               from.first_rank,
                               to.first_rank,
                               static_cast<std::int64_t>(elementSize),
                               strategyOf(where)},
                              where);
  source_elements = local_extent(extent, source.block, source.ranks,
                                 state->rank() - from.first_rank);
  target_elements = local_extent(extent, target.block, target.ranks,
                                 state->rank() - to.first_rank);
}

void redistribution_call::fail(const std::string &message) {
  if (problem.empty())
    problem = message;
}

void redistribution_call::require(const char *what, std::int64_t needed,
                                  const void *address, std::int64_t available) {
  const bool small = available != unknown_size && available < needed;
  if (!small && (address || needed == 0))
    return;
  const std::string storage =
      "the storage for the " + std::string(what) + " layout on rank " +
      std::to_string(state->rank()) + " of the communicator";
  const std::string elements = std::to_string(needed) + " elements are needed";
  if (small)
    fail(storage + " is too small: " + elements + ", " +
         std::to_string(available) + " are there");
  else
    fail(storage + " is a null pointer: " + elements);
}

void redistribution_call::require_source(const void *address,
                                         std::int64_t available) {
  require("from", source_elements, address, available);
}

void redistribution_call::require_target(const void *address,
                                         std::int64_t available) {
  require("to", target_elements, address, available);
}

void redistribution_call::agree() {
  const auto kind = [](const layout &given) {
    return static_cast<std::int64_t>(given.kind);
  };
  const auto strategy = schedule::strategyFromName(strategyTextOf(where));
  const bool compares = state->comparesPlans() && plan;
  const runtime::Verdict verdict{
      {extent, from.ranks, kind(from), from.block, from.first_rank, to.ranks,
       kind(to), to.block, to.first_rank,
       static_cast<std::int64_t>(bytes_per_element),
       strategy ? static_cast<std::int64_t>(*strategy) : -1},
      compares ? plan->plan().hash() : 0,
      problem};
  runtime::agree(state->communicator(), verdict, where);
  state->provideRings(*plan);
}

/// Whether two stretches of memory share a byte.
static bool overlap(const void *a, std::int64_t aBytes, const void *b,
                    std::int64_t bBytes) {
  const auto *const first = static_cast<const std::byte *>(a);
  const auto *const second = static_cast<const std::byte *>(b);
  const std::less<const std::byte *> before;
  return aBytes > 0 && bBytes > 0 && before(first, second + bBytes) &&
         before(second, first + aBytes);
}

void redistribution_call::move(const void *source, void *target) {
  const auto size = static_cast<std::int64_t>(bytes_per_element);
  const std::int64_t targetBytes = target_elements * size;
  runtime::Report *const report = state->report();
  const double begin = report ? MPI_Wtime() : 0;
  try {
    runtime::Recorder *const recorder = report ? &report->recorder() : nullptr;
    if (overlap(source, source_elements * size, target, targetBytes)) {
      const std::unique_ptr<std::byte[]> staged(
          new std::byte[static_cast<std::size_t>(targetBytes)]);
      plan->executor().run(source, staged.get(), recorder);
      std::memcpy(target, staged.get(), static_cast<std::size_t>(targetBytes));
    } else {
      plan->executor().run(source, target, recorder);
    }
    if (report)
      report->collect(plan->plan(), MPI_Wtime() - begin);
  } catch (const error &e) {
    throw error(runtime::positionOf(where) + e.what());
  }
}

} // namespace redist::detail
