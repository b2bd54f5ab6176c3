//===- LinkSet.h - The links of one rank -----------------------*- C++ -*-===//
//
// Room Runtime. Comes in: the ranks from which a rank receives items and to
// which it sends items. Goes out: the ends of these links (PipelineLink.h), and
// the only loop in which a rank waits: it advances all of its links, polls for
// stops, and sleeps if nothing happens for long.
//
//   link of depth 2:  sender | open | in flight | in flight |  receiver
//
// A packet is in flight until the receiver has taken its last item and said so;
// no more than `depth` are. Then items gather in the open packet, and the
// sender waits where that is full, or an item has large values. Nothing blocks
// in MPI. Links between ranks of one node go through its memory where there is
// some (NodeLinks.h), all others by messages.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_LINKSET_H
#define REDIST_RUNTIME_PIPELINE_LINK_LINKSET_H

#include "Pipeline/Link/InLink.h"
#include "Pipeline/Link/NodeLinks.h"
#include "Pipeline/Link/OutLink.h"
#include "Support/Guard.h"
#include "Trace/Recorder.h"

#include "redist/Pipeline.h"

#include <mpi.h>

#include <chrono>
#include <memory>
#include <vector>

namespace redist::runtime {

/// What a rank does after its `turn`-th look at what has not come yet.
void pauseInPipeline(int turn);

class LinkSet {
public:
  static constexpr std::int64_t none = detail::pipeline_place::never;

  /// Does not own the communicator, nor `memory`, which is null where there is
  /// none. Reads which item is in hand, and asks for a word before the first
  /// that is not wanted. `where`: of the pipeline.
  LinkSet(MPI_Comm communicator, NodeLinks *memory,
          detail::pipeline_place &inHand, const directive &where);

  /// Half a packet cannot be made good: what is thrown, but for a stop, ends
  /// the job (Guard.h).
  template <typename Body> decltype(auto) guard(Body body) const {
    return guarded(place, "pipeline", body);
  }

  /// Memory for links that will be added, of any ranks. Collective.
  void provide(const std::vector<LinkPlace> &places, const LinkShape &shape) {
    if (node)
      node->provide(places, shape);
  }
  OutLink &addOut(int peer, const LinkShape &shape);
  InLink &addIn(int peer, const LinkShape &shape);
  std::vector<std::unique_ptr<OutLink>> &outLinks() { return outs; }
  std::vector<std::unique_ptr<InLink>> &inLinks() { return ins; }
  /// Nothing more comes or goes, after their ends.
  bool areLinksDone();
  void removeLinks();

  /// Lets everything go on as far as it can.
  void pump();
  /// Until `isReady()`, which looks at what pump() has done.
  template <typename Ready> void wait(Ready isReady) {
    if (isReady())
      return;
    const PhaseSpan span(recorder, Phase::Wait);
    waitForMessages(isReady);
  }
  /// The same for what links bring; throws pipeline_stop where the item in hand
  /// is not wanted any more.
  template <typename Ready> void waitInLoop(Ready isReady) {
    const auto isOver = [&] { return isStopped() || isReady(); };
    if (!isOver()) {
      const PhaseSpan span(recorder, Phase::Wait);
      if (areBellsEnough())
        waitForBell(isOver);
      else
        waitForMessages(isOver);
    }
    if (isStopped())
      throw detail::pipeline_stop();
  }
  void wait(MPI_Request &request);

  /// Items from this one on are not wanted; `none`: all are.
  std::int64_t limit() const { return firstUnwanted; }
  bool isStopped() const {
    return firstUnwanted != none && firstUnwanted <= inHand.turn;
  }
  /// Tells all other ranks of the communicator that items from this one on are
  /// not wanted.
  void stop(std::int64_t item);
  /// Hears what others have told. Looks into MPI only where something may be
  /// there, or has to go on.
  void pollStops();
  /// Receives the stop of every rank that has sent one, and waits for own ones.
  void drainStops(const std::vector<int> &stoppedRanks);

  /// Waits are recorded there; null: they are not.
  void recordWaits(Recorder *used) { recorder = used; }
  /// Over links that are removed.
  std::int64_t sentBytes() const { return bytesSent; }
  std::int64_t sentPackets() const { return packetsSent; }
  std::int64_t sentBytesToNodes() const { return bytesToNodes; }
  std::int64_t sentPacketsToNodes() const { return packetsToNodes; }

  MPI_Comm communicator() const { return handle; }
  int rank() const { return ownRank; }
  int size() const { return rankCount; }

private:
  void limitTo(std::int64_t item);
  /// Whether a stop has been announced; always false where some could come
  /// without.
  bool isStopComing() const;
  /// Whether what links wait for rings this rank's bell.
  bool areBellsEnough() const;
  /// Whether to look again at once, `since` the wait began.
  bool mayLookAgain(std::chrono::steady_clock::time_point since) const;
  /// Until the bell rings or some time is over, and hears of stops.
  void sleepOnBell(int turn);

  template <typename Ready> void waitForMessages(Ready isReady) {
    int turn = 0;
    do {
      pauseInPipeline(turn++);
      pump();
    } while (!isReady());
  }
  template <typename Ready> void waitForBell(Ready isReady) {
    const auto begin = std::chrono::steady_clock::now();
    do {
      pump();
      if (isReady())
        return;
    } while (mayLookAgain(begin));
    for (int turn = 0;; ++turn) {
      node->ownBell().prepareWait();
      pump();
      if (isReady())
        return node->ownBell().cancelWait();
      sleepOnBell(turn);
    }
  }

  MPI_Comm handle;
  NodeLinks *node;
  bool isTogether = false; ///< all ranks are on this node
  int ownRank = 0, rankCount = 0;
  detail::pipeline_place &inHand;
  directive place; ///< of the pipeline
  std::int64_t firstUnwanted = none;
  std::int64_t toldItem = 0; ///< while stops are on their way
  std::vector<MPI_Request> stopRequests;
  std::vector<bool> hasStopped; ///< by rank
  std::vector<std::unique_ptr<OutLink>> outs;
  std::vector<std::unique_ptr<InLink>> ins;
  Recorder *recorder = nullptr;
  std::int64_t bytesSent = 0, packetsSent = 0;
  std::int64_t bytesToNodes = 0, packetsToNodes = 0; ///< of these
  unsigned pumps = 0;
};

} // namespace redist::runtime

#endif
