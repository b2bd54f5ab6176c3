//===- LargeItems.h - Stages of known time ---------------------*- C++ -*-===//
//
// Frames of some bytes through three stages that have a processor for 200, 400
// and 200 microseconds: by the runtime, by hand with MPI, by TBB and in a
// loop. Everything here is the period of frames once all ranks are busy, in
// seconds.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_PIPELINE_LARGEITEMS_H
#define REDIST_BENCHMARK_PIPELINE_LARGEITEMS_H

#include <mpi.h>
#include <time.h>

#include <chrono>
#include <cstddef>
#include <vector>

namespace bench {

constexpr double stageSeconds[3] = {200e-6, 400e-6, 200e-6};

/// That the calling thread has had of a processor, in seconds: what it waits
/// for one while others have it is no work.
inline double processorSeconds() {
  timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) +
         static_cast<double>(now.tv_nsec) * 1e-9;
}

/// Uses the processor until so long after `begin`.
inline void work(double seconds, double begin = processorSeconds()) {
  while (processorSeconds() < begin + seconds) {
  }
}

/// Frame number i as the first stage makes it, which takes its time.
inline void makeFrame(std::vector<char> &frame, std::size_t bytes, int i) {
  const double begin = processorSeconds();
  frame.resize(bytes);
  frame[7] = static_cast<char>(i);
  work(stageSeconds[0], begin);
}

/// When frames have come out of the last stage.
class FrameEnds {
public:
  /// Whether it is frame number i is looked at, too.
  void add(const std::vector<char> &frame, int i) {
    isRight &= frame[7] == static_cast<char>(i);
    const auto now = std::chrono::steady_clock::now();
    times.push_back(
        std::chrono::duration<double>(now.time_since_epoch()).count());
  }
  /// Of the last two thirds. Throws where a frame was wrong.
  double period() const;

  bool isRight = true;
  std::vector<double> times;
};

/// On the first ranks of the communicator; collective.
double framesByRuntime(int ranks, int count, std::size_t bytes,
                       MPI_Comm communicator = MPI_COMM_WORLD);
/// On two ranks, [1, 2] and [3], or three. Collective.
double framesByHand(int ranks, int count, std::size_t bytes);
/// On this rank alone.
double framesByTbb(int count, std::size_t bytes);
double framesInLoop(int count, std::size_t bytes);

/// No ways of so many ranks on so many processors can be faster, whatever the
/// frames.
double framesBound(int ranks, int processors);

} // namespace bench

#endif
