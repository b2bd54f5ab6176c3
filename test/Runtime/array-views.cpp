// redist::array on one rank at a time: construction, views, iteration with
// global indices, at() and owners, moving, copying, and what it refuses.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 7 %t
// RUN: %mpicxx -std=c++20 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t.20
// RUN: timeout 60 %mpirun 3 %t.20
#include "Inputs/ArrayCheck.h"

#include <numeric>

using redist::layout;

static_assert(!std::is_copy_constructible<redist::array<int, 2>>::value &&
                  !std::is_copy_assignable<redist::array<int, 2>>::value,
              "copies are explicit");
static_assert(
    std::is_nothrow_move_constructible<redist::array<int, 2>>::value &&
        std::is_nothrow_move_assignable<redist::array<int, 2>>::value,
    "moves are cheap");

/// Each element of a [rows][columns] array counted where it is found.
static void views(const layout &given, redist::storage_order order) {
  const std::int64_t rows = 11, columns = 6;
  redist::array<int, 2> a({rows, columns}, given, MPI_COMM_WORLD, order);
  require(a.extents() == std::array<std::int64_t, 2>{rows, columns} &&
              a.extent(1) == columns && a.global_size() == rows * columns,
          "extents");
  require(std::all_of(a.begin(), a.end(), [](int i) { return i == 0; }),
          "new elements are 0");
  a.fill(-1);
  require(std::count(a.begin(), a.end(), -1) ==
              static_cast<std::ptrdiff_t>(a.size()),
          "fill");
  for (auto [index, value] : a.owned())
    value = static_cast<int>(100 * index[0] + index[1]);

  const auto &constant = a;
  std::int64_t owned = 0;
  for (std::int64_t i = 0; i < rows; ++i)
    for (std::int64_t j = 0; j < columns; ++j) {
      const bool isHere = a.owner_of({i, j}) == rankOf();
      require(a.owns({i, j}) == isHere, "owns");
      if (!isHere) {
        requireError("element (" + std::to_string(i) + ", " +
                         std::to_string(j) + ") is on rank " +
                         std::to_string(a.owner_of({i, j})) + ", not on rank " +
                         std::to_string(rankOf()),
                     [&] { a.at(i, j) = 0; });
        continue;
      }
      ++owned;
      require(a.at(i, j) == 100 * i + j && constant.at({i, j}) == a.at({i, j}),
              "at");
      const auto local = a.local_index({i, j});
      require(a.local()(local[0], local[1]) == a.at(i, j) &&
                  &constant.local()[local] == &constant.at(i, j),
              "local");
      require((a.global_index(local) == std::array<std::int64_t, 2>{i, j}),
              "global index");
    }
  require(owned == static_cast<std::int64_t>(a.size()), "size");
  std::int64_t everywhere = 0;
  MPI_Allreduce(&owned, &everywhere, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  require(everywhere == rows * columns, "every element has one owner");

  const auto span = a.span();
  require(span.data() == a.data() && span.size() == a.size() &&
              constant.span().data() == a.data(),
          "span");
  require(a.local_extent(0) * a.local_extent(1) == owned &&
              a.local().extents() == a.local_extents() &&
              a.local().size() == a.size(),
          "local extents");
  if (owned > 0)
    require(a.strides()[order == redist::storage_order::row ? 1 : 0] == 1,
            "contiguous dimension");
  require(a.in_grid() == (a.position() >= 0), "position");
  require(a.order() == order, "order");
  long sum = 0;
  constant.for_each([&](const auto &, const int &value) { sum += value; });
  require(sum == std::accumulate(a.begin(), a.end(), 0L), "for_each");
}

static void movesAndCopies(int size) {
  const layout rows =
      layout({redist::block(), redist::undistributed()}).onto({size});
  redist::array<double, 2> a({8, 3}, rows), none;
  require(none.empty() && none.begin() == none.end() &&
              none.global_size() == 0 && !none.in_grid() &&
              none.communicator() == MPI_COMM_NULL,
          "an array without extents");
  for (auto [index, value] : none.owned())
    value = static_cast<double>(index[0]);
  fillByIndex(a);
  const double *const where = a.data();
  redist::array<double, 2> b = std::move(a);
  require(b.data() == where && a.empty(), "moves take the elements along");
  checkByIndex(b, "moved");
  const redist::array<double, 2> c = b.copy();
  require(c.empty() || c.data() != where, "copies are others");
  b.fill(0);
  checkByIndex(c, "copy");
  swap(a, b);
  require(a.data() == where && b.empty(), "swap");
  require(none.copy().empty(), "a copy of nothing");
  requireError("the redist::array has no extents: it was made without, or "
               "moved from",
               [&] { none.gather(); });
  requireError("the redist::array has no extents: it was made without, or "
               "moved from",
               [&] { none.at(0, 0) = 1; });
  requireError("element (8, 0) is not in the array, which has 8 x 3 elements",
               [&] { a.at(8, 0) = 1; });
  requireError("element (0, -1) is not in the array, which has 8 x 3 elements",
               [&] { a.owner_of({0, -1}); });
  require(!a.owns({-1, 0}), "nobody owns what is not there");
}

/// The argument that differs is named, with two ranks.
static void differing(int rank, int size) {
  using array = redist::array<int, 1>;
  using matrix = redist::array<int, 2>;
  const std::string end =
      " differs between ranks: it is 5 on rank 0 and 6 on rank 1 of the "
      "communicator";
  const int number = rank == 0 ? 5 : 6;
  const layout cyclic = layout({redist::cyclic(2)});
  requireError("redist::array: the extent" + end,
               [&] { array({number}, cyclic.onto({size})); });
  requireError("redist::array: the block size" + end, [&] {
    array({9}, layout({redist::cyclic(number)}).onto({size}));
  });
  const std::array<int, 2> sizes{number, 9 - number};
  requireError("redist::array: a size" + end, [&] {
    array({9}, layout({redist::gen_block(sizes)}).onto({2}));
  });
  requireError("redist::array: the extent of dimension 1" + end, [&] {
    matrix({9, number},
           layout({redist::cyclic(2), redist::block()}).onto({size, 1}));
  });
  requireError("redist::array: the kind of distribution differs between ranks: "
               "it is cyclic on rank 0 and block on rank 1 of the communicator",
               [&] {
                 array({9},
                       layout({rank == 0 ? redist::cyclic(1) : redist::block()})
                           .onto({size}));
               });
  array whole({8}, cyclic.onto({size}));
  const int root = rank == 0 ? 0 : 1;
  requireError("redist::array::gather: the root differs between ranks: it is 0 "
               "on rank 0 and 1 on rank 1 of the communicator",
               [&] { whole.gather(root); });
}

/// Every rank throws the same where any rank gives what cannot be.
static void errors(int rank, int size) {
  const layout cyclic = layout({redist::cyclic(2)});
  using array = redist::array<int, 1>;
  requireError("redist::array: the extent of dimension 0 is -5, which is "
               "negative",
               [&] { array({-5}, cyclic.onto({1})); });
  requireError("redist::array: a grid of " + std::to_string(size + 1) +
                   " ranks from rank 0 on does not fit a communicator of " +
                   std::to_string(size),
               [&] { array({5}, cyclic.onto({size + 1})); });
  requireError(
      "redist::array: the layout has 2 dimensions, the array has 1", [&] {
        array({5}, layout({redist::block(), redist::block()}).onto({1, 1}));
      });
  if (size > 1)
    differing(rank, size);
  // Only the last rank sees something wrong.
  if (size > 1)
    requireError("redist::array: the extent of dimension 0 is -1, which is "
                 "negative",
                 [&] { array({rank + 1 == size ? -1 : 7}, cyclic.onto({1})); });
  requireError("the communicator is MPI_COMM_NULL",
               [&] { array({5}, cyclic.onto({1}), MPI_COMM_NULL); });
}

/// Elements of other kinds, with 0 extents, outside the grid, in a half of the
/// ranks.
static void unusual(int rank, int size) {
  struct Particle {
    char name[3];
  };
  redist::array<Particle, 1> particles({10},
                                       layout({redist::cyclic()}).onto({size}));
  require(sizeof(Particle) == 3, "size of the element");
  for (auto [index, value] : particles.owned())
    value.name[0] = static_cast<char>(index[0]);
  redist::array<bool, 1> flags({10}, layout({redist::cyclic()}).onto({size}));
  flags.fill(true);
  struct alignas(32) Wide {
    double x[4];
  };
  redist::array<Wide, 1> wide({10}, layout({redist::cyclic()}).onto({1}));
  require(reinterpret_cast<std::uintptr_t>(wide.data()) % 32 == 0, "alignment");
  require(wide.in_grid() == (rank == 0), "outside the grid");
  require(wide.coordinates()[0] == (rank == 0 ? 0 : -1), "coordinates");
  redist::array<int, 3> empty(
      {3, 0, 4},
      layout({redist::block(), redist::cyclic(), redist::undistributed()})
          .onto({size, 1}));
  require(empty.empty() && empty.owned().empty(), "0 elements");
  for (auto [index, value] : empty.owned())
    value = static_cast<int>(index[0]);

  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  {
    redist::array<int, 1> part(
        {20}, layout({redist::block()}).onto({sizeOf(half)}), half);
    fillByIndex(part);
    checkByIndex(part, "half of the ranks");
    require(part.owner_of({19}) < sizeOf(half), "ranks of the communicator");
  }
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf(), size = sizeOf();
  const std::vector<int> sizes = {4, 0, 9};
  for (const auto order :
       {redist::storage_order::row, redist::storage_order::column}) {
    views(layout({redist::block(), redist::undistributed()}).onto({size}),
          order);
    views(layout({redist::undistributed(), redist::cyclic()}).onto({size}),
          order);
    views(layout({redist::cyclic(2), redist::cyclic(3)}).onto({1, size}),
          order);
    if (size > 1)
      views(layout({redist::cyclic(2), redist::cyclic(2)})
                .onto({size / 2, 2})
                .at(size % 2),
            order);
    if (size >= 3)
      views(layout({redist::gen_block(sizes), redist::block()})
                .onto({3, size / 3}),
            order);
  }
  movesAndCopies(size);
  errors(rank, size);
  unusual(rank, size);
  MPI_Finalize();
}
