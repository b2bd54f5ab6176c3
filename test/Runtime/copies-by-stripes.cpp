// Much data of few ranks to copies on several nodes: each copy gets a stripe,
// and the others from each other. In place and not, with another layout, in the
// background, and combined with what is there. On one node, and of little data,
// the ranks that have it send all.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_NODES=0,1,2,3 REDIST_STATS=1 timeout 60 %mpirun 4 %t 100000 2>&1 | FileCheck %s
// CHECK: 1 redistribution: 1500000 bytes sent in 15 messages
// RUN: env REDIST_NODES=0,1,2,3 REDIST_STATS=1 timeout 60 %mpirun 4 %t 1000 2>&1 | FileCheck %s --check-prefix=LITTLE
// LITTLE: 1 redistribution: 12000 bytes sent in 3 messages
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 4 %t 100000 2>&1 | FileCheck %s --check-prefix=NODE
// NODE: 1 redistribution: 1200000 bytes sent in 3 messages
// RUN: env REDIST_NODES=0,1,2,3,4,5 timeout 60 %mpirun 6 %t
// RUN: env REDIST_NODES=0,0,1,1,0,1 timeout 60 %mpirun 6 %t
// RUN: env REDIST_NODES=0,1,2,3,4,5 REDIST_VERIFY=1 timeout 60 %mpirun 6 %t
// RUN: env REDIST_NODES=0,1,2,3,4,5 REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 6 %t
#include "Inputs/ArrayCheck.h"

#include "redist/Accumulate.h"

#include <cstdlib>

using namespace redist;

static std::vector<int> numbers(std::int64_t count) {
  std::vector<int> made;
  for (std::int64_t i = 0; i < count; ++i)
    made.push_back(valueOf<int>(i));
  return made;
}

static layout all(grid_extent ranks) {
  return layout({undistributed()}).onto({ranks});
}

static void broadcasts(std::int64_t n) {
  const int size = sizeOf(), root = size / 2;
  std::vector<int> a;
  if (rankOf() == root)
    a = numbers(n);
  redistribute(at(1), a, n, all(1).at(root), all(copies(size)), MPI_COMM_WORLD);
  require(a == numbers(n), "broadcast");
}

/// cyclic(3) on two ranks to blocks on two groups of three.
static void moves(std::int64_t n) {
  const layout from = layout({cyclic(3)}).onto({2}).at(1);
  const layout to = layout({block()}).onto({2, copies(3)});
  const int position = rankOf() - 1;
  std::vector<int> source, target;
  if (position == 0 || position == 1)
    source = filled<int>(n, layout({cyclic(3)}).onto({2}), position);
  const std::vector<int> wanted =
      filled<int>(n, layout({block()}).onto({2}), rankOf() / 3);
  for (int i = 0; i < 3; ++i) {
    target.clear();
    redistribute_into(at(2), source, target, n, from, to, MPI_COMM_WORLD);
    require(target == wanted, "another layout");
  }
  const redistribution what = redistribution({whole(n)}).from(from).to(to);
  std::vector<int> first, second;
  request one = start_redistribute_into(at(3), what, MPI_COMM_WORLD,
                                        objects(source), objects(first));
  request two = start_redistribute_into(at(4), what, MPI_COMM_WORLD,
                                        objects(source), objects(second));
  wait(two);
  wait(one);
  require(first == wanted && second == wanted, "in the background");
  accumulate_into(at(5), what, MPI_COMM_WORLD, plus{}, objects(source),
                  objects(first));
  for (std::size_t i = 0; i < first.size(); ++i)
    require(first[i] == 2 * wanted[i], "combined");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1) {
    broadcasts(std::atoll(argv[1]));
  } else {
    broadcasts(100'003);
    moves(100'003);
    moves(7);
  }
  MPI_Finalize();
}
