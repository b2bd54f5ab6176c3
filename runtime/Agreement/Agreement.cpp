//===- Agreement.cpp - Agreement of all ranks on a call -------------------===//
#include "Agreement/Agreement.h"

#include "Agreement/SmallMessages.h"
#include "Progress/Progress.h"
#include "Support/CallLog.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"

#include <algorithm>
#include <cstring>
#include <string_view>
#include <type_traits>

namespace redist::runtime {

std::string broadcastText(MPI_Comm communicator, const std::string &message,
                          int root, int rank) {
  std::int64_t length = static_cast<std::int64_t>(message.size());
  checkMpi(MPI_Bcast(&length, 1, MPI_INT64_T, root, communicator), "MPI_Bcast");
  std::string text = rank == root
                         ? message
                         : std::string(static_cast<std::size_t>(length), ' ');
  checkMpi(
      MPI_Bcast(text.data(), toMpiCount(length), MPI_CHAR, root, communicator),
      "MPI_Bcast");
  return text;
}

std::vector<std::int64_t> broadcastWords(MPI_Comm communicator,
                                         std::span<const std::int64_t> words,
                                         int root, int rank) {
  int count = toMpiCount(static_cast<std::int64_t>(words.size()));
  checkMpi(MPI_Bcast(&count, 1, MPI_INT, root, communicator), "MPI_Bcast");
  std::vector<std::int64_t> made(words.begin(), words.end());
  if (rank != root)
    made.assign(static_cast<std::size_t>(count), 0);
  checkMpi(MPI_Bcast(made.data(), count, MPI_INT64_T, root, communicator),
           "MPI_Bcast");
  return made;
}

std::vector<std::vector<std::int64_t>>
gatherFields(MPI_Comm communicator, std::span<const std::int64_t> words,
             int rank, int size, int root) {
  const auto ranks = static_cast<std::size_t>(rank == root ? size : 0);
  std::vector<int> counts(ranks), offsets(ranks);
  const int own = toMpiCount(static_cast<std::int64_t>(words.size()));
  checkMpi(MPI_Gather(&own, 1, MPI_INT, counts.data(), 1, MPI_INT, root,
                      communicator),
           "MPI_Gather");
  std::int64_t total = 0;
  for (std::size_t i = 0; i < ranks; ++i) {
    offsets[i] = toMpiCount(total);
    total += counts[i];
  }
  std::vector<std::int64_t> all(static_cast<std::size_t>(total));
  checkMpi(MPI_Gatherv(words.data(), own, MPI_INT64_T, all.data(),
                       counts.data(), offsets.data(), MPI_INT64_T, root,
                       communicator),
           "MPI_Gatherv");
  std::vector<std::vector<std::int64_t>> result(ranks);
  for (std::size_t i = 0; i < ranks; ++i)
    result[i].assign(all.begin() + offsets[i],
                     all.begin() + offsets[i] + counts[i]);
  return result;
}

std::string describeWords(
    MPI_Comm communicator, std::span<const std::int64_t> words,
    const std::function<std::string(std::span<const std::vector<std::int64_t>>)>
        &describe) {
  const int rank = rankIn(communicator);
  const auto all =
      gatherFields(communicator, words, rank, sizeOf(communicator));
  return broadcastText(communicator, rank == 0 ? describe(all) : "", 0, rank);
}

std::optional<FieldMismatch>
findDifference(std::span<const std::vector<std::int64_t>> all) {
  const auto knows = [](const std::vector<std::int64_t> &words) {
    return !words.empty();
  };
  const auto base = std::find_if(all.begin(), all.end(), knows);
  auto other = all.end();
  std::size_t least = base->size();
  for (auto it = base + 1; it != all.end(); ++it) {
    const auto at = static_cast<std::size_t>(
        std::mismatch(base->begin(), base->end(), it->begin(), it->end())
            .first -
        base->begin());
    if (knows(*it) && at < least) {
      least = at;
      other = it;
    }
  }
  if (other == all.end())
    return std::nullopt;
  return FieldMismatch{least, static_cast<std::size_t>(base - all.begin()),
                       static_cast<std::size_t>(other - all.begin())};
}

std::string describe(const FieldMismatch &difference,
                     std::span<const std::vector<std::int64_t>> all,
                     const NamedWord &word) {
  const auto on = [&](std::size_t rank) {
    return word.show(all[rank][difference.index]) + " on rank " +
           std::to_string(rank);
  };
  return word.name + " differs between ranks: it is " + on(difference.base) +
         " and " + on(difference.other) + " of the communicator";
}

//===----------------------------------------------------------------------===//
// Where ranks meet
//===----------------------------------------------------------------------===//

/// "'#pragma reduce' at app.cpp:12".
static std::string describeCall(const char *kind, const directive &where) {
  const std::string quoted = "'" + std::string(kind) + "'";
  return where.file
             ? quoted + " at " + where.file + ":" + std::to_string(where.line)
             : quoted;
}

/// Never returns. Names the call of rank 0, and that of the lowest rank that is
/// at another one.
[[noreturn]] static void refuseKinds(MPI_Comm communicator, int rank, int size,
                                     std::uint64_t kind, const Vote &own,
                                     const directive &where) {
  std::uint64_t first = kind;
  checkMpi(MPI_Bcast(&first, 1, MPI_UINT64_T, 0, communicator), "MPI_Bcast");
  const int mine = kind == first ? size : rank;
  int other = 0;
  checkMpi(MPI_Allreduce(&mine, &other, 1, MPI_INT, MPI_MIN, communicator),
           "MPI_Allreduce");
  if (CallLog *const log = CallLog::of(communicator))
    log->forgetLast();
  const std::string call = describeCall(own.kind, where);
  const std::string position =
      broadcastText(communicator, positionOf(where), 0, rank);
  const std::string ofFirst = broadcastText(communicator, call, 0, rank);
  const std::string ofOther = broadcastText(communicator, call, other, rank);
  throw error(position + "the ranks are at different calls: rank 0 of the " +
              "communicator is at " + ofFirst + ", rank " +
              std::to_string(other) + " at " + ofOther);
}

std::uint64_t hashOfKind(const char *kind) {
  HashBuilder hash;
  for (std::string_view rest = kind; !rest.empty();) {
    std::int64_t letters = 0; // several at once: every call does this
    const std::size_t count = std::min(rest.size(), sizeof letters);
    std::memcpy(&letters, rest.data(), count);
    hash.add(letters);
    rest.remove_prefix(count);
  }
  return hash.value();
}

/// What meet() tells, by a minimum over all ranks.
struct Tally {
  std::uint64_t failing; ///< this rank, or all of them where it is well
  Compared kind, first, second;
  std::array<std::uint64_t, 2> numbers;
  std::uint64_t early; ///< 0: there are early messages

  void add(const Tally &other) {
    failing = std::min(failing, other.failing);
    kind.add(other.kind);
    first.add(other.first);
    second.add(other.second);
    for (std::size_t i = 0; i < numbers.size(); ++i)
      numbers[i] = std::min(numbers[i], other.numbers[i]);
    early = std::min(early, other.early);
  }
};
static_assert(std::is_trivially_copyable_v<Tally>);

/// The tally of all ranks; what reduceInPairs() asks for.
class TallyMessages {
public:
  TallyMessages(MPI_Comm communicator, const Tally &own, bool sharesProcessors)
      : messages(communicator, sharesProcessors, SmallMessages::tagOfMeeting),
        tally(own) {}

  void send(int peer) { messages.send(peer, bytesOf(tally)); }
  void receive(int peer) { messages.receive(peer, room()); }
  void exchange(int peer) { messages.exchange(peer, bytesOf(tally), room()); }
  void combine(bool) { tally.add(arrived); }
  void adopt() { tally = arrived; }
  const Tally &result() const { return tally; }

private:
  static std::span<const std::byte> bytesOf(const Tally &one) {
    return std::as_bytes(std::span(&one, 1));
  }
  std::span<std::byte> room() {
    return std::as_writable_bytes(std::span(&arrived, 1));
  }

  SmallMessages messages;
  Tally tally, arrived{};
};

Consensus meet(MPI_Comm communicator, const Vote &own, const directive &where) {
  const int rank = rankIn(communicator);
  const int size = sizeOf(communicator);
  const std::uint64_t kind = hashOfKind(own.kind);
  const Tally mine{static_cast<std::uint64_t>(own.isWell ? size : rank),
                   Compared::of(kind),
                   own.first,
                   own.second,
                   own.numbers,
                   own.early ? 0 : Compared::none};
  TallyMessages messages(communicator, mine, own.sharesProcessors);
  reduceInPairs(messages, rank, size);
  const Tally &all = messages.result();
  const bool isAnyEarly = all.early == 0;
  if (!all.kind.isSame()) {
    if (isAnyEarly)
      takeBack(communicator, own.early);
    refuseKinds(communicator, rank, size, kind, own, where);
  }
  const int failing = static_cast<int>(all.failing);
  return {failing < size ? failing : -1, all.first.isSame(),
          all.second.isSame(), all.numbers, isAnyEarly};
}

void requireSame(MPI_Comm communicator, std::uint64_t number,
                 const char *text) {
  const Compared own = Compared::of(number);
  Compared least;
  MPI_Request reduction = MPI_REQUEST_NULL;
  checkMpi(MPI_Iallreduce(&own, &least, sizeof own / sizeof number,
                          MPI_UINT64_T, MPI_MIN, communicator, &reduction),
           "MPI_Iallreduce");
  Progress::ofProcess().waitFor(reduction);
  if (!least.isSame())
    throw error(text);
}

} // namespace redist::runtime
