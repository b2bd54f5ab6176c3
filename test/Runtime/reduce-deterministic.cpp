// The same inputs on the same number of ranks give the same bits, whatever
// arrives first, and the same bits on every rank: floating-point sums and
// products with ranks that come late, combines that take their time, segments,
// with and without a thread that combines.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 4 %t > %t.first
// RUN: timeout 60 %mpirun 4 %t > %t.second
// RUN: diff %t.first %t.second
// RUN: timeout 60 %mpirun 7 %t > %t.first
// RUN: timeout 60 %mpirun 7 %t > %t.second
// RUN: diff %t.first %t.second
#include "Inputs/ReduceCheck.h"

#include <chrono>
#include <cstring>
#include <thread>

using namespace redist;

/// Not the same from run to run.
static void comeLate() {
  const auto now = std::chrono::steady_clock::now().time_since_epoch().count();
  std::this_thread::sleep_for(
      std::chrono::microseconds((now / 7 + rankOf() * 389) % 2000));
}

static double valueOf(int rank, int index) {
  return 1.0 / (1 + rank) + 1e-9 * index * (rank - 3.7);
}

static void show(const char *what, double value) {
  std::uint64_t bits = 0;
  std::memcpy(&bits, &value, sizeof bits);
  std::uint64_t least = 0, most = 0;
  MPI_Allreduce(&bits, &least, 1, MPI_UINT64_T, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&bits, &most, 1, MPI_UINT64_T, MPI_MAX, MPI_COMM_WORLD);
  require(least == most, std::string(what) + ": not the same on all ranks");
  if (rankOf() == 0)
    std::printf("%s %016llx\n", what, static_cast<unsigned long long>(bits));
}

static double slowSum(double a, double b) {
  std::this_thread::sleep_for(std::chrono::microseconds(100));
  return a + b;
}

static void values(const char *strategy, const reduction &what) {
  // The same directive again and again: nothing learned changes bits.
  double first = 0;
  for (int i = 0; i < 4; ++i) {
    double x = valueOf(rankOf(), 1);
    comeLate();
    reduce(reduceAt(1, strategy), what, MPI_COMM_WORLD, slowSum, x);
    show(strategy, x);
    require(i == 0 || x == first, "another result at the second execution");
    first = x;
  }
  std::vector<double> row(100000);
  for (int i = 0; i < 100000; ++i)
    row[static_cast<std::size_t>(i)] = valueOf(rankOf(), i);
  comeLate();
  reduce(
      reduceAt(2, strategy), what, MPI_COMM_WORLD,
      [](double a, double b) { return a + b; }, elements(row, 0, 100000, 1));
  for (const std::size_t i : {0, 40000, 99999})
    show("row", row[i]);
  double builtin = valueOf(rankOf(), 2);
  comeLate();
  reduce(reduceAt(3, strategy), what, MPI_COMM_WORLD, plus{}, builtin);
  show("built in", builtin);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const reduction none;
  for (const reduction &what : {none, none.ordered(), none.cost(1e-3, 1e-3),
                                none.cost(1e-3, 8e-3), none.transfers(2)})
    for (const char *strategy : {"auto", "greedy", "binomial"})
      values(strategy, what);
  MPI_Finalize();
}
