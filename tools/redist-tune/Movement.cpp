//===- Movement.cpp - What moving data costs besides the network ----------===//
//
// See Movement.h.
//
//===----------------------------------------------------------------------===//
#include "Movement.h"

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

/// Every second run of `runBytes` is sent, and goes to every second.
class RunExchange {
public:
  explicit RunExchange(int runBytes)
      : run(runBytes), from(2 * bytes), to(2 * bytes), out(2 * chunk),
        in(2 * chunk), counts(static_cast<std::size_t>(rankCount())),
        displacements(counts.size()), types(counts.size(), MPI_BYTE),
        peer(1 - ownRank()) {
    MPI_Type_vector(bytes / run, run, 2 * run, MPI_BYTE, &type);
    MPI_Type_commit(&type);
    if (isPart()) {
      counts[static_cast<std::size_t>(peer)] = 1;
      types[static_cast<std::size_t>(peer)] = type;
    }
  }
  RunExchange(const RunExchange &) = delete;
  RunExchange &operator=(const RunExchange &) = delete;
  ~RunExchange() { MPI_Type_free(&type); }

  /// Seconds; ranks but 0 and 1 send and receive nothing.
  double byTypes() {
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    MPI_Alltoallw(from.data(), counts.data(), displacements.data(),
                  types.data(), to.data(), counts.data(), displacements.data(),
                  types.data(), MPI_COMM_WORLD);
    return MPI_Wtime() - begin;
  }
  /// A chunk travels while the next is packed, and the one before unpacked.
  double packed() {
    MPI_Request sends[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Request receives[2] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    MPI_Barrier(MPI_COMM_WORLD);
    const double begin = MPI_Wtime();
    for (int i = 0; isPart() && i <= bytes / chunk; ++i) {
      if (i < bytes / chunk) {
        const int half = i % 2 * chunk;
        MPI_Irecv(&in[static_cast<std::size_t>(half)], chunk, MPI_BYTE, peer, 0,
                  MPI_COMM_WORLD, &receives[i % 2]);
        MPI_Wait(&sends[i % 2], MPI_STATUS_IGNORE);
        copyRuns(&out[static_cast<std::size_t>(half)], run,
                 &from[static_cast<std::size_t>(2 * i) * chunk], 2 * run);
        MPI_Isend(&out[static_cast<std::size_t>(half)], chunk, MPI_BYTE, peer,
                  0, MPI_COMM_WORLD, &sends[i % 2]);
      }
      if (i > 0) {
        MPI_Wait(&receives[(i - 1) % 2], MPI_STATUS_IGNORE);
        copyRuns(&to[static_cast<std::size_t>(2 * (i - 1)) * chunk], 2 * run,
                 &in[static_cast<std::size_t>((i - 1) % 2) * chunk], run);
      }
    }
    MPI_Waitall(2, sends, MPI_STATUSES_IGNORE);
    return MPI_Wtime() - begin;
  }
  static constexpr int bytes = 8 << 20;

private:
  static constexpr int chunk = 128 * 1024;
  bool isPart() const { return peer == 0 || peer == 1; }
  /// A chunk of runs; distances from one to the next on either side.
  void copyRuns(std::byte *target, int targetStep, const std::byte *source,
                int sourceStep) const {
    for (std::ptrdiff_t i = 0; i < chunk / run; ++i)
      std::memcpy(target + i * targetStep, source + i * sourceStep,
                  static_cast<std::size_t>(run));
  }

  int run;
  std::vector<std::byte> from, to, out, in;
  std::vector<int> counts, displacements; ///< by rank
  std::vector<MPI_Datatype> types;
  int peer;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

/// Seconds a byte.
static double moreByTypes(int run, int rounds) {
  RunExchange exchange(run);
  double typed = std::numeric_limits<double>::infinity();
  double packed = typed;
  for (int round = 0; round < std::max(3, rounds / 5); ++round) {
    typed = std::min(typed, exchange.byTypes());
    packed = std::min(packed, exchange.packed());
  }
  return (typed - packed) / RunExchange::bytes;
}

TypeCosts measureTypes(int rounds) {
  constexpr int shortRun = 256, longRun = 4096;
  constexpr double least = 1e-12; // 0 would be: not measured
  const double ofShort = moreByTypes(shortRun, rounds);
  const double ofLong = moreByTypes(longRun, rounds);
  if (ownRank() != 0)
    return {};
  const double perRun =
      std::max(least, (ofShort - ofLong) / (1.0 / shortRun - 1.0 / longRun));
  return {ofLong - perRun / longRun, perRun};
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
