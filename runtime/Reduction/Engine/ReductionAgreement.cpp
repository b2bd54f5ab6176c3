//===- ReductionAgreement.cpp - Agreement on a reduction ------------------===//
#include "Reduction/Engine/ReductionAgreement.h"

#include "Agreement/Agreement.h"
#include "Progress/Progress.h"
#include "Reduction/Channel/SmallMessages.h"
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
  std::uint64_t isIdle = 1;
  std::uint64_t unused = 0; ///< all bytes that travel have a value

  bool isGood() const {
    return clauses.isSame() && shape.isSame() && failingRank == Compared::none;
  }
  void add(const SharedVerdict &other) {
    clauses.add(other.clauses);
    shape.add(other.shape);
    place.add(other.place);
    failingRank = std::min(failingRank, other.failingRank);
    bytes = std::min(bytes, other.bytes);
    isIdle = std::min(isIdle, other.isIdle);
  }
};
static_assert(std::is_trivially_copyable<SharedVerdict>::value);

/// What reduceInPairs() asks for.
class VerdictMessages {
public:
  VerdictMessages(MPI_Comm communicator, const SharedVerdict &own,
                  const CarriedValue &value)
      : messages(communicator), verdict(own), carried(value),
        valueBytes(value.operand
                       ? static_cast<std::size_t>(value.operand->fixed_bytes())
                       : 0) {
    if (!verdict.isGood())
      carried.operand = nullptr;
  }

  void send(int peer) { messages.send(peer, written()); }
  void receive(int peer) { received = messages.receive(peer, arrived); }
  void exchange(int peer) {
    received = messages.exchange(peer, written(), arrived);
  }
  void combine(bool isLeft) {
    readVerdict();
    if (carried.operand)
      carried.operand->combine(arrived + headBytes, valueBytes, isLeft, 0);
  }
  void adopt() {
    readVerdict();
    if (carried.operand)
      carried.operand->assign(arrived + headBytes, valueBytes, 0);
  }
  const SharedVerdict &result() const { return verdict; }

private:
  static constexpr std::size_t headBytes = sizeof(SharedVerdict);

  std::span<const std::byte> written() {
    std::memcpy(sent, &verdict, headBytes);
    if (!carried.operand)
      return {sent, headBytes};
    if (valueBytes > 0)
      std::memcpy(sent + headBytes, carried.operand->pack(*carried.buffer).data,
                  valueBytes);
    return {sent, headBytes + valueBytes};
  }

  void readVerdict() {
    SharedVerdict other;
    if (received < headBytes)
      throw LoneError("another rank is at another call of the runtime");
    std::memcpy(&other, arrived, headBytes);
    verdict.add(other);
    if (!verdict.isGood() || received != headBytes + valueBytes)
      carried.operand = nullptr;
  }

  SmallMessages messages;
  SharedVerdict verdict;
  CarriedValue carried; ///< no operand from the first difference on
  std::size_t valueBytes, received = 0;
  alignas(64) std::byte sent[headBytes + directBytes];
  alignas(64) std::byte arrived[headBytes + directBytes];
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

AgreedReduction agree(MPI_Comm communicator, const ReductionVerdict &verdict,
                      const directive &where, const CarriedValue &value) {
  const int rank = rankIn(communicator);
  const int size = sizeOf(communicator);
  const std::uint64_t place = placeOf(where);
  VerdictMessages messages(communicator, verdictOf(verdict, rank, place),
                           value);
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
  return {all.place.isSame(), place, static_cast<std::int64_t>(all.bytes),
          all.isIdle == 0};
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
  AgreedReduction made{true, place, -1, false};
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
