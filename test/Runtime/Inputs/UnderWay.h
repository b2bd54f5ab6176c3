//===- UnderWay.h - Counts messages between all ranks ----------*- C++ -*-===//
//
// MPI's functions by which the runtime moves elements, wrapped: messages of
// more than `countedBeyond` bytes that have been sent and not received yet, on
// all ranks together, in memory that they share. Ranks of one node.
//
//===----------------------------------------------------------------------===//
#ifndef UNDERWAY_H
#define UNDERWAY_H

#include <mpi.h>

#include <atomic>
#include <set>

namespace underway {

constexpr int countedBeyond = 5000;

struct Counters {
  std::atomic<long> now, most, total;
};
static Counters *counters = nullptr;
static MPI_Win window = MPI_WIN_NULL;
/// Receives under way that count.
static std::set<MPI_Request> receives;

/// Collective; before it nothing is counted.
inline void begin() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  void *own = nullptr;
  MPI_Win_allocate_shared(rank == 0 ? sizeof(Counters) : 0, 1, MPI_INFO_NULL,
                          MPI_COMM_WORLD, &own, &window);
  MPI_Aint size = 0;
  int unit = 0;
  MPI_Win_shared_query(window, 0, &size, &unit, &own);
  if (rank == 0)
    new (own) Counters{};
  MPI_Barrier(MPI_COMM_WORLD);
  counters = static_cast<Counters *>(own);
}

inline void end() {
  counters = nullptr;
  MPI_Win_free(&window);
}

/// The most since the last call; -1: something is under way still. Collective.
inline long takeMost() {
  MPI_Barrier(MPI_COMM_WORLD);
  const long most = counters->now == 0 ? counters->most.load() : -1;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Barrier(MPI_COMM_WORLD);
  if (rank == 0)
    counters->most = 0;
  MPI_Barrier(MPI_COMM_WORLD);
  return most;
}

inline void sent(int count) {
  if (!counters || count <= countedBeyond)
    return;
  ++counters->total;
  const long now = ++counters->now;
  long most = counters->most;
  while (most < now && !counters->most.compare_exchange_weak(most, now)) {
  }
}

inline void received(int count) {
  if (counters && count > countedBeyond)
    --counters->now;
}

/// By what has come: a failure is shorter than the item that it replaces.
inline void completed(MPI_Request request, const MPI_Status &status) {
  if (receives.erase(request) == 0)
    return;
  int count = 0;
  MPI_Get_count(&status, MPI_BYTE, &count);
  received(count);
}

} // namespace underway

extern "C" {

int MPI_Isend(const void *data, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request) {
  underway::sent(count);
  return PMPI_Isend(data, count, type, peer, tag, comm, request);
}

int MPI_Send(const void *data, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm) {
  underway::sent(count);
  return PMPI_Send(data, count, type, peer, tag, comm);
}

int MPI_Irecv(void *data, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request) {
  const int result = PMPI_Irecv(data, count, type, peer, tag, comm, request);
  if (underway::counters && count > underway::countedBeyond)
    underway::receives.insert(*request);
  return result;
}

int MPI_Recv(void *data, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm, MPI_Status *status) {
  const int result = PMPI_Recv(data, count, type, peer, tag, comm, status);
  underway::received(count);
  return result;
}

int MPI_Test(MPI_Request *request, int *flag, MPI_Status *status) {
  const MPI_Request before = *request;
  MPI_Status own;
  const int result = PMPI_Test(request, flag, &own);
  if (*flag)
    underway::completed(before, own);
  if (*flag && status != MPI_STATUS_IGNORE)
    *status = own;
  return result;
}

int MPI_Wait(MPI_Request *request, MPI_Status *status) {
  const MPI_Request before = *request;
  MPI_Status own;
  const int result = PMPI_Wait(request, &own);
  underway::completed(before, own);
  if (status != MPI_STATUS_IGNORE)
    *status = own;
  return result;
}
}

#endif
