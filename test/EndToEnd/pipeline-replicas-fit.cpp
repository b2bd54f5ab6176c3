// A program that leaves the number of ranks to whoever starts it runs on any: a
// stage then has as many replicas as there is room for.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 2 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 3 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 5 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.expected -
#include <mpi.h>

#include <cstdio>
#include <string>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::string order;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 40; ++i) {
    int x = 0, y = 0;
#pragma pipeline stage
    x = i * i;
#pragma pipeline stage replicate(2)
    y = x + 1;
#pragma pipeline stage
    order += std::to_string(y % 10);
  }
#pragma pipeline
  for (int i = 0; i < 40; ++i) {
    int x = 0, y = 0;
#pragma pipeline stage work(1) data(4) at(0)
    x = i * i;
#pragma pipeline stage work(5) data(4) replicate(4)
    y = x + 1;
#pragma pipeline stage work(2) data(4) replicate(3)
    y *= 2;
#pragma pipeline stage work(1)
    sum = sum * 3 % 1000003 + y;
  }
  // CHECK: 1250767052125076705212507670521250767052
  if (rank == 0)
    std::printf("%s %ld\n", order.c_str(), sum);
  MPI_Finalize();
}
