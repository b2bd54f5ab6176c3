//===- CallWatch.cpp - Ranks that are at different kinds of calls ---------===//
#include "Reduction/CallWatch.h"

#include "Agreement.h"
#include "Guard.h"
#include "MpiCalls.h"
#include "Progress.h"
#include "Reduction/ReductionAgreement.h"
#include "Reduction/SmallMessages.h"

#include <cstdio>
#include <cstdlib>
#include <thread>

namespace redist::runtime {

/// Two tags a road, for calls of odd and of even number: a rank that is one
/// call ahead is taken for nothing else, and further ahead there is none.
static constexpr int firstTag = 2;
static constexpr int pokeTag = 8;

static constexpr std::chrono::milliseconds usualPatience{1000};

/// Not so often that it matters to those that are waited for.
static constexpr std::chrono::microseconds betweenLooks{200};

bool Lateness::isLate() {
  if (late)
    return true;
  const Clock::time_point now = Clock::now();
  if (!hasBegun)
    begin = now;
  hasBegun = true;
  late = now - begin >= patience;
  return late;
}

bool Lateness::isPokeDue() {
  if (Clock::now() - begin < untilPoke)
    return false;
  untilPoke *= 2;
  return true;
}

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

static int key() {
  static const int made = makeKey();
  return made;
}

static Lateness::Clock::duration patienceOfUser() {
  const char *const value = std::getenv("REDIST_PATIENCE");
  const double seconds = value ? std::atof(value) : 0;
  if (!(seconds > 0 && seconds < 1e6))
    return usualPatience;
  return std::chrono::duration_cast<Lateness::Clock::duration>(
      std::chrono::duration<double>(seconds));
}

CallWatch::CallWatch(MPI_Comm duplicate)
    : comm(duplicate), ownPatience(patienceOfUser()) {
  checkMpi(MPI_Comm_rank(comm, &ownRank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(comm, &rankCount), "MPI_Comm_size");
  checkMpi(MPI_Comm_set_attr(comm, key(), this), "MPI_Comm_set_attr");
}

CallWatch *CallWatch::of(MPI_Comm duplicate) {
  void *attribute = nullptr;
  int isFound = 0;
  checkMpi(MPI_Comm_get_attr(duplicate, key(), static_cast<void *>(&attribute),
                             &isFound),
           "MPI_Comm_get_attr");
  return isFound ? static_cast<CallWatch *>(attribute) : nullptr;
}

//===----------------------------------------------------------------------===//
// Calls
//===----------------------------------------------------------------------===//

void CallWatch::begin(const char *kind, const directive &where) {
  ownKind = kind;
  file = where.file;
  line = where.line;
  if (staysAtCall) {
    staysAtCall = false;
    return;
  }
  ++agreements;
  hasJoined[0] = hasJoined[1] = false;
}

void CallWatch::beginToRoot(const directive &where, std::int64_t shape) {
  ownKind = reductionKind;
  file = where.file;
  line = where.line;
  ++rootCalls;
  rootShape = shape;
}

int CallWatch::tagOf(Road road) const {
  return firstTag + 2 * static_cast<int>(road) +
         static_cast<int>(agreements % 2);
}

//===----------------------------------------------------------------------===//
// Waits
//===----------------------------------------------------------------------===//

void CallWatch::waitFor(MPI_Request &request, MPI_Status *status, Road own,
                        int awaited) {
  Progress &progress = Progress::ofProcess();
  Lateness lateness(ownPatience);
  int pauses = 0;
  for (int turn = 0;; turn = (turn + 1) % 64) {
    int isComplete = 0;
    checkMpi(MPI_Test(&request, &isComplete, status), "MPI_Test");
    if (isComplete)
      return;
    if (!progress.isIdle() && progress.advance())
      pauseAfter(pauses++);
    if (!lateness.isLateAt(turn))
      continue;
    look(own);
    if (awaited >= 0 && lateness.isPokeDue())
      poke(awaited, own);
    std::this_thread::sleep_for(betweenLooks);
  }
}

bool CallWatch::hasMessage(int tag, MPI_Status *status) const {
  int isThere = 0;
  checkMpi(MPI_Iprobe(MPI_ANY_SOURCE, tag, comm, &isThere, status),
           "MPI_Iprobe");
  return isThere != 0;
}

/// Who takes part on another road meets all that are there, and those that are
/// on neither once they look.
void CallWatch::join(Road road) {
  bool &isJoined = hasJoined[static_cast<int>(road)];
  if (isJoined)
    return;
  isJoined = true;
  if (road == Road::Values)
    refuseValues(*this);
  else
    tellElsewhere(*this);
}

void CallWatch::look(Road own) {
  receivePokes(own);
  if (own == Road::ToRoot)
    return;
  MPI_Status status;
  if (own != Road::Values && hasMessage(tagOf(Road::Values), &status))
    join(Road::Values);
  if (own == Road::Meeting && hasMessage(tagOf(Road::Verdicts), &status))
    join(Road::Verdicts);
  // Of before this call, where this rank has received all that it should.
  if (hasMessage(tagOf(Road::ToRoot) ^ 1, &status))
    endJob(status.MPI_SOURCE, "'#pragma reduce' with a root");
}

//===----------------------------------------------------------------------===//
// Pokes
//===----------------------------------------------------------------------===//

struct CallWatch::Poke {
  std::int64_t road; ///< no bytes between members
  std::uint64_t agreements, rootCalls;
  std::int64_t rootShape;
  char call[256];
};

static void writeCall(char (&text)[256], const char *kind, const char *file,
                      int line) {
  if (file)
    std::snprintf(text, sizeof text, "'%s' at %s:%d", kind, file, line);
  else
    std::snprintf(text, sizeof text, "'%s'", kind);
}

void CallWatch::poke(int peer, Road own) const {
  Poke sent{
      static_cast<std::int64_t>(own), agreements, rootCalls, rootShape, {}};
  writeCall(sent.call, ownKind, file, line);
  checkMpi(MPI_Send(&sent, sizeof sent, MPI_BYTE, peer, pokeTag, comm),
           "MPI_Send");
}

void CallWatch::receivePokes(Road own) {
  for (MPI_Status status; hasMessage(pokeTag, &status);) {
    Poke found;
    checkMpi(MPI_Recv(&found, sizeof found, MPI_BYTE, status.MPI_SOURCE,
                      pokeTag, comm, MPI_STATUS_IGNORE),
             "MPI_Recv");
    judge(found, status.MPI_SOURCE, own);
  }
}

/// It may be old, or of a rank that is ahead, which will ask again.
void CallWatch::judge(const Poke &found, int from, Road own) {
  const auto road = static_cast<Road>(found.road);
  if (road == Road::ToRoot) {
    const bool isHere = own == Road::ToRoot;
    const bool isOther =
        isHere
            ? found.agreements == agreements && found.rootCalls == rootCalls &&
                  found.rootShape != rootShape
            : found.agreements < agreements && found.rootCalls > rootCalls;
    if (isOther)
      endJob(from, found.call);
    return;
  }
  if (found.agreements != agreements || own == Road::ToRoot)
    return;
  if (road < own)
    join(road);
}

void CallWatch::endJob(int other, const char *otherCall) const {
  char own[256], message[700];
  writeCall(own, ownKind, file, line);
  std::snprintf(message, sizeof message,
                "%s%sthe ranks are at different calls: rank %d of the "
                "communicator is at %s, rank %d at %s; the others cannot be "
                "told",
                file ? "" : ownKind, file ? "" : ": ", ownRank, own, other,
                otherCall);
  abortJob(file, line, message);
}

} // namespace redist::runtime
