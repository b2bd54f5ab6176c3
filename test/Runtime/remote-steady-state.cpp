// An exchange between two groups that is made again allocates nothing, and the
// groups meet once in it, as the ranks of one group would: by memory that all
// see, or in pairs, by two messages of each of four ranks.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 4 %t
#include "Inputs/Check.h"
#include "Inputs/CountAllocations.h"

#include "redist/Accumulate.h"

using namespace redist;

static long meetings = 0, others = 0;
static constexpr int meetingTag = 13; // of the runtime's messages

extern "C" {
int MPI_Send(const void *data, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm) {
  meetings += tag == meetingTag;
  return PMPI_Send(data, count, type, peer, tag, comm);
}
int MPI_Isend(const void *data, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request) {
  meetings += tag == meetingTag;
  return PMPI_Isend(data, count, type, peer, tag, comm, request);
}
int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type,
                  MPI_Op op, MPI_Comm comm) {
  ++others;
  return PMPI_Allreduce(from, to, count, type, op, comm);
}
int MPI_Bcast(void *data, int count, MPI_Datatype type, int root,
              MPI_Comm comm) {
  ++others;
  return PMPI_Bcast(data, count, type, root, comm);
}
int MPI_Allgather(const void *from, int sent, MPI_Datatype typeSent, void *to,
                  int received, MPI_Datatype typeReceived, MPI_Comm comm) {
  ++others;
  return PMPI_Allgather(from, sent, typeSent, to, received, typeReceived, comm);
}
}

/// After some that the ranks make memory in.
template <typename Exchange>
static void requireSteady(const char *what, Exchange exchange) {
  for (int i = 0; i < 20; ++i)
    exchange();
  meetings = others = 0;
  exchange();
  const int expected = std::getenv("REDIST_SHARED_MEMORY") ? 2 : 0;
  require(meetings == expected && others == 0,
          std::string(what) + ": " + std::to_string(meetings) +
              " messages in pairs and " + std::to_string(others) +
              " collective calls");
  requireNone(what, exchange);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int first = sizeOf() / 2;
  const bool isFirst = rankOf() < first;
  MPI_Comm own, other;
  MPI_Comm_split(MPI_COMM_WORLD, isFirst, rankOf(), &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, isFirst ? first : 0, 1, &other);

  const std::int64_t n = 30000, k = isFirst ? 3 : 5;
  const int ranks = sizeOf(own), rank = rankOf(own);
  const layout told = layout({cyclic(k)}).onto({ranks});
  std::vector<double> a(redist::local_extent(n, k, ranks, rank)), b(a);
  const redistribution there =
      isFirst ? redistribution({whole(n)}).from(told).to(remote())
              : redistribution({whole(n)}).from(remote()).to(told);
  const redistribution back =
      isFirst ? redistribution({whole(n)}).from(remote()).to(told)
              : redistribution({whole(n)}).from(told).to(remote());
  requireSteady("there", [&] {
    if (isFirst)
      redistribute_to_remote(at(1), there, other, a, b);
    else
      redistribute_from_remote(at(2), there, other, a, b);
  });
  requireSteady("nowait", [&] {
    request started =
        isFirst ? start_redistribute_to_remote(at(3), there, other, a)
                : start_redistribute_from_remote(at(4), there, other, a);
    wait(started);
  });
  requireSteady("nowait of one side", [&] {
    if (!isFirst) {
      redistribute_from_remote(at(6), there, other, a);
      return;
    }
    request started = start_redistribute_to_remote(at(5), there, other, a);
    wait(started);
  });
  requireSteady("back, combined", [&] {
    if (isFirst)
      accumulate_from_remote(at(7), back, other, std::plus<>(), a);
    else
      redistribute_to_remote(at(8), back, other, a);
  });
  MPI_Comm_free(&other);
  MPI_Finalize();
}
