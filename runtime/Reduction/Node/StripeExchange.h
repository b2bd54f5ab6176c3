//===- StripeExchange.h - Stripes of a reduction across nodes --*- C++ -*-===//
//
// Room Runtime. A communicator whose ranks share nodes reduces in two levels.
// The ranks of a node combine their values in memory that they share, each its
// stripe (NodeReduction.h). The ranks that have the same stripe, one on each
// node, are partners: they exchange what their nodes have combined.
//
//   scatter   each rank cuts its stripe into one piece a node, and receives its
//             own piece of all nodes
//   fold      it combines them, in the order of the nodes
//   gather    it sends the result to all, or to the node of the root
//
// So all ranks of a node use its port at once, and of a value with B bytes
// 2 B (N - 1) / N leave each of N nodes, the least there is where all are to
// have the result.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_NODE_STRIPEEXCHANGE_H
#define REDIST_RUNTIME_REDUCTION_NODE_STRIPEEXCHANGE_H

#include "Reduction/Node/Fold.h"
#include "Reduction/Node/NodeBoard.h"

#include <array>
#include <functional>
#include <span>
#include <utility>
#include <vector>

namespace redist::runtime {

/// How the ranks of a communicator lie on nodes.
struct NodeShape {
  int nodes = 1;
  int leastRanks = 1;     ///< of a node
  bool areInOrder = true; ///< each node's ranks follow one another
};

/// `numbers`: node of each rank, numbered by first ranks.
NodeShape nodeShapeOf(std::span<const int> numbers);

class StripeExchange {
public:
  /// More nodes than this would cut stripes into too small pieces.
  static constexpr int maxNodes = 64;
  /// There are several nodes, and each has memory that ranks share.
  static bool suits(const NodeShape &shape) {
    return shape.nodes > 1 && shape.nodes <= maxNodes && shape.leastRanks > 1;
  }
  /// `numbers` as above; precondition: suits(). `isCrowded`: there are more
  /// ranks than processors. Takes all memory that calls need, or throws
  /// std::bad_alloc. Not collective.
  StripeExchange(MPI_Comm used, std::vector<int> numbers, bool isCrowded);

  /// Of each node: the first ones of its ranks have one each.
  int stripes() const { return stripeCount; }
  int nodes() const { return static_cast<int>(partners.size()); }

  /// into = op(into, from), of so many bytes.
  using Combine =
      std::function<void(std::byte *, const std::byte *, std::size_t)>;

  /// Of a value of so many bytes, what goes in one round: some rounds, so that
  /// they overlap, but messages that are not too short.
  std::size_t chunkBytes(std::size_t bytes) const {
    constexpr std::size_t leastMessage = 2048;
    const auto messages = static_cast<std::size_t>(nodes() * stripeCount);
    return std::min(std::max(bytes / 8, messages * leastMessage),
                    NodeBoard::pieceBytes);
  }
  /// A part of a value that the ranks of a node have combined.
  struct Stripe {
    std::byte *data;
    std::size_t bytes; ///< as many on each partner
    std::size_t unit;  ///< which is not cut
  };

  // The stripe of a round, by two of which others may be ahead. It stays where
  // it is until all is over. Messages throw LoneError where MPI fails.

  void startScatter(std::size_t round, const Stripe &stripe);
  void finishScatter(std::size_t round);
  /// `mayWrite`: what is combined from. Throws what `combine` throws; a gather
  /// follows anyway. Not collective.
  void fold(std::size_t round, const Stripe &stripe, const Combine &combine,
            bool mayWrite, FoldScratch &scratch);
  /// `root`: a rank of the communicator, whose node alone is to have the
  /// result, or -1.
  void startGather(std::size_t round, const Stripe &stripe, int root);
  void finishGather(std::size_t round);

  /// Of this rank since takeSent().
  struct Sent {
    std::int64_t messages = 0, bytes = 0;
  };
  Sent takeSent() { return std::exchange(sent, {}); }

private:
  struct Range {
    std::size_t begin, size;
  };
  /// Messages that may be under way at once.
  struct Flight {
    std::vector<MPI_Request> scatter, gather;
    std::vector<std::byte> arrived; ///< this rank's piece of every node
  };
  Flight &flightOf(std::size_t round) { return flights[round % 2]; }
  Range pieceOf(int node, const Stripe &stripe) const;
  template <typename Visit> void forOtherNodes(Visit visit) const;
  void send(const std::byte *data, std::size_t bytes, int node, int tag,
            std::vector<MPI_Request> &requests);
  void receive(std::byte *data, std::size_t bytes, int node, int tag,
               std::vector<MPI_Request> &requests);
  void waitForAll(std::vector<MPI_Request> &requests);

  MPI_Comm communicator;
  std::vector<int> nodeOf;   ///< by rank of the communicator
  std::vector<int> partners; ///< by node; without meaning where there is none
  int ownNode = 0, stripeCount = 0;
  bool crowded;                  ///< more ranks than processors
  std::array<Flight, 2> flights; ///< by round
  Sent sent;
};

} // namespace redist::runtime

#endif
