// Sections in place: they stay where they are where from() and to() are one
// layout, however that is told, and are refused elsewhere. Sections of an array
// that is its own destination have one layout, too.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 4 %t
#include "Inputs/Check.h"
#include "redist/Array.h"

using namespace redist;

static const MPI_Comm world = MPI_COMM_WORLD;

/// A section in place stays where it is, and with it all else.
static void partsStay() {
  const layout threes = cyclic_layout(3, 4, 0);
  const std::vector<int> before = filled<int>(50, threes, rankOf());
  std::vector<int> a = before;
  a.resize(a.size() + 7, -1); // is no element
  const std::size_t size = a.size();
  const redistribution part = redistribution({slice(2, 10, 3)}).from(threes);
  const auto requireUnchanged = [&] {
    require(a.size() == size, "a part in place: the size");
    check(a.data(), 50, threes, rankOf(), "a part in place");
  };
  for (int i = 0; i < 2; ++i) {
    redistribute(at(10), part.to(threes), world, a);
    requireUnchanged();
  }
  request pending = start_redistribute(at(11), part.to(threes), world, a);
  wait(pending);
  requireUnchanged();
  // The same numbers, but elsewhere: that must move.
  std::vector<int> b(a.size(), -5);
  redistribute_into(at(12), part.into({slice(2, 10, 3)}).to(threes), world,
                    objects(a), objects(b));
  for (std::int64_t i = 0; i < 50; ++i)
    if (i / 3 % 4 == rankOf()) {
      const auto local = static_cast<std::size_t>(i / 12 * 3 + i % 3);
      const bool isIn = i >= 2 && i < 32 && i % 3 == 2;
      require(b[local] == (isIn ? a[local] : -5), "a part elsewhere");
    }
  int position = -7;
  redistribution numbered = part.to(threes);
  numbered.position = &position;
  redistribute(at(13), numbered, world, a);
  require(position == rankOf(), "the position of a part in place");
  requireUnchanged();
  // Equal by what they deal, not by name; nothing is known of a pointer.
  int *pointer = a.data();
  redistribute(at(14),
               redistribution({slice(0, 4)})
                   .from(block_layout(9, 4, 0))
                   .to(cyclic_layout(9, 4, 0)),
               world, pointer);
  const layout tiles = layout({cyclic(2), cyclic(3)}).onto({2, 2});
  redistribute(
      at(15),
      redistribution({slice(1, 4), slice(9, 4, -2)}).from(tiles).to(tiles),
      world, pointer);
  requireUnchanged();
}

static void partsCannotMove() {
  std::vector<int> a(60, rankOf());
  const auto refused = [&](const redistribution &what,
                           const std::string &message) {
    expectError("app.cpp:16: error: " + message,
                [&] { redistribute(at(16), what, world, a); });
  };
  const std::string inBoth =
      "a section needs into(): in place the other elements would be in both "
      "layouts";
  const layout threes = cyclic_layout(3, 4, 0);
  const redistribution part = redistribution({slice(2, 10)}).from(threes);
  // One element of CYCLIC(3) lies where that of CYCLIC(5) does, but of how many
  // it is one nobody knows.
  refused(redistribution({slice(0, 1)}).from(threes).to(cyclic_layout(5, 4, 0)),
          inBoth);
  refused(part.to(cyclic_layout(3, 2, 0)), inBoth);
  refused(part.to(cyclic_layout(3, 2, 2)), inBoth);
  refused(part.into({slice(3, 10)}).to(threes), inBoth);
  refused(redistribution({slice(2, 10, 0)}).from(threes).to(threes),
          "the stride of the section is 0");
  refused(redistribution({slice(0, 0)}).from(threes).to(cyclic_layout(3, 5, 0)),
          "to(): 5 ranks from rank 0 on do not fit a communicator of 4");
  const layout lines = layout({cyclic(), undistributed()}).onto({4});
  refused(redistribution({slice(0, 2), slice(0, 2)})
              .from(lines)
              .to(lines)
              .permute({1, 0}),
          inBoth);
  // One rank alone says something else.
  refused(redistribution({slice(rankOf() == 2 ? 1 : 2, 10)})
              .from(threes)
              .to(threes),
          "the lower bound of the object's section");
  // Its own destination, elsewhere: of one layout, too.
  expectError("app.cpp:17: error: object and destination are sections of one "
              "array, but from() and to() are not one layout",
              [&] {
                redistribute_into(
                    at(17),
                    part.into({slice(20, 10)}).to(cyclic_layout(5, 4, 0)),
                    world, objects(a), objects(a));
              });
  require(a == std::vector<int>(60, rankOf()), "an error changed something");
}

static void fill(array<int, 1> &a) {
  a.for_each([](const auto &index, int &value) {
    value = static_cast<int>(index[0]);
  });
}

static void requireFilled(const array<int, 1> &a) {
  a.for_each([](const auto &index, int value) {
    require(value == index[0], "a part of an array in place");
  });
}

static void partsOfArrays() {
  const layout threes = cyclic_layout(3, 4, 0);
  array<int, 1> a({50}, threes, world);
  fill(a);
  const redistribution part = redistribution({slice(2, 10)});
  redistribute(at(18), part.to(threes), world, a);
  requireFilled(a);
  expectError("app.cpp:19: error: a section needs into()", [&] {
    redistribute(at(19), part.to(block_layout(4, 0)), world, a);
  });
  expectError(
      "app.cpp:20: error: from() is not the layout that the array has", [&] {
        redistribute(at(20),
                     part.from(block_layout(4, 0)).to(block_layout(4, 0)),
                     world, a);
      });
  // By blocks of 13 it is dealt as by `block`, since it knows its extent.
  a.redistribute(block_layout(4, 0));
  redistribute(at(21), part.to(cyclic_layout(13, 4, 0)), world, a);
  requireFilled(a);
  array<int, 2> m({8, 8}, layout({block(), undistributed()}).onto({4}), world);
  const redistribution columns =
      redistribution({whole(8), slice(2, 3)}).to(m.layout());
  redistribute(at(22), columns, world, m);
  expectError("app.cpp:23: error: a section needs into()", [&] {
    redistribute(at(23), columns.stored(storage_order::column), world, m);
  });
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  partsStay();
  partsCannotMove();
  partsOfArrays();
  MPI_Finalize();
}
