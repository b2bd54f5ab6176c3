//===- Assembly.cpp - Processes of a context and their state --------------===//
#include "Assembly.h"

#include "../Support/Backoff.h"
#include "../Support/MpiCalls.h"

#include <algorithm>
#include <memory>

namespace redist::scalapack {

using runtime::checkMpi;

ArgumentVote::ArgumentVote() {
  least.fill(std::numeric_limits<std::int64_t>::max());
  greatest.fill(std::numeric_limits<std::int64_t>::min());
}

/// Sums modulo 2^64: a fingerprint may leave the range of a signed number.
static std::int64_t wrappingSum(std::int64_t a, std::int64_t b) {
  return static_cast<std::int64_t>(static_cast<std::uint64_t>(a) +
                                   static_cast<std::uint64_t>(b));
}

static void merge(const ArgumentVote &from, ArgumentVote &into) {
  for (std::size_t i = 0; i < ArgumentVote::fieldCount; ++i) {
    into.least[i] = std::min(into.least[i], from.least[i]);
    into.greatest[i] = std::max(into.greatest[i], from.greatest[i]);
  }
  for (std::size_t i = 0; i < ArgumentVote::gridCount; ++i) {
    into.members[i] += from.members[i];
    into.fingerprint[i] = wrappingSum(into.fingerprint[i], from.fingerprint[i]);
  }
  into.problem = std::min(into.problem, from.problem);
}

static void mergeBallots(void *from, void *into, int *count, MPI_Datatype *) {
  for (int i = 0; i < *count; ++i)
    merge(static_cast<const ArgumentVote *>(from)[i],
          static_cast<ArgumentVote *>(into)[i]);
}

//===----------------------------------------------------------------------===//
// Where assemblies are kept
//===----------------------------------------------------------------------===//

/// Attribute keys. A context's communicator has a link to its assembly, which
/// belongs to the runtime's duplicate of the communicator and goes with it.
struct AttributeKeys {
  int link = MPI_KEYVAL_INVALID;
  int owner = MPI_KEYVAL_INVALID;
};

static int onDuplicateFreed(MPI_Comm, int, void *attribute, void *) {
  delete static_cast<Assembly *>(attribute);
  return MPI_SUCCESS;
}

static AttributeKeys makeKeys() {
  AttributeKeys keys;
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN,
                                  MPI_COMM_NULL_DELETE_FN, &keys.link, nullptr),
           "MPI_Comm_create_keyval");
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, onDuplicateFreed,
                                  &keys.owner, nullptr),
           "MPI_Comm_create_keyval");
  return keys;
}

static const AttributeKeys &attributeKeys() {
  static const AttributeKeys keys = makeKeys();
  return keys;
}

static Assembly *attributeOf(MPI_Comm communicator, int key) {
  void *attribute = nullptr;
  int found = 0;
  checkMpi(MPI_Comm_get_attr(communicator, key, static_cast<void *>(&attribute),
                             &found),
           "MPI_Comm_get_attr");
  return found ? static_cast<Assembly *>(attribute) : nullptr;
}

/// The same answer on all processes of the communicator.
static bool holdsAllProcesses(MPI_Comm communicator) {
  int result = MPI_UNEQUAL;
  checkMpi(MPI_Comm_compare(communicator, MPI_COMM_WORLD, &result),
           "MPI_Comm_compare");
  return result != MPI_UNEQUAL;
}

static void requireMpi() {
  int initialized = 0;
  int finalized = 0;
  checkMpi(MPI_Initialized(&initialized), "MPI_Initialized");
  checkMpi(MPI_Finalized(&finalized), "MPI_Finalized");
  if (!initialized || finalized)
    throw error("MPI is not running");
}

Assembly &Assembly::of(MPI_Comm communicator) {
  requireMpi();
  const AttributeKeys &keys = attributeKeys();
  if (Assembly *const known = attributeOf(communicator, keys.link))
    return *known;
  const bool isHome =
      communicator == MPI_COMM_WORLD || !holdsAllProcesses(communicator);
  Assembly &result = isHome ? make(communicator) : of(MPI_COMM_WORLD);
  checkMpi(MPI_Comm_set_attr(communicator, keys.link, &result),
           "MPI_Comm_set_attr");
  return result;
}

Assembly &Assembly::make(MPI_Comm communicator) {
  auto made =
      std::make_unique<Assembly>(runtime::CommunicatorState::of(communicator));
  checkMpi(MPI_Comm_set_attr(made->state().communicator(),
                             attributeKeys().owner, made.get()),
           "MPI_Comm_set_attr");
  return *made.release();
}

Assembly::Assembly(runtime::CommunicatorState &state)
    : communicatorState(state) {
  // One element a ballot: MPI may cut what it reduces between elements.
  checkMpi(MPI_Type_contiguous(static_cast<int>(sizeof(ArgumentVote)), MPI_BYTE,
                               &ballotType),
           "MPI_Type_contiguous");
  checkMpi(MPI_Type_commit(&ballotType), "MPI_Type_commit");
  checkMpi(MPI_Op_create(mergeBallots, 1, &ballotSum), "MPI_Op_create");
}

Assembly::~Assembly() {
  MPI_Op_free(&ballotSum);
  MPI_Type_free(&ballotType);
}

//===----------------------------------------------------------------------===//
// What the processes tell one another
//===----------------------------------------------------------------------===//

/// Spreads (position, rank) over 64 bits: the finaliser of splitmix64.
static std::int64_t fingerprintOf(std::int64_t position, int rank) {
  auto z = (static_cast<std::uint64_t>(position) << 32) +
           static_cast<std::uint64_t>(rank) + 0x9e3779b97f4a7c15U;
  z = (z ^ (z >> 30)) * 0xbf58476d1ce4e5b9U;
  z = (z ^ (z >> 27)) * 0x94d049bb133111ebU;
  return static_cast<std::int64_t>(z ^ (z >> 31));
}

void Assembly::enter(ArgumentVote &ballot, std::size_t which,
                     std::int64_t position) const {
  ballot.members[which] = 1;
  ballot.fingerprint[which] = fingerprintOf(position, rank());
}

ArgumentVote Assembly::vote(const ArgumentVote &mine) const {
  ArgumentVote all = mine;
  checkMpi(MPI_Allreduce(&mine, &all, 1, ballotType, ballotSum,
                         communicatorState.communicator()),
           "MPI_Allreduce");
  return all;
}

std::optional<ArgumentVote>
Assembly::voteWithPatience(const ArgumentVote &mine) const {
  constexpr double patience = 1; // seconds; the job ends anyway
  struct Votes {
    ArgumentVote mine, all;
  };
  auto votes = std::make_unique<Votes>(Votes{mine, mine});
  MPI_Request request = MPI_REQUEST_NULL;
  checkMpi(MPI_Iallreduce(&votes->mine, &votes->all, 1, ballotType, ballotSum,
                          communicatorState.communicator(), &request),
           "MPI_Iallreduce");
  if (mine.problem == ArgumentVote::nothing) {
    runtime::Progress::ofProcess().waitFor(request);
    return votes->all;
  }
  const double end = MPI_Wtime() + patience;
  for (int turn = 0, isComplete = 0; MPI_Wtime() < end; ++turn) {
    checkMpi(MPI_Test(&request, &isComplete, MPI_STATUS_IGNORE), "MPI_Test");
    if (isComplete)
      return votes->all;
    runtime::usualBackoff.pause(turn);
  }
  votes.release(); // MPI may still write there
  return std::nullopt;
}

const RankMap &Assembly::ranksOf(const ArgumentVote &all, std::size_t which,
                                 std::int64_t rows, std::int64_t columns,
                                 std::int64_t position) {
  // Enough for a program that goes round among a few grids; what is there is
  // the same on all processes, for all make the same calls.
  constexpr std::size_t maxMaps = 16;
  const auto known =
      std::find_if(maps.begin(), maps.end(), [&](const RankMap &map) {
        return map.rows == rows && map.columns == columns &&
               map.fingerprint == all.fingerprint[which];
      });
  if (known != maps.end()) {
    maps.splice(maps.begin(), maps, known);
    return maps.front();
  }
  std::vector<std::int64_t> positions(static_cast<std::size_t>(size()));
  checkMpi(MPI_Allgather(&position, 1, MPI_INT64_T, positions.data(), 1,
                         MPI_INT64_T, communicatorState.communicator()),
           "MPI_Allgather");
  RankMap map{rows, columns, all.fingerprint[which],
              std::vector<int>(static_cast<std::size_t>(rows * columns), -1)};
  for (std::size_t i = 0; i < positions.size(); ++i)
    if (positions[i] >= 0)
      map.rankOf[static_cast<std::size_t>(positions[i])] = static_cast<int>(i);
  maps.push_front(std::move(map));
  if (maps.size() > maxMaps)
    maps.pop_back();
  return maps.front();
}

} // namespace redist::scalapack
