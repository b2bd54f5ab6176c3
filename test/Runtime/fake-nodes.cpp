// REDIST_NODES makes several nodes of one machine: ranks of different ones do
// not share memory, and statistics tell bytes and messages between nodes from
// those inside. Results stay the same.
//
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s --check-prefix=ONE --implicit-check-not=between
// ONE: 1 redistribution: 48 bytes sent in 12 messages
// RUN: env REDIST_TWO_LEVELS=0 REDIST_NODES=0,0,1,1 REDIST_STATS=1 REDIST_TRACE=%t.json timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s
// RUN: %python -c "import json, sys; labels = [one['args']['labels'] for one in json.load(open(sys.argv[1])) if one['name'] == 'process_labels']; assert sorted(one[-8:] for one in labels) == [', node 0', ', node 0', ', node 1', ', node 1'], labels" %t.json
// CHECK: 1 redistribution: 48 bytes sent in 12 messages
// CHECK-NEXT: between 2 nodes: 32 bytes in 8 messages, inside: 16 in 4
// CHECK: 1 reduction: {{[0-9]+}} bytes sent in 8 messages, 8 combines
// CHECK-NEXT: between 2 nodes: {{[1-9][0-9]*}} bytes in 4 messages, inside: {{[1-9][0-9]*}} in 4
// CHECK: 1 pipeline: 5 items
// CHECK-NEXT: between 2 nodes:
//
// Unequal ones, none in order, all alone; with shared memory refused.
// RUN: env REDIST_TWO_LEVELS=0 REDIST_NODES=7,2,7,7 REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s --check-prefix=UNEQUAL
// UNEQUAL: 1 redistribution: 48 bytes sent in 12 messages
// UNEQUAL-NEXT: between 2 nodes: 24 bytes in 6 messages, inside: 24 in 6
// RUN: env REDIST_TWO_LEVELS=0 REDIST_NODES=3,1,0,2 REDIST_VERIFY=1 REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s --check-prefix=ALONE
// ALONE: between 4 nodes: 48 bytes in 12 messages, inside: 0 in 0
// RUN: env REDIST_NODES=0,1,1,0 REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 4 %t part
// RUN: env REDIST_NODES=0,1,1,0 REDIST_VERIFY=1 timeout 60 %mpirun 4 %t part
//
// In two levels: one message a pair of nodes, of the same bytes, in turn by all
// ranks of a node; where nobody shares memory, ranks send by themselves.
// That is what auto chooses for so few bytes, but not for only two messages of
// a rank to other nodes.
// RUN: env REDIST_NODES=0,0,1,1 REDIST_TWO_LEVELS=1 REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s --check-prefix=LEVELS
// RUN: env REDIST_NODES=0,0,1,1 REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s
// RUN: env REDIST_NODES=0,0,1,1,2,2,3,3 REDIST_STATS=1 timeout 60 %mpirun 8 %t 2>&1 | FileCheck %s --check-prefix=AUTO
// AUTO: between 4 nodes: 192 bytes in 12 messages, inside: 32 in 8
// AUTO: 1 call in two levels, one message a pair of nodes
// LEVELS: 1 redistribution: 48 bytes sent in 6 messages
// LEVELS-NEXT: between 2 nodes: 32 bytes in 2 messages, inside: 16 in 4
// LEVELS: 1 call in two levels, one message a pair of nodes
// RUN: env REDIST_NODES=0,1,1,2 REDIST_TWO_LEVELS=1 REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s --check-prefix=THREE
// THREE: 1 redistribution: 48 bytes sent in 8 messages
// THREE-NEXT: between 3 nodes: 40 bytes in 6 messages, inside: 8 in 2
// RUN: env REDIST_NODES=0,0,1,1 REDIST_TWO_LEVELS=1 REDIST_SHARED_MEMORY=0 REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s
// RUN: env REDIST_NODES=3,1,0,2 REDIST_TWO_LEVELS=1 REDIST_STATS=1 timeout 60 %mpirun 4 %t 2>&1 | FileCheck %s --check-prefix=ALONE
// RUN: env REDIST_NODES=0,1,1,0 REDIST_TWO_LEVELS=1 timeout 60 %mpirun 4 %t part
//
// A list that is none: an error on every rank.
// RUN: env REDIST_NODES=0,0,1 timeout 60 %mpirun 4 %t wrong
// RUN: env REDIST_NODES=0,0,-1,1 timeout 60 %mpirun 4 %t wrong
// RUN: env REDIST_NODES=0,0,x,1 timeout 60 %mpirun 4 %t wrong
// RUN: env REDIST_NODES=0,0,1,1, timeout 60 %mpirun 4 %t wrong
#include "Inputs/ReduceCheck.h"

#include "redist/Pipeline.h"
#include "redist/Redistribute.h"

using namespace redist;

static void movesAndReduces() {
  const int size = sizeOf(), rank = rankOf();
  // An element from each rank to each.
  const int n = size * size;
  const layout from = cyclic_layout(1, size, 0),
               to = cyclic_layout(size, size, 0);
  const auto a = filled<int>(n, from, rank);
  std::vector<int> b;
  redistribute_into(at(1), a, b, n, from, to, MPI_COMM_WORLD);
  check(b.data(), n, to, rank, "moved");
  std::string name = nameOf(rank);
  reduce(reduceAt(2), reduction().ordered().root(0), MPI_COMM_WORLD, joined,
         name);
  if (rank == 0)
    expectText(namesOf(size), name, "reduced");
}

/// Five items through four stages of a rank each.
static void passes() {
  const pipeline_stage one = pipeline_stage().work(1).data(8).bytes(8);
  pipeline_run run({"app.cpp", 3, "pipeline", "auto", nullptr, 0},
                   pipeline().bandwidth(1e12).speeds({1, 1, 1, 1}),
                   {one, one, one, one}, MPI_COMM_WORLD);
  long sum = 0;
  run.keep(4, sum);
  try {
    run.start();
    for (long i = 0; i < 5; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      long value = 0;
      for (int stage = 1; stage <= 4; ++stage) {
        if (item.runs(stage))
          value += stage == 1 ? i : 1;
        if (stage < 4)
          item.pass(stage, value);
        else if (item.runs(stage))
          sum += value;
      }
      item.ends(value);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(sum == 10 + 5 * 3, "pipeline");
}

/// Ranks of MPI_COMM_WORLD keep their nodes in a part of it, in any order.
static void inPart() {
  MPI_Comm part;
  MPI_Comm_split(MPI_COMM_WORLD, rankOf() > 0, -rankOf(), &part);
  const layout from = cyclic_layout(1, sizeOf(part), 0),
               to = block_layout(sizeOf(part), 0);
  const auto a = filled<int>(90000, from, rankOf(part));
  std::vector<int> b;
  redistribute_into(at(4), a, b, 90000, from, to, part);
  check(b.data(), 90000, to, rankOf(part), "in a part");
  MPI_Comm_free(&part);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  if (argc > 1 && argv[1][0] == 'w') {
    expectError("REDIST_NODES must have a node number for each rank of "
                "MPI_COMM_WORLD, such as 0,0,1",
                movesAndReduces);
  } else {
    movesAndReduces();
    if (sizeOf() == 4)
      passes();
    if (argc > 1)
      inPart();
  }
  MPI_Finalize();
}
