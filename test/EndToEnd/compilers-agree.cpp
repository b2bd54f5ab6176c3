// What redistc accepts compiles, and does what it says: accessors that are not
// const, arrays of arrays in place, operators on whole arrays, numbers of 128
// bits, conversions that only int64_t makes unambiguous, functions of a class.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -Wall %s -o %t
// RUN: %mpirun 2 %t | FileCheck %s
#include <cstdio>
#include <mpi.h>
#include <vector>

struct NotConst {
  double *first;
  unsigned long count;
  double *data() { return first; }
  unsigned long size() { return count; }
};
struct Number {
  operator int() const { return 1; }
  operator long() const { return 2; }
};
struct Scaled {
  int value = 0, loaded = 0;
  template <class A> void save(A &archive) const { archive(value); }
  template <class A> void load(A &archive) {
    archive(value);
    loaded = 1;
  }
};
struct Pair {
  Scaled a, b;
};
static Scaled add(const Scaled &a, const Scaled &b) {
  Scaled sum;
  sum.value = a.value + b.value;
  sum.loaded = a.loaded + b.loaded;
  return sum;
}
static Pair addPairs(const Pair &a, const Pair &b) {
  return {add(a.a, b.a), add(a.b, b.b)};
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, size;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);

  double a[2][4], s[4];
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 4; ++j)
      a[i][j] = 100 * rank + 10 * i + j;
#pragma redistribute a[2 * size][4] from(block, * onto(size)) to(cyclic, * onto(size))
  NotConst part{s, 4};
  for (int i = 0; i < 4; ++i)
    s[i] = 4 * rank + i;
#pragma redistribute part[4 * size] from(block onto(size)) to(cyclic(Number()) onto(size))
  if (rank == 1)
    std::printf("%g %g, %g %g\n", a[0][3], a[1][3], s[0], s[3]);
  // CHECK-DAG: {{^}}13 113, 2 7{{$}}

  double m[2][2] = {{1, 1}, {0, 1}};
  auto times = [](auto &into, const auto &from) {
    double c[2][2] = {};
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        for (int k = 0; k < 2; ++k)
          c[i][j] += into[i][k] * from[k][j];
    for (int i = 0; i < 2; ++i)
      for (int j = 0; j < 2; ++j)
        into[i][j] = c[i][j];
  };
#pragma reduce(times : m) ordered
  if (rank == 0)
    std::printf("%g\n", m[0][1]);
  // CHECK-DAG: {{^}}2{{$}}

  Scaled one;
  one.value = 1;
  std::vector<Pair> pairs(1);
  pairs[0].b.value = 3;
#pragma reduce(add : one) root(0) cost(transfer : ((__int128)1 << 64) + 3, combine : 1.0)
#pragma reduce(addPairs : pairs[0]) root(0)
  if (rank == 0)
    std::printf("%d %d, %d %d\n", one.value, one.loaded, pairs[0].b.value,
                pairs[0].b.loaded);
  // CHECK-DAG: {{^}}2 1, 6 1{{$}}
  MPI_Finalize();
}
