// What is wrong on all ranks alike, and what only one rank can see, is thrown
// on every rank with the directive's file and line; nothing has changed,
// nothing hangs, and the next directive works.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t
#include "Inputs/Check.h"

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf();
  const int size = sizeOf();
  const MPI_Comm world = MPI_COMM_WORLD;
  const std::int64_t n = 100;
  const layout good = cyclic_layout(3, size, 0);
  const layout other = block_layout(size, 0);
  const auto part = filled<int>(n, good, rank);
  std::vector<int> a = part;

  expectError("app.cpp:12: error: from(): ", [&] {
    redistribute(at(12), a, n, cyclic_layout(3, size + 1, 0), other, world);
  });
  expectError(
      "app.cpp:13: error: to(): " + std::to_string(size) +
          " ranks from rank 1 on do not fit a communicator of " +
          std::to_string(size),
      [&] { redistribute(at(13), a, n, good, block_layout(size, 1), world); });
  expectError("app.cpp:14: error: ", [&] {
    redistribute(at(14), a, n, good, cyclic_layout(0, size, 0), world);
  });
  expectError("app.cpp:15: error: ", [&] {
    redistribute(at(15), a, n, good, cyclic_layout(2, 0, 0), world);
  });
  expectError("app.cpp:16: error: the extent is -1",
              [&] { redistribute(at(16), a, -1, good, other, world); });
  expectError("app.cpp:17: error: to(): ", [&] {
    redistribute(at(17), a, n, good, block_layout(n / size - 1, size, 0),
                 world);
  });
  expectError("app.cpp:18: error: ", [&] {
    redistribute(at(18), a, n, good, cyclic_layout(2, 1, -1), world);
  });
  expectError("app.cpp:19: error: unknown strategy 'fastest'", [&] {
    redistribute(at(19, "fastest"), a, n, good, other, world);
  });
  expectError("app.cpp:20: error: ", [&] { // neither block size is 1
    redistribute(at(20, "circulant"), a, n, good, cyclic_layout(5, size, 0),
                 world);
  });

  // Source too small on the last rank only.
  std::vector<int> cut = part;
  if (rank == size - 1)
    cut.pop_back();
  expectError(
      "app.cpp:21: error: the storage for the from layout on rank " +
          std::to_string(size - 1) + " of the communicator is too small: " +
          std::to_string(extentOn(n, good, size - 1)) +
          " elements are needed, " +
          std::to_string(extentOn(n, good, size - 1) - 1) + " are there",
      [&] { redistribute(at(21), cut, n, good, other, world); });

  // Destination of fixed size too small on rank 0 only.
  struct Fixed {
    int *first;
    std::size_t count;
    int *data() { return first; }
    std::size_t size() const { return count; }
  };
  int storage[100];
  for (int &value : storage)
    value = -7;
  const Fixed narrow{storage, rank == 0 ? std::size_t{1} : std::size_t{100}};
  expectError("app.cpp:22: error: the storage for the to layout on rank 0 of "
              "the communicator is too small: ",
              [&] {
                Fixed destination = narrow;
                redistribute_into(at(22), part, destination, n, good, other,
                                  world);
              });
  for (const int value : storage)
    require(value == -7, "a failed directive wrote to its destination");
  expectError("app.cpp:23: error: the storage for the from layout on rank 0",
              [&] {
                Fixed inPlace = narrow;
                redistribute(at(23), inPlace, n, good, other, world);
              });

  // Parameters that differ between ranks.
  expectError("app.cpp:24: error: the extent differs between ranks: it is 100 "
              "on rank 0 and 101 on rank 1 of the communicator",
              [&] {
                std::vector<int> roomy(200);
                redistribute(at(24), roomy, rank == 1 ? 101 : 100, good, other,
                             world);
              });
  expectError("app.cpp:31: error: the strategy differs between ranks: it is "
              "greedy on rank 0 and stepwise on rank 1 of the communicator",
              [&] {
                redistribute(at(31, rank == 1 ? "stepwise" : "greedy"), a, n,
                             good, other, world);
              });
  expectError("app.cpp:32: error: the kind of the target distribution differs "
              "between ranks: it is block on rank 0 and cyclic on rank 1",
              [&] {
                redistribute(at(32), a, n, good,
                             rank == 1 ? cyclic_layout(2, size, 0) : other,
                             world);
              });

  expectError("app.cpp:25: error: the communicator is MPI_COMM_NULL",
              [&] { redistribute(at(25), a, n, good, other, MPI_COMM_NULL); });

  // Null pointers on the last rank only, as source, target and in place.
  const std::string lastIsNull =
      std::to_string(size - 1) + " of the communicator is a null pointer: ";
  const int *from = rank == size - 1 ? nullptr : part.data();
  int *into = rank == size - 1 ? nullptr : storage;
  expectError(
      "app.cpp:26: error: the storage for the from layout on rank " +
          lastIsNull + std::to_string(extentOn(n, good, size - 1)) +
          " elements are needed",
      [&] { redistribute_into(at(26), from, storage, n, good, other, world); });
  expectError(
      "app.cpp:27: error: the storage for the to layout on rank " + lastIsNull,
      [&] { redistribute_into(at(27), part, into, n, good, other, world); });
  expectError("app.cpp:28: error: the storage for the from layout on rank " +
                  lastIsNull,
              [&] { redistribute(at(28), into, n, good, other, world); });
  for (const int value : storage)
    require(value == -7, "a failed directive wrote through a pointer");
  // Pointers whose storage the last rank says is too small, or less than none.
  const auto move = [&](int line, auto &object, std::int64_t capacity) {
    redistribute(
        at(line),
        redistribution({whole(n)}).from(good).to(other).capacity(capacity),
        world, object);
  };
  int *const all = storage;
  expectError("app.cpp:33: error: the storage for the from layout on rank " +
                  std::to_string(size - 1) +
                  " of the communicator is too small: " +
                  std::to_string(extentOn(n, good, size - 1)) +
                  " elements are needed, 1 are there",
              [&] { move(33, all, rank == size - 1 ? 1 : 100); });
  expectError("app.cpp:34: error: capacity() is -3, which is negative",
              [&] { move(34, all, rank == size - 1 ? -3 : 100); });
  expectError("app.cpp:35: error: capacity() is for pointers: the size of all "
              "other storage is known",
              [&] { move(35, a, 100); });
  for (const int value : storage)
    require(value == -7, "a failed directive wrote through a pointer");
  // They are as good as any where a rank has no elements.
  std::vector<int> onFirst(part);
  int *none = nullptr;
  const layout first = block_layout(1, 0);
  redistribute_into(at(29), part, onFirst, n, good, first, world);
  if (rank == 0)
    redistribute_into(at(29), onFirst.data(), storage, n, first, first, world);
  else
    redistribute_into(at(29), none, none, n, first, first, world);
  if (rank == 0)
    check(storage, n, first, rank, "with null pointers elsewhere");

  require(a == part, "a failed directive changed its object");
  redistribute(at(30), a, n, good, other, world);
  check(a.data(), n, other, rank, "after the errors");
  MPI_Finalize();
}
