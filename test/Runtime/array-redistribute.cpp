// redist::array in the calls of directives: its layout may be left out, a wrong
// one is an error, and it has the new one afterwards; permuted, relabelled,
// stored by columns, gen_block, several arrays, and together with vectors.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 7 %t
// RUN: %mpicxx -std=c++20 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t.20
// RUN: timeout 60 %mpirun 3 %t.20
#include "Inputs/ArrayCheck.h"

using namespace redist;
using Matrix = redist::array<double, 2>;

/// Layouts of two dimensions that fit `size` ranks.
static std::vector<layout> layoutsFor(int size) {
  static const std::vector<std::int64_t> sizes = {5, 0, 40};
  static std::vector<int> backwards;
  backwards.clear();
  for (int rank = size; rank-- > 0;)
    backwards.push_back(rank);
  std::vector<layout> all = {
      layout({cyclic(4), undistributed()}).onto({size}).ranks(backwards),
      layout({block(), undistributed()}).onto({size}),
      layout({undistributed(), cyclic(2)}).onto({size}),
      layout({cyclic(3), block()}).onto({1, size}),
      layout({undistributed(), block(30)}).onto({1}).at(size - 1),
      layout({undistributed(), undistributed()}).onto({1}).at(size - 1)};
  if (size >= 2) {
    all.push_back(layout({cyclic(2), cyclic()}).onto({size / 2, 2}));
    all.push_back(
        layout({block(), cyclic(4)}).onto({2, size / 2}).at(size % 2));
  }
  if (size >= 3)
    all.push_back(layout({gen_block(sizes), undistributed()}).onto({3}));
  return all;
}

static void fromEachToEach(int size, storage_order order) {
  for (const layout &from : layoutsFor(size))
    for (const layout &to : layoutsFor(size)) {
      Matrix a({17, 23}, from, MPI_COMM_WORLD, order);
      fillByIndex(a);
      const Matrix before = a.copy();
      redistribute(at(1), redistribution({whole(17), whole(23)}).to(to),
                   MPI_COMM_WORLD, a);
      checkByIndex(a, "to");
      require(a.order() == order, "the order is kept");
      Matrix expected({17, 23}, to, MPI_COMM_WORLD, order);
      require(a.local_extents() == expected.local_extents() &&
                  a.coordinates() == expected.coordinates(),
              "the layout is the new one");
      // The same layout may be stated, and back through the member.
      redistribute(at(2),
                   redistribution({whole(17), whole(23)}).from(to).to(to),
                   MPI_COMM_WORLD, a);
      a.redistribute(from);
      checkByIndex(a, "back");
      require(std::equal(a.begin(), a.end(), before.begin(), before.end()),
              "as before");
    }
}

static void orders(int size) {
  const layout rows = layout({block(), undistributed()}).onto({size});
  const layout dealt = layout({cyclic(3), cyclic(2)}).onto({1, size});
  Matrix a({9, 14}, rows);
  fillByIndex(a);
  const auto what = redistribution({whole(9), whole(14)});
  redistribute(at(3), what.to(dealt).stored(storage_order::column),
               MPI_COMM_WORLD, a);
  require(a.order() == storage_order::column, "stored by columns");
  checkByIndex(a, "by columns");
  redistribute(at(4), what.to(rows), MPI_COMM_WORLD, a);
  require(a.order() == storage_order::column, "still stored by columns");
  checkByIndex(a, "still by columns");
  redistribute(at(5), what.to(rows).stored(storage_order::row), MPI_COMM_WORLD,
               a);
  require(a.order() == storage_order::row, "stored by rows");
  checkByIndex(a, "by rows");
}

static void transposes(int size, storage_order order) {
  const layout rows = layout({block(), undistributed()}).onto({size});
  Matrix a({17, 23}, rows, MPI_COMM_WORLD, order);
  fillByIndex(a);
  redistribute(at(6),
               redistribution({whole(17), whole(23)}).to(rows).permute({1, 0}),
               MPI_COMM_WORLD, a);
  require((a.extents() == std::array<std::int64_t, 2>{23, 17}),
          "extents change places");
  a.for_each([](const auto &index, double value) {
    require(value == valueAt<double, 2>({index[1], index[0]}), "transposed");
  });
  redist::array<short, 3> cube(
      {5, 6, 7},
      layout({cyclic(), undistributed(), undistributed()}).onto({size}),
      MPI_COMM_WORLD, order);
  fillByIndex(cube);
  redistribute(at(7),
               redistribution({whole(5), whole(6), whole(7)})
                   .to(layout({undistributed(), cyclic(2), undistributed()})
                           .onto({size}))
                   .permute({2, 0, 1}),
               MPI_COMM_WORLD, cube);
  std::int64_t count = 0;
  for (auto [index, value] : cube.owned()) {
    require(value == valueAt<short, 3>({index[1], index[2], index[0]}),
            "rotated");
    ++count;
  }
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  require(count == 5 * 6 * 7, "all of the cube");
}

/// The array remembers who has which position.
static void relabelled(int size) {
  const layout rows = layout({block(), undistributed()}).onto({size});
  Matrix a({8 * size, 5}, rows);
  fillByIndex(a);
  // What rank p has is what position size - 1 - p is to have: the sections run
  // backwards where the sizes do.
  std::vector<std::int64_t> sizes;
  for (int i = 0; i < size; ++i)
    sizes.push_back(i == 0 ? 4 : i + 1 == size ? 12 : 8);
  if (size == 1)
    sizes = {8};
  int position = -7;
  const layout shifted = layout({cyclic(8), undistributed()}).onto({size});
  redistribute(
      at(8),
      redistribution({whole(8 * size), whole(5)}).to(shifted).relabel(position),
      MPI_COMM_WORLD, a);
  require(position == a.position(), "the position is reported");
  checkByIndex(a, "relabelled");
  Matrix b({8 * size, 5}, shifted);
  int other = -7;
  const layout reversed = layout({undistributed(), cyclic(1)}).onto({size});
  redistribute(
      at(9),
      redistribution({whole(8 * size), whole(5)}).to(reversed).relabel(other),
      MPI_COMM_WORLD, a);
  require(other == a.position(), "the position is reported again");
  checkByIndex(a, "relabelled again");
  const auto all = a.gather(size - 1);
  for (std::size_t i = 0; i < all.size(); ++i)
    require(all[i] == valueAt<double, 2>({static_cast<std::int64_t>(i) / 5,
                                          static_cast<std::int64_t>(i) % 5}),
            "gathered after relabelling");
  const Matrix copied = a.copy();
  checkByIndex(copied, "copied after relabelling");
  a.redistribute(rows);
  checkByIndex(a, "back after relabelling");
}

/// The sizes of a gen_block may change or go once the array has the layout.
static void genBlocks(int size) {
  Matrix a({20, 4}, layout({block(), undistributed()}).onto({size}));
  fillByIndex(a);
  {
    std::vector<int> sizes(static_cast<std::size_t>(size), 1);
    sizes.back() = 20;
    a.redistribute(layout({gen_block(sizes), undistributed()}).onto({size}));
    sizes.assign(sizes.size(), -5);
  }
  checkByIndex(a, "gen_block");
  require(a.local_extent(0) == (rankOf() + 1 < size ? 1 : 21 - size),
          "sizes are the array's own");
  a.redistribute(layout({cyclic(3), undistributed()}).onto({size}));
  checkByIndex(a, "from gen_block");
}

/// So may the ranks of a grid.
static void rankMaps(int size) {
  const layout rows = layout({block(), undistributed()}).onto({size});
  std::vector<int> turned;
  for (int i = 0; i < size; ++i)
    turned.push_back((i + 1) % size);
  Matrix a({20, 4}, rows.ranks(turned));
  turned.assign(turned.size(), -5);
  fillByIndex(a);
  require(a.owner_of({0, 3}) == 1 % size, "owner");
  require(a.coordinates()[0] == (rankOf() + size - 1) % size, "coordinates");
  Matrix b({20, 4}, a.layout());
  require(b.owner_of({0, 3}) == 1 % size, "owner by the layout of another");
  a.redistribute(rows);
  checkByIndex(a, "from ranks");
  a.redistribute(b.layout());
  checkByIndex(a, "to ranks");
  // From another layout than it has.
  if (size > 1)
    requireError("app.cpp:9: error: from() is not the layout that the array "
                 "has",
                 [&] {
                   redistribute(at(9),
                                redistribution({whole(20), whole(4)})
                                    .from(rows.at(1).onto({size - 1}))
                                    .to(rows),
                                MPI_COMM_WORLD, a);
                 });
  const std::vector<int> own(static_cast<std::size_t>(size), 0);
  if (size > 1)
    requireError("redist::array: rank 0 is at two positions of the grid",
                 [&] { Matrix({20, 4}, rows.ranks(own)); });
}

static void withOthers(int size) {
  const layout rows = layout({block(), undistributed()}).onto({size});
  const layout columns = layout({undistributed(), block()}).onto({size});
  const auto what = redistribution({whole(12), whole(10)});
  // Two arrays of different elements in one call.
  Matrix a({12, 10}, rows);
  redist::array<char, 2> b({12, 10}, rows);
  fillByIndex(a);
  fillByIndex(b);
  redistribute(at(10), what.to(columns), MPI_COMM_WORLD, a, b);
  checkByIndex(a, "first of two");
  checkByIndex(b, "second of two");
  // An array into a vector, and back into another array.
  std::vector<double> part;
  redistribute_into(at(11), what.to(rows), MPI_COMM_WORLD, objects(a),
                    objects(part));
  Matrix c({12, 10}, rows);
  require(part.size() == c.size(), "size of the vector");
  redistribute_into(at(12), what.from(rows).to(columns), MPI_COMM_WORLD,
                    objects(part), objects(c));
  checkByIndex(c, "from a vector");
  require(c.local_extents() == a.local_extents(), "it has the layout");
  checkByIndex(a, "the source stays");
  // A section of one array into a section of another.
  Matrix d({12, 10}, rows);
  d.fill(-1);
  redistribute_into(at(13),
                    redistribution({slice(1, 4, 2), slice(9, 5, -1)})
                        .to(rows)
                        .into({slice(8, 4), slice(0, 5, 2)}),
                    MPI_COMM_WORLD, objects(c), objects(d));
  d.for_each([](const auto &index, double value) {
    const auto [i, j] = index;
    const bool isTarget = i >= 8 && j % 2 == 0;
    require(
        value ==
            (isTarget ? valueAt<double, 2>({1 + (i - 8) * 2, 9 - j / 2}) : -1),
        "section");
  });
}

/// A layout may be stated in any words that mean the same.
static void sameLayouts(int size) {
  const std::int64_t n = 6 * size - 1;
  redist::array<int, 1> a({n}, layout({block()}).onto({size}));
  fillByIndex(a);
  std::vector<short> sizes(static_cast<std::size_t>(size), 6);
  for (const distribution &same :
       {block(6), cyclic(6), gen_block(sizes), block()}) {
    redistribute(at(14),
                 redistribution({whole(n)})
                     .from(layout({same}).onto({size}))
                     .to(layout({same}).onto({size})),
                 MPI_COMM_WORLD, a);
    checkByIndex(a, "the same layout in other words");
  }
  redist::array<int, 2> b({4, n},
                          layout({undistributed(), cyclic()}).onto({size}));
  fillByIndex(b);
  redistribute(at(15),
               redistribution({whole(4), whole(n)})
                   .from(layout({block(), cyclic()}).onto({1, size}))
                   .to(layout({cyclic(3), block()}).onto({size, 1})),
               MPI_COMM_WORLD, b);
  checkByIndex(b, "undistributed is one rank");
}

/// Storage that a request still needs is not given to another call; reading
/// what it reads is.
static void inUse(int size) {
  const layout rows = layout({block(), undistributed()}).onto({size});
  const auto what = redistribution({whole(12), whole(10)});
  const std::string expected =
      "app.cpp:17: error: the storage is in use: nobody has waited yet for the "
      "redistribution at app.cpp:16";
  Matrix a({12, 10}, rows), b({12, 10}, rows);
  fillByIndex(a);
  request pending = start_redistribute(at(16), what.to(rows).permute({1, 0}),
                                       MPI_COMM_WORLD, a);
  requireError(expected,
               [&] { redistribute(at(17), what.to(rows), MPI_COMM_WORLD, a); });
  requireError(expected, [&] {
    request second =
        start_redistribute(at(17), what.to(rows), MPI_COMM_WORLD, a);
  });
  requireError(expected, [&] {
    redistribute_into(at(17), what.from(rows).to(rows), MPI_COMM_WORLD,
                      objects(b), objects(a));
  });
  redistribute_into(at(18), what.to(rows), MPI_COMM_WORLD, objects(a),
                    objects(b));
  checkByIndex(b, "read while it is under way");
  wait(pending);
  const auto turned = redistribution({whole(10), whole(12)});
  redistribute(at(19), turned.to(rows).permute({1, 0}), MPI_COMM_WORLD, a);
  checkByIndex(a, "after the wait");
  // The same with storage of a fixed size.
  std::vector<double> target(a.size());
  request other = start_redistribute_into(at(16), what.to(rows), MPI_COMM_WORLD,
                                          objects(a), objects(target));
  requireError(expected, [&] {
    redistribute_into(at(17), what.to(rows), MPI_COMM_WORLD, objects(b),
                      objects(target));
  });
  requireError(expected, [&] {
    redistribute_into(at(17), what.from(rows).to(rows), MPI_COMM_WORLD,
                      objects(target.data()), objects(b));
  });
  wait(other);
  require(std::equal(a.begin(), a.end(), target.begin(), target.end()),
          "after the other wait");
}

static void errors(int size) {
  const layout rows = layout({block(), undistributed()}).onto({size});
  const layout columns = layout({undistributed(), block()}).onto({size});
  const auto what = redistribution({whole(12), whole(10)});
  Matrix a({12, 10}, rows), none;
  fillByIndex(a);
  const auto fails = [&](const redistribution &call, MPI_Comm comm,
                         auto &&object, const std::string &part) {
    const std::string found =
        errorOf([&] { redistribute(at(20), call, comm, object); });
    require(found.find("app.cpp:20: error: ") == 0 &&
                found.find(part) != std::string::npos,
            "expected '..." + part + "...', found '" + found + "'");
  };
  if (size > 1)
    fails(what.from(columns).to(rows), MPI_COMM_WORLD, a, "layout");
  fails(redistribution({whole(12), whole(11)}).to(columns), MPI_COMM_WORLD, a,
        "extent");
  fails(redistribution({whole(120)}).to(layout({block()}).onto({1})),
        MPI_COMM_WORLD, a, "dimension");
  fails(what.to(layout({block(), undistributed()}).onto({size + 1})),
        MPI_COMM_WORLD, a, "communicator");
  // Ranks in another order; only the array's own ranks need be there.
  MPI_Comm other, half;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rankOf(), &other);
  if (size > 1)
    fails(what.to(columns), other, a, "another communicator");
  MPI_Comm_split(MPI_COMM_WORLD, rankOf() % 2, 0, &half);
  if (rankOf() % 2 == 1) {
    Matrix b({12, 10}, layout({block(), undistributed()}).onto({1}), half);
    fails(what.to(rows), MPI_COMM_WORLD, b, "another communicator");
  }
  MPI_Comm_free(&half);
  MPI_Comm_free(&other);
  // A duplicate has the same ranks.
  MPI_Comm_dup(MPI_COMM_WORLD, &other);
  redistribute(at(21), what.to(rows), other, a);
  MPI_Comm_free(&other);
  fails(what.to(columns), MPI_COMM_WORLD, none, "");
  checkByIndex(a, "unchanged by errors");
  require(a.local_extents() == Matrix({12, 10}, rows).local_extents(),
          "layout unchanged by errors");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  for (const auto order : {storage_order::row, storage_order::column}) {
    fromEachToEach(size, order);
    transposes(size, order);
  }
  orders(size);
  relabelled(size);
  genBlocks(size);
  rankMaps(size);
  withOthers(size);
  sameLayouts(size);
  inUse(size);
  errors(size);
  MPI_Finalize();
}
