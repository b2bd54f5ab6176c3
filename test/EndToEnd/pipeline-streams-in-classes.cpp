// Objects of one class, each with a stream and numbers, belong to different
// stages: what a stream keeps of itself is in the stream, not beside it.
// The output is that of the loops without directives.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.out
// RUN: %redistc++ -std=c++20 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 3 %t | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <fstream>
#include <sstream>
#include <string>

struct Log {
  std::ofstream file{"/dev/null"};
  long lines = 0;
  long put(long value) {
    file << value << '\n';
    return ++lines + value;
  }
};

struct Text {
  long length = 0;
  std::ostringstream words;
  std::string last;
  long put(long value) {
    words.str("");
    words << "item " << value;
    last = words.str();
    return length += static_cast<long>(last.size());
  }
};

static long logs() {
  Log first, second;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 50; ++i) {
    long k = 0;
#pragma pipeline stage
    k = first.put(i);
#pragma pipeline stage
    sum += second.put(k);
  }
  return sum;
}

static long texts() {
  Text first, second;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 50; ++i) {
    long k = 0;
#pragma pipeline stage
    k = first.put(i);
#pragma pipeline stage
    sum = (sum * 7 + second.put(k)) % 100003;
  }
  return sum;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const long logged = logs(), written = texts();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%ld %ld\n", logged, written);
  MPI_Finalize();
}
