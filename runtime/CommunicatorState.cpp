//===- CommunicatorState.cpp - What the runtime keeps with a communicator -===//
#include "CommunicatorState.h"

#include "MpiCalls.h"
#include "Pipeline/PipelineRecords.h"
#include "ProcessGroup.h"
#include "Reduction/Costs.h"
#include "Reduction/ReductionOperation.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

namespace redist::runtime {

/// Keys of the two attributes, and the states that are alive, in the order of
/// their making.
struct ProcessState {
  int stateKey = MPI_KEYVAL_INVALID;
  int finalizeKey = MPI_KEYVAL_INVALID;
  bool areReportsWritten = false;
  std::vector<CommunicatorState *> states;
};

static ProcessState &process() {
  // MPI_Finalize may come in a destructor of a static object, behind all
  // others.
  static ProcessState &state = *new ProcessState;
  return state;
}

/// MPI frees a communicator that has our attribute.
static int onCommunicatorFreed(MPI_Comm, int, void *attribute, void *) {
  auto *const state = static_cast<CommunicatorState *>(attribute);
  if (const Operation *left = Progress::ofProcess().findPending(state))
    abortForgotten(left->file, left->line, left->noun());
  if (state->report() && !process().areReportsWritten)
    state->report()->settle();
  std::erase(process().states, state);
  delete state;
  return MPI_SUCCESS;
}

/// The attribute of MPI_COMM_SELF goes first of all in MPI_Finalize, while MPI
/// still works.
static int onFinalize(MPI_Comm, int, void *, void *) {
  ProcessState &own = process();
  Progress::ofProcess().stopThread();
  if (const Operation *left = Progress::ofProcess().findPending(nullptr))
    abortForgotten(left->file, left->line, left->noun());
  for (CommunicatorState *const state : own.states)
    if (state->report())
      state->report()->settle();
  finishReports();
  own.areReportsWritten = true;
  while (!own.states.empty())
    MPI_Comm_delete_attr(own.states.front()->user(), own.stateKey);
  MPI_Comm_free_keyval(&own.stateKey);
  return MPI_SUCCESS;
}

static void makeKeys(ProcessState &own) {
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, onCommunicatorFreed,
                                  &own.stateKey, nullptr),
           "MPI_Comm_create_keyval");
  checkMpi(MPI_Comm_create_keyval(MPI_COMM_NULL_COPY_FN, onFinalize,
                                  &own.finalizeKey, nullptr),
           "MPI_Comm_create_keyval");
  checkMpi(MPI_Comm_set_attr(MPI_COMM_SELF, own.finalizeKey, nullptr),
           "MPI_Comm_set_attr");
  // MPI keeps a key until its last attribute is gone.
  checkMpi(MPI_Comm_free_keyval(&own.finalizeKey), "MPI_Comm_free_keyval");
}

static void requireMpi() {
  int initialized = 0;
  int finalized = 0;
  checkMpi(MPI_Initialized(&initialized), "MPI_Initialized");
  if (!initialized)
    throw error("MPI is not initialized: call MPI_Init before the directive");
  checkMpi(MPI_Finalized(&finalized), "MPI_Finalized");
  if (finalized)
    throw error("MPI is finalized: the directive comes after MPI_Finalize");
}

static void requireIntracommunicator(MPI_Comm user) {
  int betweenGroups = 0;
  checkMpi(MPI_Comm_test_inter(user, &betweenGroups), "MPI_Comm_test_inter");
  if (betweenGroups)
    throw error("the communicator is an intercommunicator; one that holds all "
                "source and target ranks is needed");
}

CommunicatorState &CommunicatorState::of(MPI_Comm user) {
  requireMpi();
  if (user == MPI_COMM_NULL)
    throw error("the communicator is MPI_COMM_NULL");
  ProcessState &own = process();
  if (own.stateKey == MPI_KEYVAL_INVALID)
    makeKeys(own);
  void *attribute = nullptr;
  int found = 0;
  checkMpi(MPI_Comm_get_attr(user, own.stateKey,
                             static_cast<void *>(&attribute), &found),
           "MPI_Comm_get_attr");
  if (found)
    return *static_cast<CommunicatorState *>(attribute);
  requireIntracommunicator(user);
  auto made = std::make_unique<CommunicatorState>(user);
  checkMpi(MPI_Comm_set_attr(user, own.stateKey, made.get()),
           "MPI_Comm_set_attr");
  own.states.push_back(made.get());
  return *made.release();
}

CommunicatorState::Duplicate::~Duplicate() {
  if (handle != MPI_COMM_NULL)
    MPI_Comm_free(&handle);
}

CommunicatorState::CommunicatorState(MPI_Comm user) : userCommunicator(user) {
  checkMpi(MPI_Comm_dup(user, &duplicate.handle), "MPI_Comm_dup");
  nameCommunicator(duplicate.handle, "redist");
  checkMpi(MPI_Comm_set_errhandler(duplicate.handle, MPI_ERRORS_RETURN),
           "MPI_Comm_set_errhandler");
  checkMpi(MPI_Comm_rank(duplicate.handle, &ownRank), "MPI_Comm_rank");
  checkMpi(MPI_Comm_size(duplicate.handle, &rankCount), "MPI_Comm_size");
  readEnvironment();
  planCache = std::make_unique<PlanCache>(duplicate.handle, ownRank, rankCount,
                                          machineCosts());
}

CommunicatorState::~CommunicatorState() = default;

/// Calls after which a communicator is one that is used again and again.
static constexpr std::int64_t manyCalls = 8;

void CommunicatorState::provideRings(ReadyPlan &plan) {
  if (plan.usesRings() || !plan.mayUseRings())
    return;
  // The same on all ranks, which have agreed on all calls that are counted.
  const bool isUsed = ++callsWithoutRings >= manyCalls;
  if (!ringsTried && (isUsed || plan.isLarge())) {
    rings = NodeRings::make(duplicate.handle);
    ringsTried = true;
  }
  if (rings)
    plan.useRings(rings->set());
  if (isUsed)
    provideWindow();
  plan.allowAnyWay(ringsTried && !rings && !ownWindow);
}

const std::shared_ptr<NodeWindow> &CommunicatorState::provideWindow() {
  if (!windowTried && rankCount > 1)
    ownWindow = NodeWindow::make(duplicate.handle);
  windowTried = true;
  return ownWindow;
}

std::unique_ptr<MovementOperation> CommunicatorState::takeOperation() {
  if (idleOperations.empty()) {
    idleOperations.reserve(idleOperations.capacity() + 1);
    return std::make_unique<MovementOperation>(
        *this, ownReport ? ownReport->makeRecorder() : Recorder(0));
  }
  auto taken = std::move(idleOperations.back());
  idleOperations.pop_back();
  return taken;
}

void CommunicatorState::name(Operation &operation, CallKind kind,
                             const directive &where) {
  operation.file = where.file;
  operation.line = where.line;
  if (ownReport)
    operation.recorder.enter(ownReport->numberOf(kind, where.file, where.line));
}

void CommunicatorState::giveOperation(
    std::unique_ptr<MovementOperation> operation) noexcept {
  operation->recorder.clear(); // of what did not come to its end
  operation->plan.reset();
  idleOperations.push_back(std::move(operation)); // takeOperation(): has room
}

ReductionState &CommunicatorState::reductions() {
  if (!ownReductions)
    ownReductions = std::make_unique<ReductionState>(duplicate.handle, ownRank);
  return *ownReductions;
}

PipelineRecords &CommunicatorState::pipelines() {
  if (!ownPipelines)
    ownPipelines = std::make_unique<PipelineRecords>(duplicate.handle, compares,
                                                     ownReport.get(), true);
  return *ownPipelines;
}

std::unique_ptr<ReductionOperation> CommunicatorState::takeReduction() {
  auto taken = reductions().takeOperation();
  if (!taken)
    taken = std::make_unique<ReductionOperation>(
        *this, ownReport ? ownReport->makeRecorder() : Recorder(0),
        duplicate.handle, reductions().sharesProcessors());
  return taken;
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

MachineCosts CommunicatorState::machineCosts() const {
  const SharedProfile shared = loadProfile(duplicate.handle);
  const bool areTogether = isOneNode(duplicate.handle);
  const schedule::NetworkCosts usual =
      areTogether ? schedule::nodeCosts() : schedule::NetworkCosts();
  if (!shared.isGiven || !shared.problem.empty())
    return {usual, {}, shared.problem, areTogether};
  return {networkCostsOf(shared.profile, usual), waysOf(shared.profile), "",
          areTogether};
}

/// Launchers do not always hand the environment to every rank: what one rank
/// was asked, all do.
void CommunicatorState::readEnvironment() {
  const char *const file = std::getenv("REDIST_TRACE");
  const int own[3] = {isOn("REDIST_VERIFY"), isOn("REDIST_STATS"),
                      file && *file};
  int any[3] = {};
  checkMpi(MPI_Allreduce(own, any, 3, MPI_INT, MPI_MAX, duplicate.handle),
           "MPI_Allreduce");
  compares = any[0] != 0;
  if (!any[1] && !any[2])
    return;
  ReportOptions options;
  options.statistics = any[1] != 0;
  if (any[2])
    options.traceFile = file && *file ? file : "redist-trace.json";
  ownReport = std::make_unique<Report>(duplicate.handle, options);
}

} // namespace redist::runtime
