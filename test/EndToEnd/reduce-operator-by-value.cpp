// Operators that are values: parameters taken by value whose classes have a
// destructor, std::function, lambdas with captures, members of parameters.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t | FileCheck %s --check-prefix=ONE
// RUN: timeout 60 %mpirun 3 %t | FileCheck %s
#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <utility>
#include <vector>

struct Capped {
  std::string name;
  int limit;
  int operator()(int a, int b) const { return std::min(a + b, limit); }
};

static int byValue(int value, Capped op) {
#pragma reduce(op : value)
  return value;
}
template <class Operator> static int inTemplate(int value, Operator op) {
#pragma reduce(op : value) strategy(greedy)
  return value;
}
struct Holder {
  Capped op;
};
static int member(int value, Holder holder) {
#pragma reduce(holder.op : value)
  return value;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::vector<int> most = {5};
  const Capped capped{"a cap that lies on the heap, for it is long", most[0]};
  const int results[] = {
      byValue(rank + 1, capped), inTemplate(rank + 1, capped),
      inTemplate(rank + 1, std::function<int(int, int)>(capped)),
      inTemplate(rank + 1,
                 [most](int a, int b) { return std::min(a + b, most[0]); }),
      member(rank + 1, {capped})};
  // ONE: 1 1 1 1 1
  // CHECK: 5 5 5 5 5
  if (rank == 0)
    std::printf("%d %d %d %d %d\n", results[0], results[1], results[2],
                results[3], results[4]);
  MPI_Finalize();
}
