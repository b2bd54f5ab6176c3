// What can be wrong with indirect and listed: told on all ranks alike, with
// index and ranks, and nothing has moved. After each error the same ranks move
// elements that are right. One rank alone is wrong in most.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t
#include "Inputs/ArrayCheck.h"

#include "redist/Accumulate.h"

#include <functional>
#include <numeric>

using namespace redist;

static constexpr std::int64_t n = 7;
static const std::vector<int> rightOwners = {2, 0, 1, 1, 0, 2, 0};

/// The indices of a coordinate.
static std::vector<std::int64_t> indicesOf(int coordinate) {
  std::vector<std::int64_t> all;
  for (std::int64_t i = 0; i < n; ++i)
    if (rightOwners[static_cast<std::size_t>(i)] == coordinate)
      all.push_back(i);
  return all;
}

static std::vector<int> ownPart() {
  std::vector<int> part;
  for (const std::int64_t index : indicesOf(rankOf()))
    part.push_back(static_cast<int>(100 + index));
  return part;
}

/// Moves from these layouts; `wanted`: the error, the same on all ranks.
static void expectError(const layout &from, const layout &to,
                        const std::string &wanted) {
  std::vector<int> source = ownPart(), target(20, -7);
  const std::vector<int> sourceBefore = source, targetBefore = target;
  const directive where{"owners.cpp", 5, "owners", "auto", nullptr, 0};
  std::string found = "no error";
  try {
    redistribute_into(where, redistribution({whole(n)}).from(from).to(to),
                      MPI_COMM_WORLD, objects(source), objects(target));
  } catch (const error &e) {
    found = e.what();
  }
  require(found == "owners.cpp:5: error: " + wanted,
          "found: " + found + "\nwanted: " + wanted);
  require(source == sourceBefore && target == targetBefore,
          "something has moved: " + wanted);
}

/// relabel() would move a rank's part to another one.
static void expectNoRelabelling() {
  std::vector<int> part = ownPart();
  const std::vector<int> before = part;
  int position = -5;
  const directive where{"owners.cpp", 7, "owners", "auto", nullptr, 0};
  std::string found = "no error";
  try {
    redistribute(where,
                 redistribution({whole(n)})
                     .from(layout({indirect(rightOwners)}).onto({3}))
                     .to(layout({cyclic()}).onto({3}))
                     .relabel(position),
                 MPI_COMM_WORLD, part);
  } catch (const error &e) {
    found = e.what();
  }
  require(found == "owners.cpp:7: error: relabel() is not for indirect and "
                   "listed, which say themselves on which rank elements lie",
          found);
  require(part == before && position == -5, "relabel() has done something");
}

static void expectRight() {
  std::vector<int> part = ownPart();
  const directive where{"owners.cpp", 9, "owners", "auto", nullptr, 0};
  const std::vector<std::int64_t> mine = indicesOf(rankOf());
  redistribute(where,
               redistribution({whole(n)})
                   .from(layout({listed(mine)}).onto({3}))
                   .to(layout({undistributed()}).onto({})),
               MPI_COMM_WORLD, part);
  if (rankOf() != 0)
    return;
  std::vector<int> all(static_cast<std::size_t>(n));
  std::iota(all.begin(), all.end(), 100);
  require(part == all, "wrong elements after an error");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const layout block3 = layout({block()}).onto({3});
  const auto onRank = [](int rank, auto change) {
    std::vector<std::int64_t> mine = indicesOf(rankOf());
    if (rankOf() == rank)
      change(mine);
    return mine;
  };
  using Indices = std::vector<std::int64_t>;
  for (int turn = 0; turn < 2; ++turn) {
    { // without an owner
      const Indices mine = onRank(1, [](Indices &all) { all.pop_back(); });
      expectError(layout({listed(mine)}).onto({3}), block3,
                  "from(): index 3 has no owner: no rank of the source lists "
                  "it");
    }
    { // sparse numbers
      const Indices mine = onRank(0, [](Indices &) {});
      redistribution what({whole(std::int64_t{1} << 40)});
      const layout all = layout({listed(mine)}).onto({3});
      std::vector<double> held(mine.size());
      ::expectError(
          "from(): 1099511627769 of the 1099511627776 indices have no owner: "
          "the ranks of the source list 7",
          [&] {
            redistribute_into(at(8), what.from(all).to(all), MPI_COMM_WORLD,
                              objects(held), objects(held));
          });
    }
    { // two owners
      const Indices mine = onRank(2, [](Indices &all) { all.push_back(4); });
      expectError(layout({listed(mine)}).onto({3}), block3,
                  "from(): index 4 has two owners, rank 0 and rank 2 of the "
                  "communicator");
    }
    { // one, twice
      const Indices mine = onRank(2, [](Indices &all) { all.push_back(5); });
      expectError(layout({listed(mine)}).onto({3}), block3,
                  "from(): index 5 is listed twice by rank 2 of the "
                  "communicator");
    }
    { // out of range
      const Indices mine = onRank(1, [](Indices &all) { all.push_back(7); });
      expectError(layout({listed(mine)}).onto({3}), block3,
                  "from(): rank 1 of the communicator lists index 7, but the "
                  "extent is 7");
      expectError(block3, layout({listed(mine)}).onto({3}),
                  "to(): rank 1 of the communicator lists index 7, but the "
                  "extent is 7");
      const Indices below = onRank(0, [](Indices &all) { all[0] = -1; });
      expectError(block3, layout({listed(below)}).onto({3}),
                  "to(): rank 0 of the communicator lists index -1, but the "
                  "extent is 7");
    }
    { // a coordinate outside the grid
      std::vector<int> owners = rightOwners;
      owners[5] = 3;
      expectError(block3, layout({indirect(owners)}).onto({3}),
                  "to(): indirect puts index 5 on coordinate 3, but the "
                  "coordinates of its grid are 0 to 2");
      owners = rightOwners;
      if (rankOf() == 2)
        owners[1] = -1;
      expectError(layout({indirect(owners)}).onto({3}), block3,
                  "from(): indirect puts index 1 on coordinate -1, but the "
                  "coordinates of its grid are 0 to 2");
    }
    { // maps of other lengths, or contents, on ranks
      std::vector<int> owners = rightOwners;
      owners.push_back(0);
      expectError(block3, layout({indirect(owners)}).onto({3}),
                  "to(): indirect has 8 owners for 7 indices");
      if (rankOf() != 1)
        owners.pop_back();
      expectError(block3, layout({indirect(owners)}).onto({3}),
                  "the number of owners of the target differs between ranks: "
                  "it is 7 on rank 0 and 8 on rank 1 of the communicator");
      owners = rightOwners;
      if (rankOf() == 2)
        owners[4] = 1;
      expectError(block3, layout({indirect(owners)}).onto({3}),
                  "to(): the numbers of indirect differ between ranks: number "
                  "4 is 0 on rank 0 and 1 on rank 2 of the communicator");
    }
    { // owners in an array
      array<int, 1> owners({n}, layout({cyclic(2)}).onto({2}));
      owners.for_each([](const auto &index, int &owner) {
        owner = rightOwners[static_cast<std::size_t>(index[0])];
      });
      if (owners.owns({5}))
        owners.at(5) = 3;
      expectError(block3, layout({indirect(owners)}).onto({3}),
                  "to(): indirect puts index 5 on coordinate 3, but the "
                  "coordinates of its grid are 0 to 2");
      const array<int, 1> few({n - 1}, layout({block()}).onto({3}));
      expectError(layout({indirect(few)}).onto({3}), block3,
                  "from(): indirect has 6 owners for 7 indices");
      array<int, 1> twice({n}, layout({block()}).onto({copies(3), 1}));
      twice.fill(rankOf() == 2 ? 1 : 0);
      expectError(block3, layout({indirect(twice)}).onto({3}),
                  "to(): the array of indirect gives 14 coordinates to 7 "
                  "indices: its copies differ, or its ranks are not those of "
                  "the directive");
      expectError(block3,
                  rankOf() == 1 ? layout({indirect(rightOwners)}).onto({3})
                                : layout({indirect(few)}).onto({3}),
                  "the number of owners of the target differs between ranks: "
                  "it is 6 on rank 0 and 7 on rank 1 of the communicator");
    }
    { // two ranks with one coordinate, and other lists
      if (int size = 0;
          MPI_Comm_size(MPI_COMM_WORLD, &size) == 0 && size >= 4) {
        Indices mine =
            rankOf() % 2 == 0 ? Indices{0, 1, 2} : Indices{3, 4, 5, 6};
        if (rankOf() == 2)
          mine[1] = 6;
        expectError(layout({block()}).onto({3}),
                    layout({listed(mine)}).onto({copies(2), 2}),
                    "to(): the numbers of listed differ between ranks: number "
                    "1 is 1 on rank 0 and 6 on rank 2 of the communicator");
      }
    }
    { // what several ranks list is combined, but all must be listed
      const Indices mine = onRank(1, [](Indices &all) {
        all.pop_back(); // 3
        all.push_back(0);
      });
      std::vector<int> share(mine.size(), 1), sums(7, 5);
      const directive where{"owners.cpp", 8, "owners", "auto", nullptr, 0};
      std::string found = "no error";
      try {
        accumulate_into(where,
                        redistribution({whole(n)})
                            .from(layout({listed(mine)}).onto({3}))
                            .to(layout({undistributed()}).onto({})),
                        MPI_COMM_WORLD, std::plus<>(), objects(share),
                        objects(sums));
      } catch (const error &e) {
        found = e.what();
      }
      require(found == "owners.cpp:8: error: from(): index 3 has no owner: no "
                       "rank of the source lists it",
              found);
      require(sums == std::vector<int>(7, 5), "something has been added");
    }
    { // what does not go together
      const Indices mine = indicesOf(rankOf());
      expectError(block3, layout({listed(mine).shift(1)}).onto({3}),
                  "to(): shift() is not for indirect and listed, which say "
                  "themselves where elements lie");
      expectError(block3, layout({listed(mine)}).onto({3}).halo({1}),
                  "to(): halo is not for indirect and listed, whose elements "
                  "have no neighbours: listed may name what others name, too");
    }
    expectNoRelabelling();
    expectRight();
  }
  MPI_Finalize();
}
