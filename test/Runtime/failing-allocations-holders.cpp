// As failing-allocations.cpp does it: of parts, copies and both by way of
// stripes, of any owners, of shares of elements, of elements that are combined,
// of halos, of arrays in parts, of storage that ranks of a node see, of two
// levels of messages, and of reductions in memory that a node shares.
// REDIST_EVERY_ALLOCATION=1 takes those with a plus, too.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: %python %S/Inputs/check_allocations.py %t %mpirun 3 %t -- array/cold/1 owners/warm/0 owners-later/warm/2 shares/warm/1 +shares/cold/1 +dealt-owners/cold/2 +dealt-owners/warm/0 +shares-later/cold/1 stripes-later/cold/0 +parts/cold/1 +stripes/cold/1 +copies/cold/0 +owners/cold/1 +combined/cold/2 +halo/cold/1 +shared/cold/1
// RUN: %python %S/Inputs/check_allocations.py %t %mpirun 3 %t -- number/cold/1 numbers/cold/0 many-named/cold/0 +named/cold/1 +root/cold/2 +many/cold/1
// RUN: env REDIST_NODES=0,0,1 REDIST_TWO_LEVELS=1 %python %S/Inputs/check_allocations.py %t %mpirun 3 %t -- combined-later/cold/0 +copies/cold/1 +combined/cold/2
// RUN: env REDIST_SHARED_MEMORY=0 %python %S/Inputs/check_allocations.py %t %mpirun 3 %t -- parts-later/warm/1 +parts-later/cold/1 +stripes/cold/2 +many-named/cold/1 +root/cold/0
#include "Inputs/FailingAllocations.h"

#include "redist/Accumulate.h"
#include "redist/Allocator.h"
#include "redist/Parts.h"
#include "redist/Reduce.h"

using namespace redist;

using Shared = std::vector<double, redist::allocator<double>>;

/// An element's value where all parts are there, and one of them.
static double sumOf(std::int64_t i, int ranks) {
  return static_cast<double>(ranks * i + ranks * (ranks - 1) / 2);
}

struct Data {
  static constexpr std::int64_t n = 3000; // enough for stripes
  MPI_Comm comm;
  int rank, size;
  std::vector<double> all;  ///< of elements, this rank's part of each value
  std::vector<double> part; ///< of a block
  std::vector<double> target;
  Shared shared;
  double number;
  std::vector<double> many;
  std::vector<std::int64_t> cells; ///< that this rank lists
  std::vector<int> every;          ///< index, of which each rank has a share
  std::vector<double> withHalo;

  explicit Data(MPI_Comm used)
      : comm(used), rank(rankOf(used)), size(sizeOf(used)), all(n),
        part(filled<double>(n, blocks(), rank)),
        target(static_cast<std::size_t>(extentOn(n, threes(), rank)), 100),
        shared(part.begin(), part.end()), number(rank + 1), many(40'000),
        withHalo(part.size() + 2, -1) {
    for (std::int64_t i = rank; i < n; i += size)
      cells.push_back(i);
    std::copy(part.begin(), part.end(), withHalo.begin() + 1);
    for (int i = 0; i < n; ++i)
      every.push_back(i);
    for (std::size_t i = 0; i < all.size(); ++i)
      all[i] = static_cast<double>(i) + rank;
    for (std::size_t i = 0; i < many.size(); ++i)
      many[i] = static_cast<double>(i % 100) + rank;
  }
  layout blocks() const { return block_layout(size, 0); }
  layout threes() const { return cyclic_layout(3, size, 0); }
  layout inParts() const {
    return layout({undistributed()}).onto({partial(plus{}, size)});
  }
  layout asCopies() const {
    return layout({undistributed()}).onto({copies(size)});
  }
  static redistribution moved(const layout &from, const layout &to) {
    return redistribution({whole(n)}).from(from).to(to);
  }
  bool operator==(const Data &other) const {
    return all == other.all && part == other.part && target == other.target &&
           shared == other.shared && number == other.number &&
           many == other.many && withHalo == other.withHalo;
  }
};

/// Not built in.
static double add(const double &a, const double &b) { return a + b; }

template <typename Call> static void later(Call call) {
  request pending = call();
  redist::wait(pending);
}

static void addParts(Data &data) {
  redistribute_parts(at(1), Data::moved(data.inParts(), data.threes()),
                     data.comm, plus{}, data.all);
}

static void addPartsLater(Data &data) {
  later([&] {
    return start_redistribute_parts(at(2),
                                    Data::moved(data.inParts(), data.threes()),
                                    data.comm, add, data.all);
  });
}

static void requireThrees(const Data &data) {
  std::size_t next = 0;
  for (std::int64_t i = 0; i < Data::n; ++i)
    if (i / 3 % data.size == data.rank)
      require(data.all.at(next++) == sumOf(i, data.size), "a sum of parts");
  require(next == data.all.size(), "the number of sums");
}

static void addStripes(Data &data) {
  redistribute_parts(at(3), Data::moved(data.inParts(), data.asCopies()),
                     data.comm, plus{}, data.all);
}

static void addStripesLater(Data &data) {
  later([&] {
    return start_redistribute_parts(
        at(4), Data::moved(data.inParts(), data.asCopies()), data.comm, plus{},
        data.all);
  });
}

static void requireSums(const Data &data) {
  require(data.all.size() == Data::n, "the number of sums");
  for (std::int64_t i = 0; i < Data::n; ++i)
    require(data.all[static_cast<std::size_t>(i)] == sumOf(i, data.size),
            "a sum by way of stripes");
}

static void copy(Data &data) {
  redistribute(at(5), Data::moved(data.blocks(), data.asCopies()), data.comm,
               data.part);
}

static void requireCopies(const Data &data) {
  require(data.part.size() == Data::n, "the number of copies");
  for (std::int64_t i = 0; i < Data::n; ++i)
    require(data.part[static_cast<std::size_t>(i)] == valueOf<double>(i),
            "a copy");
}

static void listCells(Data &data) {
  redistribute(at(6),
               Data::moved(data.blocks(),
                           layout({listed(data.cells)}).onto({data.size})),
               data.comm, data.part);
}

static void listCellsLater(Data &data) {
  later([&] {
    return start_redistribute(
        at(7),
        Data::moved(data.blocks(),
                    layout({listed(data.cells)}).onto({data.size})),
        data.comm, data.part);
  });
}

static void requireCells(const Data &data) {
  require(data.part.size() == data.cells.size(), "the number of cells");
  for (std::size_t i = 0; i < data.cells.size(); ++i)
    require(data.part[i] == valueOf<double>(data.cells[i]), "a cell");
}

/// The owners in an array of another layout.
static void useDealtOwners(Data &data) {
  redist::array<int, 1> owners({Data::n}, data.threes(), data.comm);
  owners.for_each([&](const auto &index, int &owner) {
    owner = static_cast<int>(index[0] % data.size);
  });
  redistribute(
      at(24),
      Data::moved(data.blocks(), layout({indirect(owners)}).onto({data.size})),
      data.comm, data.part);
}

static redistribution sharesOf(const Data &data) {
  return Data::moved(layout({listed(data.every)}).onto({data.size}),
                     data.threes());
}

static void addShares(Data &data) {
  accumulate_into(at(25), sharesOf(data), data.comm, plus{}, objects(data.all),
                  objects(data.target));
}

static void addSharesLater(Data &data) {
  later([&] {
    return start_accumulate_into(at(26), sharesOf(data), data.comm, add,
                                 objects(data.all), objects(data.target));
  });
}

static void requireShares(const Data &data) {
  for (std::size_t i = 0; i < data.target.size(); ++i) {
    const std::int64_t index =
        global_index(static_cast<std::int64_t>(i), 3, data.size, data.rank);
    require(data.target[i] == 100 + sumOf(index, data.size), "a sum of shares");
  }
}

static void combine(Data &data) {
  accumulate_into(at(8), Data::moved(data.blocks(), data.threes()), data.comm,
                  add, objects(data.part), objects(data.target));
}

static void combineLater(Data &data) {
  later([&] {
    return start_accumulate_into(
        at(9), Data::moved(data.blocks(), data.threes()), data.comm, plus{},
        objects(data.part), objects(data.target));
  });
}

static void requireCombined(const Data &data) {
  std::vector<double> wanted =
      filled<double>(Data::n, data.threes(), data.rank);
  for (double &one : wanted)
    one += 100;
  require(data.target == wanted, "what was combined");
}

/// In place, where only neighbours' elements come.
static void exchangeHalo(Data &data) {
  redistribute(at(10),
               Data::moved(data.blocks().room({1}), data.blocks().halo({1})),
               data.comm, data.withHalo);
}

static void requireHalo(const Data &data) {
  const std::int64_t length = blockOf(Data::n, data.blocks());
  const std::int64_t begin = data.rank * length;
  for (std::int64_t i = begin - 1; i <= begin + length; ++i)
    require(data.withHalo.at(static_cast<std::size_t>(i - begin + 1)) ==
                (i < 0 || i >= Data::n ? -1 : valueOf<double>(i)),
            "a halo");
}

static void useArray(Data &data) {
  redist::array<double, 1> a({Data::n}, data.inParts(), data.comm);
  std::copy(data.all.begin(), data.all.end(), a.begin());
  redistribute_parts(at(18), redistribution({whole(Data::n)}).to(data.threes()),
                     data.comm, plus{}, a);
  data.all.assign(a.begin(), a.end());
}

static void moveShared(Data &data) {
  redistribute(at(11), Data::moved(data.blocks(), data.threes()), data.comm,
               data.shared);
}

/// In the end on a board, which takes some calls.
static void addNumber(Data &data) {
  for (int i = 0; i < 8; ++i) {
    double other = 1;
    reduce(at(12), reduction().uniform(), data.comm, plus{}, other);
  }
  reduce(at(12), reduction().uniform(), data.comm, plus{}, data.number);
}

static void addNamed(Data &data) {
  reduce(at(13), reduction(), data.comm, add, data.number);
}

static void addNumbers(Data &data) {
  reduce(at(14), reduction(), data.comm, plus{}, elements(data.many, 0, 300));
}

static void addToRoot(Data &data) {
  reduce(at(15), reduction().root(1), data.comm, add,
         elements(data.many, 0, 40'000));
}

static void addMany(Data &data) {
  reduce(at(16), reduction(), data.comm, plus{},
         elements(data.many, 0, 40'000));
}

static void addManyNamed(Data &data) {
  reduce(at(17), reduction().ordered(), data.comm, add,
         elements(data.many, 0, 40'000));
}

static void requireAdded(const Data &data, std::size_t count) {
  for (std::size_t i = 0; i < data.many.size(); ++i)
    require(data.many[i] ==
                (i < count
                     ? sumOf(static_cast<std::int64_t>(i % 100), data.size)
                     : static_cast<double>(i % 100) + data.rank),
            "a sum of many");
}

static void requireNumber(const Data &data) {
  require(data.number == data.size * (data.size + 1) / 2.0, "the sum");
}

static const Mode<Data> modes[] = {
    {"parts", addParts, requireThrees},
    {"parts-later", addPartsLater, requireThrees},
    {"stripes", addStripes, requireSums},
    {"stripes-later", addStripesLater, requireSums},
    {"copies", copy, requireCopies},
    {"owners", listCells, requireCells},
    {"owners-later", listCellsLater, requireCells},
    {"dealt-owners", useDealtOwners, requireCells},
    {"shares", addShares, requireShares},
    {"shares-later", addSharesLater, requireShares},
    {"combined", combine, requireCombined},
    {"combined-later", combineLater, requireCombined},
    {"halo", exchangeHalo, requireHalo},
    {"array", useArray, requireThrees},
    {"shared", moveShared,
     [](const Data &d) {
       check(d.shared.data(), Data::n, d.threes(), d.rank, "shared storage");
     }},
    {"number", addNumber, requireNumber},
    {"named", addNamed, requireNumber},
    {"numbers", addNumbers, [](const Data &d) { requireAdded(d, 300); }},
    {"root", addToRoot,
     [](const Data &d) { requireAdded(d, d.rank == 1 ? d.many.size() : 0); }},
    {"many", addMany, [](const Data &d) { requireAdded(d, d.many.size()); }},
    {"many-named", addManyNamed,
     [](const Data &d) { requireAdded(d, d.many.size()); }},
};

int main(int argc, char **argv) { return failAllocations(argc, argv, modes); }
