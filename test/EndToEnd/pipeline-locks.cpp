// Two stages that use one lock: what it protects is each stage's own.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 -O1 -Wall -Wextra %s -o %t 2> %t.messages
// RUN: FileCheck %s < %t.messages
// RUN: timeout 60 %mpirun 2 %t | diff %t.out -
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <mutex>
#include <shared_mutex>

std::mutex guard;

struct Bank {
  mutable std::mutex own;
  std::shared_mutex both;
  long a = 0, b = 0;
  void run() {
#pragma pipeline
    for (int i = 0; i < 9; ++i) {
      long x = 0;
#pragma pipeline stage
      {
        std::lock_guard<std::mutex> hold(own);
        std::shared_lock<std::shared_mutex> shared(both);
        x = i;
        a += i;
      }
#pragma pipeline stage
      {
        // CHECK: pipeline-locks.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: 'own' is used by stages 1 and 2, which may run on different ranks: a lock excludes only threads of one rank
        std::scoped_lock hold(own, guard);
        b += x;
      }
    }
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::mutex here;
  long sum = 0, first = 0;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      const std::lock_guard<std::mutex> hold(here);
      x = i * 2;
      std::unique_lock<std::mutex> other(guard);
      first += i;
    }
#pragma pipeline stage
    {
      // CHECK: pipeline-locks.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: 'here' is used by stages 1 and 2
      here.lock();
      sum += x;
      here.unlock();
      // CHECK: pipeline-locks.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: 'guard' is used by stages 1 and 2
      const std::unique_lock<std::mutex> other(guard);
    }
  }
  Bank bank;
  bank.run();
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%ld %ld %ld %ld\n", sum, first, bank.a, bank.b);
  MPI_Finalize();
}
