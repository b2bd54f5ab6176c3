// The runtime's messages never meet the user's; directives work on any
// communicator, before and after others are freed; nothing is leaked.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 120 %mpirun 2 %t
// RUN: timeout 120 %mpirun 4 %t
// RUN: timeout 120 %mpirun 7 %t
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,1,0,1 timeout 120 %mpirun 4 %t
#include "Inputs/Check.h"

using namespace redist;

static void redistributeOn(MPI_Comm comm, std::int64_t n) {
  const int rank = rankOf(comm);
  const int size = sizeOf(comm);
  const layout from = cyclic_layout(4, size, 0);
  const layout to = cyclic_layout(6, size, 0);
  auto a = filled<int>(n, from, rank);
  redistribute(at(1), a, n, from, to, comm);
  check(a.data(), n, to, rank, "on a communicator");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf();
  const int size = sizeOf();

  // Receives from anybody with any tag are open during the directive, and so
  // are messages with all the small tags.
  const int tags = 8;
  std::vector<int> in(static_cast<std::size_t>(tags), -1), out(in);
  std::vector<MPI_Request> requests(2 * in.size());
  const int next = (rank + 1) % size;
  for (int t = 0; t < tags; ++t)
    MPI_Irecv(&in[t], 1, MPI_INT, MPI_ANY_SOURCE, MPI_ANY_TAG, MPI_COMM_WORLD,
              &requests[t]);
  redistributeOn(MPI_COMM_WORLD, 10000);
  for (int t = 0; t < tags; ++t) {
    out[t] = rank * 100 + t;
    MPI_Isend(&out[t], 1, MPI_INT, next, t, MPI_COMM_WORLD,
              &requests[tags + t]);
  }
  redistributeOn(MPI_COMM_WORLD, 10001);
  MPI_Waitall(2 * tags, requests.data(), MPI_STATUSES_IGNORE);
  const int previous = (rank + size - 1) % size;
  for (int t = 0; t < tags; ++t)
    require(in[t] == previous * 100 + t, "a user's message was lost");

  // Halves of the world at the same time, then freed.
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  redistributeOn(half, 5000 + rank % 2);
  MPI_Comm_free(&half);
  redistributeOn(MPI_COMM_SELF, 100);

  // More communicators one after the other than MPI has room for at once.
  for (int i = 0; i < 300; ++i) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    redistributeOn(copy, 50 + i);
    MPI_Comm_free(&copy);
  }
  // A duplicate of a communicator with plans gets plans of its own.
  MPI_Comm kept;
  MPI_Comm_dup(MPI_COMM_WORLD, &kept);
  redistributeOn(kept, 999);
  MPI_Comm again;
  MPI_Comm_dup(kept, &again);
  MPI_Comm_free(&kept);
  redistributeOn(again, 999);
  // `again` is left to MPI_Finalize.
  MPI_Finalize();
}
