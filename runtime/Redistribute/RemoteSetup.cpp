//===- RemoteSetup.cpp - A call between two groups ------------------------===//
//
// The part of CallSetup in which the groups of an intercommunicator learn what
// the other one says. A side that says what it has said before expects the same
// of the other one: then one meeting tells whether all ranks are right, and the
// call takes no longer than one within a group. Otherwise the sides tell each
// other, and all ranks begin again.
//
//===----------------------------------------------------------------------===//
#include "Call/CallParameters.h"
#include "Redistribute/CallSetup.h"
#include "Support/MpiCalls.h"

#include <algorithm>

namespace redist::runtime {

/// Ranks of a layout are those of the array's communicator.
static void requireGroup(const object_layout &known, MPI_Comm comm) {
  if (known.is_orphaned)
    throw error("the communicator of the array has been freed");
  MPI_Group ofArray = MPI_GROUP_NULL, own = MPI_GROUP_NULL;
  checkMpi(MPI_Comm_group(known.communicator, &ofArray), "MPI_Comm_group");
  checkMpi(MPI_Comm_group(comm, &own), "MPI_Comm_group");
  int result = MPI_UNEQUAL;
  checkMpi(MPI_Group_compare(ofArray, own, &result), "MPI_Group_compare");
  checkMpi(MPI_Group_free(&ofArray), "MPI_Group_free");
  checkMpi(MPI_Group_free(&own), "MPI_Group_free");
  if (result != MPI_IDENT)
    throw error("the array does not live on the ranks, in their order, of this "
                "side of the intercommunicator");
}

void CallSetup::completeBetweenGroups() {
  const CoupledGroups &groups = *communicatorState->groups();
  const RankGroup own{groups.ownFirst, groups.ownSize};
  const RankGroup other{groups.otherFirst, groups.otherSize};
  if (what.sends() && what.receives())
    throw error("remote is in from() and in to(): one of them is the layout of "
                "this side");
  if (!what.sends() && !what.receives())
    throw error("the communicator is an intercommunicator, and neither from() "
                "nor to() is remote");
  for (object_entry &entry : entries) {
    if (entry.source_knows)
      requireGroup(entry.source_layout, userCommunicator);
    if (entry.target_knows)
      requireGroup(entry.target_layout, userCommunicator);
  }
  completeOwnSide(where, what, entries, call);
  call.source.group = what.sends() ? own : other;
  call.target.group = what.sends() ? other : own;
  auto &words = kept->scratch().ownWords;
  words.clear();
  ownAgreedWords = appendWords(call, words);
}

/// Of a rank that only sends: it combines nothing.
static void combineNothing(void *, std::byte *, std::int64_t, const std::byte *,
                           std::int64_t, std::int64_t, std::int64_t) {}

void CallSetup::adopt(const CoupledSides &sides) {
  adoptSides(*sides.source, *sides.target, call);
  if (call.combines && call.direction == Direction::Sent)
    for (object_entry &entry : entries)
      entry.combiner.run = &combineNothing;
  coupled = &sides;
  collectWords();
}

/// The words of a call that both sides know.
void CallSetup::collectCoupledWords() {
  const auto &own = kept->scratch().ownWords;
  auto &words = kept->scratch().words;
  words.assign(coupled->words.begin(), coupled->words.end());
  for (const CallSide *side : {&call.source, &call.target})
    words.insert(words.end(), side->extents.begin(),
                 side->extents.begin() +
                     static_cast<std::ptrdiff_t>(side->dimensions));
  agreedWords = words.size();
  words.insert(words.end(),
               own.begin() + static_cast<std::ptrdiff_t>(ownAgreedWords),
               own.end());
}

/// False where the ranks do not expect the same. Throws where one of them has a
/// problem.
bool CallSetup::agreesOnSides() {
  return agreeByPosts(false) ||
         agreeOnWords(communicatorState->communicator(), signature(), where)
             .has_value();
}

/// Words that no two sides have: they are not known yet. None beside a problem.
void CallSetup::collectUnknownWords() {
  auto &words = kept->scratch().words;
  words.clear();
  if (problem.empty())
    words.push_back(communicatorState->groups()->isOwnFirst() ? 1 : 2);
  agreedWords = words.size();
}

/// What this side alone can find wrong, so that the error tells where it is.
void CallSetup::checkOwnSide() const {
  const bool isSent = call.direction == Direction::Sent;
  const CallSide &side = isSent ? call.source : call.target;
  checkSections(side, isSent);
  checkSize(call, side);
  resolve(isSent ? "from" : "to", side, side.given, communicatorState->size());
}

void CallSetup::exchangeSides() {
  const auto &own = kept->scratch().ownWords;
  const bool isWell = problem.empty();
  std::vector<std::int64_t> words;
  attempt([&] {
    checkOwnSide();
    words = wordsOf(call, what.is_permuted);
  });
  const CallSignature signature{
      .call = call,
      .words = isWell ? std::span(own).first(ownAgreedWords)
                      : std::span<const std::int64_t>(),
      .planHash = 0,
      .problem = problem,
      .secondGroup = communicatorState->groups()->secondFirst()};
  adopt(kept->remoteCalls().exchange(*communicatorState, signature, words,
                                     where));
}

bool CallSetup::settleSides(CallBuffers &buffers) {
  const CoupledSides *known = nullptr;
  const std::string ownProblem = problem;
  const bool isStarted = call.isStarted;
  attempt([&] {
    known = kept->remoteCalls().find(
        std::span(kept->scratch().ownWords).first(ownAgreedWords), where);
  });
  if (known)
    adopt(*known);
  else
    collectUnknownWords();
  bool lacks = known && lacksExtents();
  if (known && !lacks)
    makeReady(buffers);
  bool areSame = false;
  try {
    areSame = agreesOnSides();
  } catch (...) {
    giveBack(buffers);
    throw;
  }
  if (areSame && !lacks)
    return true;
  if (!areSame) {
    giveBack(buffers);
    readyPlan.reset();
    problem = ownProblem;
    call.isStarted = isStarted;
    if (coupled) { // it said something else
      (call.direction == Direction::Sent ? call.target : call.source) = {};
      attempt([&] { completeBetweenGroups(); });
    }
    exchangeSides();
    lacks = lacksExtents();
  }
  if (lacks)
    shareExtents();
  makeReady(buffers);
  return false;
}

} // namespace redist::runtime
