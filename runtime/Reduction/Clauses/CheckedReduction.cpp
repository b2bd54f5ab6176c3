//===- CheckedReduction.cpp - Validated clauses of a reduction ------------===//
#include "Reduction/Clauses/CheckedReduction.h"

#include "Agreement/Agreement.h"
#include "Support/CallWords.h"

#include "redist/Error.h"

#include <cmath>
#include <cstdio>

namespace redist::runtime {

using schedule::ReductionStrategy;

static std::string number(double value) {
  char text[64];
  std::snprintf(text, sizeof text, "%.12g", value);
  return text;
}

static void checkCost(const char *which, double seconds) {
  if (!(seconds > 0) || !std::isfinite(seconds))
    throw error("cost(): " + std::string(which) + " is " + number(seconds) +
                ", but a number of seconds above 0 is needed");
}

static void checkLimit(const char *clause, std::int64_t most) {
  if (most < 1)
    throw error(std::string(clause) + "(): the limit is " +
                std::to_string(most) + ", but at least 1 is needed");
}

static std::string countOfRanks(std::int64_t ranks) {
  return std::to_string(ranks) + (ranks == 1 ? " rank" : " ranks");
}

static void checkRanks(const reduction &what, int size, std::int64_t ranks) {
  if (what.has_rank_count && ranks < 1)
    throw error("onto(): " + countOfRanks(ranks) +
                " cannot reduce, at least 1 is needed");
  if (ranks > size)
    throw error("onto(): " + countOfRanks(ranks) +
                " do not fit a communicator of " + std::to_string(size));
  if (what.has_root && (what.root_rank < 0 || what.root_rank >= ranks))
    throw error("root(): rank " + std::to_string(what.root_rank) +
                (what.has_rank_count ? " is not among the "
                                     : " is not in the communicator of ") +
                countOfRanks(ranks) +
                (what.has_rank_count ? " that take part" : ""));
}

CheckedReduction check(const directive &where, const reduction &what,
                       const detail::operand &items, int rank, int size) {
  CheckedReduction made;
  made.rank = rank;
  made.size = size;
  made.ranks = what.has_rank_count ? what.rank_count : size;
  checkRanks(what, size, made.ranks);
  made.root = what.has_root ? what.root_rank : -1;
  const char *const name = where.strategy ? where.strategy : "auto";
  const auto strategy = schedule::reductionStrategyNamed(name);
  if (!strategy)
    throw error("unknown strategy '" + std::string(name) + "'");
  made.strategy = *strategy;
  if (what.has_cost) {
    checkCost("transfer", what.transfer_seconds);
    checkCost("combine", what.combine_seconds);
    made.hasCost = true;
    made.transferSeconds = what.transfer_seconds;
    made.combineSeconds = what.combine_seconds;
  }
  if (what.has_most_transfers) {
    checkLimit("transfers", what.most_transfers);
    made.maxTransfers = what.most_transfers;
  }
  if (what.has_most_reducers) {
    checkLimit("reducers", what.most_reducers);
    made.maxReducers = what.most_reducers;
  }
  made.ordered = what.is_ordered;
  made.isExact = what.is_exact || items.is_exact();
  made.isNoexcept = items.is_noexcept();
  made.bytes = items.fixed_bytes();
  made.grain = made.bytes < 0 ? 0 : items.grain_bytes();
  const detail::builtin_reduction builtin = items.builtin();
  made.op = builtin.op;
  made.type = builtin.type;
  made.isQuiet = made.isBuiltin() || items.is_quiet();
  return made;
}

//===----------------------------------------------------------------------===//
// What must be the same on all ranks
//===----------------------------------------------------------------------===//

void appendClauses(const CheckedReduction &call,
                   std::vector<std::int64_t> &words) {
  words.insert(words.end(),
               {call.isStarted, call.root, call.ranks,
                static_cast<std::int64_t>(call.strategy), call.hasCost,
                wordOf(call.transferSeconds), wordOf(call.combineSeconds),
                call.maxTransfers, call.maxReducers, call.ordered, call.isExact,
                !call.isNoexcept, !call.isQuiet, call.bytes < 0,
                static_cast<std::int64_t>(call.op),
                static_cast<std::int64_t>(call.type)});
}

static std::string showDouble(std::int64_t word) {
  return number(numberOf(word));
}

static std::string showRoot(std::int64_t value) {
  return value < 0 ? "not there" : std::to_string(value);
}

static std::string showLimit(std::int64_t value) {
  return value == 0 ? "not there" : std::to_string(value);
}

static std::string showStrategy(std::int64_t value) {
  return std::string(schedule::nameOf(static_cast<ReductionStrategy>(value)));
}

/// In the order of builtin_type.
static std::string showType(std::int64_t value) {
  constexpr const char *names[] = {
      "none of numbers", "bool",    "int8_t",     "int16_t",  "int32_t",
      "int64_t",         "uint8_t", "uint16_t",   "uint32_t", "uint64_t",
      "float",           "double",  "long double"};
  return names[value];
}

/// In the order of appendClauses().
NamedWord nameOfClause(std::size_t index) {
  switch (index) {
  case 0:
    return {"nowait()", showPresence};
  case 1:
    return {"root()", showRoot};
  case 2:
    return {"the number of ranks", showNumber};
  case 3:
    return {"the strategy", showStrategy};
  case 4:
    return {"cost()", showPresence};
  case 5:
    return {"the cost of a transfer", showDouble};
  case 6:
    return {"the cost of a combine", showDouble};
  case 7:
    return {"transfers()", showLimit};
  case 8:
    return {"reducers()", showLimit};
  case 9:
    return {"ordered", showPresence};
  case 10:
    return {"whether the items are exact", showAnswer};
  case 11:
    return {"whether the reduction may throw", showAnswer};
  case 12:
    return {"whether the operator may throw", showAnswer};
  case 13:
    return {"whether sizes differ", showAnswer};
  case 14:
    return {"the operator", showOperator};
  default:
    return {"the type of the items", showType};
  }
}

NamedWord nameOfShape(std::size_t index, std::size_t count) {
  if (index == 0)
    return {"the size of the items in bytes", showNumber};
  if (count == 2)
    return {"the number of elements", showNumber};
  return {"the number of elements of item " + std::to_string(index),
          showNumber};
}

} // namespace redist::runtime
