//===- NodeReduction.h - Reductions in memory that ranks share -*- C++ -*-===//
//
// Room Runtime. Comes in: an operand of fixed size on each rank of a board
// (NodeBoard.h), and words that must be the same on all. Goes out: the result,
// or that words differ or a rank cannot go on; then nothing has changed.
//
//   Flat     a few numbers under a built-in operator: each rank that is to have
//            the result reads all slots and combines them itself
//   Tree     any operator on up to a slot: in pairs along a tree, each rank in
//            its own slot; rank 0 has the result, and all read it there
//   Stripes  more: each rank combines its stripe of what all ranks have on the
//            stage, and all read the results of the others there; round by
//            round, where the value is longer than a piece of the stage.
//            Between the two, stripes may be combined with those of other nodes
//            (StripeExchange.h)
//
// The words are compared as values are awaited: the agreement on a call takes
// no time of its own. Brackets are the same in all ways (Fold.h), so a result
// does not depend on the way.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_NODE_NODEREDUCTION_H
#define REDIST_RUNTIME_REDUCTION_NODE_NODEREDUCTION_H

#include "Kernels/NumberLoops.h"
#include "Reduction/Node/NodeBoard.h"
#include "Reduction/Node/StripeExchange.h"

#include "redist/detail/reduce/Operand.h"

#include <optional>
#include <string>
#include <vector>

namespace redist::runtime {

enum class NodeWay { None, Flat, Tree, Stripes };

/// What a call of one rank reduces. All but `items` the same on all ranks,
/// where the words are.
struct NodeReduction {
  detail::operand *items = nullptr;
  std::size_t bytes = 0;
  std::size_t grain = 0;      ///< where the value may be cut; 0: nowhere
  NumberLoop *loop = nullptr; ///< null: the operand combines
  int root = -1;              ///< -1: all have the result
  bool isQuiet = false;       ///< combining throws nothing
  NodeWay way = NodeWay::None;
  StripeExchange *exchange = nullptr; ///< to other nodes, of Stripes; or null
  int rootRank = -1; ///< of the communicator, where there is one
};

/// `isBuiltin`: built-in operators on numbers. None: nothing for a board.
NodeReduction nodeReductionOf(detail::operand &items, int root, bool isBuiltin,
                              const NodeBoard &board);

/// Whether values are too long for a slot, and may be cut into so many stripes.
bool fitsStripes(const detail::operand &items, int stripes);

/// Over all nodes. Precondition: fitsStripes(). `rootRank`: of the
/// communicator, or -1. `board`: of this node.
NodeReduction reductionOverNodes(detail::operand &items, int rootRank,
                                 const NodeBoard &board,
                                 StripeExchange &exchange);

/// The value of this rank, ready to be reduced.
class NodeValue {
public:
  /// Takes all memory that the call needs on this rank, or throws; `buffer` is
  /// reused. Not collective.
  void prepare(const NodeReduction &call, NodeBoard &board,
               std::vector<std::byte> &buffer);

  bool hasResult = false;
  const std::byte *value = nullptr;
  std::byte *target = nullptr; ///< of the result; null: assigned to the operand
};

/// Where a combine has thrown, and what, on that rank.
struct NodeFailure {
  int rank = -1;
  std::string text;
};

/// False: words differ, or on some rank there is no value. Else the items have
/// the result, or there is a failure, the same rank on all of them. Where there
/// is an exchange, a failure is one of this node alone, and without one the
/// items have the result once it is given. `value`: null where this rank cannot
/// go on. Collective over the board.
bool reduceOnBoard(NodeBoard &board, const NodeReduction &call,
                   const NodeHead &head, const NodeValue *value,
                   NodeFailure &failure);

/// After reduceOnBoard() with an exchange. Not collective.
void giveResult(const NodeReduction &call, const NodeValue &value);

/// For a root alone, without a word to the others: combined from the root's
/// value on, or in the order of ranks. A rank without a value is `refused`,
/// which the root hears of, as of words that differ.
enum class Heard { Nothing, Refused, Differs };
Heard reduceToRoot(NodeBoard &board, const NodeReduction &call,
                   const NodeHead &head, const NodeValue *value, bool ordered);

} // namespace redist::runtime

#endif
