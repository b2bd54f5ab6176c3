//===- StripeExchange.cpp - Stripes of a reduction across nodes -----------===//
#include "Reduction/Node/StripeExchange.h"

#include "Progress/Progress.h"
#include "Support/MpiCalls.h"

#include <algorithm>

namespace redist::runtime {

/// Messages of a kind are received in the order in which they are sent: calls
/// come in one order on all ranks.
static constexpr int scatterTag = 6, gatherTag = 7;

NodeShape nodeShapeOf(std::span<const int> numbers) {
  NodeShape shape;
  std::vector<int> ranks;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    const auto node = static_cast<std::size_t>(numbers[i]);
    if (node == ranks.size())
      ranks.push_back(0);
    else if (numbers[i] != numbers[i - 1])
      shape.areInOrder = false;
    ++ranks[node];
  }
  shape.nodes = static_cast<int>(ranks.size());
  shape.leastRanks = *std::min_element(ranks.begin(), ranks.end());
  return shape;
}

StripeExchange::StripeExchange(MPI_Comm used, std::vector<int> numbers,
                               bool isCrowded)
    : communicator(used), nodeOf(std::move(numbers)), crowded(isCrowded) {
  const NodeShape shape = nodeShapeOf(nodeOf);
  const auto count = static_cast<std::size_t>(shape.nodes);
  const auto own = static_cast<std::size_t>(rankIn(used));
  stripeCount = shape.leastRanks;
  ownNode = nodeOf[own];
  const std::ptrdiff_t numberOnNode =
      std::count(nodeOf.begin(),
                 nodeOf.begin() + static_cast<std::ptrdiff_t>(own), ownNode);
  std::vector<std::ptrdiff_t> ranksBefore(count);
  partners.resize(count);
  for (std::size_t rank = 0; rank < nodeOf.size(); ++rank)
    if (const auto node = static_cast<std::size_t>(nodeOf[rank]);
        ranksBefore[node]++ == numberOnNode)
      partners[node] = static_cast<int>(rank);
  // A stripe is no longer than a piece of the stage; its pieces are rounded up.
  for (Flight &flight : flights) {
    flight.arrived.resize(NodeBoard::pieceBytes +
                          count * FoldScratch::blockBytes);
    flight.scatter.reserve(2 * count);
    flight.gather.reserve(2 * count);
  }
}

StripeExchange::Range StripeExchange::pieceOf(int node,
                                              const Stripe &stripe) const {
  const auto count = static_cast<std::size_t>(nodes());
  const std::size_t units = (stripe.bytes + stripe.unit - 1) / stripe.unit;
  const std::size_t length = (units + count - 1) / count * stripe.unit;
  const std::size_t begin =
      std::min(stripe.bytes, static_cast<std::size_t>(node) * length);
  return {begin, std::min(length, stripe.bytes - begin)};
}

/// From the next one on, so that not all send to the same one first.
template <typename Visit>
void StripeExchange::forOtherNodes(Visit visit) const {
  for (int i = 1; i < nodes(); ++i)
    visit((ownNode + i) % nodes());
}

void StripeExchange::send(const std::byte *data, std::size_t bytes, int node,
                          int tag, std::vector<MPI_Request> &requests) {
  if (bytes == 0)
    return;
  requests.emplace_back();
  checkMpi(MPI_Isend(data, static_cast<int>(bytes), MPI_BYTE,
                     partners[static_cast<std::size_t>(node)], tag,
                     communicator, &requests.back()),
           "MPI_Isend");
  ++sent.messages;
  sent.bytes += static_cast<std::int64_t>(bytes);
}

void StripeExchange::receive(std::byte *data, std::size_t bytes, int node,
                             int tag, std::vector<MPI_Request> &requests) {
  if (bytes == 0)
    return;
  requests.emplace_back();
  checkMpi(MPI_Irecv(data, static_cast<int>(bytes), MPI_BYTE,
                     partners[static_cast<std::size_t>(node)], tag,
                     communicator, &requests.back()),
           "MPI_Irecv");
}

void StripeExchange::waitForAll(std::vector<MPI_Request> &requests) {
  for (MPI_Request &request : requests)
    Progress::ofProcess().waitFor(request, MPI_STATUS_IGNORE, nullptr, crowded);
  requests.clear();
}

void StripeExchange::startScatter(std::size_t round, const Stripe &stripe) {
  Flight &flight = flightOf(round);
  const std::size_t own = pieceOf(ownNode, stripe).size;
  forOtherNodes([&](int node) {
    receive(flight.arrived.data() + static_cast<std::size_t>(node) * own, own,
            node, scatterTag, flight.scatter);
  });
  forOtherNodes([&](int node) {
    const Range piece = pieceOf(node, stripe);
    send(stripe.data + piece.begin, piece.size, node, scatterTag,
         flight.scatter);
  });
}

void StripeExchange::finishScatter(std::size_t round) {
  waitForAll(flightOf(round).scatter);
}

void StripeExchange::fold(std::size_t round, const Stripe &stripe,
                          const Combine &combine, bool mayWrite,
                          FoldScratch &scratch) {
  const std::byte *const arrived = flightOf(round).arrived.data();
  const Range own = pieceOf(ownNode, stripe);
  const std::size_t block = FoldScratch::blockBytes / stripe.unit * stripe.unit;
  std::byte *const into = scratch.blocks[FoldScratch::levels - 1];
  const FoldOrder order = FoldOrder::inPairs(nodes());
  for (std::size_t at = 0; at < own.size; at += block) {
    const std::size_t size = std::min(block, own.size - at);
    const auto valueOf = [&](int node) -> const std::byte * {
      if (node == ownNode)
        return stripe.data + own.begin + at;
      return arrived + static_cast<std::size_t>(node) * own.size + at;
    };
    Fold(order, valueOf, combine, mayWrite, scratch).run(into, size);
    std::memcpy(stripe.data + own.begin + at, into, size);
  }
}

void StripeExchange::startGather(std::size_t round, const Stripe &stripe,
                                 int root) {
  std::vector<MPI_Request> &requests = flightOf(round).gather;
  const int target = root < 0 ? -1 : nodeOf[static_cast<std::size_t>(root)];
  if (target < 0 || target == ownNode)
    forOtherNodes([&](int node) {
      const Range piece = pieceOf(node, stripe);
      receive(stripe.data + piece.begin, piece.size, node, gatherTag, requests);
    });
  const Range own = pieceOf(ownNode, stripe);
  forOtherNodes([&](int node) {
    if (target < 0 || target == node)
      send(stripe.data + own.begin, own.size, node, gatherTag, requests);
  });
}

void StripeExchange::finishGather(std::size_t round) {
  waitForAll(flightOf(round).gather);
}

} // namespace redist::runtime
