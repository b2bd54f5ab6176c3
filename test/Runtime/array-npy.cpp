// Arrays in NPY files, of any shape, order and type of numbers: what NumPy
// loads, and what it has saved. What is wrong with a file is the same error on
// every rank, and changes no array.
// REQUIRES: runtime, numpy
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: cd %t.d && %numpy %S/Inputs/npy_files.py save
// RUN: cd %t.d && timeout 60 %mpirun 1 %t && %numpy %S/Inputs/npy_files.py load
// RUN: cd %t.d && timeout 60 %mpirun 4 %t && %numpy %S/Inputs/npy_files.py load
// RUN: cd %t.d && timeout 60 %mpirun 7 %t && %numpy %S/Inputs/npy_files.py load
// RUN: not ls %t.d/*.redist-*
#include "Inputs/ArrayCheck.h"

#include <complex>

using namespace redist;

static std::string orderName(storage_order order) {
  return order == storage_order::row ? "row" : "column";
}

/// "own-<name>-<order>.npy" is written; "theirs-<name>-<order>.npy" of either
/// order is read.
template <typename T, std::size_t D>
static void bothWays(const std::string &name,
                     const std::array<std::int64_t, D> &extents,
                     const layout &given) {
  for (const auto order : {storage_order::row, storage_order::column}) {
    redist::array<T, D> a(extents, given, MPI_COMM_WORLD, order);
    fillByIndex(a);
    a.write("own-" + name + "-" + orderName(order) + ".npy");
    for (const auto theirs : {storage_order::row, storage_order::column})
      for (const char *writer : {"theirs-", "own-"}) {
        if (std::string(writer) == "own-" && theirs != order)
          continue;
        a.fill(T());
        a.read(writer + name + "-" + orderName(theirs) + ".npy");
        checkByIndex(a, writer + name);
      }
  }
}

struct Point {
  double x, y;
};

static void errors() {
  redist::array<double, 2> a(
      {3, 4}, layout({cyclic(), undistributed()}).onto({sizeOf()}));
  fillByIndex(a);
  const auto requireUnread = [&](const std::string &name,
                                 const std::string &problem) {
    requireError("redist::array::read: '" + name + ".npy' " + problem,
                 [&] { a.read(name + ".npy"); });
    checkByIndex(a, name);
  };
  requireUnread("float32", "has elements of type '<f4', not '<f8'");
  requireUnread("big", "has elements of type '>f8', not '<f8'");
  requireUnread("int64", "has elements of type '<i8', not '<f8'");
  requireUnread("objects", "has elements of type '|O', not '<f8'");
  requireUnread("fields", "has elements with several fields, not numbers");
  requireUnread("transposed", "has 4 x 3 elements, but the array has 3 x 4");
  requireUnread("flat", "has 12 elements, but the array has 3 x 4");
  requireUnread("scalar", "has a single element, but the array has 3 x 4");
  requireUnread("version2",
                "is of version 2.0 of NPY, but 1.0 is what is read");
  requireUnread("version3",
                "is of version 3.0 of NPY, but 1.0 is what is read");
  requireUnread("raw", "is no NPY file");
  requireUnread("empty", "is no NPY file");
  requireUnread("cut-header", "ends within its header");
  requireUnread("no-dictionary", "has a header that is not what NPY 1.0 wants");
  requireUnread("cut-data", "has 223 bytes, but 3 x 4 elements of 8 bytes from "
                            "byte 128 on need 96");
  requireUnread("more-data",
                "has 225 bytes, but 3 x 4 elements of 8 bytes from "
                "byte 128 on need 96");
  redist::array<Point, 1> points({5}, layout({block()}).onto({sizeOf()}));
  requireError("redist::array::write: 'points.npy': an NPY file holds numbers, "
               "which the elements are not",
               [&] { points.write("points.npy"); });
  requireError("redist::array::read: 'raw.npy': an NPY file holds numbers, "
               "which the elements are not",
               [&] { points.read("raw.npy"); });
  // From a byte on, it is bytes.
  a.fill(0);
  a.read("theirs-double-row.npy", 128);
  checkByIndex(a, "behind the header");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  const std::vector<int> sizes(static_cast<std::size_t>(size), 20 / size + 1);
  bothWays<double, 2>("double", {3, 4},
                      layout({cyclic(), undistributed()}).onto({size}));
  bothWays<float, 1>("float", {1001}, layout({cyclic(3)}).onto({size}));
  bothWays<long double, 1>("longdouble", {7}, layout({block()}).onto({size}));
  bothWays<std::complex<float>, 2>(
      "complex", {5, 9}, layout({undistributed(), cyclic(2)}).onto({size}));
  bothWays<std::complex<double>, 3>(
      "complex128", {2, 9, 5},
      layout({undistributed(), block(), undistributed()}).onto({size}));
  bothWays<bool, 1>("bool", {10}, layout({cyclic()}).onto({size}));
  bothWays<signed char, 2>(
      "int8", {20, 3},
      layout({gen_block(sizes), undistributed()}).onto({size}));
  bothWays<std::uint16_t, 3>(
      "uint16", {3, 4, 70},
      layout({undistributed(), undistributed(), cyclic(4)}).onto({size}));
  bothWays<std::int64_t, 4>(
      "int64", {2, 3, 4, 5},
      layout({cyclic(), undistributed(), block(), undistributed()})
          .onto({size, 1}));
  bothWays<int, 2>("empty", {0, 3},
                   layout({block(), undistributed()}).onto({size}));
  errors();
  MPI_Finalize();
}
