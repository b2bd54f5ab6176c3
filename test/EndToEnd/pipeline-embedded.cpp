// Constants everywhere: the mapping is made by the compiler, and the same by
// the runtime where nothing is constant; the results are those of the loop.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: grep -c '^  // .*mapping embedded: ' %t.cpp | grep -x 3
// RUN: grep -c '^  // .*the runtime maps: ' %t.cpp | grep -x 1
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 3 %t > %t.3
// RUN: timeout 60 %mpirun 5 %t > %t.5
// RUN: diff %t.expected %t.3
// RUN: diff %t.expected %t.5
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.expected -
#include <mpi.h>

#include <cstdio>
#include <vector>

static int rank;
static constexpr double speed = 2.0;
enum { Ranks = 3 };

static double constants(int items) {
  double total = 0;
#pragma pipeline onto(Ranks) bandwidth(1e9) speeds(1, speed, 1.5)
  for (int i = 0; i < items; ++i) {
    double a = 0, b = 0;
#pragma pipeline stage work(4)
    a = i * 0.5;
#pragma pipeline stage work(8.0) replicate(auto)
    b = a * a;
#pragma pipeline stage work(4) at(2)
    total += b;
  }
  return total;
}

static std::size_t sizesGiven(int items) {
  std::size_t total = 0;
#pragma pipeline onto(3) bandwidth(100) mapping(h7b) latency(1e6)
  for (int i = 0; i < items; ++i) {
    std::vector<int> some;
#pragma pipeline stage work(1) data(400)
    some.assign(static_cast<std::size_t>(i % 100), i);
#pragma pipeline stage work(2)
    total += some.size();
  }
  return total;
}

static double atRunTime(int items, [[maybe_unused]] int ranks,
                        [[maybe_unused]] const std::vector<double> &speeds) {
  double total = 0;
#pragma pipeline onto(ranks) bandwidth(1e9) speeds(speeds)
  for (int i = 0; i < items; ++i) {
    double a = 0, b = 0;
#pragma pipeline stage work(4)
    a = i * 0.5;
#pragma pipeline stage work(8.0) replicate(auto)
    b = a * a;
#pragma pipeline stage work(4) at(2)
    total += b;
  }
  return total;
}

template <int N> static long inTemplate() {
  long total = 0;
#pragma pipeline onto(2) bandwidth(1e9) mapping(one_to_one)
  for (int i = 0; i < N; ++i) {
    int a = 0;
#pragma pipeline stage work(N) data(4)
    a = i * N;
#pragma pipeline stage work(1)
    total += a;
  }
  return total;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const double first = constants(100);
  const std::size_t second = sizesGiven(250);
  const double third = atRunTime(100, Ranks, {1, speed, 1.5});
  const long fourth = inTemplate<30>();
  if (rank == 0)
    std::printf("%g %zu %g %ld\n", first, second, third, fourth);
  MPI_Finalize();
}
