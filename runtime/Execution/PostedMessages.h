//===- PostedMessages.h - Short messages that all ranks see -----*- C++ -*-===//
//
// How a rank posts all its messages in one piece of shared memory, with its
// agreement on the call, so that who is to have them copies them out of it:
// a call then takes one exchange. Comes in: a plan. Goes out: which messages
// are packed, and where. What goes to several copies is packed once.
//
//   | where the message to rank 0, 1, ... begins | messages |
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
  static constexpr std::int64_t maxBytes = SharedWindow::payloadBytes;

  /// Nothing where this rank has more.
  static std::optional<PostedMessages> of(const RedistributionPlan &plan);

  std::int32_t bytes() const { return length; }
  /// `post`: room for bytes().
  void pack(Executor &executor, const void *const *sources,
            std::byte *post) const;
  /// The messages to this rank, by receive. `postOf(peer)`: what it has posted.
  template <typename PostOf>
  std::span<const std::byte *const> find(PostOf postOf) {
    for (std::size_t i = 0; i < peers.size(); ++i) {
      const std::byte *const post = postOf(peers[i]);
      places[i] = post + reinterpret_cast<const std::int32_t *>(post)[own];
    }
    return places;
  }

private:
  struct Packed {
    std::size_t send;
    std::int32_t at;
  };
  int own = 0;                           ///< this rank
  std::int32_t length = 0;               ///< of what it posts, in bytes
  std::vector<std::int32_t> offsets;     ///< by rank
  std::vector<Packed> packed;            ///< messages, each once
  std::vector<int> peers;                ///< by receive
  std::vector<const std::byte *> places; ///< the same, of an execution
};

} // namespace redist::runtime

#endif
