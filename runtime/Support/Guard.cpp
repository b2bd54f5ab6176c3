//===- Guard.cpp - Handling failures of one rank --------------------------===//
#include "Support/Guard.h"

#include "Support/ExceptionMessage.h"
#include "Support/SourceLocation.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <thread>

namespace redist::runtime {

static bool isMpiRunning() noexcept {
  int isInitialized = 0, isFinalized = 0;
  MPI_Initialized(&isInitialized);
  MPI_Finalized(&isFinalized);
  return isInitialized && !isFinalized;
}

void abortJob(const char *file, int line, const char *message) noexcept {
  // In one piece: others may write, too.
  if (file)
    std::fprintf(stderr, "%s:%d: error: %s\n", file, line, message);
  else
    std::fprintf(stderr, "%s\n", message);
  std::fflush(stderr);
  if (isMpiRunning()) {
    // Launchers (MPICH's) drop what they have not read when all is ended.
    std::this_thread::sleep_for(std::chrono::milliseconds(100));
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::abort();
}

void abortAlone(const directive &where, const char *noun) noexcept {
  const std::string reason = messageOfException();
  int rank = 0;
  if (isMpiRunning())
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // No memory is asked for: there may be none.
  char message[1024];
  std::snprintf(message, sizeof message,
                "%s%srank %d of MPI_COMM_WORLD has failed in the middle of "
                "this %s, and the others cannot be told: %s",
                where.file || !where.text ? "" : where.text,
                where.file || !where.text ? "" : ": ", rank, noun,
                reason.c_str());
  abortJob(where.file, where.line, message);
}

void throwAtPosition(const directive &where) {
  try {
    throw;
  } catch (const LoneError &) {
    throw;
  } catch (const reduce_error &e) {
    throw reduce_error(positionOf(where) + "rank " + std::to_string(e.rank()) +
                           ": " + e.what(),
                       e.rank());
  } catch (const error &e) {
    throw error(positionOf(where) + e.what());
  }
}

} // namespace redist::runtime
