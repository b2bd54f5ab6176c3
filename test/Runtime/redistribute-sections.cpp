// Sections of arrays whose whole extents the sections do not tell: found out
// from the sizes of the storage where these tell them, refused where they do
// not. Arrays of arrays, and objects that change places.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 4 %t
#include "Inputs/Check.h"

using namespace redist;

static const MPI_Comm world = MPI_COMM_WORLD;

/// Element (i, j) of an n x m matrix in `block` rows x cyclic(2) columns on
/// 2 x 2 ranks.
struct Tiles {
  std::int64_t n, m, block;
  layout told() const {
    return layout({redist::block(block), cyclic(2)}).onto({2, 2});
  }
  std::int64_t rows() const { return local_extent(n, block, 2, rankOf() / 2); }
  std::int64_t columns() const { return local_extent(m, 2, 2, rankOf() % 2); }
  std::vector<double> filled() const {
    std::vector<double> part(static_cast<std::size_t>(rows() * columns()), -1);
    forOwn([&](std::int64_t i, std::int64_t j, std::size_t at) {
      part[at] = static_cast<double>(i * 1000 + j);
    });
    return part;
  }
  template <typename Visit> void forOwn(Visit visit) const {
    for (std::int64_t i = 0; i < n; ++i)
      for (std::int64_t j = 0; j < m; ++j)
        if (i / block % 2 == rankOf() / 2 && j / 2 % 2 == rankOf() % 2)
          visit(i, j,
                static_cast<std::size_t>(i % block * columns() + j / 4 * 2 +
                                         j % 2));
  }
};

static std::string caughtFrom(const redistribution &what,
                              std::vector<double> &a, std::vector<double> &b) {
  try {
    redistribute_into(at(9), what, world, objects(a), objects(b));
  } catch (const error &e) {
    return e.what();
  }
  return "";
}

static void extentsFromStorage() {
  const Tiles from{11, 13, 6}, to{9, 20, 5};
  std::vector<double> a = from.filled(), b = to.filled();
  // Y[2:4, 19:5:-2] = X[1:4:3, 3:5]
  const redistribution what = redistribution({slice(1, 4, 3), slice(3, 5)})
                                  .from(from.told())
                                  .into({slice(2, 4), slice(19, 5, -2)})
                                  .to(to.told());
  for (int i = 0; i < 2; ++i)
    redistribute_into(at(1), what, world, objects(a), objects(b));
  to.forOwn([&](std::int64_t i, std::int64_t j, std::size_t place) {
    const bool isIn = i >= 2 && i < 6 && j >= 11 && j % 2 == 1;
    const std::int64_t value =
        isIn ? (1 + (i - 2) * 3) * 1000 + 3 + (19 - j) / 2 : i * 1000 + j;
    require(b[place] == static_cast<double>(value), "wrong element");
  });
  // Sizes that no extents have, and none at all.
  std::vector<double> odd(a);
  odd.push_back(0);
  require(
      caughtFrom(what, odd, b)
              .find("app.cpp:9: error: the whole extents of the object are not "
                    "known: no extents") != std::string::npos,
      "sizes that fit nothing: " + caughtFrom(what, odd, b));
  // A pointer has no size; that of an array may be more than a rank needs.
  double *pointer = b.data();
  std::array<double, 50> roomy{};
  const auto requireRefusal = [&](auto &destination) {
    std::string caught;
    try {
      redistribute_into(at(2), what, world, objects(a), objects(destination));
    } catch (const error &e) {
      caught = e.what();
    }
    require(caught.find("the whole extents of the destination are not known: "
                        "its sections do not tell them, nor does storage "
                        "whose size is unknown or fixed by its type") !=
                std::string::npos,
            "no size: " + caught);
  };
  requireRefusal(pointer);
  requireRefusal(roomy);
}

/// 24 elements on one rank may be 2 x 12, 3 x 8, ...
static void severalExtents() {
  const layout one = layout({undistributed(), undistributed()}).onto({});
  std::vector<double> a(rankOf() == 0 ? 24 : 0), b(a);
  const redistribution what = redistribution({slice(0, 2), slice(1, 2)})
                                  .from(one)
                                  .into({slice(0, 2), slice(0, 2)})
                                  .to(one);
  require(caughtFrom(what, a, b).find("several extents") != std::string::npos,
          "several extents: " + caughtFrom(what, a, b));
  // Told, they are taken; and where nothing moves nobody asks.
  redistribution told = what;
  told.source_extents = {4, 6};
  told.target_extents = {3, 8};
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = static_cast<double>(i + 1);
  redistribute_into(at(3), told, world, objects(a), objects(b));
  if (rankOf() == 0)
    require(b[0] == 2 && b[1] == 3 && b[8] == 8 && b[9] == 9 && b[2] == 0,
            "told extents");
  const redistribution none = redistribution({slice(0, 0), slice(1, 2)})
                                  .from(one)
                                  .into({slice(5, 0), slice(0, 2)})
                                  .to(one);
  redistribute_into(at(4), none, world, objects(a), objects(b));
}

/// Two rows of 6 on each of 4 ranks: with block(2) the matrix is 8 x 6; with
/// cyclic(2) it might have 16 rows of 3.
static void extentsOfBlocks() {
  const layout columns = layout({undistributed(), block(2)}).onto({4});
  std::vector<double> a(12), b(16, -1); // b: 8 rows, 2 of 8 columns
  for (int i = 0; i < 2; ++i)
    for (int j = 0; j < 6; ++j)
      a[static_cast<std::size_t>(6 * i + j)] = (2 * rankOf() + i) * 100 + j;
  const redistribution parts = redistribution({slice(0, 8), slice(2, 1)})
                                   .into({slice(0, 8), slice(7, 1)})
                                   .to(columns);
  const redistribution what =
      parts.from(layout({block(2), undistributed()}).onto({4}));
  redistribute_into(at(8), what, world, objects(a), objects(b));
  for (std::size_t i = 0; i < 8; ++i)
    require(b[2 * i] == -1 &&
                b[2 * i + 1] ==
                    (rankOf() == 3 ? static_cast<double>(100 * i + 2) : -1),
            "a column of blocks");
  const std::string caught = caughtFrom(
      parts.from(layout({cyclic(2), undistributed()}).onto({4})), a, b);
  require(caught.find("several extents") != std::string::npos,
          "a column of cyclic(2): " + caught);
}

/// double c[5][7] with two brackets has elements of one double.
static void arraysOfArrays() {
  const layout rows = layout({block(), undistributed()}).onto({4});
  const layout columns = layout({undistributed(), cyclic()}).onto({4});
  double c[5][7] = {}, d[20][2] = {};
  for (int i = 0; i < 5; ++i)
    for (int j = 0; j < 7; ++j)
      c[i][j] = (rankOf() * 5 + i) * 100 + j;
  redistribute_into(
      at(5), redistribution({whole(20), whole(7)}).from(rows).to(columns),
      world, objects(c), objects(&d[0][0]));
  const std::int64_t own = local_extent(7, 1, 4, rankOf());
  for (std::int64_t i = 0; i < 20; ++i)
    for (std::int64_t j = 0; j < own; ++j)
      require((&d[0][0])[i * own + j] ==
                  static_cast<double>(i * 100 + j * 4 + rankOf()),
              "array of arrays");
}

/// What is read and written in one directive is read first.
static void objectsChangePlaces() {
  const layout from = cyclic_layout(3, 4, 0);
  const layout to = cyclic_layout(5, 4, 0);
  auto a = filled<int>(200, from, rankOf());
  auto b = a;
  for (int &value : b)
    value = -value;
  a.resize(80);
  b.resize(80);
  redistribute_into(at(6), redistribution({whole(200)}).from(from).to(to),
                    world, objects(a, b), objects(b, a));
  check(b.data(), 200, to, rankOf(), "second");
  for (int &value : a)
    value = -value;
  check(a.data(), 200, to, rankOf(), "first");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  extentsFromStorage();
  severalExtents();
  extentsOfBlocks();
  arraysOfArrays();
  objectsChangePlaces();
  MPI_Finalize();
}
