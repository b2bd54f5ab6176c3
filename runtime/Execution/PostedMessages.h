//===- PostedMessages.h - Short messages that all ranks see -----*- C++ -*-===//
//
// How a rank posts all its messages in one piece of shared memory, with its
// agreement on the call, so that who is to have them copies them out of it:
// a call then takes one exchange. Comes in: a plan. Goes out: which messages
// are packed, and where. What goes to several copies on a
// node is packed once.
//
//   | PostHeader | messages to ranks of node 0 | node 1 | ...
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_POSTEDMESSAGES_H
#define REDIST_RUNTIME_EXECUTION_POSTEDMESSAGES_H

#include "Execution/Executor.h"
#include "SharedMemory/SharedWindow.h"

#include <optional>
#include <vector>

namespace redist::runtime {

class PostedMessages {
public:
  /// Bytes of the messages that a rank gets, beyond which other ways are as
  /// fast; and of those that it posts, with their places.
  static constexpr std::int64_t maxReceivedBytes = 64 * 1024;
  static constexpr int maxRanks = 64;
  static constexpr std::int64_t maxBytes = AgreementPosts::maxBytes;

  /// Nothing where this rank has more. `nodeOfRank`: empty: all are on one.
  static std::optional<PostedMessages> of(const RedistributionPlan &plan,
                                          const std::vector<int> &nodeOfRank);

  std::int32_t bytes() const { return parts.back(); }
  bool fits(const AgreementPosts &posts) const {
    return bytes() <= posts.room() && largestPart <= posts.partRoom();
  }
  /// `post`: room for bytes().
  void pack(Executor &executor, const void *const *sources,
            std::byte *post) const;
  /// The messages to this rank, by receive. `messageFrom(peer, own)`: as
  /// AgreementPosts has it.
  template <typename MessageFrom>
  std::span<const std::byte *const> find(MessageFrom messageFrom) {
    for (std::size_t i = 0; i < peers.size(); ++i)
      places[i] = messageFrom(peers[i], own);
    return places;
  }

private:
  struct Packed {
    std::size_t send;
    std::int32_t at;
  };
  bool addPart(const RedistributionPlan &plan, int node,
               const std::vector<int> &nodeOfRank);

  int own = 0;                           ///< this rank
  std::vector<std::int32_t> offsets;     ///< by rank
  std::vector<std::int32_t> parts;       ///< where they begin; the end
  std::int64_t largestPart = 0;          ///< in bytes
  std::vector<Packed> packed;            ///< messages, each once a node
  std::vector<int> peers;                ///< by receive
  std::vector<const std::byte *> places; ///< the same, of an execution
};

} // namespace redist::runtime

#endif
