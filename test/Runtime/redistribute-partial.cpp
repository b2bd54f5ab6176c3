// Layouts with parts that make no sense: the same error on every rank, and no
// element is touched.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 4 %t
#include "Inputs/ArrayCheck.h"

#include "redist/Parts.h"

#include <complex>

using namespace redist;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  const auto join = [](const int &a, const int &b) { return 10 * a + b; };
  const layout one = layout({undistributed()}).onto({});
  const auto parts = [](std::initializer_list<grid_extent> grid) {
    return layout({undistributed()}).onto(grid);
  };
  const auto moved = [&](int line, const layout &from, const layout &to) {
    std::vector<int> a(8, rankOf()), before = a;
    try {
      redistribute_parts(at(line), redistribution({whole(8)}).from(from).to(to),
                         MPI_COMM_WORLD, plus{}, a);
    } catch (const redist::error &) {
      require(a == before, "an error has changed the object");
      throw;
    }
  };
  expectError("app.cpp:20: error: from(): the number of parts is 0, not at "
              "least 1",
              [&] { moved(20, parts({partial(plus{}, 0)}), one); });
  expectError("app.cpp:21: error: from(): " + std::to_string(size + 1) +
                  " ranks from rank 0 on do not fit a communicator of " +
                  std::to_string(size),
              [&] { moved(21, parts({partial(plus{}, size + 1)}), one); });
  expectError("app.cpp:22: error: to(): partial() is for sources: a target "
              "gets values, not parts of them",
              [&] { moved(22, one, parts({partial(plus{}, size)})); });
  expectError("app.cpp:23: error: from(): the parts of an element are combined "
              "by one operator, but partial() names several",
              [&] {
                moved(23, parts({partial(plus{}, 2), partial(minimum{}, 2)}),
                      one);
              });
  expectError("app.cpp:27: error: partial() cannot be combined with indirect "
              "and listed: redistribute the values in a second directive",
              [&] {
                const std::vector<int> owners(8, 0);
                moved(27, parts({partial(plus{}, 2)}),
                      layout({indirect(owners)}).onto({2}));
              });
  // Only the call knows this one.
  array<int, 1> named({8}, parts({partial(join, size)}), MPI_COMM_WORLD);
  expectError("app.cpp:24: error: from(): the operator of partial() is not "
              "known: an array knows only built-in ones on numbers; state it "
              "in the directive",
              [&] {
                redistribute(at(24), redistribution({whole(8)}).to(one),
                             MPI_COMM_WORLD, named);
              });
  for (auto [index, value] : named.owned())
    value = rankOf() + 1;
  redistribute_parts(at(25), redistribution({whole(8)}).to(one), MPI_COMM_WORLD,
                     join, named);
  int wanted = 1;
  for (int rank = 1; rank < size; ++rank)
    wanted = join(wanted, rank + 1);
  for (auto [index, value] : named.owned())
    require(value == wanted, "a named operator of an array");
  array<double, 1> sums({5}, parts({partial(plus{}, size)}), MPI_COMM_WORLD);
  expectError("redist::array::gather: from(): the operator of partial() is not "
              "known: an array knows only built-in ones on numbers; state it "
              "in the directive",
              [&] { sums.gather(); });
  expectError(
      "app.cpp:26: error: from() is not the layout that the array has", [&] {
        redistribute_parts(
            at(26),
            redistribution({whole(5)}).from(parts({copies(size)})).to(one),
            MPI_COMM_WORLD, plus{}, sums);
      });
  MPI_Finalize();
}
