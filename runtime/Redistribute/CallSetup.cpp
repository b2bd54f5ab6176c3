//===- CallSetup.cpp - Preparation of a call ------------------------------===//
#include "Redistribute/CallSetup.h"

#include "Call/CallParameters.h"
#include "Call/SameLayout.h"
#include "Call/StorageShapes.h"
#include "Redistribute/CopiesCheck.h"
#include "Support/Guard.h"
#include "Support/Hash.h"
#include "Support/MpiCalls.h"
#include "Support/RankMaps.h"
#include "Support/SourceLocation.h"

#include <algorithm>

namespace redist::runtime {

/// Before anybody talks: on another communicator not all ranks might be there.
static void requireCommunicator(const object_layout &known, MPI_Comm comm) {
  CommunicatorState::requireMpi();
  if (known.is_orphaned)
    throw error("the communicator of the array has been freed");
  int result = MPI_IDENT;
  if (known.communicator != MPI_COMM_NULL && comm != MPI_COMM_NULL)
    checkMpi(MPI_Comm_compare(known.communicator, comm, &result),
             "MPI_Comm_compare");
  if (result != MPI_IDENT && result != MPI_CONGRUENT)
    throw error("the array lives on another communicator than comm() says");
}

static void requireCommunicators(std::span<const object_entry> entries,
                                 MPI_Comm comm) {
  for (const object_entry &entry : entries) {
    if (entry.source_knows)
      requireCommunicator(entry.source_layout, comm);
    if (entry.target_knows)
      requireCommunicator(entry.target_layout, comm);
  }
}

static bool knowsLayout(const object_entry &entry) {
  return entry.source_knows || entry.target_knows;
}

/// MPI_COMM_NULL, and what is no communicator, is found out about later.
static bool isInter(MPI_Comm comm) {
  CommunicatorState::requireMpi();
  int areTwoGroups = 0;
  return comm != MPI_COMM_NULL &&
         MPI_Comm_test_inter(comm, &areTwoGroups) == MPI_SUCCESS &&
         areTwoGroups;
}

CallSetup::CallSetup(const directive &given, const redistribution &whatOfCall,
                     MPI_Comm comm, std::span<object_entry> entriesOfCall,
                     bool isStarted)
    : where(given), what(whatOfCall), userCommunicator(comm),
      entries(entriesOfCall) {
  try {
    if (std::ranges::any_of(entries, knowsLayout) && !isInter(comm))
      requireCommunicators(entries, comm);
    communicatorState = &CommunicatorState::of(comm);
  } catch (const error &) {
    throwAtPosition(where);
  }
  communicatorState->verifyKind(redistributionKind, where);
  kept = &RedistributionState::of(*communicatorState, where);
  Progress::ofProcess().advance();
  call.isStarted = isStarted;
  kept->scratch().words.clear();
  attempt([&] {
    fillCapacity(what, entries);
    if (isBetweenGroups())
      completeBetweenGroups();
    else
      complete();
  });
}

void CallSetup::complete() {
  if (what.sends() || what.receives())
    throw error("remote is what the other group of an intercommunicator says, "
                "and comm() is none");
  completeCall(where, what, entries, call);
  collectWords();
  keepPart(call, communicatorState->size());
}

void CallSetup::collectWords() {
  if (coupled)
    return collectCoupledWords();
  auto &words = kept->scratch().words;
  words.clear();
  agreedWords = appendWords(call, words);
}

CallSignature CallSetup::signature(bool wantsWindow) const {
  const auto &words = kept->scratch().words;
  const bool compares = communicatorState->comparesPlans() && readyPlan;
  return {call,
          std::span(words).first(std::min(agreedWords, words.size())),
          compares ? readyPlan->plan().hash() : 0,
          problem,
          wantsWindow,
          kept->measuredSeconds(),
          isBetweenGroups() ? communicatorState->groups()->secondFirst() : 0,
          ownBegun == Begun::Early ? &readyPlan->early() : nullptr,
          kept->isCrowded()};
}

void CallSetup::findPlan() {
  attempt([&] {
    readyPlan = kept->plans().find(planWords(),
                                   sums ? sums->broughtCall() : call, where);
  });
}

std::int64_t CallSetup::targetElements() const {
  return sums ? sums->storage().elements : readyPlan->targetElements();
}

const std::vector<std::int64_t> &CallSetup::targetExtents() const {
  return sums ? sums->storage().extents : readyPlan->targetLocal();
}

/// Of its layout: relabel() may have found others.
rank_map CallSetup::targetRanks() const {
  return isBetweenGroups()
             ? call.target.given.map
             : mapOf(readyPlan->plan().parameters().target.rankOf);
}

/// Arrays know their layouts: from() must be right, and where to() is not the
/// destination's layout it gets that one.
void CallSetup::checkArrays() {
  const int size = communicatorState->size();
  auto &changes = kept->scratch().changesLayout;
  changes.assign(entries.size(), false);
  kept->scratch().movesWithin.assign(entries.size(), false);
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const object_entry &entry = entries[i];
    if (entry.source_knows) {
      const object_layout &known = entry.source_layout;
      if (!areEquivalent("from", call.source, call.source.given, *known.current,
                         size))
        throw error(what.has_source_layout
                        ? "from() is not the layout that the array has"
                        : "the arrays of one directive have different layouts");
    }
    if (!entry.target_knows || entry.in_place)
      continue;
    const object_layout &known = entry.target_layout;
    layout wanted = call.target.given;
    wanted.map = targetRanks();
    changes[i] =
        known.order != call.target.order ||
        !areEquivalent("to", call.target, wanted, *known.current, size);
    if (changes[i] && call.combines)
      throw error("to() is not the layout that the destination has: what "
                  "arrives would be combined with other elements");
    if (changes[i] && !coversTarget())
      throw error("to() is not the layout that the destination has: a part of "
                  "an array cannot have a layout of its own");
  }
}

void CallSetup::require(const char *whose, std::int64_t needed,
                        const void *address, std::int64_t available) {
  const bool small = available != detail::unknown_size && available < needed;
  if (!small && (address || needed == 0))
    return;
  const std::string storage =
      "the storage for the " + std::string(whose) + " layout on rank " +
      std::to_string(communicatorState->userRank()) + " of the communicator";
  const std::string elements = std::to_string(needed) + " elements are needed";
  if (small)
    throw error(storage + " is too small: " + elements + ", " +
                std::to_string(available) + " are there");
  throw error(storage + " is a null pointer: " + elements);
}

/// Objects that know their extents have those of this rank's part, or take
/// them.
void CallSetup::checkShape(std::size_t i) {
  const object_entry &entry = entries[i];
  const auto require = [&](const detail::storage_shape &shape,
                           const std::vector<std::int64_t> &local,
                           const CallSide &side, const char *whose) {
    const std::string wrong = problemOfShape(
        shape, local, knowsExtents(side), whose, communicatorState->userRank());
    if (!wrong.empty())
      throw error(wrong);
  };
  if (entry.source_shape)
    require(entry.source_shape(entry.source_object), readyPlan->sourceLocal(),
            call.source, "from");
  if (!entry.target_shape || (entry.in_place && entry.hooks))
    return;
  const detail::storage_shape shape = entry.target_shape(entry.target_object);
  if (!entry.hooks || !coversTarget())
    require(shape, targetExtents(), call.target, "to");
  else if (!hasExtents(shape, targetExtents()))
    kept->scratch().changesLayout[i] = true;
}

/// Source and target are sections of one array.
void CallSetup::checkOwnDestination() const {
  if (sectionsMeet(call))
    throw error("the sections of object and destination overlap in one array");
  const PlanParameters &parameters = readyPlan->plan().parameters();
  bool isOne = haveOneLayout(call, communicatorState->size());
  for (std::int64_t p = 0; isOne && p < parameters.assignment.targetRanks();
       ++p) // which relabel() may have moved
    isOne = parameters.source.rank(p) == parameters.target.rank(p);
  if (!isOne)
    throw error("object and destination are sections of one array, but from() "
                "and to() are not one layout");
}

/// Whether sections that have no index in common have no memory in common: both
/// sides number the array alike. Not behind a nowait, whose sources may be
/// read.
bool CallSetup::movesWithin() const {
  const CallSide &from = call.source, &to = call.target;
  return !call.isStarted && from.order == to.order &&
         from.extents == to.extents && from.hasStrides == to.hasStrides &&
         (!from.hasStrides || from.strides == to.strides);
}

/// A container that receives all of an array has exactly its part.
bool CallSetup::isResized(const object_entry &entry) const {
  return entry.hooks && !entry.target_knows && !entry.target_shape &&
         coversTarget() && !call.combines &&
         entry.target_size != targetElements();
}

void CallSetup::checkStorage() {
  const std::int64_t sourceNeeded = readyPlan->sourceElements();
  const std::int64_t targetNeeded = targetElements();
  for (std::size_t i = 0; i < entries.size(); ++i) {
    const object_entry &entry = entries[i];
    checkShape(i);
    if (call.direction == Direction::Received && isResized(entry))
      kept->scratch().changesLayout[i] = true;
    require("from", sourceNeeded, entry.source, entry.source_size);
    if (!entry.hooks || call.combines)
      require("to", targetNeeded, entry.target, entry.target_size);
    const bool isWhole =
        coversTarget() &&
        std::all_of(call.source.sections.begin(),
                    call.source.sections.begin() +
                        static_cast<std::ptrdiff_t>(call.source.dimensions),
                    [](const section &one) { return one.is_whole; });
    // A rank that has nothing of either side may hand over what it likes.
    const bool isUsed = sourceNeeded > 0 && targetNeeded > 0 && !isTrusted;
    if (!entry.in_place && !isWhole && isUsed && entry.source == entry.target) {
      checkOwnDestination();
      kept->scratch().movesWithin[i] = movesWithin();
    }
  }
  if (const std::string wrong = problemOfTargets(entries, targetNeeded);
      !wrong.empty())
    throw error(wrong);
  if (const Operation *const user = Progress::ofProcess().findConflict(
          entries, sourceNeeded, targetNeeded))
    throw error(problemOfUser(*user));
}

/// The layout that the objects will have.
static object_layout nextLayout(const Call &call, rank_map ranks,
                                const ReadyPlan &plan, MPI_Comm comm) {
  static constexpr std::array<std::int64_t, max_dimensions> nothing{};
  object_layout next;
  next.current = &call.target.given;
  next.ranks = ranks;
  next.order = call.target.order;
  next.dimension_count = call.target.dimensions;
  next.extents = call.target.extents;
  next.local_extents =
      plan.targetLocal().empty() ? nothing.data() : plan.targetLocal().data();
  next.communicator = comm;
  return next;
}

/// By what all ranks see: much faster. Nothing where they see nothing, or where
/// something is wrong, which is for the ranks to tell each other.
std::optional<AgreedNews> CallSetup::agreeByPosts(bool wantsWindow) {
  const CallSignature own = signature(wantsWindow);
  const bool hasPosted = ownBegun == Begun::Posted;
  const auto verdict = communicatorState->agreeByPosts(
      {.numbers = {hashOf(own.words), own.planHash},
       .news = numbersOfNews(own),
       .isWell = own.problem.empty() && !own.words.empty(),
       .payloadBytes = hasPosted ? readyPlan->postBytes() : 0});
  const bool areAlike = verdict && verdict->areAlike;
  const bool haveAllPosted = areAlike && verdict->haveAllPayload;
  if (hasPosted && areAlike && !haveAllPosted)
    readyPlan->stopPosting();
  if (hasPosted && !haveAllPosted)
    ownBegun = Begun::Nothing;
  return areAlike ? std::optional(newsOf(verdict->news)) : std::nullopt;
}

AgreedNews CallSetup::agreeOrThrow(bool wantsWindow) {
  if (!isTrusted || communicatorState->comparesPlans()) {
    if (const auto news = agreeByPosts(wantsWindow))
      return *news;
    return runtime::agree(communicatorState->communicator(),
                          signature(wantsWindow), where);
  }
  if (!problem.empty())
    throw error(positionOf(where) + problem);
  return {};
}

/// The program's promise, which only REDIST_VERIFY=1 doubts.
void CallSetup::compareCopies() const {
  if (!communicatorState->comparesPlans() || call.isEmpty() ||
      call.source.given.holder_count == 0)
    return;
  const ResolvedSide side = resolve("from", call.source, call.source.given,
                                    communicatorState->size());
  if (side.holders.empty()) // copies(1)
    return;
  const std::string differs =
      problemOfCopies(call, side, communicatorState->communicator());
  if (!differs.empty())
    throw error(positionOf(where) + differs);
}

void CallSetup::makeReady(CallBuffers &buffers) {
  findPlan();
  attempt([&] {
    buffers.gatherRows(entries);
    checkArrays();
    checkStorage();
  });
  if (problem.empty()) {
    const bool stays = readyPlan->plan().parameters().staysInPlace;
    const CallBuffers::Needs needs{readyPlan->sourceElements(),
                                   targetElements(),
                                   coversTarget() && !readyPlan->leavesGaps(),
                                   call.isPartInPlace() || stays,
                                   isTrusted || stays,
                                   call.combines,
                                   readyPlan->plan().hasParts(),
                                   kept->scratch().changesLayout,
                                   kept->scratch().movesWithin,
                                   sums};
    try {
      buffers.prepare(
          entries, needs,
          nextLayout(call, targetRanks(), *readyPlan, userCommunicator),
          kept->spares());
    } catch (...) {
      problem = "no storage for " + std::to_string(targetElements()) +
                " elements: " + messageOfException();
    }
  }
  attempt([&] {
    if (!call.isStarted)
      return kept->prepareExecutor(*readyPlan, buffers);
    readyOperation = kept->takeOperation();
    readyExecution = readyPlan->takeExecution();
  });
}

/// A rank that sees nothing wrong expects that no other one does.
void CallSetup::begin(const CallBuffers &buffers, Recorder *recorder) {
  if (!problem.empty() || isTrusted || call.isStarted || isBetweenGroups() ||
      communicatorState->comparesPlans())
    return;
  AgreementPosts *const posts = communicatorState->posts();
  if (posts && readyPlan->mayPost(*posts) &&
      !communicatorState->report()) { // which has no phase for it
    attempt([&] {
      readyPlan->postTo(*posts, buffers.sources());
      ownBegun = Begun::Posted;
    });
  } else if (readyPlan->maySendEarly()) {
    ownBeginning = MPI_Wtime();
    readyPlan->startEarly(buffers, recorder);
    ownBegun = Begun::Early;
  }
}

void CallSetup::giveBack(CallBuffers &buffers) noexcept {
  if (ownBegun == Begun::Early)
    readyPlan->forgetEarly();
  buffers.cancel();
  if (readyExecution)
    readyPlan->giveExecution(std::move(readyExecution));
  if (readyOperation)
    kept->giveOperation(std::move(readyOperation));
}

void CallSetup::agree(CallBuffers &buffers, Recorder *recorder) {
  bool haveAgreed = false;
  if (isBetweenGroups()) {
    haveAgreed = settleSides(buffers);
  } else {
    findExtents();
    findOwners();
    makeReady(buffers);
  }
  try {
    begin(buffers, recorder);
    if (!haveAgreed)
      kept->take(agreeOrThrow(problem.empty() && kept->wantsWindow(buffers)));
    kept->plans().keepFound();
    compareCopies();
  } catch (...) {
    giveBack(buffers);
    throw;
  }
  if (what.position)
    *what.position = readyPlan->targetPosition();
}

} // namespace redist::runtime
