//===- LargePeers.cpp - Stages of known time, by other means --------------===//
//
// See LargeItems.h: written by hand with MPI, frames received and sent while
// others are worked on; by TBB, with as many threads as there are processors;
// and in a loop.
//
//===----------------------------------------------------------------------===//
#include "Pipeline/LargeItems.h"
#include "Support/Timing.h"

#ifdef REDIST_BENCH_TBB
#include <tbb/parallel_pipeline.h>

#include <utility>
#endif

namespace bench {

/// Of one rank, in three pieces of memory that go round: frame i lies in number
/// i modulo 3, and frame i + 2 is received while i is worked on.
class FrameStages {
public:
  FrameStages(int ownRank, int rankCount, int frameCount, std::size_t bytes)
      : rank(ownRank), count(frameCount), isLast(ownRank + 1 == rankCount),
        firstStage(rankCount == 2 && ownRank == 1 ? 2 : ownRank),
        lastStage(rankCount == 2 && ownRank == 0 ? 1 : firstStage) {
    for (std::vector<char> &frame : frames)
      frame.resize(bytes);
  }

  void run(FrameEnds &ends) {
    for (int i = 0; i < 2; ++i)
      receive(i);
    for (int i = 0; i < count; ++i) {
      const int at = i % 3;
      MPI_Wait(&in[at], MPI_STATUS_IGNORE);
      MPI_Wait(&out[at], MPI_STATUS_IGNORE);
      for (int stage = firstStage; stage <= lastStage; ++stage)
        if (stage == 0)
          makeFrame(frames[at], frames[at].size(), i);
        else
          work(stageSeconds[stage]);
      if (isLast)
        ends.add(frames[at], i);
      else
        MPI_Isend(frames[at].data(), length(), MPI_CHAR, rank + 1, 3,
                  MPI_COMM_WORLD, &out[at]);
      receive(i + 2);
    }
    MPI_Waitall(3, out, MPI_STATUSES_IGNORE);
  }

private:
  int length() const { return static_cast<int>(frames[0].size()); }
  void receive(int i) {
    if (rank == 0 || i >= count)
      return;
    MPI_Wait(&out[i % 3], MPI_STATUS_IGNORE);
    MPI_Irecv(frames[i % 3].data(), length(), MPI_CHAR, rank - 1, 3,
              MPI_COMM_WORLD, &in[i % 3]);
  }

  int rank, count;
  bool isLast;
  int firstStage, lastStage;
  std::vector<char> frames[3];
  MPI_Request in[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
  MPI_Request out[3] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL, MPI_REQUEST_NULL};
};

} // namespace bench

double bench::framesByHand(int ranks, int count, std::size_t bytes) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  FrameEnds ends;
  if (rank < ranks)
    FrameStages(rank, ranks, count, bytes).run(ends);
  double period = rank + 1 == ranks ? ends.period() : 0;
  MPI_Request request = MPI_REQUEST_NULL;
  MPI_Ibcast(&period, 1, MPI_DOUBLE, ranks - 1, MPI_COMM_WORLD, &request);
  waitQuietly(request);
  return period;
}

double bench::framesInLoop(int count, std::size_t bytes) {
  FrameEnds ends;
  for (int i = 0; i < count; ++i) {
    std::vector<char> frame;
    makeFrame(frame, bytes, i);
    work(stageSeconds[1]);
    work(stageSeconds[2]);
    ends.add(frame, i);
  }
  return ends.period();
}

#ifdef REDIST_BENCH_TBB
double bench::framesByTbb(int count, std::size_t bytes) {
  using Frame = std::pair<int, std::vector<char>>;
  constexpr auto inOrder = tbb::filter_mode::serial_in_order;
  constexpr std::size_t inFlight = 8;
  FrameEnds ends;
  int made = 0;
  tbb::parallel_pipeline(
      inFlight,
      tbb::make_filter<void, Frame>(inOrder, [&](tbb::flow_control &control) {
        Frame frame;
        if (made == count) {
          control.stop();
          return frame;
        }
        frame.first = made++;
        makeFrame(frame.second, bytes, frame.first);
        return frame;
      }) & tbb::make_filter<Frame, Frame>(inOrder, [](Frame frame) {
        work(stageSeconds[1]);
        return frame;
      }) & tbb::make_filter<Frame, void>(inOrder, [&](Frame frame) {
        work(stageSeconds[2]);
        ends.add(frame.second, frame.first);
      }));
  return ends.period();
}
#endif
