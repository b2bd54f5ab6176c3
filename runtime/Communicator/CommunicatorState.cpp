//===- CommunicatorState.cpp - State of a user's communicator -------------===//
#include "Communicator/CommunicatorState.h"

#include "Agreement/Agreement.h"
#include "SharedMemory/NodeNumbers.h"
#include "Support/Guard.h"
#include "Support/Immortal.h"
#include "Support/MpiCalls.h"
#include "Support/SourceLocation.h"
#include "Trace/ReportGroup.h"

#include <algorithm>
#include <atomic>
#include <cstdlib>
#include <cstring>
#include <mutex>
#include <thread>
#include <utility>

namespace redist::runtime {

/// Keys of the two attributes, and the states that are alive, in the order of
/// their making.
struct ProcessState {
  std::mutex mutex; ///< of all but stateKey; not held while ranks talk
  std::atomic<int> stateKey{MPI_KEYVAL_INVALID};
  int finalizeKey = MPI_KEYVAL_INVALID;
  bool areReportsWritten = false;
  std::vector<CommunicatorState *> states;
  std::size_t statesInMaking = 0; ///< `states` has room for them, too
  std::atomic<std::uint64_t> statesGone{0};
  // Set before stateKey:
  bool mayUseThreads = false; ///< MPI_THREAD_MULTIPLE
  std::thread::id onlyThread; ///< else
};

static constexpr directive freeing{nullptr, 0,       "MPI_Comm_free",
                                   nullptr, nullptr, 0};
static constexpr directive finalizing{nullptr, 0,       "MPI_Finalize",
                                      nullptr, nullptr, 0};
static constexpr const char wrongThread[] =
    "this thread is not the one that may reach directives: others may where "
    "MPI_Init_thread has given MPI_THREAD_MULTIPLE";

static constexpr const char betweenGroups[] =
    "the communicator is an intercommunicator: only '#pragma redistribute' "
    "with remote goes from one of its groups to the other";

static ProcessState &process() {
  static Immortal<ProcessState> state;
  return state.get();
}

/// MPI frees a communicator that has our attribute.
static int onCommunicatorFreed(MPI_Comm, int, void *attribute, void *) {
  auto *const state = static_cast<CommunicatorState *>(attribute);
  if (const Operation *left = Progress::ofProcess().findPending(state))
    abortUnwaited(left->file, left->line, left->noun());
  ProcessState &own = process();
  // Nothing is thrown through MPI.
  guarded(freeing, "call", [&] {
    if (state->report() && !own.areReportsWritten)
      state->report()->settle();
  });
  {
    const std::lock_guard lock(own.mutex);
    std::erase(own.states, state);
    ++own.statesGone;
  }
  delete state;
  return MPI_SUCCESS;
}

/// The attribute of MPI_COMM_SELF goes first of all in MPI_Finalize, while MPI
/// still works.
static int onFinalize(MPI_Comm, int, void *, void *) {
  ProcessState &own = process();
  Progress::ofProcess().stopThread();
  if (const Operation *left = Progress::ofProcess().findPending(nullptr))
    abortUnwaited(left->file, left->line, left->noun());
  guarded(finalizing, "call", [&] {
    for (CommunicatorState *const state : own.states)
      if (state->report())
        state->report()->settle();
    finishReports();
  });
  own.areReportsWritten = true;
  int key = own.stateKey;
  while (!own.states.empty())
    MPI_Comm_delete_attr(own.states.front()->user(), key);
  MPI_Comm_free_keyval(&key);
  own.stateKey = key;
  return MPI_SUCCESS;
}

/// By the thread that comes first.
static void findThreadRule(ProcessState &own) {
  int provided = MPI_THREAD_SINGLE, isMain = 0;
  checkMpi(MPI_Query_thread(&provided), "MPI_Query_thread");
  checkMpi(MPI_Is_thread_main(&isMain), "MPI_Is_thread_main");
  own.mayUseThreads = provided == MPI_THREAD_MULTIPLE;
  if (!own.mayUseThreads && provided < MPI_THREAD_SERIALIZED && !isMain)
    throw error(wrongThread);
  own.onlyThread = std::this_thread::get_id();
}

static void makeKeys(ProcessState &own) {
  const std::lock_guard lock(own.mutex);
  if (own.stateKey != MPI_KEYVAL_INVALID)
    return;
  findThreadRule(own);
  int key = MPI_KEYVAL_INVALID;
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, onCommunicatorFreed,
                                  &key, nullptr),
           "MPI_Comm_create_keyval");
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, onFinalize,
                                  &own.finalizeKey, nullptr),
           "MPI_Comm_create_keyval");
  checkMpi(MPI_Comm_set_attr(MPI_COMM_SELF, own.finalizeKey, nullptr),
           "MPI_Comm_set_attr");
  // MPI keeps a key until its last attribute is gone.
  checkMpi(MPI_Comm_free_keyval(&own.finalizeKey), "MPI_Comm_free_keyval");
  own.stateKey.store(key, std::memory_order_release);
}

void CommunicatorState::requireMpi() {
  int initialized = 0;
  int finalized = 0;
  checkMpi(MPI_Initialized(&initialized), "MPI_Initialized");
  if (!initialized)
    throw error("MPI is not initialized: call MPI_Init before the directive");
  checkMpi(MPI_Finalized(&finalized), "MPI_Finalized");
  if (finalized)
    throw error("MPI is finalized: the directive comes after MPI_Finalize");
}

/// What a thread has found last: a reduction of a few bytes inside a node takes
/// little longer than MPI does to find it again.
struct FoundState {
  MPI_Comm user = MPI_COMM_NULL;
  CommunicatorState *state = nullptr;
  std::uint64_t statesGone = 0; ///< by then; later it may be one of them
};

CommunicatorState &CommunicatorState::of(MPI_Comm user) {
  static thread_local FoundState last;
  const std::uint64_t gone =
      process().statesGone.load(std::memory_order_acquire);
  if (last.state && last.user == user && last.statesGone == gone)
    return *last.state;
  CommunicatorState &found = find(user);
  last = {user, &found, gone};
  return found;
}

CommunicatorState &CommunicatorState::find(MPI_Comm user) {
  requireMpi();
  if (user == MPI_COMM_NULL)
    throw error("the communicator is MPI_COMM_NULL");
  ProcessState &own = process();
  if (own.stateKey.load(std::memory_order_acquire) == MPI_KEYVAL_INVALID)
    makeKeys(own);
  if (!own.mayUseThreads && own.onlyThread != std::this_thread::get_id())
    throw error(wrongThread);
  void *attribute = nullptr;
  int found = 0;
  if (MPI_Comm_get_attr(user, own.stateKey, static_cast<void *>(&attribute),
                        &found) != MPI_SUCCESS)
    throw error("there is no such communicator");
  return found ? *static_cast<CommunicatorState *>(attribute) : make(user);
}

/// What this rank asks for is asked for before the ranks talk, and whether it
/// was there is told with the environment.
CommunicatorState &CommunicatorState::make(MPI_Comm user) {
  ProcessState &own = process();
  const auto keepRoom = [&](std::size_t more) {
    const std::lock_guard lock(own.mutex);
    own.states.reserve(own.states.size() + own.statesInMaking + more);
    own.statesInMaking += more;
  };
  std::unique_ptr<CommunicatorState> made;
  bool hasRoom = false;
  try {
    made = std::make_unique<CommunicatorState>(user);
    keepRoom(1);
    hasRoom = true;
  } catch (const std::bad_alloc &) {
  }
  const auto giveRoomBack = [&] {
    if (std::exchange(hasRoom, false))
      --own.statesInMaking;
  };
  Duplicate talk;
  try {
    talk.make(user);
    const Environment environment = agreeOnEnvironment(talk.handle, !hasRoom);
    made->settle(talk, environment);
  } catch (...) {
    const std::lock_guard lock(own.mutex);
    giveRoomBack();
    throw;
  }
  checkMpi(MPI_Comm_set_attr(user, own.stateKey, made.get()),
           "MPI_Comm_set_attr");
  const std::lock_guard lock(own.mutex);
  own.states.push_back(made.get());
  giveRoomBack();
  return *made.release();
}

/// Rank 0 of a group, in a communicator that holds it.
static int leaderIn(MPI_Comm all, MPI_Group group) {
  MPI_Group ofAll = MPI_GROUP_NULL;
  checkMpi(MPI_Comm_group(all, &ofAll), "MPI_Comm_group");
  const int leader = 0;
  int found = 0;
  checkMpi(MPI_Group_translate_ranks(group, 1, &leader, ofAll, &found),
           "MPI_Group_translate_ranks");
  checkMpi(MPI_Group_free(&ofAll), "MPI_Group_free");
  checkMpi(MPI_Group_free(&group), "MPI_Group_free");
  return found;
}

/// MPI says not in which order it puts two groups that do not say it
/// themselves: any will do, but each is to lie in one piece.
void CommunicatorState::Duplicate::merge(MPI_Comm user) {
  MPI_Comm merged = MPI_COMM_NULL;
  checkMpi(MPI_Intercomm_merge(user, 0, &merged), "MPI_Intercomm_merge");
  MPI_Group own = MPI_GROUP_NULL, other = MPI_GROUP_NULL;
  checkMpi(MPI_Comm_group(user, &own), "MPI_Comm_group");
  checkMpi(MPI_Comm_remote_group(user, &other), "MPI_Comm_remote_group");
  CoupledGroups made;
  made.ownSize = sizeOf(user);
  checkMpi(MPI_Comm_remote_size(user, &made.otherSize), "MPI_Comm_remote_size");
  const bool isFirst = leaderIn(merged, own) < leaderIn(merged, other);
  (isFirst ? made.otherFirst : made.ownFirst) =
      isFirst ? made.ownSize : made.otherSize;
  const int rank = rankIn(user);
  checkMpi(MPI_Comm_split(merged, 0, made.ownFirst + rank, &handle),
           "MPI_Comm_split");
  checkMpi(MPI_Comm_free(&merged), "MPI_Comm_free");
  groups = made;
}

void CommunicatorState::Duplicate::make(MPI_Comm user) {
  int areTwoGroups = 0;
  checkMpi(MPI_Comm_test_inter(user, &areTwoGroups), "MPI_Comm_test_inter");
  if (areTwoGroups)
    merge(user);
  else
    checkMpi(MPI_Comm_dup(user, &handle), "MPI_Comm_dup");
  nameCommunicator(handle, "redist");
  checkMpi(MPI_Comm_set_errhandler(handle, MPI_ERRORS_RETURN),
           "MPI_Comm_set_errhandler");
}

CommunicatorState::Duplicate::~Duplicate() {
  if (handle != MPI_COMM_NULL)
    MPI_Comm_free(&handle);
}

CommunicatorState::CommunicatorState(MPI_Comm user)
    : userCommunicator(user), ownLife(std::make_shared<const char>()) {}

void CommunicatorState::settle(Duplicate &made,
                               const Environment &environment) {
  duplicate.handle = std::exchange(made.handle, MPI_COMM_NULL);
  duplicate.groups = made.groups;
  ownRank = rankIn(duplicate.handle);
  rankCount = sizeOf(duplicate.handle);
  callLog.emplace(duplicate.handle);
  compares = environment.compares;
  if (environment.statistics || environment.traces) {
    ReportOptions options;
    options.statistics = environment.statistics;
    const char *const file = std::getenv("REDIST_TRACE");
    if (environment.traces)
      options.traceFile = file && *file ? file : "redist-trace.json";
    options.nodes = nodeNumbers(duplicate.handle);
    ownReport = std::make_unique<Report>(duplicate.handle, options);
  }
}

CommunicatorState::~CommunicatorState() = default;

const std::shared_ptr<SharedWindow> &CommunicatorState::provideWindow() {
  if (!windowTried && rankCount > 1)
    ownWindow = SharedWindow::make(duplicate.handle);
  windowTried = true;
  return ownWindow;
}

void CommunicatorState::name(Operation &operation, CallKind kind,
                             const directive &where) {
  operation.communicator = duplicate.handle;
  operation.file = where.file;
  operation.line = where.line;
  if (ownReport)
    operation.recorder.enter(ownReport->numberOf(kind, where.file, where.line));
}

/// A rank that finds another one at a different call continues to the messages
/// that all ranks enter then.
void CommunicatorState::meetAt(const char *kind, const directive &where) {
  const auto verdict =
      agreeByPosts({.numbers = {hashOfKind(kind)}, .isWell = true});
  if (!verdict || !verdict->areAlike)
    meet(duplicate.handle, {kind, true, {}, {}}, where);
}

/// The other group may be at a redistribution, and is to hear of it.
void CommunicatorState::requireOneGroup(const char *kind,
                                        const directive &where) {
  if (!groups())
    return;
  callLog->enter(kind, where);
  meetAt(kind, where);
  throw error(positionOf(where) + betweenGroups);
}

AgreementPosts *CommunicatorState::posts() const {
  if (ownWindow && ownWindow->holdsAll())
    return ownWindow.get();
  return ownPosts.get();
}

std::optional<Verdict> CommunicatorState::agreeByPosts(const Ballot &own) {
  AgreementPosts *const shown = posts();
  return shown ? std::optional(shown->agree(own)) : std::nullopt;
}

void CommunicatorState::verifyKind(const char *kind, const directive &where) {
  callLog->enter(kind, where);
  if (compares)
    meetAt(kind, where);
}

/// Where ranks show each other their ballots, redistributions agree by these,
/// too (CallSetup::agreeOrThrow()).
void CommunicatorState::enterCall(const char *kind, const directive &where,
                                  bool makesWindow) {
  callLog->enter(kind, where);
  if (compares || posts() || (makesWindow && !windowTried))
    meetAt(kind, where);
}

// MPI promises tags up to 32767; the first few are those of calls that wait.
static constexpr int firstTag = 16;
static constexpr int operationTags = (32768 - firstTag) / 2;

int CommunicatorState::tagOf(std::int64_t operation) {
  return static_cast<int>(firstTag + operation % operationTags);
}

int CommunicatorState::turnTagOf(int tag) { return tag + operationTags; }

static bool isOn(const char *name) {
  const char *const value = std::getenv(name);
  return value && *value && std::strcmp(value, "0") != 0;
}

/// Launchers do not always hand the environment to every rank: what one rank
/// was asked, all do.
CommunicatorState::Environment
CommunicatorState::agreeOnEnvironment(MPI_Comm talk, bool lacksMemory) {
  const char *const file = std::getenv("REDIST_TRACE");
  const int own[5] = {isOn("REDIST_VERIFY"), isOn("REDIST_STATS"),
                      file && *file, lacksMemory, !isNodeListRight()};
  int any[5] = {};
  checkMpi(MPI_Allreduce(own, any, 5, MPI_INT, MPI_MAX, talk), "MPI_Allreduce");
  if (any[3])
    throw error("a rank has no memory for what is kept with a communicator");
  if (any[4])
    throw error("REDIST_NODES must have a node number for each rank of "
                "MPI_COMM_WORLD, such as 0,0,1");
  return {any[0] != 0, any[1] != 0, any[2] != 0};
}

} // namespace redist::runtime
