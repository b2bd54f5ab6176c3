// Copies in onto(): what programs write as broadcast, allgather and their like;
// copies in the middle of a grid; more copies than elements; a redist::array
// that has them; and what is wrong with them, on all ranks.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 6 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 5 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t
#include "Inputs/ArrayCheck.h"

#include <algorithm>
#include <cstdlib>

using namespace redist;

static std::vector<int> numbersFrom(std::int64_t first, std::int64_t count) {
  std::vector<int> made;
  for (std::int64_t i = 0; i < count; ++i)
    made.push_back(valueOf<int>(first + i));
  return made;
}

static void broadcasts(int size, std::int64_t n) {
  const int root = size / 2;
  std::vector<int> a;
  if (rankOf() == root)
    a = numbersFrom(0, n);
  redistribute(at(1), a, n, layout({undistributed()}).onto({1}).at(root),
               layout({undistributed()}).onto({copies(size)}), MPI_COMM_WORLD);
  require(a == numbersFrom(0, n), "broadcast");
}

static void gathers(int size, std::int64_t n) {
  const layout blocks = layout({block()}).onto({size});
  const std::vector<int> part = filled<int>(n, blocks, rankOf());
  std::vector<int> whole;
  redistribute_into(at(2), part, whole, n, blocks,
                    layout({undistributed()}).onto({copies(size)}),
                    MPI_COMM_WORLD);
  require(whole == numbersFrom(0, n), "allgather");
  // And back: all have their parts.
  std::vector<int> back;
  redistribute_into(at(3), whole, back, n,
                    layout({undistributed()}).onto({copies(size)}), blocks,
                    MPI_COMM_WORLD);
  require(back == part, "parts of copies");
}

/// Rank (i, j) of a grid of rows and copies.
static void inGrids(int size, std::int64_t n) {
  const int rows = size / 2;
  if (rows == 0)
    return;
  const layout dealt = layout({cyclic(2)}).onto({rows * 2});
  const layout outside = layout({block()}).onto({copies(2), rows});
  const layout inside = layout({block()}).onto({rows, copies(2)});
  std::vector<int> a = filled<int>(n, dealt, rankOf());
  const std::int64_t size_ = (n + rows - 1) / rows;
  const auto require_block = [&](std::int64_t row, const char *what) {
    const std::int64_t first = std::min(n, row * size_);
    require(rankOf() >= 2 * rows ||
                a == numbersFrom(first, std::min(n, first + size_) - first),
            what);
  };
  redistribute(at(4), a, n, dealt, outside, MPI_COMM_WORLD);
  require_block(rankOf() % rows, "copies outside");
  redistribute(at(5), a, n, outside, inside, MPI_COMM_WORLD);
  require_block(rankOf() / 2, "copies inside");
  redistribute(at(6), a, n, inside, dealt, MPI_COMM_WORLD);
  require(a == filled<int>(n, dealt, rankOf()), "dealt again");
}

static void arrays(int size, const std::string &file) {
  using Matrix = redist::array<double, 2>;
  const layout rows = layout({block(), undistributed()}).onto({size});
  const layout all =
      layout({undistributed(), undistributed()}).onto({copies(size)});
  const auto what = redistribution({whole(9), whole(7)});
  Matrix a({9, 7}, rows);
  fillByIndex(a);
  const std::vector<double> before = a.gather(0);
  redistribute(at(7), what.to(all), MPI_COMM_WORLD, a);
  const auto requireAll = [&](const Matrix &one, const char *text) {
    require(one.size() == 63 && one.layout().holder_count == 1 &&
                one.layout().holders[0].ranks == size,
            std::string(text) + ": the layout");
    one.for_each([&](const auto &index, double value) {
      require(value == valueAt<double>(index), std::string(text) + ": element");
    });
  };
  requireAll(a, "array");
  require(a.owner_of({3, 4}) == 0 && a.owns({3, 4}), "the first copy owns");
  require(a.gather(0) == before, "gathered once");
  a.write(file);
  Matrix b({9, 7}, all, MPI_COMM_WORLD, storage_order::column);
  b.read(file);
  requireAll(b, "read");
  b.fill(0);
  b.scatter(a.gather(0));
  requireAll(b, "scattered");
  if (size > 1)
    expectError(
        "app.cpp:8: error: from() is not the layout that the array has", [&] {
          redistribute(at(8), what.from(rows).to(all), MPI_COMM_WORLD, a);
        });
  a.redistribute(rows);
  checkByIndex(a, "rows again");
  a.redistribute(layout({block(), cyclic(2)}).onto({1, copies(size), 1}));
  requireAll(a, "by the member");
}

static void errors(int size) {
  std::vector<int> a(10), b(10);
  const layout one = layout({undistributed()}).onto({1});
  const auto into = [&](int line, const layout &to) {
    redistribute_into(at(line), a, b, 10, one, to, MPI_COMM_WORLD);
  };
  expectError("app.cpp:20: error: to(): the number of copies is 0, not at "
              "least 1",
              [&] { into(20, layout({block()}).onto({1, copies(0)})); });
  expectError("app.cpp:21: error: to(): " + std::to_string(2 * size) +
                  " ranks from rank 0 on do not fit a communicator of " +
                  std::to_string(size),
              [&] { into(21, layout({block()}).onto({size, copies(2)})); });
  expectError("app.cpp:22: error: to(): onto() has copies or parts 5 times, "
              "but at most "
              "4 are possible",
              [&] {
                into(22,
                     layout({block()}).onto({copies(1), copies(1), copies(1),
                                             copies(1), copies(1), 1}));
              });
  expectError("app.cpp:23: error: to(): onto() has 2 extents for 1 distributed "
              "dimension",
              [&] { into(23, layout({block()}).onto({1, copies(1), 1})); });
  expectError(
      "a grid of 2 x " + std::to_string(size) + " ranks from rank 0 on", [&] {
        redist::array<int, 1> c({5}, layout({block()}).onto({2, copies(size)}));
      });
}

/// Found where REDIST_VERIFY=1, before anything has moved.
static void differences(int size) {
  const char *const verify = std::getenv("REDIST_VERIFY");
  if (!verify || size < 3)
    return;
  const layout all =
      layout({undistributed(), undistributed()}).onto({copies(size)});
  const layout rows = layout({block(), undistributed()}).onto({size});
  std::vector<double> a(35), same(35, 1), b, d;
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<double>(i);
  if (rankOf() == 2)
    a[16] = a[22] = -1;
  const auto what = redistribution({whole(5), whole(7)}).from(all).to(rows);
  expectError("app.cpp:30: error: copies of the source differ: element (2, 2) "
              "of object 1 is not the same on rank 0 and on rank 2",
              [&] {
                redistribute_into(at(30), what, MPI_COMM_WORLD,
                                  objects(same, a), objects(b, d));
              });
  expectError("app.cpp:31: error: copies of the source differ: element (1, 3) "
              "is not the same on rank 0 and on rank 2",
              [&] {
                redistribute(at(31), what.stored(storage_order::column),
                             MPI_COMM_WORLD, a);
              });
  require(a.size() == 35, "nothing has moved");
  // Only the last rows take part.
  const auto part = redistribution({slice(3, 2), slice(3, 4)})
                        .from(all)
                        .to(layout({block(1), undistributed()}).onto({2}));
  std::vector<double> c(8);
  auto shaped = part;
  shaped.source_extents[0] = 5;
  shaped.source_extents[1] = 7;
  redistribute_into(at(32), shaped.into({slice(0, 2), slice(0, 4)}),
                    MPI_COMM_WORLD, objects(a), objects(c));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  for (const std::int64_t n : {0, 1, 2, 37, 1000, 200000}) {
    broadcasts(size, n);
    gathers(size, n);
    inGrids(size, n);
  }
  arrays(size, std::string(argv[0]) + "." + std::to_string(size) + ".array");
  errors(size);
  differences(size);
  MPI_Finalize();
}
