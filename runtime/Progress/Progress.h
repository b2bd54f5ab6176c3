//===- Progress.h - Operations in flight -----------------------*- C++ -*-===//
//
// Operations that nowait has started in this process and wait() has not
// completed. They advance whenever the runtime is called, a few at a time in
// turn, and in a separate thread if MPI may be called from several threads at
// once (MPI_THREAD_MULTIPLE; REDIST_PROGRESS_THREAD=0 turns this off). So the
// cost of a call does not grow with the number of pending operations: it polls
// a few operations, and those whose memory it accesses.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PROGRESS_PROGRESS_H
#define REDIST_RUNTIME_PROGRESS_PROGRESS_H

#include "Support/CallLog.h"
#include "Support/RangeTree.h"
#include "Trace/Recorder.h"

#include "redist/Redistribute.h"
#include "redist/detail/objects/Objects.h"
#include "redist/detail/reduce/Operand.h"

#include <mpi.h>

#include <atomic>
#include <condition_variable>
#include <mutex>
#include <span>
#include <string>
#include <thread>
#include <vector>

namespace redist::runtime {

class CommunicatorState;

/// Memory that an operation reads, and memory that it writes. Others may read
/// the former, too; they must not touch the latter.
struct TouchedMemory {
  std::vector<MemoryRange> read, written;

  void clear() {
    read.clear();
    written.clear();
  }
};

/// A redistribution or a reduction between start and wait.
class Operation {
public:
  Operation(CommunicatorState &owner, const Recorder &emptyRecorder)
      : state(owner), recorder(emptyRecorder) {}
  Operation(const Operation &) = delete;
  Operation &operator=(const Operation &) = delete;
  virtual ~Operation() = default;

  CommunicatorState &state;
  MPI_Comm communicator = MPI_COMM_NULL; ///< the runtime's duplicate
  const char *file = nullptr;            ///< of the directive
  int line = 0;
  std::int64_t index = 0; ///< of the communicator's, the same on all ranks
  Recorder recorder;
  Recorder::Clock::time_point begin, end; ///< of start, and when all was there
  bool isDone = false;

  double seconds() const {
    return std::chrono::duration<double>(end - begin).count();
  }
  /// Goes on as far as it can without waiting. Where that fails the job ends.
  void advance() noexcept;
  /// Of the directive.
  directive place() const { return {file, line, nullptr, nullptr, nullptr, 0}; }

  /// "redistribution" or "reduction".
  virtual const char *noun() const = 0;
  /// Starts its messages.
  virtual void launch(int tag, Recorder *used) = 0;
  /// Adds what no call must touch that it does not meet: its own storage, and
  /// of containers their address.
  virtual void appendMemory(TouchedMemory &memory) const = 0;
  /// Whether its storage is that of a call with these objects.
  virtual bool conflictsWith(std::span<const detail::object_entry> entries,
                             std::int64_t sourceElements,
                             std::int64_t targetElements) const = 0;
  /// Whether a reduction of items in this memory must not begin.
  virtual bool
  conflictsWith(std::span<const detail::memory_row> rows) const = 0;
  /// It is done, and nobody else knows of it any more: the user's objects get
  /// what came, the communicator gets the operation back, to be used again.
  /// Throws redist::error after that.
  virtual void complete() = 0;

private:
  friend class Progress;
  /// Whether all is done; does not wait.
  virtual bool poll() = 0;

  // Where it is in Progress:
  std::uint64_t start = 0; ///< its number
  std::size_t pendingAt = 0, underWayAt = 0;
  std::vector<RangeTree<Operation>::Node> readNodes, writtenNodes;
};

class Progress {
public:
  static Progress &ofProcess();

  Progress() = default;
  Progress(const Progress &) = delete;
  Progress &operator=(const Progress &) = delete;
  ~Progress();

  /// Starts the operation's messages. Throws std::bad_alloc before that.
  void start(Operation &operation, int tag, bool recorded);
  /// Lets all go on until this one is done.
  void waitFor(Operation &operation);
  /// Lets all go on until the request is completed. `patience`: where other
  /// ranks may be at another call; or null. `letsOthersRun`: ranks outnumber
  /// processors, or nearly so. Throws redist::error.
  void waitFor(MPI_Request &request, MPI_Status *status = MPI_STATUS_IGNORE,
               Patience *patience = nullptr, bool letsOthersRun = false);
  /// Lets a few go on; whether that was the last of a round in which all had
  /// their turn: so it is time to leave the processor to others.
  bool advance();
  bool isIdle() const { return underWayCount == 0; }
  /// Something was started that nobody has waited for, done or not: as the
  /// program goes, whatever arrives first.
  bool hasPending() const { return pendingCount != 0; }
  /// The first one that nobody has waited for, of this communicator, or of all
  /// (null); null: there is none.
  const Operation *findPending(const CommunicatorState *state);
  /// The first one whose storage a call with these objects must not touch;
  /// null: there is none.
  const Operation *findConflict(std::span<const detail::object_entry> entries,
                                std::int64_t sourceElements,
                                std::int64_t targetElements);
  /// The same of a reduction's items.
  const Operation *findConflict(std::span<const detail::memory_row> rows);
  /// The operation is completed, and no longer of interest.
  void remove(Operation &operation);
  /// Before MPI is finalized.
  void stopThread();

private:
  bool advanceLocked();
  void look(Operation &operation);
  void insert(Operation &operation);
  template <typename ConflictsWith>
  const Operation *findFirst(ConflictsWith conflictsWith);
  void startThread();
  void runThread();

  std::mutex mutex;
  std::condition_variable wake;
  std::vector<Operation *> pending, underWay;
  std::atomic<std::size_t> pendingCount{0}, underWayCount{0}; ///< no mutex
  std::size_t next = 0; ///< of those under way: whose turn it is
  std::uint64_t starts = 0;
  RangeTree<Operation> readMemory, writtenMemory; ///< of what is pending
  TouchedMemory memory; ///< of a call; kept, so that calls allocate nothing
  std::thread thread;
  bool isThreadTried = false, isStopping = false;
};

/// "the storage is in use: nobody has waited yet for the reduction at
/// app.cpp:12".
std::string problemOfUser(const Operation &user);

/// Ends the job with a message that names the directive whose request nobody
/// waits for; `noun`: what that is.
[[noreturn]] void abortUnwaited(const char *file, int line,
                                const char *noun) noexcept;

} // namespace redist::runtime

#endif
