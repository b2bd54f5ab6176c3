// Without a profile, `auto` learns which way messages travel fastest: the ranks
// choose alike, results stay what they are, and REDIST_LEARN has it in a file
// that is a profile. What cannot be written or read is said. Nothing is learned
// where a profile has ways, where a strategy is named, or through shared
// memory.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: rm -rf %t.d && mkdir %t.d && cd %t.d
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_VERIFY=1 REDIST_LEARN=learned.json timeout 100 %mpirun 3 %t
// RUN: FileCheck %s --input-file learned.json
// CHECK: "ways": [
// CHECK: {"sources": 3, "targets": 3, "run": {{.*}}, "steps": {{[0-9]}}
// CHECK: ]
// RUN: %python -c "import json; ways = json.load(open('learned.json'))['ways']; assert all(one['steps'] > 0 for one in ways) and any('at_once' in one for one in ways) and any('types' in one for one in ways), ways"
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_STATS=1 REDIST_PROFILE=learned.json REDIST_LEARN=none timeout 100 %mpirun 3 %t 2>&1 | FileCheck %s --check-prefix=READ
// READ: expected {{[0-9.]+}} s {{.*}}, {{[0-9.]+}} s
// RUN: not ls none
// RUN: env REDIST_LEARN=none timeout 100 %mpirun 3 %t
// RUN: not ls none
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_LEARN=none timeout 100 %mpirun 2 %t stepwise
// RUN: not ls none
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_LEARN=missing/file timeout 100 %mpirun 2 %t 2>&1 | FileCheck %s --check-prefix=UNWRITTEN
// UNWRITTEN: redist: cannot write the learned profile 'missing/file': No such file or directory
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_LEARN=/dev/null timeout 100 %mpirun 2 %t 2>&1 | FileCheck %s --check-prefix=NOFILE
// NOFILE: redist: cannot write the learned profile '/dev/null': it is no regular file
// RUN: echo '{"ways": []}' > empty
// RUN: env REDIST_PROFILE=empty not timeout 100 %mpirun 2 %t 2>&1 | FileCheck %s --check-prefix=EMPTY
// EMPTY: the profile 'empty' is not one of redist-tune
#include "Inputs/Check.h"

using namespace redist;

/// Often enough to try all ways, and to look at others again; in turn with
/// calls that are waited for later, and of another communicator.
static void tryCase(std::int64_t n, const layout &from, const layout &to,
                    const char *strategy, MPI_Comm other) {
  const int rank = rankOf();
  const auto a = filled<double>(n, from, rank);
  std::vector<double> b, c;
  for (int i = 0; i < 20; ++i) {
    const MPI_Comm comm = i % 7 == 6 ? other : MPI_COMM_WORLD;
    redistribute_into(at(1, strategy), a, b, n, from, to, comm);
    check(b.data(), n, to, rank, "there");
    if (i % 5 == 0) {
      request moved = start_redistribute_into(
          at(2, strategy), redistribution({whole(n)}).from(from).to(to), comm,
          objects(a), objects(c));
      redist::wait(moved);
      check(c.data(), n, to, rank, "later");
    }
    std::fill(b.begin(), b.end(), -1.0);
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  const char *const strategy = argc > 1 ? argv[1] : "auto";
  MPI_Comm other;
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  int status = 0;
  try {
    for (const std::int64_t n : {100, 30'000, 700'000}) {
      tryCase(n, cyclic_layout(3, size, 0), cyclic_layout(5, size, 0), strategy,
              other);
      tryCase(n, cyclic_layout(64, size, 0), cyclic_layout(96, size, 0),
              strategy, other);
      tryCase(n, block_layout(size, 0), cyclic_layout(1, size, 0), strategy,
              other);
    }
  } catch (const error &e) {
    std::fprintf(stderr, "%s\n", e.what());
    status = 1;
  }
  MPI_Comm_free(&other);
  MPI_Finalize();
  return status;
}
