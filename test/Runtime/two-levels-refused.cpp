// Where the system of one rank refuses the memory for messages between nodes,
// all ranks say so, nothing has moved, and other calls still work: on each
// rank, at once and with nowait.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_NODES=0,0,1,1 REDIST_TWO_LEVELS=1 timeout 60 %mpirun 4 %t 1
// RUN: env REDIST_NODES=0,0,1,1 REDIST_TWO_LEVELS=1 timeout 60 %mpirun 4 %t 3
// RUN: env REDIST_NODES=0,0,1,1 REDIST_TWO_LEVELS=1 timeout 60 %mpirun 4 %t 4
#include "Inputs/Check.h"

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#endif

using namespace redist;

/// From now on files of this process get no more pages; false: that cannot be
/// had.
static bool refusePages() {
#if defined(__linux__) && defined(SYS_fallocate)
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_fallocate, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSPC),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program{static_cast<unsigned short>(sizeof steps / sizeof *steps),
                     steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return false;
#endif
}

static constexpr std::int64_t n = 5000;

/// Without anything between nodes, or from each rank to each.
static void move(bool isFar, bool isStarted, const char *strategy = "auto") {
  const int rank = rankOf();
  const layout from = block_layout(4, 0);
  const layout to = isFar ? cyclic_layout(3, 4, 0) : from;
  const auto source = filled<double>(n, from, rank);
  std::vector<double> target(source.size() + 20, -1);
  const std::vector<double> before = target;
  const redistribution what = redistribution({whole(n)}).from(from).to(to);
  try {
    if (isStarted) {
      request pending =
          start_redistribute_into(at(1, strategy), what, MPI_COMM_WORLD,
                                  objects(source), objects(target));
      redist::wait(pending);
    } else {
      redistribute_into(at(1, strategy), what, MPI_COMM_WORLD, objects(source),
                        objects(target));
    }
  } catch (const redist::error &) {
    require(target == before, "a call that fails has moved something");
    throw;
  }
  check(target.data(), n, to, rank, "moved");
}

/// RANK: on which pages are refused; beyond the last: on none.
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  require(argc == 2 && sizeOf() == 4, "usage: RANK, on 4 ranks");
  move(false, false); // what a communicator keeps is there before
  const int own = rankOf() == std::atoi(argv[1]) && refusePages();
  int any = 0;
  MPI_Allreduce(&own, &any, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  for (int i = 0; i < 4; ++i) {
    const bool isStarted = i % 2 == 1;
    if (any)
      expectError("app.cpp:1: error: a rank has no shared memory for messages "
                  "between nodes; with REDIST_TWO_LEVELS=0 ranks send by "
                  "themselves",
                  [&] { move(true, isStarted); });
    else
      move(true, isStarted);
    move(true, isStarted, "direct");
    move(false, isStarted);
  }
  MPI_Finalize();
}
