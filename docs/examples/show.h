//===- show.h - Prints what every rank holds -------------------*- C++ -*-===//
//
// Part of the examples: plain MPI, no directives. Rank 0 prints, in the order
// of the ranks. Collective over MPI_COMM_WORLD.
//
//===----------------------------------------------------------------------===//
#ifndef EXAMPLES_SHOW_H
#define EXAMPLES_SHOW_H

#include <mpi.h>

#include <cstddef>
#include <cstdio>
#include <string>
#include <vector>

inline int worldRank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// "title: 0: 1 2 3 | 1: 4 5 6"
inline void show(const char *title, const int *values, int count) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  if (worldRank() != 0) {
    MPI_Send(values, count, MPI_INT, 0, 0, MPI_COMM_WORLD);
    return;
  }
  std::printf("%s:", title);
  for (int rank = 0; rank < size; ++rank) {
    std::vector<int> part(values, values + count);
    if (rank != 0) {
      MPI_Status status;
      MPI_Probe(rank, 0, MPI_COMM_WORLD, &status);
      int length = 0;
      MPI_Get_count(&status, MPI_INT, &length);
      part.resize(static_cast<std::size_t>(length));
      MPI_Recv(part.data(), length, MPI_INT, rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    }
    std::printf("%s %d:", rank == 0 ? "" : " |", rank);
    for (int value : part)
      std::printf(" %d", value);
  }
  std::printf("\n");
  // mpirun ends all ranks where one returns an error: do not wait for the end.
  std::fflush(stdout);
}

inline void show(const char *title, const std::vector<int> &values) {
  show(title, values.data(), static_cast<int>(values.size()));
}

inline void show(const char *title, int value) { show(title, &value, 1); }

/// "title: 0: some text | 1: other text"
inline void show(const char *title, const std::string &text) {
  int size = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char line[200] = {};
  text.copy(line, sizeof line - 1);
  std::vector<char> lines(sizeof line * static_cast<std::size_t>(size));
  MPI_Gather(line, sizeof line, MPI_CHAR, lines.data(), sizeof line, MPI_CHAR,
             0, MPI_COMM_WORLD);
  if (worldRank() != 0)
    return;
  std::printf("%s:", title);
  for (int rank = 0; rank < size; ++rank)
    std::printf("%s %d: %s", rank == 0 ? "" : " |", rank,
                &lines[sizeof line * static_cast<std::size_t>(rank)]);
  std::printf("\n");
  std::fflush(stdout);
}

#endif
