// What the loop's header writes travels with the item, and has its last value
// after the loop: on the rank that sends it, it is not moved away.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 2 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 3 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.expected -
#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

/// Ends without a change of what it was given.
class Source {
public:
  explicit Source(int items) : left(items) {}
  bool next(std::vector<int> &values, std::string &name) {
    if (left == 0)
      return false;
    values.assign(100000, --left);
    name.assign(70000, static_cast<char>('a' + left % 26));
    return true;
  }

private:
  int left;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank, ranks;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  Source source(30);
  std::vector<int> values;
  std::string name;
  long sum = 0, letters = 0;
#pragma pipeline
  while (source.next(values, name)) {
#pragma pipeline stage at(0)
    sum += values.back();
#pragma pipeline stage at(ranks - 1)
    letters += name[name.size() / 2] + static_cast<long>(values.size());
  }
  // CHECK: 435 3003241 100000 0 70000 a
  if (rank == 0)
    std::printf("%ld %ld %zu %d %zu %c\n", sum, letters, values.size(),
                values.empty() ? -1 : values.back(), name.size(),
                name.empty() ? '-' : name[0]);
  MPI_Finalize();
}
