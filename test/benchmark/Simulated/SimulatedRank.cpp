//===- SimulatedRank.cpp - What a rank of bench-smpi-reduce does ----------===//
//
// Ours includes what a call adds to its tree: the ranks agree on their clauses
// before, and are told after whether all went well.
//
//===----------------------------------------------------------------------===//
#include "Simulated/SimulatedRank.h"

#include "Simulated/SimulatedItem.h"

#include "Reduction/Channel/MpiChannel.h"
#include "Reduction/Machine/Machine.h"

#include "redistSchedule/Reduction/ReductionSchedule.h"

#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>

namespace sg4 = simgrid::s4u;
using namespace redist;
using namespace bench;

/// Simulated seconds until the slowest rank is through, all starting at the
/// same instant. Collective over the communicator.
static double slowest(MPI_Comm comm, const std::function<void()> &way) {
  constexpr double untilAllAreReady = 1;
  double own = MPI_Wtime();
  double start = 0;
  MPI_Allreduce(&own, &start, 1, MPI_DOUBLE, MPI_MAX, comm);
  start += untilAllAreReady;
  sg4::this_actor::sleep_until(start);
  way();
  own = MPI_Wtime() - start;
  double all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, comm);
  return all;
}

static void require(bool isRight, const char *what) {
  if (isRight)
    return;
  std::fprintf(stderr, "bench-smpi-reduce: wrong result of %s\n", what);
  std::_Exit(1); // the other ranks are in the middle of things
}

Rank::Rank(MPI_Comm used, std::int64_t givenBytes)
    : comm(used), bytes(givenBytes) {
  MPI_Comm_rank(comm, &rank);
  MPI_Comm_size(comm, &size);
  MPI_Type_contiguous(static_cast<int>(bytes), MPI_BYTE, &type);
  MPI_Type_commit(&type);
}

Rank::~Rank() { MPI_Type_free(&type); }

double Rank::transferSeconds() {
  Item item = itemOf(rank, bytes, 0);
  return slowest(comm, [&] {
    if (rank == 0)
      MPI_Recv(item.data(), 1, type, 1, 0, comm, MPI_STATUS_IGNORE);
    else if (rank == 1)
      MPI_Send(item.data(), 1, type, 0, 0, comm);
  });
}

double Rank::byMpi(double combine, bool isOrdered) {
  const Item item = itemOf(rank, bytes, combine);
  Item result(item.size());
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(combineForMpi, !isOrdered, &op);
  const double seconds = slowest(comm, [&] {
    MPI_Reduce(item.data(), result.data(), 1, type, op, 0, comm);
  });
  MPI_Op_free(&op);
  require(rank != 0 || isResult(result, size, isOrdered), "MPI_Reduce");
  return seconds;
}

double Rank::byTree(const schedule::ReductionCost &cost, double combine,
                    bool isOrdered) {
  schedule::ReductionProblem problem;
  problem.ranks = size;
  problem.cost = cost;
  problem.ordered = isOrdered;
  const auto planned = schedule::makeReduction(problem);
  require(static_cast<bool>(planned), "planning");
  runtime::ActionShape shape;
  shape.rank = rank;
  shape.size = size;
  shape.bytes = bytes;
  shape.mayFail = true;
  const std::vector<runtime::Action> actions =
      runtime::actionsOf(*planned, shape);
  Item item = itemOf(rank, bytes, combine);
  SimulatedOperand operand(item);
  SimulatedCombiner combiner;
  runtime::MpiChannel channel(comm, {0, 1}, false);
  runtime::Machine machine(channel);
  const double seconds = slowest(comm, [&] {
    std::int64_t own[4] = {}, agreed[4];
    MPI_Allreduce(own, agreed, 4, MPI_INT64_T, MPI_MAX, comm);
    machine.start(actions, rank, operand, combiner, nullptr);
    machine.run();
  });
  require(!machine.failure(), "the tree");
  if (rank == 0) {
    operand.commit();
    require(isResult(item, size, isOrdered), "the tree");
  }
  return seconds;
}

Timed Rank::measure(const schedule::ReductionCost &cost, double combine,
                    bool isOrdered) {
  Timed timed;
  timed.redist = byTree(cost, combine, isOrdered);
  timed.mpi = byMpi(combine, isOrdered);
  return timed;
}

/// Ticks are nanoseconds.
Row Rank::measure(double transfer, double ratio) {
  schedule::ReductionCost cost;
  cost.transfer = std::llround(transfer * 1e9);
  cost.combine = std::llround(transfer / ratio * 1e9);
  const double combine = static_cast<double>(cost.combine) * 1e-9;
  Row row;
  row.ranks = size;
  row.ratio = ratio;
  row.optimum =
      1e-9 * static_cast<double>(*schedule::optimalReductionLength(size, cost));
  row.commutative = measure(cost, combine, false);
  row.ordered = measure(cost, combine, true);
  return row;
}
