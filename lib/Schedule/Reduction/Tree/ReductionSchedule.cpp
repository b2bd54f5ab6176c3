//===- ReductionSchedule.cpp - The tree of one reduction ------------------===//
//
// From a problem to a rule: the closed form wherever no limit binds and no
// strategy asks for its own tree. Bounds, and what is proved about a length.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Reduction/ReductionSchedule.h"

#include "Reduction/Cost/Capacity.h"
#include "Reduction/Role/ReductionRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <array>

using namespace redist::schedule;

/// In the order of ReductionStrategy.
static constexpr std::array<std::string_view, 5> names = {
    "auto", "greedy", "binomial", "fibonacci", "mpi"};

std::string_view redist::schedule::nameOf(ReductionStrategy strategy) {
  return names[static_cast<std::size_t>(strategy)];
}

std::optional<ReductionStrategy>
redist::schedule::reductionStrategyNamed(std::string_view text) {
  const auto *found = std::find(names.begin(), names.end(), text);
  if (found == names.end())
    return std::nullopt;
  return static_cast<ReductionStrategy>(found - names.begin());
}

std::span<const std::string_view> redist::schedule::reductionStrategyNames() {
  return names;
}

static bool isGreedy(const ReductionProblem &problem) {
  return problem.strategy == ReductionStrategy::Auto ||
         problem.strategy == ReductionStrategy::Greedy;
}

/// At most half of the machines send at once anyway, and transfers that take no
/// time are never under way together.
bool redist::schedule::limitsTransfers(const ReductionProblem &problem) {
  return problem.maxTransfers > 0 && problem.maxTransfers < problem.ranks / 2 &&
         problem.cost.transfer > 0;
}

bool redist::schedule::limitsReducers(const ReductionProblem &problem) {
  return problem.maxReducers > 0 && problem.maxReducers < problem.ranks - 1;
}

bool redist::schedule::limitsBoth(const ReductionProblem &problem) {
  return limitsTransfers(problem) && limitsReducers(problem) &&
         problem.maxTransfers < problem.maxReducers;
}

bool redist::schedule::needsTree(const ReductionProblem &problem) {
  return problem.ranks > 2 &&
         (limitsTransfers(problem) || limitsReducers(problem));
}

/// Costs and limits alone.
static std::optional<Error> checkNumbers(const ReductionProblem &problem) {
  const ReductionCost &cost = problem.cost;
  if (cost.transfer < 0 || cost.combine < 0 || cost.latency < 0)
    return Error{ErrorKind::CostNegative, "a cost is negative"};
  if (problem.maxTransfers < 0)
    return Error{ErrorKind::LimitNegative,
                 "the limit on transfers is negative: " +
                     std::to_string(problem.maxTransfers)};
  if (problem.maxReducers < 0)
    return Error{ErrorKind::LimitNegative,
                 "the limit on reducers is negative: " +
                     std::to_string(problem.maxReducers)};
  if (Int128{cost.latency} + cost.transfer + cost.combine >= sizeLimit)
    return Error{ErrorKind::TooLarge, "the costs leave 62 bits"};
  return std::nullopt;
}

/// All but its size in memory.
static std::optional<Error> checkMeaning(const ReductionProblem &problem) {
  const std::int64_t ranks = problem.ranks;
  const std::string count = std::to_string(ranks);
  if (ranks <= 0)
    return Error{ErrorKind::RanksNotPositive,
                 "the number of ranks is not positive: " + count};
  if (ranks >= sizeLimit)
    return Error{ErrorKind::TooLarge, count + " ranks leave 62 bits"};
  if (std::optional<Error> error = checkNumbers(problem))
    return error;
  if (problem.strategy == ReductionStrategy::Mpi)
    return Error{ErrorKind::StrategyNotForCase,
                 "strategy 'mpi' leaves the tree to MPI"};
  return std::nullopt;
}

std::optional<Error>
redist::schedule::checkProblem(const ReductionProblem &problem) {
  if (std::optional<Error> error = checkMeaning(problem))
    return error;
  const std::int64_t ranks = problem.ranks;
  const std::string count = std::to_string(ranks);
  // Where nothing but latency costs, the tree is a star: its sink has a list.
  const bool isStar = isGreedy(problem) && problem.cost.cadence() == 0 &&
                      problem.cost.latency > 0;
  if ((needsTree(problem) || isStar) && ranks > maxRanksInMemory)
    return Error{ErrorKind::TooLarge,
                 needsTree(problem)
                     ? "a limit needs a table, and one of " + count +
                           " ranks is more than 2^26"
                     : "where only latency costs, one rank combines all, and " +
                           count + " ranks are more than 2^26"};
  // No tree takes longer than one transfer and combine after another, none of a
  // strategy than twice the rounds (Theorems 18 and 19).
  const Int128 turns = needsTree(problem)  ? Int128{ranks - 1}
                       : isGreedy(problem) ? Int128{0}
                                           : Int128{2} * ceilLog2(ranks);
  if (turns * problem.cost.turn() >= sizeLimit)
    return Error{ErrorKind::TooLarge,
                 "times of " + count + " ranks may leave 62 bits"};
  return std::nullopt;
}

Result<std::int64_t>
redist::schedule::optimalReductionLength(std::int64_t ranks,
                                         const ReductionCost &cost) {
  if (std::optional<Error> error = checkProblem({ranks, cost}))
    return *std::move(error);
  const std::int64_t length =
      Capacity(cost.turn(), cost.cadence()).timeFor(ranks);
  if (length < 0)
    return Error{ErrorKind::TooLarge, "the length leaves 62 bits"};
  return length;
}

Result<ReductionSchedule>
redist::schedule::makeReduction(const ReductionProblem &problem) {
  if (std::optional<Error> error = checkProblem(problem))
    return *std::move(error);
  if (needsTree(problem)) {
    ReductionTree tree = makeTree(problem);
    const std::int64_t length = tree.length;
    return ReductionSchedule(problem, makeTreeRule(problem, std::move(tree)),
                             length);
  }
  return makeClosedForm(problem);
}

Result<ReductionSchedule>
redist::schedule::makeClosedForm(const ReductionProblem &problem) {
  if (!isGreedy(problem))
    return makeStrategySchedule(problem);
  const Result<std::int64_t> length =
      optimalReductionLength(problem.ranks, problem.cost);
  if (!length)
    return length.error();
  return ReductionSchedule(problem, makeCapacityRule(problem, *length),
                           *length);
}

ReductionSchedule::ReductionSchedule(ReductionProblem problem,
                                     std::shared_ptr<const ReductionRule> rule,
                                     std::int64_t length)
    : ownProblem(problem), reductionRule(std::move(rule)), makespan(length) {}

std::string_view ReductionSchedule::method() const {
  return reductionRule->method();
}

ReductionRole ReductionSchedule::role(std::int64_t rank,
                                      std::int64_t root) const {
  const ReductionPlacement place = reductionRule->place(root);
  ReductionRole role = reductionRule->role(rank, place);
  if (rank == place.sink && place.sink != root)
    role.parent = root;
  return role;
}

std::vector<ReductionRole> ReductionSchedule::roles(std::int64_t root) const {
  const ReductionPlacement place = reductionRule->place(root);
  std::vector<ReductionRole> all;
  all.reserve(static_cast<std::size_t>(ownProblem.ranks));
  for (std::int64_t rank = 0; rank < ownProblem.ranks; ++rank)
    all.push_back(reductionRule->role(rank, place));
  if (place.sink != root)
    all[static_cast<std::size_t>(place.sink)].parent = root;
  return all;
}

bool ReductionSchedule::isClosedForm() const {
  return reductionRule->parents().empty();
}

std::string_view redist::schedule::nameOf(ReductionProof proof) {
  static constexpr std::array<std::string_view, 4> texts = {
      "none", "closed form", "theorem 7", "theorem 9"};
  return texts[static_cast<std::size_t>(proof)];
}

/// Each of the lengths is one that no tree under the limits beats: that without
/// limits, that with the limit on reducers alone, and, without latency, that
/// with the limit on transfers alone.
static ReductionProof proofOf(const ReductionProblem &problem,
                              std::int64_t length) {
  const ReductionCost &cost = problem.cost;
  if (length == Capacity(cost.turn(), cost.cadence()).timeFor(problem.ranks))
    return ReductionProof::ClosedForm;
  const auto isLeast = [&](ReductionProblem alone) {
    const Result<std::int64_t> least = limitedLength(alone);
    return least && length == *least;
  };
  ReductionProblem alone = problem;
  alone.maxTransfers = 0;
  if (limitsReducers(problem) && isLeast(alone))
    return ReductionProof::Theorem9;
  alone.maxTransfers = problem.maxTransfers;
  alone.maxReducers = 0;
  if (limitsTransfers(problem) && cost.latency == 0 && isLeast(alone))
    return ReductionProof::Theorem7;
  return ReductionProof::None;
}

ReductionProof ReductionSchedule::proof() const {
  return isClosedForm() && isGreedy(ownProblem) ? ReductionProof::ClosedForm
                                                : proofOf(ownProblem, makespan);
}

static std::int64_t inBounds(Int128 length) {
  return static_cast<std::int64_t>(std::min<Int128>(length, sizeLimit - 1));
}

static std::int64_t lowerBoundOf(const ReductionProblem &problem) {
  return inBounds(Int128{ceilLog2(problem.ranks)} * problem.cost.cadence());
}

static std::int64_t upperBoundOf(const ReductionProblem &problem) {
  const std::int64_t ranks = problem.ranks;
  const bool isLimited =
      ranks > 2 && (limitsTransfers(problem) || limitsReducers(problem));
  Int128 rounds = ceilLog2(ranks);
  if (isLimited && !isGreedy(problem)) {
    rounds = ranks - 1; // one after another
  } else if (isLimited) {
    // Machines double until they are as many as the limit, which then combine
    // one element each a round (Corollary 11).
    std::int64_t limit = ranks / 2;
    for (const std::int64_t given : {problem.maxTransfers, problem.maxReducers})
      limit = given > 0 ? std::min(limit, given) : limit;
    rounds = ceilLog2(limit) + 1 + ceilDivide(ranks, limit) - 2;
  } else if (problem.strategy == ReductionStrategy::Fibonacci) {
    rounds *= 2; // Theorem 19
  }
  return inBounds(rounds * problem.cost.turn());
}

std::int64_t ReductionSchedule::lowerBound() const {
  return lowerBoundOf(ownProblem);
}

std::int64_t ReductionSchedule::upperBound() const {
  return upperBoundOf(ownProblem);
}

Result<ReductionLength>
redist::schedule::reductionLength(const ReductionProblem &problem) {
  if (std::optional<Error> error = checkMeaning(problem))
    return *std::move(error);
  ReductionLength result;
  result.lowerBound = lowerBoundOf(problem);
  result.upperBound = upperBoundOf(problem);
  if (!needsTree(problem) || !isGreedy(problem)) {
    const Result<ReductionSchedule> schedule = makeReduction(problem);
    if (!schedule)
      return schedule.error();
    result.length = schedule->length();
    result.proof = schedule->proof();
    result.method = schedule->method();
    return result;
  }
  const Result<std::int64_t> length = limitedLength(problem);
  if (!length)
    return length.error();
  result.length = *length;
  result.proof = proofOf(problem, *length);
  result.method = methodOf(problem);
  result.hasRoles = hasLimitedRoles(problem) || !checkProblem(problem);
  return result;
}
