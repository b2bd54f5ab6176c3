//===- AgreementPosts.h - What ranks show with an agreement ----*- C++ -*-===//
//
// Ranks agree on a call by ballots that all of them see, and each may show the
// others something short with its own: then a call needs nothing else. In
// memory of one node (SharedWindow.h), or of several nodes, which exchange what
// their ranks show (NodePosts.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_AGREEMENTPOSTS_H
#define REDIST_RUNTIME_SHAREDMEMORY_AGREEMENTPOSTS_H

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>

namespace redist::runtime {

/// What a rank says of a call.
struct Ballot {
  static constexpr std::uint64_t nothing = ~std::uint64_t{0};
  std::array<std::uint64_t, 2> numbers{}; ///< to be the same on all ranks
  /// Of each, all ranks hear the least.
  std::array<std::uint64_t, 2> news = {nothing, nothing};
  bool isWell = false;
  std::int32_t payloadBytes = 0; ///< that it has written to payload(); 0: none
};

/// What all ranks hear.
struct Verdict {
  bool areAlike = false; ///< all passed the same numbers, and are well
  bool haveAllPayload = false;
  std::array<std::uint64_t, 2> news = {Ballot::nothing, Ballot::nothing};

  static Verdict of(const Ballot &own) {
    return {own.isWell, own.payloadBytes > 0, own.news};
  }
  /// `own`: what all are compared with.
  void add(const Ballot &other, const Ballot &own) {
    areAlike = areAlike && other.isWell && other.numbers == own.numbers;
    haveAllPayload = haveAllPayload && other.payloadBytes > 0;
    for (std::size_t i = 0; i < news.size(); ++i)
      news[i] = std::min(news[i], other.news[i]);
  }
};

/// How what a rank shows begins: where the message to each rank is, where the
/// part for each node begins, and where the last one ends; then the parts, on
/// cache lines.
struct PostHeader {
  std::size_t ranks, nodes;

  static constexpr std::int64_t line = 64;
  static constexpr std::int64_t inLines(std::int64_t bytes) {
    return (bytes + line - 1) / line * line;
  }
  std::int64_t bytes() const {
    return inLines(static_cast<std::int64_t>(4 * (ranks + nodes + 1)));
  }
  static const std::int32_t *numbersOf(const std::byte *post) {
    return reinterpret_cast<const std::int32_t *>(post);
  }
  std::int32_t messageTo(const std::byte *post, int rank) const {
    return numbersOf(post)[rank];
  }
  std::int32_t partBegin(const std::byte *post, int node) const {
    return numbersOf(post)[ranks + static_cast<std::size_t>(node)];
  }
  std::int64_t partBytes(const std::byte *post, int node) const {
    return partBegin(post, node + 1) - partBegin(post, node);
  }
};

class AgreementPosts {
public:
  virtual ~AgreementPosts() = default;

  /// The same answer on all ranks. Operations under way go on meanwhile.
  /// Throws redist::error where MPI fails. Collective.
  virtual Verdict agree(const Ballot &own) = 0;
  /// Nobody has room for more.
  static constexpr std::int64_t maxBytes = 16 * 1024 + 256;
  /// Bytes that a rank may show: in all, and to the ranks of one node.
  virtual std::int64_t room() const = 0;
  virtual std::int64_t partRoom() const = 0;
  /// Room for the next agreement, aligned to a cache line.
  virtual std::byte *payload() = 0;
  /// The message from a rank of the communicator to this one, `to`, as that has
  /// shown it with the last agreement, until the next one. Precondition:
  /// haveAllPayload, and it has one.
  virtual const std::byte *messageFrom(int rank, int to) const = 0;
};

} // namespace redist::runtime

#endif
