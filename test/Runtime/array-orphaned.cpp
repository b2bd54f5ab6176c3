// The communicator of an array has been freed: each call of the array is a
// redist::error on every rank, also where another communicator has its handle.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 3 %t
#include "Inputs/ArrayCheck.h"

using namespace redist;

using Array = redist::array<int, 1>;

static void useOrphan(Array &a, MPI_Comm comm) {
  const std::string text = "the communicator of the array has been freed";
  const layout to = cyclic_layout(3, sizeOf(), 0);
  requireError("redist::array::redistribute: " + text,
               [&] { a.redistribute(to); });
  requireError("redist::array::gather: " + text, [&] { a.gather(); });
  requireError("redist::array::scatter: " + text,
               [&] { a.scatter(std::vector<int>(100)); });
  requireError("redist::array::write: " + text, [&] { a.write("orphan"); });
  requireError("redist::array::read: " + text, [&] { a.read("orphan"); });
  requireError("app.cpp:1: error: " + text, [&] {
    redistribute(at(1), redistribution({whole(100)}).to(to), comm, a);
  });
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm comm;
  MPI_Comm_dup(MPI_COMM_WORLD, &comm);
  Array a({100}, block_layout(sizeOf(), 0), comm);
  fillByIndex(a);
  MPI_Comm_free(&comm);
  useOrphan(a, MPI_COMM_WORLD);
  Array second = a.copy();
  MPI_Comm_dup(MPI_COMM_WORLD, &comm); // perhaps with the same handle
  useOrphan(a, comm);
  useOrphan(second, comm);
  a.for_each([](const auto &index, const int &value) {
    require(value == valueAt<int>(index), "its elements are as they were");
  });
  a = Array({100}, block_layout(sizeOf(), 0), comm);
  a.redistribute(cyclic_layout(3, sizeOf(), 0));
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
