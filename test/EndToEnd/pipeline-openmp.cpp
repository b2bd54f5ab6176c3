// Stages that OpenMP shares out between threads: what regions write travels, is
// state, and conflicts, as in the same code without pragmas; <omp.h> can be
// included, and other directives stand in regions.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -fopenmp -w -isystem %source_dir/include %s \
// RUN:   -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %redistc++ -std=c++17 -O1 -fopenmp %s -o %t
// RUN: env OMP_NUM_THREADS=2 timeout 60 %mpirun 1 %t > %t.1
// RUN: env OMP_NUM_THREADS=2 timeout 60 %mpirun 2 %t > %t.2
// RUN: env OMP_NUM_THREADS=2 timeout 60 %mpirun 3 %t > %t.3
// RUN: diff %t.expected %t.1
// RUN: diff %t.expected %t.2
// RUN: diff %t.expected %t.3
// RUN: env REDIST_VERIFY=1 OMP_NUM_THREADS=2 timeout 60 %mpirun 1 %t \
// RUN:   | diff %t.expected -
// RUN: env REDIST_VERIFY=1 OMP_NUM_THREADS=2 timeout 60 %mpirun 3 %t \
// RUN:   | diff %t.expected -
// CHECK: total 26199800, 50 times on some threads, 7
#ifndef _OPENMP
#error "the compiler is to see OpenMP's macro"
#endif
#include <mpi.h>
#include <omp.h>
#include <redist/redist.h>

#include <cstdio>
#include <vector>

int main(int argc, char **argv) {
  int provided = 0, rank = 0;
  MPI_Init_thread(&argc, &argv, MPI_THREAD_FUNNELED, &provided);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long total = 0, times = 0;
#pragma pipeline
  for (int i = 0; i < 50; ++i) {
    std::vector<long> values;
    long sum = 0;
#pragma pipeline stage
    {
      values.resize(1000);
#pragma omp parallel
      {
#pragma omp single
        times += omp_get_num_threads() > 0;
#pragma omp for
        for (int k = 0; k < 1000; ++k)
          values[k] = i + k;
      }
    }
#pragma pipeline stage
#pragma omp parallel for reduction(+ : sum)
    for (int k = 0; k < 1000; ++k)
      sum += values[k];
#pragma pipeline stage
    {
#pragma omp parallel sections
      {
        total += sum;
      }
#pragma omp atomic
      total -= 4;
    }
  }
  std::vector<long> list(8, 7);
#pragma omp parallel
  {
#pragma omp master
    {
#pragma redistribute list[8] from(block onto(1)) to(cyclic(3) onto(1))
    }
  }
  if (rank == 0)
    std::printf("total %ld, %ld times on some threads, %ld\n", total, times,
                list[3]);
  MPI_Finalize();
}
