// Atomic integers that several stages add to: each rank has a count of its own,
// and behind the loop every rank the sum. Atomics of one stage are its state.
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t 2> %t.messages
// RUN: FileCheck %s < %t.messages
// RUN: timeout 60 %mpirun 1 %t | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t | sort -u | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t | sort -u | diff %t.out -
#include <mpi.h>

#include <atomic>
#include <cstdio>
#include <string>

struct Point {
  int x, y;
};
static std::atomic<long> total{0};
static void tick(std::atomic<unsigned char> &wrapped) { wrapped += 100; }

struct Work {
  std::atomic<int> begun{0}, ended{0};
  long run(int n) {
    long sum = 0;
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      long x = 0;
#pragma pipeline stage
      {
        ++begun;
        x = i;
      }
#pragma pipeline stage replicate(2)
      {
        // CHECK: pipeline-atomics.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: 'begun' is counted by stages 1 and 2, which may run on different ranks
        begun += 10;
        x *= 2;
      }
#pragma pipeline stage
      {
        sum += x;
        ended.fetch_sub(1);
      }
    }
    return sum + begun + 1000 * ended;
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::atomic<int> done{7};
  std::atomic<unsigned char> wrapped{3};
  std::atomic<Point> last{Point{0, 0}};
  std::atomic<bool> isOdd{false};
  std::string text;
#pragma pipeline
  for (int i = 0; i < 51; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      ++done;
      tick(wrapped);
      total.fetch_add(x, std::memory_order_relaxed);
      isOdd = !isOdd;
    }
#pragma pipeline stage
    {
      text += std::to_string(x % 10);
      // CHECK: pipeline-atomics.cpp:[[#@LINE+1]]:{{[0-9]+}}: warning: 'done' is counted by stages 1 and 2
      done--;
      tick(wrapped);
      total -= 3;
      last = Point{last.load().x + 1, i};
    }
#pragma pipeline stage
    done += 2;
  }
  Work work;
  const long sum = work.run(40);
  std::printf("%d %d %ld %d,%d %d %s %ld\n", done.load(), wrapped.load(),
              total.load(), last.load().x, last.load().y, isOdd.load(),
              text.c_str(), sum);
  MPI_Finalize();
}
