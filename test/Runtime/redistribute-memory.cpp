// Peak memory: source + target + twice the messages of the largest step + 32 MB
// at most, also for block -> cyclic, where a list of elements would double it.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 120 %mpirun 3 %t
#include "Inputs/Check.h"

#include <sys/resource.h>

using namespace redist;

static std::int64_t peakBytes() {
  rusage usage;
  getrusage(RUSAGE_SELF, &usage);
  return std::int64_t{usage.ru_maxrss} * 1024;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf();
  const std::int64_t n = 24'000'000;
  const layout from = block_layout(3, 0);
  const layout to = cyclic_layout(1, 3, 0);
  const std::int64_t local = extentOn(n, from, rank) * 8;
  const std::int64_t before = peakBytes();
  std::vector<double> a(static_cast<std::size_t>(extentOn(n, from, rank)));
  const std::int64_t k = blockOf(n, from);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = valueOf<double>(rank * k + static_cast<std::int64_t>(i));
  redistribute(at(1), a, n, from, to, MPI_COMM_WORLD);
  for (std::size_t i = 0; i < a.size(); ++i)
    require(a[i] == valueOf<double>(static_cast<std::int64_t>(i) * 3 + rank),
            "wrong element");
  redistribute(at(2), a, n, to, cyclic_layout(1000, 3, 0), MPI_COMM_WORLD);
  const std::int64_t used = peakBytes() - before;
  // A step moves a third of the local part at most.
  const std::int64_t bound = 2 * local + 2 * (local / 3) + (32 << 20);
  require(used <= bound, "peak of " + std::to_string(used) + " bytes, bound " +
                             std::to_string(bound));
  // And it is in truth far less: a window of chunks, not whole messages.
  require(used <= 2 * local + (32 << 20),
          "whole messages were kept: " + std::to_string(used));
  MPI_Finalize();
}
