//===- ReductionSchedule.h - The tree of one reduction ----------*- C++ -*-===//
//
// Room Schedule. Comes in: number of ranks, costs, limits. Goes out: the tree's
// length, and by random access the role of each rank: to whom it sends, from
// whom it receives in which order, and when (Canon & Antoniu, RR-7898; closed
// form and any root: docs/SchedulingMath.md, sections 11 and 12). No
// communication, and no tree in memory where the closed form serves.
//
// The root is no part of a schedule: role() takes it. Without `ordered` the
// machine that the mathematics calls i is rank (root + i) mod n. With it each
// rank combines a contiguous range of ranks, in order, whatever the root.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_REDUCTION_REDUCTIONSCHEDULE_H
#define REDISTSCHEDULE_REDUCTION_REDUCTIONSCHEDULE_H

#include "redistSchedule/Reduction/Cost.h"

#include <memory>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace redist::schedule {

/// The names of the clause `strategy` of `reduce`. Auto is Greedy here; Mpi has
/// no tree of ours (StrategyNotForCase).
enum class ReductionStrategy { Auto, Greedy, Binomial, Fibonacci, Mpi };

/// "auto", "greedy", ...
std::string_view nameOf(ReductionStrategy);
std::optional<ReductionStrategy> reductionStrategyNamed(std::string_view);
/// All names, for "did you mean".
std::span<const std::string_view> reductionStrategyNames();

struct ReductionProblem {
  std::int64_t ranks = 1; ///< n
  ReductionCost cost;
  std::int64_t maxTransfers = 0; ///< K of section 6.1; 0: no limit
  std::int64_t maxReducers = 0;  ///< K of section 6.2; 0: no limit
  bool ordered = false;          ///< the operator does not commute
  ReductionStrategy strategy = ReductionStrategy::Auto;
  bool operator==(const ReductionProblem &) const = default;
};

/// An element that a rank receives and combines.
struct ReductionChild {
  std::int64_t rank = 0;
  /// The received operand goes to the left of what has been combined so far
  /// (its ranks are lower); matters to operators that do not commute.
  bool isLeft = false;
  std::int64_t start = 0; ///< of the transfer, in ticks
};

struct ReductionRole {
  std::int64_t parent = -1; ///< -1: this is the root
  std::int64_t start = 0;   ///< of its transfer; the root: the length
  std::vector<ReductionChild> children; ///< in the order of their combines
};

/// Why no tree is shorter. The theorems are those of the paper that the
/// algorithms are from (docs/SchedulingMath.md, section 13).
enum class ReductionProof {
  None,
  ClosedForm, ///< as short as the closed form without limits
  Theorem7,   ///< Algorithm 2: as short as a limit on transfers allows
  Theorem9    ///< Algorithm 3: as short as a limit on reducers allows
};
/// "none", "closed form", "theorem 7" or "theorem 9".
std::string_view nameOf(ReductionProof);
/// Whether it rests on a theorem of the paper, for limits.
constexpr bool isTheorem(ReductionProof proof) {
  return proof == ReductionProof::Theorem7 || proof == ReductionProof::Theorem9;
}

class ReductionRule; ///< private to lib/Schedule/Reduction

class ReductionSchedule {
public:
  const ReductionProblem &problem() const { return ownProblem; }
  /// Ticks until the root's last combine ends; 0 for one rank.
  std::int64_t length() const { return makespan; }
  /// Whether it is proved that no tree is shorter (under the limits, if any).
  /// Trees in memory are compared with what their limits allow: O(ranks).
  bool isOptimal() const { return proof() != ReductionProof::None; }
  /// By what it is proved, at the same cost.
  ReductionProof proof() const;
  /// Lemma 5, of any tree.
  std::int64_t lowerBound() const;
  /// Of this strategy: Proposition 6 and Theorems 18 and 19; with limits
  /// Corollary 11's form (docs/SchedulingMath.md, section 13), or one element
  /// after another where a strategy's own tree is limited.
  std::int64_t upperBound() const;
  /// How it was made, for people.
  std::string_view method() const;
  /// Preconditions: 0 <= rank, root < ranks. With limits and `ordered`, where
  /// no tree has that root, the result is sent on: role() tells so by a parent
  /// of the tree's own sink.
  ReductionRole role(std::int64_t rank, std::int64_t root) const;
  /// Those of all ranks; what depends on the root alone is done once.
  std::vector<ReductionRole> roles(std::int64_t root) const;
  /// With the closed form O(log^2 n) a role; with a table O(children), where
  /// ordered also O(children of the root).
  bool isClosedForm() const;
  const ReductionRule &rule() const { return *reductionRule; }
  /// Equal on all ranks iff the schedules are.
  std::uint64_t hash() const;

  ReductionSchedule(ReductionProblem, std::shared_ptr<const ReductionRule>,
                    std::int64_t length);

private:
  ReductionProblem ownProblem;
  std::shared_ptr<const ReductionRule> reductionRule;
  std::int64_t makespan;
};

/// Errors: RanksNotPositive, CostNegative, LimitNegative; TooLarge where
/// lengths or the times of a strategy leave 62 bits, or where limits need a
/// table of more than 2^26 ranks or of times that could; StrategyNotForCase.
Result<ReductionSchedule> makeReduction(const ReductionProblem &);

/// A schedule's length and bounds without the schedule.
struct ReductionLength {
  std::int64_t length = 0;
  ReductionProof proof = ReductionProof::None;
  std::int64_t lowerBound = 0, upperBound = 0;
  std::string_view method;
  bool hasRoles = true; ///< limitedRole() knows roles, as its comment says
};

/// The same as makeReduction() finds, for any number of ranks also where limits
/// bind (docs/SchedulingMath.md, section 13). A limit R on reducers takes
/// O(log^2 n), a limit K on transfers a list of O(K (c + l) / d) ranks; both,
/// K < R, take O(K + R) memory, and go through the transfers until all R
/// combine. Errors: those of makeReduction(); TooLarge where that list or R
/// with K is above 2^26, or where not all R combine after 2^28 transfers.
Result<ReductionLength> reductionLength(const ReductionProblem &);

/// The role of one rank, the same as the schedule's, also for more ranks than a
/// tree in memory has where limits bind the best tree and no order is to be
/// kept. R takes O(R), and O(log R) for each child; K a list of
/// O(K (2c + l) / d) ranks, and O(K log n) for each child; both, K < R, take
/// O(K + R) memory, and go through the transfers until the tree repeats itself.
/// Preconditions: 0 <= rank, root < ranks. Errors: those of makeReduction() and
/// reductionLength(); TooLarge where R, or the list and n, are above 2^26,
/// where the rank has more than 2^26 children, or where nothing repeats in 2^28
/// transfers.
Result<ReductionRole> limitedRole(const ReductionProblem &, std::int64_t rank,
                                  std::int64_t root);

/// L*(n) alone, in O(log^2 n) (docs/SchedulingMath.md, section 11).
Result<std::int64_t> optimalReductionLength(std::int64_t ranks,
                                            const ReductionCost &);

// An embedded tree, in words that are never trusted when they come back
// (BadEncoding). The closed form embeds its parameters, a table its parents.
std::vector<std::uint32_t> encode(const ReductionSchedule &);
Result<ReductionSchedule> decodeReduction(std::span<const std::uint32_t> words);
/// For which problem; cheaper than decoding.
Result<ReductionProblem> reductionKeyOf(std::span<const std::uint32_t> words);
/// Table entries that encode() writes (0: closed form).
std::int64_t tableEntries(const ReductionSchedule &);

} // namespace redist::schedule

#endif
