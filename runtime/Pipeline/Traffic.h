//===- Traffic.h - The links of one rank -----------------------*- C++ -*-===//
//
// Room Runtime. Comes in: whom a rank receives items from and whom it sends
// them to. Goes out: the ends of these links (PipelineLink.h), and the one loop
// in which a rank waits: it lets all of its links go on, hears of stops, and
// sleeps where nothing happens for long.
//
//   link of depth 2:  sender | open | in flight | in flight |  receiver
//
// A packet is in flight until the receiver has taken its last item and said so;
// no more than `depth` are. Then items gather in the open packet, and the
// sender waits where that is full, or an item has large values. Nothing blocks
// in MPI.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_TRAFFIC_H
#define REDIST_RUNTIME_PIPELINE_TRAFFIC_H

#include "Pipeline/InLink.h"
#include "Pipeline/OutLink.h"
#include "Recorder.h"

#include "redist/Pipeline.h"

#include <mpi.h>

#include <deque>

namespace redist::runtime {

/// What a rank does after its `turn`-th look at what has not come yet.
void pauseInPipeline(int turn);

class Traffic {
public:
  static constexpr std::int64_t none = detail::pipeline_place::never;

  /// Does not own the communicator. Reads which item is in hand, and asks for a
  /// word before the first that is not wanted.
  Traffic(MPI_Comm communicator, detail::pipeline_place &inHand);

  OutLink &addOut(int peer, const LinkShape &shape);
  InLink &addIn(int peer, const LinkShape &shape);
  std::deque<OutLink> &outLinks() { return outs; }
  std::deque<InLink> &inLinks() { return ins; }
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
    int turn = 0;
    do {
      pauseInPipeline(turn++);
      pump();
    } while (!isReady());
  }
  /// The same; throws pipeline_stop where the item in hand is not wanted any
  /// more.
  template <typename Ready> void waitInLoop(Ready isReady) {
    wait([&] { return isStopped() || isReady(); });
    if (isStopped())
      throw detail::pipeline_stop();
  }
  void wait(MPI_Request &request);

  /// Items from this one on are not wanted; `none`: all are.
  std::int64_t limit() const { return firstUnwanted; }
  bool isStopped() const {
    return firstUnwanted != none && firstUnwanted <= place.turn;
  }
  /// Tells all other ranks of the communicator that items from this one on are
  /// not wanted.
  void stop(std::int64_t item);
  /// Hears what others have told.
  void hearStops();
  /// Receives the stop of every rank that has sent one, and waits for own ones.
  void settleStops(const std::vector<int> &stoppedRanks);

  /// Waits are recorded there; null: they are not.
  void recordWaits(Recorder *used) { recorder = used; }
  /// Over links that are removed.
  std::int64_t sentBytes() const { return bytesSent; }
  std::int64_t sentPackets() const { return packetsSent; }

  MPI_Comm communicator() const { return handle; }
  int rank() const { return ownRank; }
  int size() const { return rankCount; }

private:
  void limitTo(std::int64_t item);

  MPI_Comm handle;
  int ownRank = 0, rankCount = 0;
  detail::pipeline_place &place;
  std::int64_t firstUnwanted = none;
  std::int64_t toldItem = 0; ///< while stops are on their way
  std::vector<MPI_Request> stopRequests;
  std::vector<bool> hasStopped; ///< by rank
  std::deque<OutLink> outs;
  std::deque<InLink> ins;
  Recorder *recorder = nullptr;
  std::int64_t bytesSent = 0, packetsSent = 0;
  unsigned pumps = 0;
};

} // namespace redist::runtime

#endif
