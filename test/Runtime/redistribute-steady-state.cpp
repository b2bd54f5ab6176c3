// A directive that is executed again reuses its plan and allocates nothing.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t
#include "Inputs/Check.h"

#include <new>

static long allocations = 0;

void *operator new(std::size_t size) {
  ++allocations;
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  throw std::bad_alloc();
}
void *operator new[](std::size_t size) { return ::operator new(size); }
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf();
  const int size = sizeOf();
  const std::int64_t n = 300000;
  const layout from = cyclic_layout(3, size, 0);
  const layout to = cyclic_layout(5, size, 0);
  const char *const strategies[] = {"auto", "stepwise", "alltoall", "direct"};
  auto a = filled<double>(n, from, rank);
  std::vector<double> b(static_cast<std::size_t>(extentOn(n, to, rank)));
  double fixed[16] = {};
  const layout whole = block_layout(1, 0);
  for (const char *strategy : strategies)
    redistribute_into(at(1, strategy), a, b, n, from, to, MPI_COMM_WORLD);
  redistribute_into(at(2), fixed, fixed + 8, 8, whole, whole, MPI_COMM_WORLD);
  const long before = allocations;
  for (int i = 0; i < 20; ++i) {
    for (const char *strategy : strategies)
      redistribute_into(at(1, strategy), a, b, n, from, to, MPI_COMM_WORLD);
    redistribute_into(at(2), fixed, fixed + 8, 8, whole, whole, MPI_COMM_WORLD);
  }
  const long made = allocations - before;
  require(made == 0, std::to_string(made) + " allocations in 100 executions");
  check(b.data(), n, to, rank, "steady state");
  MPI_Finalize();
}
