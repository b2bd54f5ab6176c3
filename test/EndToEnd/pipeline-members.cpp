// Stages that use different members of one variable: each member is the state
// of its stage, and on every rank behind the loop. REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -w %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 %s -o %t
// RUN: %mpirun 1 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 %mpirun 3 %t | sort -u | diff %t.out -
// RUN: %mpirun 4 %t | sort -u | diff %t.out -
// RUN: FileCheck %s < %t.out
// CHECK: 50 1225 0123{{[0-9]*}} 50 1225 50 1225 100 41435
#include <cstdio>
#include <mpi.h>
#include <string>
#include <utility>
#include <vector>
struct Counters {
  long read = 0, written = 0;
  std::string log;
  std::vector<int> sizes;
};
static Counters global;
struct Step {
  long seen = 0;
  long run(long x) {
    ++seen;
    return x * 3 + seen;
  }
};
struct Steps {
  Step first, second;
};
static long byReference(int n, Counters &counters) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i * 2;
      ++counters.read;
      counters.sizes.push_back(i);
    }
#pragma pipeline stage
    {
      counters.written += x;
      counters.log += "w";
    }
  }
  return counters.read + counters.written + long(counters.log.size()) +
         long(counters.sizes.size());
}
static long byPointer(int n, Counters *counters) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i * 2;
      ++counters->read;
    }
#pragma pipeline stage
    counters->written += x;
  }
  return counters->read + counters->written;
}
struct Engine {
  Counters counters;
  Steps steps;
  long run(int n) {
    long sum = 0;
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      long x = 0;
#pragma pipeline stage
      {
        x = steps.first.run(i);
        ++this->counters.read;
      }
#pragma pipeline stage
      {
        sum += steps.second.run(x);
        counters.written += sum;
      }
    }
    return sum + counters.read + counters.written + steps.first.seen +
           steps.second.seen;
  }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Counters local;
  std::pair<long, long> both{0, 0};
#pragma pipeline
  for (int i = 0; i < 50; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      ++local.read;
      ++global.read;
      both.first += i;
    }
#pragma pipeline stage
    {
      local.written += x;
      both.second += 2;
      local.log += std::to_string(x);
      global.sizes.push_back(int(x));
    }
#pragma pipeline stage
    {
      const auto count = [&] { global.written += x; };
      count();
    }
  }
  Counters other;
  Engine engine;
  long result = byReference(30, other) + byPointer(20, &other) + engine.run(25);
  std::printf("%ld %ld %s %ld %ld %zu %ld %ld %ld\n", local.read, local.written,
              local.log.c_str(), global.read, global.written,
              global.sizes.size(), both.first, both.second, result);
  MPI_Finalize();
}
