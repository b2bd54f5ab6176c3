//===- PipelineEngine.h - One execution of a pipeline ----------*- C++ -*-===//
//
// Room Runtime. Comes in: clauses, the states of stages, and the calls that the
// loop makes of all items (Pipeline.h). It finds a mapping, builds this rank's
// links, moves stages once their weights are known, and ends the pipeline on
// all ranks, however it ends.
//
//   start  ranks agree; mapping -> links
//   loop   items; before item 8, where weights are measured: meet, learn, move
//   finish meet; links run dry; who failed first; states to every rank
//
// Ranks meet in a small reduction that does not block; it tells whether all are
// at the same point. A rank that has failed tells all others at once which item
// was its last (LinkSet::stop), and no rank waits for items from that one on.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_ENGINE_PIPELINEENGINE_H
#define REDIST_RUNTIME_PIPELINE_ENGINE_PIPELINEENGINE_H

#include "Pipeline/Engine/PipelineRecords.h"
#include "Pipeline/Engine/StageRecord.h"
#include "Pipeline/Engine/StageWatch.h"
#include "Pipeline/Link/LinkSet.h"
#include "Pipeline/Mapping/Weights.h"
#include "Trace/Region.h"
#include "Trace/Report.h"

#include "redist/Pipeline.h"

#include <optional>

namespace redist::runtime {

/// A state of a stage that could not be saved, or loaded, or is not what it has
/// to be.
struct StateError {
  int stage = 0;    ///< from 1; 0: of none
  std::string text; ///< empty: there is no trouble
};

class PipelineEngine {
public:
  PipelineEngine(const directive &given, const pipeline &what,
                 std::vector<pipeline_stage> givenStages, MPI_Comm user,
                 detail::pipeline_place &inHand);

  void keep(int stage, std::unique_ptr<detail::kept_state> state);
  void count(std::unique_ptr<detail::added_number> number) {
    counts.push_back(std::move(number));
  }
  /// Within a handler: this rank cannot make what start() needs, which tells
  /// all ranks.
  void noteProblem() noexcept;
  /// Collective.
  void start();
  /// Before an item from place.event on.
  void atEvent();
  bool hasItem();
  void chooseLinks();
  void observe(int stage);
  void observeBytes(int after, std::size_t bytes);
  void leaveItem(bool isTold) noexcept;
  void fail() noexcept;
  /// Collective.
  void finish();
  // REDIST_VERIFY=1 (PipelineVerify.cpp).
  void setLines(std::initializer_list<int> lines);
  void watchVariable(detail::watched_variable variable, bool isOfItem);
  void sendDigests(detail::out_link &link);
  void receiveDigests(int after, detail::in_link &link,
                      std::initializer_list<const void *> travelled);
  /// finish() is still to be called.
  bool isUnderWay() const { return isStarted && !isFinished; }
  const directive &directiveOf() const { return where; }

private:
  template <typename Body> decltype(auto) guard(Body body) {
    return guarded(where, "pipeline", body);
  }
  void startGuarded();
  std::vector<std::int64_t> checkClauses();
  void finishGuarded();
  void lookAround();

  struct State {
    int stage; ///< from 0
    std::unique_ptr<detail::kept_state> variable;
  };
  struct Failure {
    std::int64_t item = LinkSet::none;
    int stage = 0;
    std::string text;
  };
  /// What ranks tell each other where they meet.
  struct Meeting {
    std::int64_t failedItem = LinkSet::none; ///< the first
    bool isFinish = false;                   ///< all are at the end,
    bool isMixed = false;                    ///< or only some
    std::int64_t fewest = 0, most = 0;       ///< items
    bool isStopped = false;                  ///< some rank left its loop early
  };

  void findMapping(const std::vector<std::int64_t> &words);
  void install(const schedule::Mapping &mapping, std::int64_t firstItem);
  void setEvent();
  void startMeeting(bool isFinish);
  /// Whether it is over.
  bool testMeeting(Meeting &result);
  void remap();
  void learn(bool moves);
  const ChosenMapping &choose(const PipelineWeights &weights);
  void moveTo(const schedule::Mapping &mapping);
  void closeLinks();
  void removeLinks();
  std::int64_t itemsBegun() const;
  /// `continue` on other ranks has ended so many that came here.
  std::int64_t endedItems() const;

  void throwFailure(const Meeting &met);
  void throwCounts();
  void report(std::int64_t items);

  void moveStates(const schedule::Mapping &mapping);
  void spreadStates(std::int64_t items);
  void addCounts();
  void agreeOnTrouble(const StateError &own, const std::string &when,
                      std::int64_t item);
  void verifyOutside(std::int64_t items);
  void verifyStates(std::int64_t items);
  bool measuresOrRecords() const {
    return isMeasuring || stageRecord.observes();
  }
  void setObserves() {
    place.observes = watch || measuresOrRecords();
    place.measures = isMeasuring;
  }
  int ownerOf(const schedule::Mapping &mapping, std::int64_t stage) const;

  const directive where;
  pipeline asked;
  std::vector<pipeline_stage> stages;
  MPI_Comm user;
  detail::pipeline_place &place;
  std::vector<State> states;
  std::vector<std::unique_ptr<detail::added_number>> counts;

  PipelineRecords *records = nullptr;
  CheckedPipeline call;
  std::vector<std::int64_t> key; ///< of the mapping that is kept
  std::unique_ptr<LinkSet> linkSet;
  ChosenMapping chosen;
  std::vector<InLink *> inOf;   ///< by item, modulo their number
  std::vector<OutLink *> outOf; ///< null: that rank takes none of ours

  std::optional<Region> region; ///< from start() on
  bool isStarted = false, isFinished = false;
  bool isMeasuring = false;
  bool isStopped = false; ///< left the loop because others have stopped
  StageSamples samples;
  StageRecord stageRecord; ///< of this rank, where there is a recorder
  int observedStage = 0;   ///< that runs
  double observedSince = 0;
  std::unique_ptr<StageWatch> watch; ///< REDIST_VERIFY=1, else null
  Recorder *recorder = nullptr;      ///< null: nothing is to be recorded
  std::optional<DirectiveSpan> span; ///< where there is a recorder
  double startTime = 0;
  Failure failure;
  std::string preparation; ///< what went wrong before start()
  std::exception_ptr startError, deferred;
  std::exception_ptr problem; ///< found alike on all ranks, in the middle

  std::int64_t toldWords[6] = {}, metWords[6] = {};
  MPI_Request meeting = MPI_REQUEST_NULL;
};

} // namespace redist::runtime

#endif
