// What can only be seen at run time, in annotated programs: every rank gets the
// exception with the directive's file and line, nobody hangs, and a program
// that catches nothing ends.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 %s -o %t
// RUN: timeout 60 %mpirun 3 %t large-grid | FileCheck %s --check-prefix=GRID
// RUN: timeout 60 %mpirun 3 %t high-grid | FileCheck %s --check-prefix=HIGH
// RUN: timeout 60 %mpirun 3 %t small-source | FileCheck %s --check-prefix=SOURCE
// RUN: timeout 60 %mpirun 3 %t small-target | FileCheck %s --check-prefix=TARGET
// RUN: timeout 60 %mpirun 3 %t into-extent | FileCheck %s --check-prefix=INTO
// RUN: timeout 60 %mpirun 3 %t into-extent-of-one-rank \
// RUN:   | FileCheck %s --check-prefix=INTO-ONE
// RUN: timeout 60 %mpirun 3 %t small-block | FileCheck %s --check-prefix=BLOCK
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t extents \
// RUN:   | FileCheck %s --check-prefix=EXTENTS
// RUN: not env timeout 60 %mpirun 3 %t \
// RUN:   large-grid uncaught 2>&1 | FileCheck %s --check-prefix=UNCAUGHT
// RUN: not env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t extents uncaught 2>&1 \
// RUN:   | FileCheck %s --check-prefix=EXTENTS-UNCAUGHT
#include <mpi.h>
#include <redist/redist.h>

#include <cstdio>
#include <cstring>
#include <string>
#include <vector>

static int rank, size;

static void run(const std::string &name) {
  const long n = 12;
  std::vector<int> a(4), b;
  int fixed[12] = {};
  int *pointer = fixed;
  if (name == "large-grid") {
#pragma redistribute a[n] from(block onto(size)) to(cyclic onto(size + 1))
    // GRID: directive-errors.cpp:[[#@LINE-1]]: error: to(): 4 ranks
    // GRID-NEXT: 3 of 3 ranks
    // UNCAUGHT: directive-errors.cpp:[[#@LINE-3]]: error: to(): 4 ranks
  } else if (name == "high-grid") {
#pragma redistribute a[n] from(block onto(size)) to(cyclic onto(2) at(size - 1))
    // HIGH: directive-errors.cpp:[[#@LINE-1]]: error: to(): 2 ranks from rank 2
    // HIGH-NEXT: 3 of 3 ranks
  } else if (name == "small-source") {
    if (rank == 1)
      a.pop_back();
#pragma redistribute a[n] from(block onto(size)) to(cyclic onto(size))
    // SOURCE: directive-errors.cpp:[[#@LINE-1]]: error: the storage for the from layout on rank 1 of the communicator is too small: 4 elements are needed, 3 are there
    // SOURCE-NEXT: 3 of 3 ranks
  } else if (name == "small-target") {
    struct View {
      int *first;
      std::size_t count;
      int *data() const { return first; }
      std::size_t size() const { return count; }
    };
    const View view{fixed, rank == 2 ? std::size_t{3} : std::size_t{12}};
#pragma redistribute a[n] from(block onto(size)) to(cyclic onto(size)) \
    into(view)
    // TARGET: directive-errors.cpp:[[#@LINE-2]]: error: the storage for the to layout on rank 2 of the communicator is too small: 4 elements are needed, 3 are there
    // TARGET-NEXT: 3 of 3 ranks
  } else if (name == "into-extent") {
    long m = n + 1; // no constant: the compiler would see it
#pragma redistribute a[n] from(block onto(size)) to(cyclic onto(size)) \
    into(b[m])
    // INTO: directive-errors.cpp:[[#@LINE-2]]: error: extent 13 of the destination differs from extent 12 of the object
    // INTO-NEXT: 3 of 3 ranks
  } else if (name == "into-extent-of-one-rank") {
    const long m = rank == 1 ? n + 1 : n;
#pragma redistribute a[n] from(block onto(size)) to(cyclic onto(size)) \
    into(b[m])
    // INTO-ONE: directive-errors.cpp:[[#@LINE-2]]: error: the extent of the destination differs between ranks: it is 12 on rank 0 and 13 on rank 1 of the communicator
    // INTO-ONE-NEXT: 3 of 3 ranks
  } else if (name == "small-block") {
#pragma redistribute a[n] from(block onto(size)) to(block(3) onto(size)) \
    into(pointer)
    // BLOCK: directive-errors.cpp:[[#@LINE-2]]: error: to():
    // BLOCK-NEXT: 3 of 3 ranks
  } else {
    // A plan for the extent is there before the ranks disagree.
    a.resize(8);
    const long m = rank == 1 ? n - 1 : n;
    for (const long extent : {n, n, m}) {
#pragma redistribute a[extent] from(block onto(size)) to(cyclic onto(size)) \
    into(b)
      // EXTENTS: directive-errors.cpp:[[#@LINE-2]]: error: the extent differs between ranks: it is 12 on rank 0 and 11 on rank 1
      // EXTENTS-NEXT: 3 of 3 ranks
      // EXTENTS-UNCAUGHT: directive-errors.cpp:[[#@LINE-4]]: error: the extent differs
    }
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  char message[512] = {};
  try {
    run(argv[1]);
  } catch (const redist::error &e) {
    if (argc > 2)
      throw;
    std::snprintf(message, sizeof message, "%s", e.what());
  }
  // All ranks must have got the same.
  char first[512];
  std::memcpy(first, message, sizeof first);
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
  int same = *message && std::strcmp(first, message) == 0, all = 0;
  MPI_Reduce(&same, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%s\n%d of %d ranks\n", message, all, size);
  MPI_Finalize();
}
