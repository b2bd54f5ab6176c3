//===- ReductionState.h - Reductions of a communicator ---------*- C++ -*-===//
//
// Room Runtime. Plans by clauses, sizes and, where all ranks are at the same
// one, directive; the machine of calls that wait, and those of requests that
// are not in use. Made at the communicator's first reduction.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONSTATE_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_REDUCTIONSTATE_H

#include "Communicator/KeptState.h"
#include "Reduction/Channel/MpiChannel.h"
#include "Reduction/Engine/Costs.h"
#include "Reduction/Engine/ReductionAgreement.h"
#include "Reduction/Engine/ReductionPlan.h"
#include "Reduction/Machine/Machine.h"
#include "Reduction/Node/NodeBoard.h"
#include "Reduction/Node/StripeExchange.h"
#include "Support/SharedProfile.h"

#include <array>
#include <list>
#include <memory>
#include <optional>
#include <utility>

namespace redist::runtime {

class CommunicatorState;
class ReductionOperation;

inline constexpr char reductionKind[] = "#pragma reduce";

/// A plan, and what its executions have shown.
struct KeptReduction {
  std::vector<std::int64_t> key;
  std::shared_ptr<const ReductionPlan> plan;
  std::int64_t executions = 0; ///< the same on all ranks
  /// Of the first execution of this rank, where it is done.
  ExecutionTimes first;
  /// Of this rank's combines in the newest execution; < 0: not known.
  double combineSeconds = -1;
};

class ReductionState final : public KeptState {
public:
  /// Throws redist::error on every rank where one has no memory. Collective the
  /// first time.
  static ReductionState &of(CommunicatorState &state);

  /// Of nothing yet, see of().
  explicit ReductionState(MPI_Comm duplicate);
  ~ReductionState() override;

  /// The plan for a call that all ranks have agreed on; its costs may have been
  /// learned. Throws redist::error (no position), alike on all ranks.
  /// Collective.
  std::shared_ptr<KeptReduction> find(const CheckedReduction &call,
                                      const AgreedReduction &agreed,
                                      const directive &where);
  /// Who combines: a thread where that is worth it on this rank.
  CombineRunner &combinerFor(const KeptReduction &kept,
                             const CheckedReduction &call);
  /// After an execution.
  static void learn(KeptReduction &kept, const Machine &machine,
                    double seconds);

  /// Where all ranks reduce and agree in memory that they share; null, on all
  /// ranks alike, where there is none, or none yet.
  NodeBoard *board() { return ownBoard.get(); }
  /// Makes it, if that has not been tried. Precondition: the ranks have agreed
  /// on the call. Collective.
  void provideBoard();
  bool hasTriedBoard() const { return isBoardTried; }
  /// Ranks have met there in vain: this call goes on by messages.
  void refuseBoard() { isBoardRefused = true; }
  /// Whether that has happened in this call; once.
  bool takeRefusal() { return std::exchange(isBoardRefused, false); }
  /// All ranks are on one node, whether they share its memory or not.
  bool isOneNode() const { return ownShape.nodes == 1; }
  const NodeShape &nodeShape() const { return ownShape; }

  // Between nodes that have memory which ranks share.

  /// There is an exchange of stripes, or might be, once it is made.
  bool mayExchangeStripes() const {
    return ownExchange || (!isExchangeTried && StripeExchange::suits(ownShape));
  }
  /// Null, on all ranks alike, where there is none, or none yet.
  StripeExchange *stripeExchange() {
    return ownExchange ? &*ownExchange : nullptr;
  }
  /// Of this node. Precondition: there is an exchange.
  NodeBoard &nodeBoard() { return *ownNodeBoard; }
  /// Makes it, if that has not been tried. Precondition: the ranks have agreed
  /// on the call, and mayExchangeStripes(). Collective.
  void provideStripeExchange();

  /// Ranks and their helpers outnumber the processors of this node.
  bool isCrowded() const { return crowded; }

  // Values whose size is not known before, by directives.

  /// Whether to try if it is short; asked once a call.
  bool mayBeShort(const directive &where) {
    std::uint8_t &left = longCalls[slotOf(where)];
    return left == 0 || --left == 0;
  }
  /// It was long: the next ones are likely to be.
  void expectLong(const directive &where) { longCalls[slotOf(where)] = 64; }

  /// Of calls that wait.
  Machine &machine() { return ownMachine; }

  /// Kept between calls, so that they allocate nothing.
  std::vector<std::int64_t> &clauses() { return clauseWords; }
  std::vector<std::int64_t> &shape() { return shapeWords; }
  std::vector<std::byte> &packed() { return packedValue; }

  /// An operation that is not in use; made where there is none.
  std::unique_ptr<ReductionOperation> takeOperation(CommunicatorState &state);
  void giveOperation(std::unique_ptr<ReductionOperation> operation) noexcept;

private:
  static constexpr std::size_t slots = 64;
  static std::size_t slotOf(const directive &where) {
    return static_cast<std::size_t>(where.line) % slots;
  }
  static std::unique_ptr<ReductionState> make(MPI_Comm duplicate);
  /// Collective.
  void settle(bool mayUseThread);
  /// First ranks of the nodes that a plan is made for; empty: one of ranks.
  std::span<const int> nodesFor(const CheckedReduction &call) const;
  KeptReduction *findKept(std::span<const std::int64_t> key);
  void plan(KeptReduction &kept, const CheckedReduction &call,
            const schedule::ReductionCost &cost, bool isMeasured,
            const directive &where);

  MPI_Comm communicator;
  bool hasThread = true; ///< REDIST_COMBINE_THREAD, the same on all ranks
  int neighbours = 1;    ///< ranks of this node, this one too
  NodeShape ownShape;
  /// Of each node, and then the number of ranks, where nodes that have more
  /// than one follow one another; else empty.
  std::vector<int> firstRanks;
  bool crowded = false; ///< ranks and helpers outnumber processors
  SharedProfile profile;
  std::unique_ptr<NodeBoard> ownBoard;
  bool isBoardTried = false, isBoardRefused = false;
  std::unique_ptr<NodeBoard> ownNodeBoard;
  std::optional<StripeExchange> ownExchange;
  bool isExchangeTried = false;
  MpiChannel channel;
  Machine ownMachine;
  InlineCombiner atOnce;
  std::vector<std::int64_t> clauseWords, shapeWords, keyWords;
  std::vector<std::byte> packedValue;
  std::list<std::shared_ptr<KeptReduction>> plans; ///< the newest first
  std::vector<std::unique_ptr<ReductionOperation>> idleOperations;
  std::array<std::uint8_t, slots> longCalls{}; ///< not to be tried
};

} // namespace redist::runtime

#endif
