// Calls that fail on all ranks, each time because of what is wrong on one of
// them: random ones among calls that are right, with more plans than a
// communicator keeps. Ranks find out about such a call more or less before it
// fails. Then they still learn, drop plans and make rings alike: nobody waits
// for another one, and what is moved is right.
// Arguments: seed, number of calls.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 3 %t 1 1500
// RUN: env REDIST_NODES=0,0,1 timeout 100 %mpirun 3 %t 2 1500
// RUN: env REDIST_NODES=0,0,1 REDIST_TWO_LEVELS=0 timeout 100 %mpirun 3 %t 3 700
// RUN: timeout 100 %mpirun 3 %t 4 700
#include "Inputs/Check.h"

#include <random>

using namespace redist;

/// Alike on all ranks.
struct Turn {
  std::int64_t n; ///< of many: each has a plan
  layout from, to;
  int wrongRank; ///< -1: none
  int mistake;
  bool isStarted;
};

static constexpr int kinds = 3;

static Turn turnFrom(std::mt19937 &random) {
  const int size = sizeOf();
  const auto below = [&](unsigned most) {
    return static_cast<int>(random() % most);
  };
  Turn turn{0,
            block_layout(size, 0),
            cyclic_layout(1, size, 0),
            below(4) == 0 ? below(unsigned(size)) : -1,
            below(kinds),
            below(8) == 0};
  // A few are called again and again: they learn most, and are nearly dropped
  // in between.
  turn.n = below(3) == 0 ? 3000 + below(6) : 100 + below(280);
  if (below(30) == 0)
    turn.n = 400'000 + below(2); // makes rings
  if (below(4) == 0)
    turn.from = cyclic_layout(5, size, 0);
  return turn;
}

/// The call as this rank makes it.
static redistribution callOf(const Turn &turn) {
  redistribution what =
      redistribution({whole(turn.n)}).from(turn.from).to(turn.to);
  if (turn.wrongRank != rankOf())
    return what;
  if (turn.mistake == 0) // is noticed at once
    return what.from(cyclic_layout(0, sizeOf(), 0));
  if (turn.mistake == 1) // is right as such
    return redistribution({whole(turn.n + 1)}).from(turn.from).to(turn.to);
  return what; // the storage is too small
}

static void run(const Turn &turn) {
  const int rank = rankOf();
  const auto source = filled<double>(turn.n, turn.from, rank);
  const auto room =
      static_cast<std::size_t>(extentOn(turn.n, turn.to, rank) + sizeOf());
  std::vector<double> target(room, -1);
  const double *from = source.data();
  double *to = target.data();
  if (turn.wrongRank == rank && turn.mistake == 2)
    to = nullptr;
  const redistribution what = callOf(turn);
  const auto call = [&] {
    if (turn.isStarted) {
      request pending = start_redistribute_into(at(2), what, MPI_COMM_WORLD,
                                                objects(from), objects(to));
      redist::wait(pending);
    } else {
      redistribute_into(at(1), what, MPI_COMM_WORLD, objects(from),
                        objects(to));
    }
  };
  if (turn.wrongRank >= 0) {
    expectError("app.cpp:", call);
    require(target == std::vector<double>(room, -1), "a failed call has moved");
    return;
  }
  call();
  check(target.data(), turn.n, turn.to, rank,
        std::to_string(turn.n) + " elements");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  require(argc == 3, "usage: SEED CALLS");
  std::mt19937 random(static_cast<unsigned>(std::atoi(argv[1])));
  for (int i = std::atoi(argv[2]); i > 0; --i)
    run(turnFrom(random));
  MPI_Finalize();
}
