// What the tests of pipelines share: directives, and checks that end the job.
#ifndef REDIST_TEST_PIPELINECHECK_H
#define REDIST_TEST_PIPELINECHECK_H

#define REDIST_REWRITTEN
#include "redist/Pipeline.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>

inline int rankOf(MPI_Comm comm = MPI_COMM_WORLD) {
  int rank = 0;
  MPI_Comm_rank(comm, &rank);
  return rank;
}
inline int sizeOf(MPI_Comm comm = MPI_COMM_WORLD) {
  int size = 0;
  MPI_Comm_size(comm, &size);
  return size;
}

inline void require(bool condition, const std::string &what) {
  if (condition)
    return;
  std::fprintf(stderr, "rank %d: %s\n", rankOf(), what.c_str());
  std::fflush(stderr);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

template <typename T>
void requireEqual(const T &found, const T &expected, const std::string &what) {
  require(found == expected, what);
}
inline void requireText(const std::string &found, const std::string &expected,
                        const std::string &what) {
  require(found == expected,
          what + ": expected '" + expected + "', found '" + found + "'");
}

inline void nap(int microseconds) {
  std::this_thread::sleep_for(std::chrono::microseconds(microseconds));
}

inline redist::directive pipelineAt(int line, const char *mapping = "auto") {
  return {"app.cpp", line, "pipeline", mapping, nullptr, 0};
}

/// Every rank has found the same text.
inline void requireAlike(const std::string &found,
                         MPI_Comm comm = MPI_COMM_WORLD) {
  int length = static_cast<int>(found.size());
  MPI_Bcast(&length, 1, MPI_INT, 0, comm);
  std::string first = found;
  first.resize(static_cast<std::size_t>(length));
  MPI_Bcast(first.data(), length, MPI_CHAR, 0, comm);
  requireText(found, first, "as on rank 0");
}

#endif
