// Ranks that are at different kinds of calls are told so, with both: with
// REDIST_VERIFY=1 whatever the two are; without, where both agree by MPI or see
// the same memory. The next call on the communicator works.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: cd %T && env REDIST_VERIFY=1 timeout 60 %mpirun 2 %t every
// RUN: cd %T && env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t every
// RUN: cd %T && timeout 60 %mpirun 3 %t some
// RUN: cd %T && env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 2 %t some
#include "Inputs/ArrayCheck.h"

#include "redist/Pipeline.h"
#include "redist/Reduce.h"

#include <cstring>

using namespace redist;

using Array = redist::array<double, 1>;

static constexpr std::int64_t n = 300;

struct World {
  MPI_Comm comm;
  int rank, size;
  Array table; ///< for calls of its members

  explicit World(MPI_Comm used)
      : comm(used), rank(rankOf(used)), size(sizeOf(used)),
        table({n}, block_layout(size, 0), used) {
    fillByIndex(table);
  }
};

static void move(World &world) {
  const layout from = block_layout(world.size, 0);
  auto part = filled<double>(n, from, world.rank);
  redistribute(at(1), part, n, from, cyclic_layout(3, world.size, 0),
               world.comm);
  check(part.data(), n, cyclic_layout(3, world.size, 0), world.rank, "move");
}

static void add(World &world) {
  long sum = world.rank;
  reduce(at(2), reduction(), world.comm, std::plus<>(), sum);
  require(sum == world.size * (world.size - 1) / 2, "the sum");
}

static void join(World &world) {
  std::string text = "x";
  reduce(
      at(3), reduction(), world.comm,
      [](const std::string &a, const std::string &b) { return a + b; }, text);
  require(text.size() == static_cast<std::size_t>(world.size), "the text");
}

static void run(World &world) {
  const directive where = at(4);
  pipeline_run run(where, pipeline(), {pipeline_stage(), pipeline_stage()},
                   world.comm);
  try {
    run.start();
    for (int i = 0; i < 3; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      int value = 0;
      if (item.runs(1))
        value = i;
      item.pass(1, value);
      if (item.runs(2))
        require(value == i, "an item");
      item.ends(value);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
}

static void make(World &world) {
  Array made({n}, block_layout(world.size, 0), world.comm);
}
static void gather(World &world) { world.table.gather(); }
static void write(World &world) { world.table.write("different-calls.raw"); }
static void scatter(World &world) {
  world.table.scatter(world.table.gather(), 0);
}

struct Kind {
  void (*call)(World &);
  const char *name;
  bool meets; ///< without REDIST_VERIFY, too
};

static const Kind kinds[] = {
    {move, "'#pragma redistribute' at app.cpp:1", true},
    {add, "'#pragma reduce' at app.cpp:2", false},
    {join, "'#pragma reduce' at app.cpp:3", false},
    {run, "'#pragma pipeline' at app.cpp:4", true},
    {make, "'redist::array'", true},
    {gather, "'redist::array::gather'", true},
    {write, "'redist::array::write'", true},
};

/// All but the last rank are at the one, that one is at the other.
static void tryPair(World &world, const Kind &one, const Kind &other) {
  expectError("the ranks are at different calls: rank 0 of the communicator is "
              "at " +
                  std::string(one.name) + ", rank " +
                  std::to_string(world.size - 1) + " at " + other.name,
              [&] { (world.rank + 1 < world.size ? one : other).call(world); });
  one.call(world);
  other.call(world);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const bool isEvery = argc > 1 && std::strcmp(argv[1], "every") == 0;
  for (const Kind &one : kinds)
    for (const Kind &other : kinds) {
      const bool areReductions = !one.meets && !other.meets;
      if (&one == &other || areReductions ||
          (!isEvery && !(one.meets && other.meets)))
        continue;
      MPI_Comm comm;
      MPI_Comm_dup(MPI_COMM_WORLD, &comm);
      {
        World world(comm);
        tryPair(world, one, other); // at the first of each
        for (int i = 0; i < 12; ++i)
          move(world); // there are rings, and memory in common
        tryPair(world, one, other);
        scatter(world);
      }
      MPI_Comm_free(&comm);
    }
  MPI_Finalize();
}
