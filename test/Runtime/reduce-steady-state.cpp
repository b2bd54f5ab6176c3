// A reduction of values of fixed size that is executed again reuses its plan,
// buffers and thread, and allocates nothing.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 60 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t
#include "Inputs/CountAllocations.h"
#include "Inputs/ReduceCheck.h"

using namespace redist;

struct Pair {
  double a, b;
};

static Pair mixed(const Pair &x, const Pair &y) {
  return {x.a * y.a, x.a * y.b + x.b};
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Pair pair{1, 0};
  const reduction none;
  for (const char *strategy : {"auto", "greedy", "binomial", "fibonacci"})
    for (const reduction &what :
         {none, none.root(0), none.ordered(), none.cost(1e-3, 1e-3),
          none.transfers(1), none.cost(1e-6, 1e-6).root(sizeOf() - 1)})
      requireAllocations(strategy, 0, [&] {
        reduce(reduceAt(1, strategy), what, MPI_COMM_WORLD, mixed, pair);
      });
  // A section has its accumulator, and with requests the operand is made anew.
  std::vector<int> numbers(300000, 1);
  const auto least = [](int a, int b) { return a < b ? a : b; };
  requireAllocations("section", 1, [&] {
    reduce(reduceAt(2), none, MPI_COMM_WORLD, least,
           elements(numbers, 0, 300000, 1));
  });
  requireAllocations("nowait", 1, [&] {
    request id = start_reduce(reduceAt(3), none, MPI_COMM_WORLD, mixed, pair);
    wait(id);
  });
  MPI_Finalize();
}
