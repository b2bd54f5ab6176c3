// Where a profile says that derived types take less, and no two ranks share
// memory, one MPI_Alltoallw moves what a directive without a strategy moves:
// in one dimension and in two, blocks at every offset, tails, other numbers of
// ranks, ranks that have nothing, transposes, records. Several objects, nowait,
// and named strategies go their own way; what is wrong is refused as ever.
// Statistics tell which way was gone, and what decided.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: echo '{"alpha": 1e-6, "beta": 1e-10, "combine": 0, "ways": [{"sources": 1, "targets": 1, "run": 1, "piece": 1, "message": 1, "steps": 1, "at_once": 1, "collective": 1, "types": 0.01}]}' > types
// RUN: echo '{"alpha": 1e-6, "beta": 1e-10, "combine": 0, "ways": [{"sources": 1, "targets": 1, "run": 1, "piece": 1, "message": 1, "steps": 1, "at_once": 1, "collective": 1, "types": 2}]}' > steps
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=types REDIST_STATS=1 timeout 100 %mpirun 4 %t 2>&1 | FileCheck %s
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=types REDIST_VERIFY=1 timeout 100 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=types timeout 100 %mpirun 3 %t
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=steps REDIST_STATS=1 timeout 100 %mpirun 4 %t 2>&1 | FileCheck --check-prefix=STEPS --implicit-check-not=MPI_Alltoallw %s
// Ranks of a node that share memory have no use for types; where nodes of two
// are mixed with messages, neither.
// RUN: env REDIST_PROFILE=types REDIST_STATS=1 timeout 100 %mpirun 4 %t 2>&1 | FileCheck --check-prefix=SHARED --implicit-check-not=MPI_Alltoallw %s
// RUN: env REDIST_RANKS_PER_NODE=2 REDIST_PROFILE=types REDIST_STATS=1 timeout 100 %mpirun 4 %t 2>&1 | FileCheck --check-prefix=SHARED --implicit-check-not=MPI_Alltoallw %s
// RUN: env REDIST_RANKS_PER_NODE=1 REDIST_PROFILE=types REDIST_STATS=1 timeout 100 %mpirun 4 %t 2>&1 | FileCheck %s
//
// CHECK: redist (4 ranks from world rank 0): {{[0-9]+}} redistributions:
// CHECK: {{[0-9]+}} calls step by step
// CHECK-NEXT: 1 call with all messages at once{{$}}
// CHECK-NEXT: 1 call by MPI_Alltoallv{{$}}
// CHECK-NEXT: {{[0-9]+}} calls by MPI_Alltoallw with derived types: expected {{[0-9.]+}} s by steps, {{.*[0-9]}} s by derived types{{$}}
// STEPS: {{[0-9]+}} calls step by step: expected
// STEPS-NEXT: 1 call with all messages at once{{$}}
// STEPS-NEXT: 1 call by MPI_Alltoallv{{$}}
// SHARED: {{[0-9]+}} calls through shared memory{{$}}
#include "Inputs/Check.h"

using namespace redist;

/// Longer than two vectors, and no multiple of 8 bytes.
struct Record {
  std::int32_t words[17];
  bool operator==(const Record &o) const {
    return words[0] == o.words[0] && words[16] == o.words[16];
  }
};
template <> Record valueOf<Record>(std::int64_t i) {
  Record made{};
  made.words[0] = static_cast<std::int32_t>(i);
  made.words[16] = static_cast<std::int32_t>(-i);
  return made;
}

template <typename T>
static void tryVector(std::int64_t n, const layout &from, const layout &to,
                      const char *strategy = "auto") {
  const int rank = rankOf();
  const std::vector<T> a = filled<T>(n, from, rank);
  std::vector<T> b;
  redistribute_into(at(1, strategy), a, b, n, from, to, MPI_COMM_WORLD);
  check(b.data(), n, to, rank, std::to_string(n) + " elements there");
  redistribute(at(2, strategy), b, n, to, from, MPI_COMM_WORLD);
  check(b.data(), n, from, rank, std::to_string(n) + " elements back");
}

static void tryVectors() {
  const int size = sizeOf();
  const layout block = block_layout(size, 0);
  for (const std::int64_t n : {0, 17, 50'003})
    for (const std::int64_t r : {1, 64})
      for (const std::int64_t s : {3, 96}) {
        const layout from = cyclic_layout(r, size, 0);
        tryVector<double>(n, from, cyclic_layout(s, size, 0));
        tryVector<char>(n, from, cyclic_layout(s, size - 1, 1)); // P != Q
        tryVector<Record>(n, cyclic_layout(r, 1, size - 1),
                          cyclic_layout(s, 2, 0));
        tryVector<short>(n, block, from);
      }
}

/// Rows and columns of A[n][m] on a grid of two by whatever there is.
static void tryMatrix(std::int64_t n, std::int64_t m, std::int64_t r,
                      std::int64_t s, bool isTransposed) {
  const int rank = rankOf();
  const std::int64_t side = sizeOf() / 2;
  const layout from = layout({cyclic(r), cyclic(s)}).onto({2, side});
  const layout to = layout({cyclic(s), cyclic(r + 1)}).onto({side, 2});
  const std::int64_t rows = isTransposed ? m : n,
                     columns = isTransposed ? n : m;
  const auto forAll = [&](const layout &l, std::int64_t high, std::int64_t wide,
                          auto visit) {
    const std::int64_t a = l.grid[0], b = l.grid[1];
    const std::int64_t k = l.dimensions[0].block, c = l.dimensions[1].block;
    const std::int64_t local = local_extent(wide, c, b, rank % b);
    for (std::int64_t i = 0; i < high; ++i)
      for (std::int64_t j = 0; j < wide; ++j)
        if (rank < a * b && i / k % a == rank / b && j / c % b == rank % b)
          visit((i / (k * a) * k + i % k) * local + j / (c * b) * c + j % c, i,
                j);
  };
  std::vector<double> a, b;
  forAll(from, n, m, [&](std::int64_t place, std::int64_t i, std::int64_t j) {
    a.resize(std::max(a.size(), static_cast<std::size_t>(place) + 1));
    a[static_cast<std::size_t>(place)] = static_cast<double>(i * m + j);
  });
  auto what = redistribution({whole(n), whole(m)}).from(from).to(to);
  if (isTransposed)
    what = what.permute({1, 0});
  redist::redistribute_into(at(3), what, MPI_COMM_WORLD, objects(a),
                            objects(b));
  forAll(to, rows, columns,
         [&](std::int64_t place, std::int64_t i, std::int64_t j) {
           const double wanted =
               static_cast<double>(isTransposed ? j * m + i : i * m + j);
           require(b[static_cast<std::size_t>(place)] == wanted,
                   "matrix: wrong element");
         });
}

/// Two objects, and what nowait starts: by steps.
static void tryOthers() {
  const int size = sizeOf();
  const int rank = rankOf();
  constexpr std::int64_t n = 5'000;
  const layout from = cyclic_layout(3, size, 0), to = cyclic_layout(5, size, 0);
  const auto what = redistribution({whole(n)}).from(from).to(to);
  const auto a = filled<double>(n, from, rank);
  const auto b = filled<int>(n, from, rank);
  std::vector<double> x, z;
  std::vector<int> y;
  redist::redistribute_into(at(4), what, MPI_COMM_WORLD, objects(a, b),
                            objects(x, y));
  request one = start_redistribute_into(at(5), what, MPI_COMM_WORLD, objects(a),
                                        objects(z));
  // While it is under way.
  tryVector<double>(n, from, to);
  wait(one);
  check(x.data(), n, to, rank, "first of two");
  check(y.data(), n, to, rank, "second of two");
  check(z.data(), n, to, rank, "nowait");
}

/// One rank alone has too little; nobody waits for it.
static void tryTooSmall() {
  const int size = sizeOf();
  const int rank = rankOf();
  constexpr std::int64_t n = 1'000;
  const layout from = cyclic_layout(3, size, 0), to = cyclic_layout(5, size, 0);
  std::vector<double> a = filled<double>(n, from, rank);
  if (rank == 1)
    a.pop_back();
  std::vector<double> b;
  bool isRefused = false;
  try {
    redistribute_into(at(6), a, b, n, from, to, MPI_COMM_WORLD);
  } catch (const error &) {
    isRefused = true;
  }
  require(isRefused, "too little storage was taken");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  // Something large, so that memory is looked for; then in any size.
  tryVector<double>(200'000, cyclic_layout(3, size, 0),
                    cyclic_layout(5, size, 0));
  tryVectors();
  for (const bool isTransposed : {false, true}) {
    tryMatrix(41, 57, 3, 4, isTransposed);
    tryMatrix(7, 1, 1, 2, isTransposed);
    tryMatrix(128, 96, 16, 8, isTransposed);
  }
  tryOthers();
  tryTooSmall();
  const layout from = cyclic_layout(3, size, 0), to = cyclic_layout(5, size, 0);
  const auto a = filled<double>(999, from, rankOf());
  std::vector<double> b;
  for (const char *strategy : {"alltoall", "direct", "caterpillar"}) {
    redistribute_into(at(7, strategy), a, b, 999, from, to, MPI_COMM_WORLD);
    check(b.data(), 999, to, rankOf(), strategy);
  }
  MPI_Finalize();
}
