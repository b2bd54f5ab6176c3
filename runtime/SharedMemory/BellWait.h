//===- BellWait.h - Waiting for what another rank writes -------*- C++ -*-===//
//
// A rank looks at memory that it shares with others until it finds what it
// waits for. It looks at once for a while, then sleeps on its bell. Where ranks
// outnumber processors it gives way some times before it sleeps: those it waits
// for mostly want no more than a processor, and waking up takes longer. What
// nowait has started goes on meanwhile, and, where that takes long, what MPI
// has not yet sent: other ranks may need it before they come here.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SHAREDMEMORY_BELLWAIT_H
#define REDIST_RUNTIME_SHAREDMEMORY_BELLWAIT_H

#include "Progress/Progress.h"
#include "SharedMemory/Doorbell.h"
#include "Support/MpiCalls.h"

#include <thread>

namespace redist::runtime {

struct BellWait {
  Doorbell &bell;        ///< of this rank; others ring it
  bool mayBeCrowded;     ///< more ranks than processors
  MPI_Comm communicator; ///< of the call log; null: there is none

  /// Until `isReady()`. Throws redist::error where MPI fails.
  template <typename IsReady> void until(IsReady isReady) const {
    // What is about to come is met sooner where nothing else is looked at.
    const int looks = mayBeCrowded ? 1 : looksAlone;
    for (int look = 0; look < looks; ++look)
      if (isReady())
        return;
    wait(isReady);
  }

private:
  static constexpr int looksAlone = 500;

  template <typename IsReady>
  [[gnu::noinline]] void wait(IsReady isReady) const {
    constexpr int looksAtOnce = 4;
    constexpr std::chrono::microseconds longest{1'000};
    constexpr std::chrono::microseconds longestBeside{20};
    Progress &progress = Progress::ofProcess();
    Patience patience(communicator);
    for (int turn = 0; !isReady();) {
      patience.look();
      const bool isIdle = progress.isIdle();
      if (!isIdle && !progress.advance())
        continue;
      if (turn++ < looksBeforeSleep(mayBeCrowded, !isIdle)) {
        if (mayBeCrowded && turn > looksAtOnce)
          std::this_thread::yield();
        continue;
      }
      bell.prepareWait();
      if (isReady())
        bell.cancelWait();
      else
        bell.sleep(isIdle ? longest : longestBeside);
      letMpiGoOn();
    }
  }
  void letMpiGoOn() const {
    int isThere = 0;
    if (communicator != MPI_COMM_NULL)
      checkMpi(MPI_Iprobe(MPI_ANY_SOURCE, MPI_ANY_TAG, communicator, &isThere,
                          MPI_STATUS_IGNORE),
               "MPI_Iprobe");
  }
};

} // namespace redist::runtime

#endif
