// Storage that knows its extents, order and strides, where a directive says
// something else: the same error on all ranks, and nothing has moved.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++20 -O1 -I%S/Inputs %s -o %t
// RUN: timeout 60 %mpirun 2 %t | FileCheck %s
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 2 %t | FileCheck %s
#include "own_matrix.h"

#include <redist/Error.h>

#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

/// Two dimensions with any strides.
struct View {
  double *first;
  std::int64_t extents[2], strides[2];
};
template <> struct redist::storage_traits<View> {
  using element = double;
  static constexpr std::size_t dimensions = redist::any_dimensions;
  static constexpr bool is_owner = false;
  static double *data(const View &view) { return view.first; }
  static std::size_t dimension_count(const View &) { return 2; }
  static std::int64_t extent(const View &view, std::size_t k) {
    return view.extents[k];
  }
  static std::int64_t stride(const View &view, std::size_t k) {
    return view.strides[k];
  }
};

/// What rank 1 was told, and whether rank 0 was told the same.
template <class Call> void tryCall(const char *name, Call call) {
  std::string told = "nothing";
  try {
    call();
  } catch (const redist::error &error) {
    told = error.what();
    told = told.substr(told.find("error: ") + 7);
  }
  char own[256] = {}, other[256] = {};
  std::snprintf(own, sizeof own, "%s", told.c_str());
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Sendrecv(own, 256, MPI_CHAR, 1 - rank, 0, other, 256, MPI_CHAR, 1 - rank,
               0, MPI_COMM_WORLD, MPI_STATUS_IGNORE);
  if (rank == 0)
    std::printf("%s: %s%s\n", name, own,
                std::string(own) == other ? "" : " (and another one)");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<double> memory(100);
  own::matrix a(4, 6), b(4, 6), small(3, 6), part(2, 6);
  View view{memory.data(), {4, 6}, {6, 1}};
  View other{memory.data() + 50, {4, 6}, {7, 1}};
  View down{memory.data() + 50, {4, 6}, {-6, 1}};
  View wrong{memory.data(), {4, 5}, {6, 1}};
  std::vector<double> plain(24);

  tryCall("extents of the source", [&] {
#pragma redistribute small[8][6] from(block, * onto(2)) to(cyclic, * onto(2)) into(b)
  });
  // CHECK: extents of the source: the storage for the from layout on rank {{[01]}} of the communicator is 3 x 6, but the part of this rank is 4 x 6
  tryCall("extents of a view", [&] {
#pragma redistribute a[8][6] from(block, * onto(2)) to(cyclic, * onto(2)) into(wrong)
  });
  // CHECK: extents of a view: the storage for the to layout on rank {{[01]}} of the communicator is 4 x 5, but the part of this rank is 4 x 6
  tryCall("part of a section", [&] {
#pragma redistribute a[0 : 8][0 : 6] from(cyclic, * onto(2)) to(cyclic, * onto(2)) into(part[0 : 8][0 : 6])
  });
  // CHECK: part of a section: the storage for the to layout on rank {{[01]}} of the communicator is 2 x 6, but the part of this rank needs 4 x 6
  tryCall("brackets", [&] {
#pragma redistribute view[48] from(block onto(2)) to(cyclic onto(2)) into(plain)
  });
  // CHECK: brackets: storage of 2 dimensions has 1 bracket
  tryCall("order", [&] {
#pragma redistribute a[8][6] from(block, * onto(2)) to(cyclic, * onto(2)) order(row)
  });
  // CHECK: order: order() says rows, but the object is stored by columns
  tryCall("downwards", [&] {
#pragma redistribute down[8][6] from(block, * onto(2)) to(cyclic, * onto(2)) into(b)
  });
  // CHECK: downwards: the storage has stride -6 in dimension 0: elements must lie apart and upwards
  tryCall("two strides", [&] {
#pragma redistribute view[8][6], other[8][6] from(block, * onto(2)) to(cyclic, * onto(2)) into(a, b)
  });
  // CHECK: two strides: objects of one directive have different strides
  tryCall("strides of one", [&] {
#pragma redistribute view[8][6], plain[8][6] from(block, * onto(2)) to(cyclic, * onto(2)) into(a, b)
  });
  // CHECK: strides of one: one object of the directive has strides of its own, and another has none
  MPI_Finalize();
}
