//===- ReductionAgreement.cpp - Agreement on a reduction ------------------===//
#include "Reduction/Engine/ReductionAgreement.h"

#include "Agreement/Agreement.h"
#include "Agreement/SmallMessages.h"
#include "Progress/Progress.h"
#include "Support/CallWords.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include "redist/Error.h"

#include <algorithm>
#include <cstring>
#include <type_traits>

namespace redist::runtime {

using NameOfWord = NamedWord (*)(std::size_t index, std::size_t count);

namespace {

/// What differs, for people, and on which rank.
struct Difference {
  std::string text;
  int rank = 0; ///< one that differs from the first
};

} // namespace

static Difference
describeDifference(const std::vector<std::vector<std::int64_t>> &all,
                   NameOfWord nameOf) {
  const std::optional<FieldMismatch> found = findDifference(all);
  if (!found)
    return {"the items differ between ranks", 0};
  const int rank = static_cast<int>(found->other);
  if (found->index >= all[found->other].size())
    return {"the number of items differs between ranks", rank};
  const NamedWord word = nameOf(found->index, all[found->base].size());
  return {describe(*found, all, word), rank};
}

static NamedWord nameOfClauseWord(std::size_t index, std::size_t) {
  return nameOfClause(index);
}

/// The bytes follow from the counts, which say more.
static NamedWord nameOfRotated(std::size_t index, std::size_t count) {
  return nameOfShape((index + 1) % count, count);
}

static std::uint64_t placeOf(const directive &where) {
  HashBuilder hash;
  hash.add(where.line);
  if (where.file)
    for (const char *at = where.file; *at; ++at)
      hash.add(*at);
  return hash.value();
}

//===----------------------------------------------------------------------===//
// Verdicts on their way
//===----------------------------------------------------------------------===//

/// Of one rank, then of all that it stands for.
struct alignas(16) SharedVerdict {
  Compared clauses, shape, place;
  std::uint64_t failingRank = Compared::none; ///< the lowest; none: all is well
  std::uint64_t bytes = Compared::none;       ///< none: nobody takes part
  std::uint32_t isIdle = 1;
  std::uint32_t isCarried = 0; ///< all have begun to send values
  /// Of those that have stopped since: not all ranks hear of the same ones.
  std::uint64_t stop = Stop::none;

  bool isGood() const {
    return clauses.isSame() && shape.isSame() && failingRank == Compared::none;
  }
  /// A value is behind it.
  bool hasValue() const {
    return isGood() && isCarried != 0 && stop == Stop::none;
  }
  void add(const SharedVerdict &other) {
    clauses.add(other.clauses);
    shape.add(other.shape);
    place.add(other.place);
    failingRank = std::min(failingRank, other.failingRank);
    bytes = std::min(bytes, other.bytes);
    isIdle = std::min(isIdle, other.isIdle);
    isCarried = std::min(isCarried, other.isCarried);
    stop = std::min(stop, other.stop);
  }
};
static_assert(std::is_trivially_copyable<SharedVerdict>::value);

/// What reduceInPairs() asks for.
class VerdictMessages {
public:
  VerdictMessages(MPI_Comm communicator, const SharedVerdict &own,
                  CarriedValue &value, bool sharesProcessors)
      : messages(communicator, sharesProcessors), verdict(own), carried(value) {
    verdict.isCarried = carried.isThere();
    verdict.stop = carried.stop();
  }

  void send(int peer) { messages.send(peer, written(peer)); }
  void receive(int peer) { received = messages.receive(peer, arrived); }
  void exchange(int peer) {
    received = messages.exchange(peer, written(peer), arrived);
  }
  void combine(bool isLeft) {
    if (readVerdict())
      carried.combine(arrived + headBytes, received - headBytes, isLeft);
    verdict.stop = std::min(verdict.stop, carried.stop());
  }
  void adopt() {
    if (readVerdict())
      carried.assign(arrived + headBytes, received - headBytes);
    verdict.stop = std::min(verdict.stop, carried.stop());
  }
  const SharedVerdict &result() const { return verdict; }

private:
  static constexpr std::size_t headBytes = sizeof(SharedVerdict);

  std::span<const std::byte> written(int peer) {
    const std::size_t bytes =
        verdict.hasValue() ? carried.write(sent + headBytes, peer) : 0;
    verdict.stop = std::min(verdict.stop, carried.stop());
    std::memcpy(sent, &verdict, headBytes);
    return {sent, headBytes + bytes};
  }

  /// Whether a value is behind it, and this rank has one for it.
  bool readVerdict() {
    SharedVerdict other;
    if (received < headBytes)
      throw LoneError("another rank is at another call of the runtime");
    std::memcpy(&other, arrived, headBytes);
    verdict.add(other);
    return verdict.hasValue();
  }

  SmallMessages messages;
  SharedVerdict verdict;
  CarriedValue &carried;
  std::size_t received = 0;
  alignas(64) std::byte sent[headBytes + carriedBytes];
  alignas(64) std::byte arrived[headBytes + carriedBytes];
};

/// The least of the numbers of all ranks; what reduceInPairs() asks for.
class LeastOfStops {
public:
  LeastOfStops(MPI_Comm communicator, std::uint64_t own, bool sharesProcessors)
      : messages(communicator, sharesProcessors), least(own) {}

  void send(int peer) {
    messages.send(peer, std::as_bytes(std::span(&least, 1)));
  }
  void receive(int peer) { messages.receive(peer, room()); }
  void exchange(int peer) {
    messages.exchange(peer, std::as_bytes(std::span(&least, 1)), room());
  }
  void combine(bool) { least = std::min(least, arrived); }
  void adopt() { least = arrived; }
  std::uint64_t result() const { return least; }

private:
  std::span<std::byte> room() {
    return std::as_writable_bytes(std::span(&arrived, 1));
  }

  SmallMessages messages;
  std::uint64_t least, arrived = Stop::none;
};

//===----------------------------------------------------------------------===//
// What the ranks make of them
//===----------------------------------------------------------------------===//

/// Never returns. Rank 0 words the error for all.
[[noreturn]] static void refuse(MPI_Comm communicator,
                                std::span<const std::int64_t> words,
                                NameOfWord nameOf, bool areItems, int rank,
                                int size, const directive &where) {
  const auto all = gatherFields(communicator, words, rank, size);
  Difference found;
  if (rank == 0)
    found = describeDifference(all, nameOf);
  checkMpi(MPI_Bcast(&found.rank, 1, MPI_INT, 0, communicator), "MPI_Bcast");
  const std::string text =
      broadcastText(communicator, positionOf(where) + found.text, 0, rank);
  if (areItems)
    throw reduce_error(text, found.rank);
  throw error(text);
}

static SharedVerdict verdictOf(const ReductionVerdict &own, int rank,
                               std::uint64_t place) {
  SharedVerdict made;
  if (!own.clauses.empty())
    made.clauses = Compared::of(hashOf(own.clauses));
  if (!own.shape.empty()) {
    made.shape = Compared::of(hashOf(own.shape));
    made.bytes = static_cast<std::uint64_t>(own.shape.front());
  }
  made.place = Compared::of(place);
  if (!own.problem.empty())
    made.failingRank = static_cast<std::uint64_t>(rank);
  made.isIdle = !Progress::ofProcess().hasPending();
  return made;
}

/// Whether no rank has stopped. Throws the same reduce_error on every rank
/// where a combine has thrown.
static bool haveAllGoneOn(MPI_Comm communicator, std::uint64_t stop,
                          const std::string &text, int rank, int size,
                          const directive &where, bool sharesProcessors) {
  LeastOfStops messages(communicator, stop, sharesProcessors);
  reduceInPairs(messages, rank, size);
  const std::uint64_t least = messages.result();
  if (least == Stop::none || least == Stop::tooLong)
    return least == Stop::none;
  const int thrower = Stop::rankOf(least);
  throw reduce_error(broadcastText(communicator,
                                   positionOf(where) + "rank " +
                                       std::to_string(thrower) + ": " + text,
                                   thrower, rank),
                     thrower);
}

AgreedReduction agree(MPI_Comm communicator, const ReductionVerdict &verdict,
                      const directive &where, CarriedValue &value,
                      bool sharesProcessors) {
  const int rank = rankIn(communicator);
  const int size = sizeOf(communicator);
  const std::uint64_t place = placeOf(where);
  VerdictMessages messages(communicator, verdictOf(verdict, rank, place), value,
                           sharesProcessors);
  reduceInPairs(messages, rank, size);
  const SharedVerdict &all = messages.result();
  if (!all.clauses.isSame())
    refuse(communicator, verdict.clauses, nameOfClauseWord, false, rank, size,
           where);
  if (all.failingRank != Compared::none)
    throw error(broadcastText(communicator, positionOf(where) + verdict.problem,
                              static_cast<int>(all.failingRank), rank));
  if (!all.shape.isSame()) {
    std::vector<std::int64_t> rotated(verdict.shape.begin(),
                                      verdict.shape.end());
    if (!rotated.empty())
      std::rotate(rotated.begin(), rotated.begin() + 1, rotated.end());
    refuse(communicator, rotated, nameOfRotated, true, rank, size, where);
  }
  // The last combine of a rank came after its last message.
  const bool isReduced =
      all.isCarried != 0 &&
      (!value.mayStop() || haveAllGoneOn(communicator, all.stop, value.text(),
                                         rank, size, where, sharesProcessors));
  return {all.place.isSame(), place, static_cast<std::int64_t>(all.bytes),
          all.isIdle == 0, isReduced};
}

//===----------------------------------------------------------------------===//
// On a board
//===----------------------------------------------------------------------===//

/// Flags of a head. NodeReduction.cpp has others, and other words.
static constexpr std::uint32_t isWell = 2, takesPart = 4, isBusy = 8;
static constexpr std::uint64_t isAgreement = std::uint64_t{1} << 63;

std::optional<AgreedReduction> agreeOnBoard(NodeBoard &board,
                                            const ReductionVerdict &verdict,
                                            const directive &where) {
  NodeHead mine;
  const std::uint64_t place = placeOf(where);
  mine.words = {hashOf(verdict.clauses) | isAgreement, hashOf(verdict.shape),
                place, 0};
  if (verdict.problem.empty())
    mine.flags |= isWell;
  if (!verdict.shape.empty()) {
    mine.flags |= takesPart;
    mine.words[3] = static_cast<std::uint64_t>(verdict.shape.front());
  }
  if (Progress::ofProcess().hasPending())
    mine.flags |= isBusy;
  board.enter().head = mine;
  board.publish(0);
  bool areAlike = verdict.problem.empty();
  AgreedReduction made{true, place, -1, false, false};
  const NodeHead *first = nullptr; ///< of those that take part
  for (int rank = 0; rank < board.size(); ++rank) {
    const NodeHead &other = board.await(rank).head;
    areAlike &= other.words[0] == mine.words[0] && (other.flags & isWell) != 0;
    made.isSamePlace &= other.words[2] == place;
    made.isAnyBusy |= (other.flags & isBusy) != 0;
    if ((other.flags & takesPart) == 0)
      continue;
    if (!first)
      first = &other;
    areAlike &= other.words[1] == first->words[1];
    made.bytes = static_cast<std::int64_t>(first->words[3]);
  }
  board.haveAllEntered();
  board.leave(false);
  if (!areAlike)
    return std::nullopt;
  return made;
}

} // namespace redist::runtime
