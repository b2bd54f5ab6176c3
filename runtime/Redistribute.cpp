//===- Redistribute.cpp - The calls behind `#pragma redistribute` ---------===//
//
// Comes in: a directive's parameters and the user's storage as addresses and
// sizes. Completes the call, finds the plan, makes room, lets the ranks agree,
// and runs it, at once or until it is waited for.
//
// A call is found out about locally as far as it goes; the first problem is
// kept for the agreement, so that every rank learns of it and throws. Only
// where sections do not tell where elements lie do the ranks talk before that,
// once they have agreed on the parameters.
//
//===----------------------------------------------------------------------===//
#define REDIST_RUNTIME_BUILD
#include "redist/redist.h"

#include "Agreement.h"
#include "CommunicatorState.h"
#include "MpiCalls.h"
#include "StorageExtents.h"

#include <algorithm>
#include <exception>

namespace redist::runtime {

using detail::object_entry;
using detail::object_layout;

/// A call on its way to an execution, with all that this rank knows of it.
class PreparedCall {
public:
  /// Collective, as are the following. Throws redist::error only where ranks
  /// cannot talk at all (no MPI, no communicator).
  PreparedCall(const directive &given, const redistribution &whatOfCall,
               MPI_Comm comm, std::span<const object_entry> entriesOfCall,
               bool isStarted);

  /// Finds plan and storage, and agrees. Throws the same redist::error on every
  /// rank if any has a problem.
  void agree(Movement &movement);
  /// The ranks know that they agree: agree() only finds this rank's problems.
  void trustParameters() { isTrusted = true; }

  CommunicatorState &state() { return *communicatorState; }
  ReadyPlan &plan() { return *readyPlan; }
  const std::shared_ptr<ReadyPlan> &sharedPlan() { return readyPlan; }

private:
  /// Runs a step; what it throws is this rank's problem.
  template <typename Step> void attempt(Step step);
  void collectWords();
  void findExtents();
  void gatherSizes(std::vector<std::int64_t> &sizes);
  void inferExtents(const std::vector<std::int64_t> &sizes);
  void inferSide(const char *clause, CallSide &side,
                 const std::vector<std::int64_t> &sizes, std::size_t offset);
  void findPlan();
  void checkArrays();
  void checkStorage();
  void require(const char *what, std::int64_t needed, const void *address,
               std::int64_t available);
  void settle() const;
  std::span<const std::int64_t> planWords() const {
    return std::span(communicatorState->scratch().words).subspan(1);
  }
  Verdict verdict() const;

  const directive &where;
  const redistribution &what;
  MPI_Comm userCommunicator;
  std::span<const object_entry> entries;
  CommunicatorState *communicatorState = nullptr;
  Call call;
  std::string problem;
  std::size_t agreedWords = 0; ///< the first of all words
  std::shared_ptr<ReadyPlan> readyPlan;
  bool isTrusted = false;
};

template <typename Step> void PreparedCall::attempt(Step step) {
  if (!problem.empty())
    return;
  try {
    step();
  } catch (const std::exception &e) {
    problem = e.what();
    if (problem.empty())
      problem = "unknown problem";
  }
}

/// Before anybody talks: on another communicator not all ranks might be there.
static void requireCommunicator(const object_layout &known, MPI_Comm comm) {
  int result = MPI_IDENT;
  if (known.communicator != MPI_COMM_NULL && comm != MPI_COMM_NULL)
    checkMpi(MPI_Comm_compare(known.communicator, comm, &result),
             "MPI_Comm_compare");
  if (result != MPI_IDENT && result != MPI_CONGRUENT)
    throw error("the array lives on another communicator than comm() says");
}

PreparedCall::PreparedCall(const directive &given,
                           const redistribution &whatOfCall, MPI_Comm comm,
                           std::span<const object_entry> entriesOfCall,
                           bool isStarted)
    : where(given), what(whatOfCall), userCommunicator(comm),
      entries(entriesOfCall) {
  try {
    for (const object_entry &entry : entries) {
      if (entry.source_knows)
        requireCommunicator(entry.source_layout, comm);
      if (entry.target_knows)
        requireCommunicator(entry.target_layout, comm);
    }
    communicatorState = &CommunicatorState::of(comm);
  } catch (const error &e) {
    throw error(positionOf(where) + e.what());
  }
  Progress::ofProcess().advance();
  call.isStarted = isStarted;
  communicatorState->scratch().words.clear();
  attempt([&] {
    completeCall(where, what, entries, call);
    collectWords();
  });
}

void PreparedCall::collectWords() {
  auto &words = communicatorState->scratch().words;
  words.clear();
  appendWords(call, words, false);
  agreedWords = words.size();
  words.clear();
  appendWords(call, words, true);
}

Verdict PreparedCall::verdict() const {
  const auto &words = communicatorState->scratch().words;
  const bool compares = communicatorState->comparesPlans() && readyPlan;
  return {call, std::span(words).first(std::min(agreedWords, words.size())),
          compares ? readyPlan->plan().hash() : 0, problem};
}

//===----------------------------------------------------------------------===//
// Extents that only the storage tells
//===----------------------------------------------------------------------===//

/// Elements of each object's storage on one side; -1 where they are not known,
/// or not the same.
static std::int64_t commonSize(std::span<const object_entry> entries,
                               bool ofTarget) {
  const auto size = [&](const object_entry &entry) {
    return ofTarget ? entry.target_size : entry.source_size;
  };
  for (const object_entry &entry : entries)
    if (size(entry) != size(entries.front()))
      return -1;
  return size(entries.front());
}

/// Two numbers a rank: the sizes of source and target.
void PreparedCall::gatherSizes(std::vector<std::int64_t> &sizes) {
  const std::int64_t own[2] = {commonSize(entries, false),
                               commonSize(entries, true)};
  sizes.resize(2 * static_cast<std::size_t>(communicatorState->size()));
  checkMpi(MPI_Allgather(own, 2, MPI_INT64_T, sizes.data(), 2, MPI_INT64_T,
                         communicatorState->communicator()),
           "MPI_Allgather");
}

/// `offset`: 0 for the source's sizes, 1 for the target's.
void PreparedCall::inferSide(const char *clause, CallSide &side,
                             const std::vector<std::int64_t> &sizes,
                             std::size_t offset) {
  if (!needsExtents(call, side))
    return;
  const ResolvedSide layouts = resolve(clause, call, side, side.given,
                                       side.ranks, communicatorState->size());
  StorageQuestion question{layouts.dimensions, {}, {}, {}};
  std::int64_t positions = 1;
  for (std::size_t k = 0; k < call.dimensions; ++k) {
    positions *= layouts.dimensions[k].ranks;
    question.extents.push_back(side.extents[k]);
    question.least.push_back(endOf(side.sections[k]));
  }
  const std::string storage = offset == 0 ? "the object" : "the destination";
  const std::string remedy = "; a redist::array knows its extents, and so does "
                             "whole storage, [extent]";
  for (std::int64_t position = 0; position < positions; ++position) {
    const auto rank =
        static_cast<std::size_t>(layouts.placement.rank(position));
    question.sizes.push_back(sizes[2 * rank + offset]);
    if (question.sizes.back() < 0)
      throw error("the whole extents of " + storage +
                  " are not known: its sections do not tell them, nor does "
                  "storage without a size" +
                  remedy);
  }
  const StorageAnswer answer = extentsOf(question);
  if (answer.extents.empty())
    throw error("the whole extents of " + storage +
                " are not known: " + (answer.isAmbiguous ? "several" : "no") +
                " extents have these sections and give each rank what its "
                "storage has" +
                remedy);
  std::copy(answer.extents.begin(), answer.extents.end(), side.extents.begin());
}

void PreparedCall::inferExtents(const std::vector<std::int64_t> &sizes) {
  constexpr std::size_t mostFound = 64;
  auto &found = communicatorState->foundExtents();
  auto &words = communicatorState->scratch().words;
  const std::size_t wordCount = words.size();
  words.insert(words.end(), sizes.begin(), sizes.end()); // the question
  const auto known =
      std::find_if(found.begin(), found.end(),
                   [&](const auto &one) { return one.asked == words; });
  if (known != found.end()) {
    call.source.extents = known->source;
    call.target.extents = known->target;
    return;
  }
  const std::vector<std::int64_t> asked = words;
  words.resize(wordCount);
  inferSide("from", call.source, sizes, 0);
  inferSide("to", call.target, sizes, 1);
  if (found.size() == mostFound)
    found.erase(found.begin());
  found.push_back({asked, call.source.extents, call.target.extents});
}

/// The ranks agree on the parameters first, so that all ask the same.
void PreparedCall::findExtents() {
  const bool isNeeded = problem.empty() && (needsExtents(call, call.source) ||
                                            needsExtents(call, call.target));
  if (!isNeeded)
    return;
  runtime::agree(communicatorState->communicator(), verdict(), where);
  auto &sizes = communicatorState->scratch().sizes;
  gatherSizes(sizes);
  attempt([&] {
    inferExtents(sizes);
    collectWords();
  });
}

//===----------------------------------------------------------------------===//
// Plan and storage
//===----------------------------------------------------------------------===//

void PreparedCall::findPlan() {
  attempt([&] {
    readyPlan = communicatorState->plans().find(planWords(), call, where);
  });
}

static bool areSame(rank_map a, rank_map b) {
  return a.count == b.count &&
         std::equal(a.rank_of, a.rank_of + a.count, b.rank_of);
}

static bool areSame(const distribution &a, const distribution &b) {
  if (a.kind != b.kind || a.block != b.block || a.size_count != b.size_count)
    return false;
  for (std::size_t i = 0; i < a.size_count; ++i)
    if (a.size_at(a.sizes, i) != b.size_at(b.sizes, i))
      return false;
  return true;
}

/// Literally the same.
static bool areSame(const layout &a, const layout &b) {
  if (a.dimension_count != b.dimension_count || a.grid_count != b.grid_count ||
      a.first_rank != b.first_rank)
    return false;
  for (std::size_t k = 0; k < std::min(a.dimension_count, max_dimensions); ++k)
    if (!areSame(a.dimensions[k], b.dimensions[k]))
      return false;
  return std::equal(a.grid.begin(),
                    a.grid.begin() + static_cast<std::ptrdiff_t>(std::min(
                                         a.grid_count, max_dimensions)),
                    b.grid.begin());
}

/// One spelling of all that deal the `extent` elements alike: blocks are what
/// each coordinate gets of them, and on one coordinate is all of them.
static void unify(schedule::DimensionLayout &one, std::int64_t extent) {
  const bool isDealtOnce =
      !one.isCyclic() || one.block >= (extent + one.ranks - 1) / one.ranks;
  if (one.ranks > 1 && !isDealtOnce)
    return;
  std::vector<std::int64_t> parts;
  for (std::int64_t i = 0; one.ranks > 1 && i < one.ranks; ++i)
    parts.push_back(one.localExtent(extent, i));
  one = {one.ranks, 1, parts};
}

/// Whether both put every element of the side on the same rank.
static bool areEquivalent(const char *clause, const Call &call,
                          const CallSide &side, const layout &a,
                          rank_map aRanks, const layout &b, rank_map bRanks,
                          int size) {
  if (areSame(a, b) && areSame(aRanks, bRanks))
    return true;
  ResolvedSide first = resolve(clause, call, side, a, aRanks, size);
  ResolvedSide second = resolve(clause, call, side, b, bRanks, size);
  for (std::size_t k = 0; k < call.dimensions; ++k) {
    unify(first.dimensions[k], side.extents[k]);
    unify(second.dimensions[k], side.extents[k]);
  }
  return first == second;
}

/// Arrays know their layouts: from() must be right, and where to() is not the
/// destination's layout it gets that one.
void PreparedCall::checkArrays() {
  const int size = communicatorState->size();
  auto &changes = communicatorState->scratch().changesLayout;
  changes.assign(entries.size(), false);
  const GridPlacement &placement = readyPlan->plan().parameters().target;
  const rank_map targetRanks{placement.rankOf.data(), placement.rankOf.size()};
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const object_entry &entry = entries[i];
    if (entry.source_knows) {
      const object_layout &known = entry.source_layout;
      if (!areEquivalent("from", call, call.source, call.source.given,
                         call.source.ranks, *known.current, known.ranks, size))
        throw error(what.has_source_layout
                        ? "from() is not the layout that the array has"
                        : "the arrays of one directive have different layouts");
    }
    if (!entry.target_knows || entry.in_place)
      continue;
    const object_layout &known = entry.target_layout;
    changes[i] = known.order != call.target.order ||
                 !areEquivalent("to", call, call.target, call.target.given,
                                targetRanks, *known.current, known.ranks, size);
    if (changes[i] && !readyPlan->coversTarget())
      throw error("to() is not the layout that the destination has: a part of "
                  "an array cannot have a layout of its own");
  }
}

void PreparedCall::require(const char *whose, std::int64_t needed,
                           const void *address, std::int64_t available) {
  const bool small = available != detail::unknown_size && available < needed;
  if (!small && (address || needed == 0))
    return;
  const std::string storage =
      "the storage for the " + std::string(whose) + " layout on rank " +
      std::to_string(communicatorState->rank()) + " of the communicator";
  const std::string elements = std::to_string(needed) + " elements are needed";
  if (small)
    throw error(storage + " is too small: " + elements + ", " +
                std::to_string(available) + " are there");
  throw error(storage + " is a null pointer: " + elements);
}

void PreparedCall::checkStorage() {
  const std::int64_t sourceNeeded = readyPlan->sourceElements();
  const std::int64_t targetNeeded = readyPlan->targetElements();
  for (const object_entry &entry : entries) {
    require("from", sourceNeeded, entry.source, entry.source_size);
    if (!entry.hooks)
      require("to", targetNeeded, entry.target, entry.target_size);
    const bool isWhole =
        readyPlan->coversTarget() &&
        std::all_of(call.source.sections.begin(),
                    call.source.sections.begin() +
                        static_cast<std::ptrdiff_t>(call.dimensions),
                    [](const section &one) { return one.is_whole; });
    if (!entry.in_place && !isWhole && entry.source &&
        entry.source == entry.target && sectionsMeet(call))
      throw error(
          "the sections of object and destination overlap in one array");
  }
  if (const std::string wrong = problemOfTargets(entries, targetNeeded);
      !wrong.empty())
    throw error(wrong);
}

/// The layout that the objects will have.
static object_layout nextLayout(const Call &call, const ReadyPlan &plan,
                                const redistribution &what, MPI_Comm comm) {
  const std::vector<int> &ranks = plan.plan().parameters().target.rankOf;
  object_layout next;
  next.current = &what.target_layout;
  next.ranks = {ranks.data(), ranks.size()};
  next.order = call.target.order;
  next.dimension_count = call.dimensions;
  next.extents = call.target.extents;
  next.communicator = comm;
  return next;
}

void PreparedCall::settle() const {
  if (!isTrusted || communicatorState->comparesPlans())
    runtime::agree(communicatorState->communicator(), verdict(), where);
  else if (!problem.empty())
    throw error(positionOf(where) + problem);
}

void PreparedCall::agree(Movement &movement) {
  findExtents();
  findPlan();
  attempt([&] {
    checkArrays();
    checkStorage();
  });
  if (problem.empty()) {
    const Movement::Needs needs{
        readyPlan->sourceElements(), readyPlan->targetElements(),
        readyPlan->coversTarget(), communicatorState->scratch().changesLayout};
    try {
      movement.prepare(entries, needs,
                       nextLayout(call, *readyPlan, what, userCommunicator),
                       communicatorState->spares());
    } catch (const std::exception &e) {
      problem = "no storage for " +
                std::to_string(readyPlan->targetElements()) +
                " elements: " + e.what();
    }
  }
  try {
    settle();
  } catch (...) {
    movement.cancel();
    throw;
  }
  if (what.position)
    *what.position = readyPlan->targetPosition();
}

//===----------------------------------------------------------------------===//
// Executions
//===----------------------------------------------------------------------===//

/// Others that are under way go on meanwhile.
static void execute(Executor &executor, const Movement &movement,
                    Recorder *recorder) {
  Progress &progress = Progress::ofProcess();
  if (progress.isIdle()) {
    executor.run(movement.sources().data(), movement.targets().data(),
                 recorder);
    return;
  }
  executor.start(movement.sources().data(), movement.targets().data(),
                 recorder);
  for (int turn = 0; !executor.advance(); ++turn) {
    progress.advance();
    pauseAfter(turn);
  }
}

static void redistribute(const directive &where, const redistribution &what,
                         MPI_Comm comm, std::span<const object_entry> entries,
                         bool isTrusted) {
  PreparedCall call(where, what, comm, entries, false);
  if (isTrusted)
    call.trustParameters();
  CommunicatorState &state = call.state();
  Movement &movement = state.scratch().movement;
  call.agree(movement);
  state.provideRings(call.plan());
  Report *const report = state.report();
  const double begin = report ? MPI_Wtime() : 0;
  try {
    movement.begin();
    execute(call.plan().executor(), movement,
            report ? &report->recorder() : nullptr);
  } catch (const error &e) {
    movement.cancel();
    throw error(positionOf(where) + e.what());
  }
  movement.finish();
  if (report)
    report->collect(call.plan().plan(), MPI_Wtime() - begin);
}

static Operation *start(const directive &where, const redistribution &what,
                        MPI_Comm comm, std::span<const object_entry> entries) {
  PreparedCall call(where, what, comm, entries, true);
  CommunicatorState &state = call.state();
  std::unique_ptr<Operation> operation = state.takeOperation();
  const auto giveBack = [&] {
    operation->movement.cancel();
    state.giveOperation(std::move(operation));
  };
  try {
    call.agree(operation->movement);
  } catch (...) {
    giveBack();
    throw;
  }
  operation->file = where.file;
  operation->line = where.line;
  operation->plan = call.sharedPlan();
  operation->index = state.nextOperation();
  try {
    operation->execution = operation->plan->takeExecution();
    operation->movement.begin();
    Progress::ofProcess().start(*operation,
                                CommunicatorState::tagOf(operation->index),
                                state.report() != nullptr);
  } catch (const std::exception &e) {
    giveBack();
    throw error(positionOf(where) + e.what());
  }
  return operation.release();
}

/// Waits, and hands the operation back for another one.
static void complete(Operation &pending) {
  CommunicatorState &state = pending.state;
  Progress &progress = Progress::ofProcess();
  progress.waitFor(pending);
  progress.remove(pending);
  std::unique_ptr<Operation> operation(&pending);
  const std::string failure =
      pending.failure.empty() ? "" : pending.position() + pending.failure;
  if (failure.empty())
    pending.movement.finish();
  else
    pending.movement.cancel();
  if (Report *const report = state.report(); report && failure.empty())
    report->collectLater(pending.plan->plan(), pending.recorder,
                         pending.end - pending.begin, pending.index);
  pending.plan->giveExecution(std::move(pending.execution));
  state.giveOperation(std::move(operation));
  if (!failure.empty())
    throw error(failure);
}

} // namespace redist::runtime

namespace redist {

namespace detail {

void redistribute_entries(const directive &where, const redistribution &what,
                          MPI_Comm comm, object_entry *entries,
                          std::size_t count) {
  runtime::redistribute(where, what, comm, {entries, count}, false);
}

void redistribute_agreed(const directive &where, const redistribution &what,
                         MPI_Comm comm, object_entry *entries,
                         std::size_t count) {
  runtime::redistribute(where, what, comm, {entries, count}, true);
}

request start_entries(const directive &where, const redistribution &what,
                      MPI_Comm comm, object_entry *entries, std::size_t count) {
  return request(runtime::start(where, what, comm, {entries, count}));
}

} // namespace detail

request::request(runtime::Operation *started) noexcept
    : operation(started), file(started ? started->file : nullptr),
      line(started ? started->line : 0),
      exceptions(std::uncaught_exceptions()) {}

request::request(request &&other) noexcept
    : operation(std::exchange(other.operation, nullptr)), file(other.file),
      line(other.line), exceptions(other.exceptions) {}

request &request::operator=(request &&other) noexcept {
  if (this == &other)
    return *this;
  abandon();
  operation = std::exchange(other.operation, nullptr);
  file = other.file;
  line = other.line;
  exceptions = other.exceptions;
  return *this;
}

request::~request() { abandon(); }

/// Where an exception unwinds the stack, storage is about to go: the messages
/// must not be under way any more. Else nobody can wait any more, which is a
/// mistake in the program.
void request::abandon() noexcept {
  if (!operation)
    return;
  int isFinalized = 0;
  MPI_Finalized(&isFinalized);
  if (std::uncaught_exceptions() <= exceptions || isFinalized)
    runtime::abortForgotten(file, line);
  try {
    runtime::complete(*std::exchange(operation, nullptr));
  } catch (const std::exception &) {
    // The exception that is under way says more.
  }
}

void wait(request &pending) {
  if (pending.operation) {
    runtime::complete(*std::exchange(pending.operation, nullptr));
    return;
  }
  if (!pending.file)
    throw error("redist::wait: the request has never been started");
  throw error(std::string(pending.file) + ":" + std::to_string(pending.line) +
              ": error: this redistribution has been waited for already");
}

} // namespace redist
