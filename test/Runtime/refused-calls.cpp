// Calls that redistc does not write, because it refuses them or because they
// depend on memory: each is refused on every rank with the same words, nothing
// has moved, and the next call works.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 4 %t
#define REDIST_REWRITTEN
#include "Inputs/Check.h"

#include "redist/Accumulate.h"
#include "redist/Array.h"
#include "redist/Parts.h"
#include "redist/Pipeline.h"

#include <new>

using namespace redist;

static constexpr std::int64_t n = 24;

/// Half of the ranks, and the intercommunicator to the other half.
struct Group {
  int number = rankOf() % 2;
  MPI_Comm own, other;
  Group() {
    MPI_Comm_split(MPI_COMM_WORLD, number, rankOf(), &own);
    MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, 1 - number, 0, &other);
  }
};

static int position;

/// One side makes a mistake and the other one does what is right.
static void besideRemote(const Group &group) {
  const int ranks = sizeOf(group.own);
  const layout blocks = block_layout(ranks, 0);
  const std::vector<int> owner(n, 0);
  const redistribution sent =
      redistribution({whole(n)}).from(blocks).to(remote());
  const redistribution received =
      redistribution({whole(n)}).from(remote()).to(blocks);
  const auto part = filled<int>(n, blocks, rankOf(group.own));
  std::vector<int> a = part;
  const auto exchange = [&](int line) {
    if (group.number == 0)
      redistribute_to_remote(at(line), sent, group.other, a);
    else
      redistribute_from_remote(at(line), received, group.other, a);
  };
  const auto refused = [&](int line, bool isSender, const std::string &message,
                           const redistribution &what) {
    expectError("error: " + message, [&] {
      if (isSender != (group.number == 0))
        exchange(1);
      else if (isSender)
        redistribute_to_remote(at(line), what, group.other, a);
      else
        redistribute_from_remote(at(line), what, group.other, a);
    });
    require(a == part, message + ": something has moved");
    exchange(2);
    require(a == part, message + ": wrong afterwards");
  };
  const std::string into =
      "into() has no place beside remote: the object itself "
      "is sent or received";
  refused(10, true, into, sent.into({whole(n)}));
  refused(11, false, into, received.into({whole(n)}));
  const std::string relabel = "relabel() has no place beside remote: no rank "
                              "has a part of both layouts";
  refused(12, true, relabel, sent.relabel(position));
  refused(13, false, relabel, received.relabel(position));
  refused(14, true,
          "remote is in from() and in to(): one of them is the layout "
          "of this side",
          sent.from(remote()));
  refused(15, false, "to() is missing: only a redist::array knows its layout",
          redistribution({whole(n)}).from(remote()));
  const std::string maps =
      "indirect() and listed() have no place beside remote: "
      "who has which element is found within one group";
  refused(16, true, maps, sent.from(layout({indirect(owner)}).onto({ranks})));
  refused(17, false, maps, received.to(layout({listed(owner)}).onto({ranks})));
  refused(18, true,
          "partial() has no place beside remote: combine the parts in a "
          "directive before it",
          sent.from(layout({undistributed()}).onto({partial(plus{}, ranks)})));
  expectError("app.cpp:19: error: accumulate() stands where the object is "
              "received, beside from(remote)",
              [&] {
                if (group.number == 0)
                  accumulate_from_remote(at(19), sent, group.other, plus{}, a);
                else
                  exchange(1);
              });
  expectError(
      "redist::array: the communicator is an intercommunicator: only '#pragma "
      "redistribute' with remote goes from one of its groups to the other",
      [&] { array<int, 1>({n}, blocks, group.other); });
  static const directive where = at(20);
  expectError(
      "app.cpp:20: error: the communicator is an intercommunicator", [&] {
        pipeline_run run(where, pipeline(),
                         {pipeline_stage(), pipeline_stage()}, group.other);
        run.start();
      });
  exchange(3);
}

/// Cannot be copied: there is no memory for it.
struct Huge {
  Huge() = default;
  Huge(const Huge &) { throw std::bad_alloc(); }
  int operator()(const int &a, const int &b) const { return a + b; }
};

static void withinOneGroup() {
  const int size = sizeOf();
  const MPI_Comm world = MPI_COMM_WORLD;
  const layout blocks = block_layout(size, 0),
               others = cyclic_layout(2, size, 0);
  const auto part = filled<int>(n, blocks, rankOf());
  std::vector<int> a = part, b(part.size() + n, -1);
  const auto refused = [&](int line, const std::string &message,
                           const redistribution &what) {
    expectError("app.cpp:" + std::to_string(line) + ": error: " + message, [&] {
      redistribute_into(at(line), what, world, objects(a), objects(b));
    });
  };
  const layout two = layout({undistributed(), block()}).onto({size});
  refused(
      30,
      "dimension 0 of the object, which the destination lacks, has length 2, "
      "not 1",
      redistribution({whole(2), whole(n)})
          .from(two)
          .permute({1})
          .into({whole(n)})
          .to(others));
  refused(
      31,
      "dimension 1 of the destination, which the object lacks, has length 3, "
      "not 1",
      redistribution({whole(n)})
          .from(blocks)
          .permute({0, lacking})
          .into({whole(n), whole(3)})
          .to(layout({block(), undistributed()}).onto({size})));
  const distribution any = undistributed();
  const layout sixteen = layout({block(), any, any, any, any, any, any, any,
                                 any, any, any, any, any, any, any, any})
                             .onto({1, copies(size)});
  const section one = whole(1);
  refused(32,
          "the directive has too many dimensions: those of the destination, of "
          "the object alone, of strides 0, of copies and of parts together may "
          "be 16",
          redistribution({one, one, one, one, one, one, one, one, one, one, one,
                          one, one, one, one, one})
              .from(sixteen)
              .to(sixteen));
  refused(33, "an array has 1 to 16 dimensions, not 17",
          redistribution({one, one, one, one, one, one, one, one, one, one, one,
                          one, one, one, one, one, one})
              .from(blocks)
              .to(blocks));
  refused(34, "an array has 1 to 16 dimensions, not 0",
          redistribution({}).from(blocks).to(blocks));
  refused(35, "to(): the grid has too many ranks",
          redistribution({whole(n), whole(n)})
              .from(two)
              .to(layout({block(), block()})
                      .onto({std::int64_t{1} << 40, std::int64_t{1} << 40})));
  refused(36, "to(): the grid has too many ranks",
          redistribution({whole(n)})
              .from(blocks)
              .to(layout({block()}).onto(
                  {std::int64_t{1} << 40, copies(std::int64_t{1} << 40)})));
  refused(37,
          "to(): halo needs the whole extent, which a section does not tell, "
          "unless 'of' does",
          redistribution({slice(0, 4)})
              .from(block_layout(n, size, 0))
              .into({slice(0, 4)})
              .to(block_layout(n, size, 0).halo({1})));
  refused(38, "the section is too large to address",
          redistribution({slice(std::int64_t{1} << 62, 4)})
              .from(others)
              .into({slice(0, 4)})
              .to(others));
  refused(39, "the storage of this rank is too large to address",
          redistribution({whole(2), whole(std::int64_t{1} << 40)})
              .from(two)
              .to(two.room({1 << 30, 1})));
  refused(44, "to(): the width is 4611686018427387904, too large to address",
          redistribution({whole(n)})
              .from(blocks)
              .to(others.room({std::int64_t{1} << 62})));
  const std::vector<int> owner(n, 0);
  const layout mapped = layout({indirect(owner)}).onto({size});
  expectError(
      "app.cpp:45: error: a section of indirect or listed needs into()", [&] {
        redistribute(at(45),
                     redistribution({slice(0, 4)}).from(mapped).to(mapped),
                     world, a);
      });
  expectError(
      "app.cpp:40: error: relabel() gives a rank another part of the "
      "array, and accumulate() combines what arrives with the part that "
      "it has",
      [&] {
        accumulate_into(at(40),
                        redistribution({whole(n)})
                            .from(blocks)
                            .to(others)
                            .relabel(position),
                        world, plus{}, objects(a), objects(b));
      });
  const redistribution good =
      redistribution({whole(n)}).from(blocks).to(others);
  expectError("no memory for the operator of accumulate() or partial()", [&] {
    request moving = start_accumulate_into(at(41), good, world, Huge(),
                                           objects(a), objects(b));
    wait(moving);
  });
  expectError("no memory for the operator of accumulate() or partial()", [&] {
    request moving = start_redistribute_parts(
        at(42),
        good.from(layout({undistributed()}).onto({partial(plus{}, size)})),
        world, Huge(), b);
    wait(moving);
  });
  expectError("redist::wait: the request has never been started", [&] {
    request none;
    wait(none);
  });
  require(a == part, "a refused call changed its object");
  for (const int value : b)
    require(value == -1, "a refused call wrote to its destination");
  redistribute(at(43), good, world, a);
  check(a.data(), n, others, rankOf(), "after the errors");
}

static void arrays() {
  const MPI_Comm world = MPI_COMM_WORLD;
  const int size = sizeOf();
  const layout rows = layout({block(), undistributed()}).onto({size});
  const layout columns = layout({undistributed(), block()}).onto({size});
  array<int, 2> a({4, 6}, rows), b({4, 6}, columns), larger({4, 7}, rows);
  array<int, 2> byColumns({4, 6}, rows, world, storage_order::column);
  array<int, 1> vector({4}, layout({block()}).onto({size}));
  std::vector<int> raw(24);
  a.fill(3);
  const auto refused = [&](int line, const std::string &message,
                           const redistribution &what, auto &...all) {
    expectError("app.cpp:" + std::to_string(line) + ": error: " + message,
                [&] { redistribute(at(line), what, world, all...); });
  };
  const redistribution what = redistribution({whole(4), whole(6)}).to(columns);
  refused(50, "one array is stored by rows and another by columns", what, a,
          byColumns);
  refused(51, "the arrays of one directive have different extents", what, a,
          larger);
  refused(52, "the arrays of one directive have different layouts", what, a, b);
  refused(53, "a distributed array of 1 dimension has 2 brackets", what,
          vector);
  refused(54, "lead() of to() is for raw storage, not for a redist::array",
          redistribution({whole(4), whole(6)}).to(columns.lead(9)), a);
  expectError(
      "app.cpp:55: error: the whole extents of the object are not known: "
      "its sections do not tell them, nor does storage with room or a lead",
      [&] {
        redistribute_into(at(55),
                          redistribution({whole(4), slice(0, 3)})
                              .from(rows.room({1, 1}))
                              .into({whole(4), slice(0, 3)})
                              .to(rows),
                          world, objects(raw), objects(a));
      });
  expectError(
      "redist::array: lead() is for raw storage: a redist::array makes its own",
      [&] { array<int, 2>({4, 6}, rows.lead(9)); });
  for (const auto &[index, value] : a.owned())
    require(value == 3, "a refused call changed an array");
  redistribute(at(56), what, world, a);
  require(a.gather(0).empty() == (rankOf() != 0), "after the errors");
}

/// Clauses that contradict what the generated code knows of the loop.
static void pipelines() {
  const auto refused = [](int line, const std::string &message,
                          const pipeline &what,
                          std::initializer_list<pipeline_stage> stages,
                          int keptStage) {
    directive where = at(line);
    int state = 0;
    expectError("app.cpp:" + std::to_string(line) + ": error: " + message, [&] {
      pipeline_run run(where, what, stages, MPI_COMM_WORLD);
      if (keptStage > 0)
        run.keep(keptStage, state);
      run.start();
    });
  };
  const pipeline_stage plain, two = pipeline_stage().replicate(2);
  refused(60, "a pipeline without stages", pipeline(), {}, 0);
  refused(61, "a variable is kept for stage 3 of 2", pipeline(), {plain, plain},
          3);
  refused(62,
          "replicate() of stage 2: it keeps a state, which only one rank can "
          "have",
          pipeline(), {plain, two}, 2);
  refused(63,
          "replicate() of stage 1: its rank evaluates the loop's header, which "
          "only one can",
          pipeline().driven(), {two, plain}, 0);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Group group;
  besideRemote(group);
  withinOneGroup();
  arrays();
  pipelines();
  MPI_Comm_free(&group.other);
  MPI_Comm_free(&group.own);
  MPI_Finalize();
  std::string late;
  try {
    std::vector<int> a;
    redistribute(at(70), a, 0, block_layout(1, 0), block_layout(1, 0),
                 MPI_COMM_WORLD);
  } catch (const error &e) {
    late = e.what();
  }
  const bool isRight = late == "app.cpp:70: error: MPI is finalized: the "
                               "directive comes after MPI_Finalize";
  if (!isRight)
    std::fprintf(stderr, "after MPI_Finalize: '%s'\n", late.c_str());
  return isRight ? 0 : 1;
}
