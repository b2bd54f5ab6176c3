//===- TransferCosts.cpp - What a transfer costs --------------------------===//
#include "TransferCosts.h"

#include <mpi.h>

#include <algorithm>
#include <cstddef>
#include <cstring>
#include <limits>
#include <vector>

namespace redisttune {

static int ownRank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static int rankCount() {
  int size = 1;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  return size;
}

double measureCall(int rounds) {
  constexpr int messages = 32, bytes = 8;
  const int rank = ownRank();
  std::vector<MPI_Request> requests(messages);
  char message[messages][bytes] = {};
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < rounds; ++round) {
    if (rank == 1)
      for (int i = 0; i < messages; ++i)
        MPI_Irecv(message[i], bytes, MPI_BYTE, 0, i, MPI_COMM_WORLD,
                  &requests[static_cast<std::size_t>(i)]);
    MPI_Barrier(MPI_COMM_WORLD); // receives are there
    if (rank > 1)
      continue;
    const double begin = MPI_Wtime();
    if (rank == 0)
      for (int i = 0; i < messages; ++i)
        MPI_Isend(message[i], bytes, MPI_BYTE, 1, i, MPI_COMM_WORLD,
                  &requests[static_cast<std::size_t>(i)]);
    least = std::min(least, (MPI_Wtime() - begin) / messages);
    MPI_Waitall(messages, requests.data(), MPI_STATUSES_IGNORE);
  }
  return rank == 0 ? least : 0;
}

double measurePacking(int rounds) {
  constexpr std::size_t run = 64, stride = 2 * run, bytes = 8 << 20;
  std::vector<std::byte> from(bytes * stride / run), to(bytes);
  volatile std::byte seen{};
  double least = std::numeric_limits<double>::infinity();
  for (int round = 0; round < std::max(3, rounds / 5); ++round) {
    const double begin = MPI_Wtime();
    for (std::size_t i = 0; i < bytes / run; ++i)
      std::memcpy(to.data() + i * run, from.data() + i * stride, run);
    seen = to[static_cast<std::size_t>(round) % bytes];
    least = std::min(least, MPI_Wtime() - begin);
  }
  static_cast<void>(seen);
  return least / bytes;
}

/// Seconds until rank 0 has a message of every other rank.
static double fanIn(std::vector<std::byte> &messages, int bytes, bool atOnce) {
  const int rank = ownRank();
  const int size = rankCount();
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  char go = 0;
  if (rank > 0) {
    MPI_Recv(&go, 1, MPI_BYTE, 0, 0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
    MPI_Send(messages.data(), bytes, MPI_BYTE, 0, 1, MPI_COMM_WORLD);
    return 0;
  }
  std::vector<MPI_Request> requests(static_cast<std::size_t>(size) - 1);
  for (int peer = 1; peer < size; ++peer) {
    auto &request = requests[static_cast<std::size_t>(peer) - 1];
    MPI_Irecv(messages.data() + static_cast<std::ptrdiff_t>(peer - 1) * bytes,
              bytes, MPI_BYTE, peer, 1, MPI_COMM_WORLD, &request);
    MPI_Send(&go, 1, MPI_BYTE, peer, 0, MPI_COMM_WORLD);
    if (!atOnce)
      MPI_Wait(&request, MPI_STATUS_IGNORE);
  }
  MPI_Waitall(size - 1, requests.data(), MPI_STATUSES_IGNORE);
  return MPI_Wtime() - begin;
}

double measureFanIn(int rounds) {
  constexpr int bytes = 256 * 1024;
  constexpr int few = 3;
  const int size = rankCount();
  if (size < few)
    return ownRank() == 0 ? 1 : 0;
  const auto parts = static_cast<std::size_t>(ownRank() == 0 ? size - 1 : 1);
  std::vector<std::byte> messages(parts * bytes);
  double together = std::numeric_limits<double>::infinity();
  double inTurn = together;
  for (int round = 0; round < std::max(few, rounds / 5); ++round) {
    together = std::min(together, fanIn(messages, bytes, true));
    inTurn = std::min(inTurn, fanIn(messages, bytes, false));
  }
  return ownRank() == 0 ? together / std::max(inTurn, 1e-9) : 0;
}

} // namespace redisttune
