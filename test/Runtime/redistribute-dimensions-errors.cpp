// What can be wrong with layouts, sections, permutations and objects of several
// dimensions: thrown on every rank alike, with nothing changed.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 5 %t
#include "Inputs/Check.h"

using namespace redist;

static const layout rows = layout({block(), undistributed()}).onto({4});
static const layout tiles = layout({cyclic(2), cyclic(3)}).onto({2, 2});

static redistribution whole2(std::int64_t n, std::int64_t m) {
  return redistribution({whole(n), whole(m)}).from(rows).to(tiles);
}

static void layouts(std::vector<int> &a) {
  const MPI_Comm world = MPI_COMM_WORLD;
  const auto refused = [&](int line, const std::string &message,
                           const redistribution &what) {
    expectError("app.cpp:" + std::to_string(line) + ": error: " + message,
                [&] { redistribute(at(line), what, world, a); });
  };
  const redistribution good = whole2(20, 12);
  refused(1, "from() has 1 dimension, but the object has 2",
          good.from(block_layout(4, 0)));
  refused(2, "to(): onto() has 1 extent for 2 distributed dimensions",
          good.to(layout({cyclic(2), cyclic(3)}).onto({4})));
  refused(3, "to(): 9 ranks from rank 0 on do not fit a communicator of ",
          good.to(layout({cyclic(2), cyclic(3)}).onto({3, 3})));
  refused(4, "to(): the number of ranks of dimension 1 is 0, not at least 1",
          good.to(layout({cyclic(2), cyclic(3)}).onto({2, 0})));
  refused(5, "the extent of dimension 1 is -3, which is negative",
          whole2(20, -3));
  refused(12,
          "the extent of dimension 1 of 'b' is 13, but that of 'a' is 12: "
          "objects of one directive have the same brackets",
          good.also("b", {whole(20), whole(13)}, "a"));
  refused(13,
          "the lower bound of dimension 0 of 'd' is 1, but that of 'c' is 0: "
          "objects of one directive have the same brackets",
          good.into({slice(0, 20), whole(12)})
              .also_into("c2", {slice(0, 20), whole(12)}, "c")
              .also_into("d", {slice(1, 20), whole(12)}, "c")
              .also_into("e", {slice(0, 20), whole(13)}, "c"));
  refused(14, "the stride of dimension 0 of 'd' is 2, but that of 'c' is 1",
          good.into({slice(0, 20), whole(12)})
              .also_into("d", {slice(0, 20, 2), whole(12)}, "c"));
  refused(6, "to(): ", good.to(layout({block(2), cyclic(3)}).onto({2, 2})));
  const std::vector<int> sizes = {5, 4, 6, 4};
  refused(7,
          "to(): the sizes of gen_block add up to 19, less than the extent 20",
          good.to(layout({gen_block(sizes), undistributed()}).onto({4})));
  refused(8, "to(): gen_block has 4 sizes for 2 ranks",
          good.to(layout({gen_block(sizes), undistributed()}).onto({2})));
  const std::vector<int> negative = {25, -4, 6, 4};
  refused(9, "to(): size 1 of gen_block must not be negative, it is -4",
          good.to(layout({gen_block(negative), undistributed()}).onto({4})));
  refused(10, "permute(): dimension 0 is there twice", good.permute({0, 0}));
  refused(11, "permute(): 2 is no dimension of the source, which has 2",
          good.permute({2, 0}));
  refused(12, "permute() has 3 dimensions, but the object has 2",
          good.permute({1, 0, 2}));
  refused(13,
          "a section needs into(): in place the other elements would be in "
          "both layouts",
          redistribution({slice(0, 20), whole(12)})
              .from(layout({block(5), undistributed()}).onto({4}))
              .to(tiles));
  refused(14, "from() is missing",
          redistribution({whole(20), whole(12)}).to(tiles));
  refused(15, "an array of 4611686018427387904 x 12 elements is too large",
          whole2(std::int64_t{1} << 62, 12));
  const auto on = [&](const std::vector<int> &ranks, int line,
                      const std::string &message) {
    refused(line, message, good.to(tiles.ranks(ranks)));
  };
  on({0, 1, 2, 1}, 16, "to(): rank 1 is at two positions of the grid");
  on({0, 1, 2}, 20, "to(): 3 ranks are given for 4 positions of the grid");
  on({}, 21, "to(): 0 ranks are given for 4 positions of the grid");
  // Nor is it taken for the plan without a map, which is kept from here on.
  std::vector<int> moved(rankOf() < 4 ? 60 : 0);
  redistribute(at(21), good, world, moved);
  on({}, 21, "to(): 0 ranks are given for 4 positions of the grid");
  on({0, 1, -1, 3}, 22,
     "to(): rank -1 of the grid is not in a communicator of ");
  on({0, 1, 2, 1 << 30}, 23,
     "to(): rank 1073741824 of the grid is not in a communicator of ");
  on({0, 1, rankOf() == 2 ? 3 : 2, rankOf() == 2 ? 2 : 3}, 24,
     "a rank of the target differs between ranks: it is 2 on rank 0 and 3 on "
     "rank 2 of the communicator");
  const auto shifted = [&](distribution rows, int line,
                           const std::string &message) {
    refused(line, message, good.to(layout({rows, undistributed()}).onto({4})));
  };
  shifted(block(6).shift(5), 25,
          "to(): shift(5) puts element 19 at 24, but the places on the ranks "
          "are 0 to 23");
  shifted(block().shift(-1), 26,
          "to(): shift(-1) puts element 0 at -1, but the places on the ranks "
          "are 0 to 19");
  shifted(gen_block(sizes).shift(1), 27,
          "to(): the sizes of gen_block add up to 19, less than the extent 20");
  shifted(cyclic(std::int64_t{1} << 60).shift(1), 28,
          "to(): cyclic(1152921504606846976) onto(4) is too large for a shift: "
          "ranks times block size must be below 2^62");
  shifted(cyclic(2).shift(rankOf() == 3 ? 4 : 2), 29,
          "the shift of the target in dimension 0 differs between ranks: it is "
          "2 on rank 0 and 4 on rank 3 of the communicator");
  const std::vector<int> own = {5, 5, 5, rankOf() == 1 ? 6 : 5};
  refused(17,
          "a gen_block size of the target in dimension 0 differs between "
          "ranks: it is 5 on rank 0 and 6 on rank 1 of the communicator",
          good.to(layout({gen_block(own), undistributed()}).onto({4})));
  refused(18, "the extent in dimension 1 differs between ranks",
          whole2(20, rankOf() == 2 ? 13 : 12));
  refused(19, "the permutation in dimension 0 differs between ranks",
          rankOf() == 3 ? good.permute({1, 0}) : good);
}

static void sections(std::vector<int> &a) {
  std::vector<int> b(a.size(), -1);
  const layout blocks = layout({block(5), undistributed()}).onto({4});
  const auto refused = [&](int line, const std::string &message,
                           const redistribution &what) {
    expectError("app.cpp:" + std::to_string(line) + ": error: " + message, [&] {
      redistribute_into(at(line), what.from(blocks).to(blocks), MPI_COMM_WORLD,
                        objects(a), objects(b));
    });
  };
  refused(
      30,
      "length 4 of dimension 0 of the destination differs from length "
      "5 of dimension 0 of the object",
      redistribution({slice(1, 5), whole(12)}).into({slice(0, 4), whole(12)}));
  refused(31, "the section of dimension 0 has the index -1, which is negative",
          redistribution({slice(3, 5, -1), whole(12)})
              .into({slice(0, 5), whole(12)}));
  refused(32, "the stride of the section of dimension 0 is 0",
          redistribution({slice(3, 5), whole(12)})
              .into({slice(0, 5, 0), whole(12)}));
  refused(33, "the length of the section of dimension 0 is -2",
          redistribution({slice(3, -2), whole(12)})
              .into({slice(0, -2), whole(12)}));
  refused(34, "into() has 1 dimension, but the object has 2",
          redistribution({slice(3, 2), whole(12)}).into({slice(0, 2)}));
  redistribution told =
      redistribution({slice(15, 6), whole(12)}).into({slice(0, 6), whole(12)});
  told.source_extents[0] = 20;
  refused(35,
          "the section of dimension 0 has the index 20, but the extent is "
          "20",
          told);
  expectError("app.cpp:36: error: the sections of object and destination "
              "overlap in one array",
              [&] {
                redistribute_into(at(36),
                                  redistribution({slice(0, 5, 2), whole(12)})
                                      .from(blocks)
                                      .into({slice(8, 5), whole(12)})
                                      .to(blocks),
                                  MPI_COMM_WORLD, objects(a), objects(a));
              });
  expectError("app.cpp:37: error: to(): block needs its size, block(k)", [&] {
    redistribute_into(at(37),
                      redistribution({slice(0, 5), whole(12)})
                          .from(blocks)
                          .into({slice(8, 5), whole(12)})
                          .to(rows),
                      MPI_COMM_WORLD, objects(a), objects(b));
  });
  for (const int value : b)
    require(value == -1, "a failed directive wrote to its destination");
}

static void storage(std::vector<int> &a) {
  std::vector<int> short1(a.begin(), a.end() - (rankOf() == 1 ? 1 : 0));
  std::vector<double> b(a.size());
  expectError(
      "app.cpp:50: error: the storage for the from layout on rank 1 of "
      "the communicator is too small: 60 elements are needed, 59 are "
      "there",
      [&] { redistribute(at(50), whole2(20, 12), MPI_COMM_WORLD, b, short1); });
  expectError(
      "app.cpp:51: error: objects 0 and 1 are to be written to the "
      "same storage",
      [&] { redistribute(at(51), whole2(20, 12), MPI_COMM_WORLD, a, a); });
  expectError("app.cpp:52: error: objects 0 and 1 are to be written to the "
              "same storage",
              [&] {
                std::vector<int> c(a.size());
                redistribute_into(at(52), whole2(20, 12), MPI_COMM_WORLD,
                                  objects(a, a),
                                  objects(c.data(), c.data() + 1));
              });
  int *none = nullptr;
  expectError("app.cpp:53: error: the storage for the to layout on rank 0 of "
              "the communicator is a null pointer: 60 elements are needed",
              [&] {
                redistribute_into(at(53), whole2(20, 12), MPI_COMM_WORLD,
                                  objects(a), objects(none));
              });
}

/// Ranks that are at different directives.
static void lines(std::vector<int> &a) {
  const bool isSecond = rankOf() == 1;
  expectError("app.cpp:53: error: the kind of the target distribution in "
              "dimension 0 differs between ranks: it is block(size) on rank 0 "
              "and cyclic on rank 1 of "
              "the communicator; rank 0 of the communicator is at app.cpp:53, "
              "rank 1 at app.cpp:54",
              [&] {
                redistribute(
                    at(isSecond ? 54 : 53),
                    redistribution({whole(20), whole(12)})
                        .from(rows)
                        .to(layout({isSecond ? cyclic(5) : redist::block(5),
                                    undistributed()})
                                .onto({4})),
                    MPI_COMM_WORLD, a);
              });
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // 20 x 12 in 4 blocks of 5 rows; the fifth rank has none.
  std::vector<int> a(rankOf() < 4 ? 60 : 0);
  for (std::size_t i = 0; i < a.size(); ++i)
    a[i] = rankOf() * 60 + static_cast<int>(i);
  const auto before = a;
  layouts(a);
  sections(a);
  lines(a);
  if (sizeOf() == 4)
    storage(a);
  require(a == before, "a failed directive changed its object");
  redistribute(at(60), whole2(20, 12), MPI_COMM_WORLD, a);
  redistribute(at(61),
               redistribution({whole(20), whole(12)}).from(tiles).to(rows),
               MPI_COMM_WORLD, a);
  require(a == before, "there and back");
  MPI_Finalize();
}
