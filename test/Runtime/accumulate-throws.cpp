// An operator that throws on one rank, when the others have gone on: one
// message, with place and reason, ends the job, also where the runtime's own
// error is thrown, and where the operator runs between nowait and wait.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: not timeout 60 %mpirun 3 %t now 2>&1 | FileCheck %s
// RUN: not timeout 60 %mpirun 3 %t error 2>&1 | FileCheck %s
// RUN: not timeout 60 %mpirun 3 %t later 2>&1 | FileCheck %s
// CHECK: app.cpp:17: error: rank 1 of MPI_COMM_WORLD has failed in the middle of this redistribution, and the others cannot be told: not today
// CHECK-NOT: reached
#include "Inputs/Check.h"

#include "redist/Accumulate.h"

#include <stdexcept>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::string way = argv[1];
  const std::int64_t n = 1000;
  const redist::layout from = block_layout(3, 0), to = cyclic_layout(2, 3, 0);
  std::vector<int> a = filled<int>(n, from, rankOf());
  std::vector<int> b = filled<int>(n, to, rankOf());
  const auto op = [&](const int &x, const int &y) {
    if (rankOf() == 1 && x % 97 == 0 && way == "error")
      throw redist::error("not today");
    if (rankOf() == 1 && x % 97 == 0)
      throw std::runtime_error("not today");
    return x + y;
  };
  const auto what =
      redist::redistribution({redist::whole(n)}).from(from).to(to);
  if (way == "later") {
    redist::request started =
        redist::start_accumulate_into(at(17), what, MPI_COMM_WORLD, op,
                                      redist::objects(a), redist::objects(b));
    redist::wait(started);
  } else {
    redist::accumulate_into(at(17), what, MPI_COMM_WORLD, op,
                            redist::objects(a), redist::objects(b));
  }
  if (rankOf() == 1)
    std::fprintf(stderr, "reached\n");
  MPI_Finalize();
}
