// redist::array and the whole of it on one rank, in row-major order: gather and
// scatter with ranges of many kinds, and their errors.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 6 %t
// RUN: %mpicxx -std=c++20 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t.20
// RUN: timeout 60 %mpirun 3 %t.20
#include "Inputs/ArrayCheck.h"

using namespace redist;

template <std::size_t D>
static std::int64_t sizeOfWhole(const std::array<std::int64_t, D> &extents) {
  std::int64_t product = 1;
  for (const std::int64_t extent : extents)
    product *= extent;
  return product;
}

/// Global index of an element of the whole array in row-major order.
template <std::size_t D>
static std::array<std::int64_t, D>
indexOf(std::int64_t place, const std::array<std::int64_t, D> &extents) {
  std::array<std::int64_t, D> index;
  for (std::size_t k = D; k-- > 0;) {
    index[k] = place % extents[k];
    place /= extents[k];
  }
  return index;
}

template <typename T, std::size_t D>
static void thereAndBack(const std::array<std::int64_t, D> &extents,
                         const layout &given) {
  for (const auto order : {storage_order::row, storage_order::column})
    for (const int root : {0, sizeOf() - 1}) {
      redist::array<T, D> a(extents, given, MPI_COMM_WORLD, order);
      fillByIndex(a);
      const std::vector<T> whole = a.gather(root);
      const std::int64_t count = rankOf() == root ? sizeOfWhole(extents) : 0;
      require(static_cast<std::int64_t>(whole.size()) == count,
              "size of the whole");
      for (std::int64_t i = 0; i < count; ++i)
        require(whole[static_cast<std::size_t>(i)] ==
                    valueAt<T>(indexOf(i, extents)),
                "gathered element");
      a.fill(T());
      a.scatter(whole, root);
      checkByIndex(a, "scattered");
    }
}

static void ranges(int rank, int size) {
  const std::array<std::int64_t, 2> extents = {5, 4};
  redist::array<int, 2> a(extents,
                          layout({cyclic(), undistributed()}).onto({size}));
  fillByIndex(a);
  int plain[20] = {};
  a.gather_into(plain);
  std::array<int, 25> standard{}; // larger than need be
  standard.fill(-1);
  a.gather_into(standard, 0);
  require(standard[20] == -1, "elements beyond the array are kept");
  int *const pointer = rank == 0 ? plain : nullptr;
  a.gather_into(pointer, 0);
  std::vector<int> large(50);
  a.gather_into(large, 0);
  require(large.size() == (rank == 0 ? 20u : 50u), "resized on the root alone");
  for (int i = 0; rank == 0 && i < 20; ++i)
    require(plain[i] == valueAt<int>(indexOf(i, extents)) &&
                standard[static_cast<std::size_t>(i)] == plain[i] &&
                large[static_cast<std::size_t>(i)] == plain[i],
            "kinds of ranges");
  for (const int *from :
       {static_cast<const int *>(plain), static_cast<const int *>(pointer)}) {
    a.fill(0);
    a.scatter(from);
    checkByIndex(a, "from a pointer");
  }
  a.fill(0);
  a.scatter(plain, 0);
  checkByIndex(a, "from an array");
  std::array<int, 20> exact;
  std::copy(plain, plain + 20, exact.begin());
  a.scatter(exact);
  checkByIndex(a, "from a std::array");

  requireError("redist::array::gather: there is room for 20 of 21 elements",
               [&] {
                 redist::array<int, 1>({21}, layout({block()}).onto({1}))
                     .gather_into(plain);
               });
  requireError("redist::array::scatter: there are 25 elements for the 20 of "
               "the array",
               [&] { a.scatter(standard); });
  requireError("redist::array::scatter: there is only a null pointer for the "
               "elements",
               [&] { a.scatter(static_cast<const int *>(nullptr)); });
  requireError("redist::array::gather: there is only a null pointer for the "
               "elements",
               [&] { a.gather_into(static_cast<int *>(nullptr)); });
  requireError("redist::array::gather: rank " + std::to_string(size) +
                   " is not in a communicator of " + std::to_string(size),
               [&] { a.gather(size); });
  requireError("redist::array::scatter: rank -1 is not in a communicator of " +
                   std::to_string(size),
               [&] { a.scatter(plain, -1); });
  if (size > 1)
    requireError("redist::array::gather: the root differs between ranks: it is "
                 "0 on rank 0 and 1 on rank 1 of the communicator",
                 [&] { a.gather(rank == 0 ? 0 : 1); });
  checkByIndex(a, "unchanged by errors");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf(), size = sizeOf();
  const std::vector<int> sizes = {3, 0, 30};
  thereAndBack<int, 1>({0}, layout({block()}).onto({size}));
  thereAndBack<char, 1>({100}, layout({cyclic(3)}).onto({size}));
  thereAndBack<double, 2>({13, 9},
                          layout({undistributed(), cyclic(2)}).onto({size}));
  thereAndBack<float, 2>({13, 9}, layout({block(), cyclic()}).onto({1, size}));
  thereAndBack<float, 2>(
      {13, 0}, layout({block(), undistributed()}).onto({1}).at(size - 1));
  if (size >= 4)
    thereAndBack<long, 3>({5, 6, 7},
                          layout({cyclic(2), undistributed(), block()})
                              .onto({2, 2})
                              .at(size - 4));
  if (size >= 3)
    thereAndBack<short, 2>(
        {20, 3}, layout({gen_block(sizes), undistributed()}).onto({3}));
  if (size >= 4) {
    const int ranks[] = {3, 0, 1, 2};
    thereAndBack<int, 2>(
        {7, 6}, layout({cyclic(2), block()}).onto({2, 2}).ranks(ranks));
  }
  ranges(rank, size);
  MPI_Finalize();
}
