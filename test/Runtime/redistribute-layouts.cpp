// Every pair of layouts, strategy and extent against owner by element, on
// several numbers of ranks. Source and target grids overlap, are disjoint, and
// leave ranks out.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t
// RUN: timeout 100 %mpirun 2 %t
// RUN: timeout 100 %mpirun 3 %t
// RUN: timeout 100 %mpirun 4 %t
// RUN: timeout 100 %mpirun 7 %t
#include "Inputs/Check.h"

using namespace redist;

template <typename T>
static void tryCase(std::int64_t n, const layout &from, const layout &to,
                    const char *strategy, int line) {
  const int rank = rankOf();
  const std::string what = "case of line " + std::to_string(line) + ", N " +
                           std::to_string(n) + ", strategy " + strategy;
  std::vector<T> a = filled<T>(n, from, rank);
  std::vector<T> b;
  const std::vector<T> &constant = a;
  redistribute_into(at(line, strategy), constant, b, n, from, to,
                    MPI_COMM_WORLD);
  require(static_cast<std::int64_t>(b.size()) == extentOn(n, to, rank),
          what + ": size of the destination");
  check(b.data(), n, to, rank, what + " into");
  check(a.data(), n, from, rank, what + " source");
  redistribute(at(line, strategy), a, n, from, to, MPI_COMM_WORLD);
  require(static_cast<std::int64_t>(a.size()) == extentOn(n, to, rank),
          what + ": size in place");
  check(a.data(), n, to, rank, what + " in place");
}

struct Wide {
  std::int64_t words[3];
  bool operator==(const Wide &o) const {
    return words[0] == o.words[0] && words[2] == o.words[2];
  }
};
template <> Wide valueOf<Wide>(std::int64_t i) { return {{i, -i, i * 3}}; }

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  const char *const strategies[] = {"auto",   "exact",       "stepwise",
                                    "greedy", "caterpillar", "alltoall",
                                    "direct"};
  int line = 0;
  const std::int64_t extents[] = {0, 1, 17, 1009, 40000};
  for (std::int64_t n : extents)
    for (int p = 1; p <= size; ++p) {
      const int q = size + 1 - p;
      const layout sources[] = {cyclic_layout(3, p, size - p),
                                block_layout(p, 0), cyclic_layout(1, p, 0)};
      const layout targets[] = {cyclic_layout(5, q, 0),
                                block_layout(n / q + 2, q, size - q),
                                cyclic_layout(64, q, 0)};
      for (const layout &from : sources)
        for (const layout &to : targets) {
          ++line;
          tryCase<double>(n, from, to, strategies[line % 7], line);
          tryCase<char>(n, to, from, strategies[(line + 3) % 7], line);
          if (line % 4 == 0)
            tryCase<Wide>(n, from, to, "auto", line);
        }
    }
  // Forms that hold for one block size of 1, or for coprime parameters alone.
  tryCase<int>(3000, cyclic_layout(1, size, 0), cyclic_layout(4, size, 0),
               "circulant", 1000);
  MPI_Finalize();
}
