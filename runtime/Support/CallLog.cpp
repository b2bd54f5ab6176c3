//===- CallLog.cpp - Log of a rank's calls --------------------------------===//
#include "Support/CallLog.h"

#include "Support/Guard.h"
#include "Support/MpiCalls.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <new>

namespace redist::runtime {

static constexpr int tag = 12;

/// Short enough that MPI sends it at once, whatever the receiver does.
struct CallLog::Message {
  struct Call {
    char kind[32], file[64];
    std::int64_t line, root;
  };
  std::uint64_t count;
  Call calls[kept];
};

//===----------------------------------------------------------------------===//
// Where it is kept
//===----------------------------------------------------------------------===//

static int makeKey() {
  int key = MPI_KEYVAL_INVALID;
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN,
                                  MPI_COMM_NULL_DELETE_FN, &key, nullptr),
           "MPI_Comm_create_keyval");
  return key;
}

static int attributeKey() {
  static const int key = makeKey();
  return key;
}

static std::chrono::steady_clock::duration patienceOfUser() {
  using namespace std::chrono;
  const char *const value = std::getenv("REDIST_PATIENCE");
  const double seconds = value ? std::atof(value) : 0;
  if (!(seconds > 0 && seconds < 1e6))
    return std::chrono::seconds(1);
  return duration_cast<steady_clock::duration>(duration<double>(seconds));
}

CallLog::CallLog(MPI_Comm duplicate)
    : communicator(duplicate), ownPatience(patienceOfUser()) {
  requests.fill(MPI_REQUEST_NULL);
  ownRank = rankIn(communicator);
  rankCount = sizeOf(communicator);
  checkMpi(MPI_Comm_set_attr(communicator, attributeKey(), this),
           "MPI_Comm_set_attr");
}

/// A message that is still on its way keeps its memory.
CallLog::~CallLog() {
  int areComplete = 0;
  MPI_Testall(static_cast<int>(requests.size()), requests.data(), &areComplete,
              MPI_STATUSES_IGNORE);
  if (!areComplete)
    static_cast<void>(sent.release());
}

CallLog *CallLog::of(MPI_Comm duplicate) {
  void *attribute = nullptr;
  int isFound = 0;
  checkMpi(MPI_Comm_get_attr(duplicate, attributeKey(),
                             static_cast<void *>(&attribute), &isFound),
           "MPI_Comm_get_attr");
  return isFound ? static_cast<CallLog *>(attribute) : nullptr;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void CallLog::enter(const char *kind, const directive &where,
                    std::int64_t root) noexcept {
  if (entersAgain)
    --count;
  entersAgain = false;
  calls[count % kept] = {kind, where.file, where.line, root};
  ++count;
}

/// The end of a text says more than its beginning: it is a path.
template <std::size_t size>
static void copyEnd(char (&room)[size], const char *text) {
  const std::size_t length = text ? std::strlen(text) : 0;
  const std::size_t left = length < size ? 0 : length - (size - 1);
  std::snprintf(room, size, "%s", text ? text + left : "");
}

void CallLog::tell(int awaited) {
  int areComplete = 0;
  checkMpi(MPI_Testall(static_cast<int>(requests.size()), requests.data(),
                       &areComplete, MPI_STATUSES_IGNORE),
           "MPI_Testall");
  if (!areComplete || rankCount == 1)
    return;
  if (!sent)
    sent.reset(new (std::nothrow) Message);
  if (!sent)
    return; // this rank only listens
  *sent = {};
  sent->count = count;
  for (std::size_t i = 0; i < kept; ++i) {
    copyEnd(sent->calls[i].kind, calls[i].kind);
    copyEnd(sent->calls[i].file, calls[i].file);
    sent->calls[i].line = calls[i].line;
    sent->calls[i].root = calls[i].root;
  }
  std::array<int, 3> peers{(ownRank + 1) % rankCount,
                           (ownRank + rankCount - 1) % rankCount,
                           awaited < 0 ? ownRank : awaited};
  std::sort(peers.begin(), peers.end());
  const auto end = std::unique(peers.begin(), peers.end());
  std::size_t started = 0;
  for (auto peer = peers.begin(); peer != end; ++peer)
    if (*peer != ownRank)
      checkMpi(MPI_Isend(sent.get(), sizeof *sent, MPI_BYTE, *peer, tag,
                         communicator, &requests[started++]),
               "MPI_Isend");
}

void CallLog::compare() {
  for (;;) {
    int isThere = 0;
    MPI_Status status;
    checkMpi(MPI_Iprobe(MPI_ANY_SOURCE, tag, communicator, &isThere, &status),
             "MPI_Iprobe");
    if (!isThere)
      return;
    Message other;
    checkMpi(MPI_Recv(&other, sizeof other, MPI_BYTE, status.MPI_SOURCE, tag,
                      communicator, MPI_STATUS_IGNORE),
             "MPI_Recv");
    compareWith(other, status.MPI_SOURCE);
  }
}

static bool doRootsDiffer(std::int64_t a, std::int64_t b) {
  return a != CallLog::unknownRoot && b != CallLog::unknownRoot && a != b;
}

/// Of the calls that both remember, the first that differs is told.
void CallLog::compareWith(const Message &other, int rank) const {
  const std::uint64_t end = std::min(count, other.count);
  const std::uint64_t last = std::max(count, other.count);
  for (std::uint64_t i = last > kept ? last - kept : 0; i < end; ++i) {
    const Message::Call &theirs = other.calls[i % kept];
    char kind[sizeof theirs.kind];
    copyEnd(kind, call(i).kind);
    const bool areKnown = *kind && *theirs.kind;
    if (areKnown && (std::strcmp(kind, theirs.kind) != 0 ||
                     doRootsDiffer(call(i).root, theirs.root)))
      endJob(i, other, rank);
  }
}

//===----------------------------------------------------------------------===//
// The message
//===----------------------------------------------------------------------===//

/// "'#pragma reduce' at app.cpp:12 with root(0)".
static void write(char (&text)[200], const char *kind, const char *file,
                  std::int64_t line, std::int64_t root) {
  char place[100] = "", suffix[40] = "";
  if (file && *file)
    std::snprintf(place, sizeof place, " at %s:%lld", file,
                  static_cast<long long>(line));
  if (root >= 0)
    std::snprintf(suffix, sizeof suffix, " with root(%lld)",
                  static_cast<long long>(root));
  std::snprintf(text, sizeof text, "'%s'%s%s", kind, place, suffix);
}

void CallLog::endJob(std::uint64_t number, const Message &other,
                     int rank) const {
  const Call &mine = call(number);
  const Message::Call &theirs = other.calls[number % kept];
  char file[sizeof theirs.file], ofMine[200], ofTheirs[200], message[700];
  copyEnd(file, mine.file);
  write(ofMine, mine.kind, file, mine.line, mine.root);
  write(ofTheirs, theirs.kind, theirs.file, theirs.line, theirs.root);
  std::snprintf(message, sizeof message,
                "%s%sthe ranks are at different calls: rank %d of the "
                "communicator is at %s, rank %d at %s; the others cannot be "
                "told",
                mine.file ? "" : mine.kind, mine.file ? "" : ": ", ownRank,
                ofMine, rank, ofTheirs);
  abortJob(mine.file, mine.line, message);
}

//===----------------------------------------------------------------------===//
// A wait
//===----------------------------------------------------------------------===//

void Patience::lookAtClock() {
  if (communicator == MPI_COMM_NULL)
    return;
  const Clock::time_point now = Clock::now();
  if (!hasBegun) {
    hasBegun = true;
    begin = now;
    log = CallLog::of(communicator);
    untilNext = log ? log->patience() : Clock::duration();
  }
  if (!log || now - begin < log->patience())
    return;
  log->compare();
  if (now - begin < untilNext)
    return;
  untilNext *= 2;
  log->tell(peer);
}

} // namespace redist::runtime
