// Random redistributions over MPI against owner and place by element: 1 to 4
// dimensions, all distributions, grids that are the same, overlap or are
// disjoint, at any rank or of any ranks, relabelled; shifts, sections on either
// side, permutations, storage orders, element sizes, several objects, in place,
// into and nowait, all strategies; one element for all positions, dimensions
// that one side lacks; containers, storage at every byte of a cache
// line, storage that the ranks of a node see; small, by messages, and large
// enough for rings. Arguments: seed, number of cases, small or large, one case
// alone.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t 1 20
// RUN: timeout 100 %mpirun 2 %t 2 30
// RUN: timeout 100 %mpirun 3 %t 3 30
// RUN: timeout 100 %mpirun 4 %t 4 40
// RUN: timeout 100 %mpirun 6 %t 5 40
// RUN: timeout 200 %mpirun 9 %t 6 40
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t 7 20
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t 8 20
// RUN: timeout 200 %mpirun 2 %t 9 30 large
// RUN: timeout 200 %mpirun 4 %t 10 30 large
// RUN: env REDIST_SHARED_MEMORY=0 timeout 200 %mpirun 3 %t 11 15 large
// Nodes of two or three ranks, and messages between them.
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 200 %mpirun 4 %t 12 20 large
// RUN: env REDIST_RANKS_PER_NODE=3 timeout 200 %mpirun 6 %t 13 20
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 200 %mpirun 5 %t 14 20
// By derived types, which a profile says to take no time.
// RUN: echo '{"alpha": 1e-6, "beta": 1e-10, "combine": 0, "ways": [{"sources": 1, "targets": 1, "run": 1, "piece": 1, "message": 1, "steps": 1, "at_once": 1, "collective": 1, "types": 0.01}]}' > %t.types
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.types timeout 100 %mpirun 4 %t 15 40
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.types timeout 100 %mpirun 6 %t 16 40
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.types timeout 200 %mpirun 3 %t 17 15 large
// The same of all messages at once, and of MPI_Alltoallv.
// RUN: sed 's/"at_once": 1/"at_once": 0.01/; s/"types": 0.01/"types": 1/' %t.types > %t.once
// RUN: sed 's/"collective": 1/"collective": 0.01/; s/"types": 0.01/"types": 1/' %t.types > %t.collective
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.once timeout 100 %mpirun 4 %t 18 40
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_PROFILE=%t.collective timeout 100 %mpirun 5 %t 19 40
// In two levels, one message a pair of nodes: equal nodes, unequal ones, ranks in
// turn, in no order, a node of one rank; several rounds of a pair, and nowait.
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,1 timeout 100 %mpirun 3 %t 20 30
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,1,1 timeout 100 %mpirun 4 %t 21 40
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,0,1 timeout 100 %mpirun 4 %t 22 40
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,1,0,1 timeout 100 %mpirun 4 %t 23 40
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,1,1,2,2 timeout 100 %mpirun 5 %t 24 40
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=2,0,1,0,2,1 REDIST_VERIFY=1 timeout 100 %mpirun 6 %t 25 40
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,0,0,1,1,1,2,2 timeout 200 %mpirun 9 %t 26 30
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,0,1 timeout 200 %mpirun 4 %t 27 20 large
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,1,1,0,2 timeout 200 %mpirun 5 %t 28 20 large
#include "Inputs/StoragePart.h"

template <std::size_t Size> struct Element {
  unsigned char bytes[Size];
  bool operator==(const Element &other) const {
    return std::equal(bytes, bytes + Size, other.bytes);
  }
};

template <std::size_t Size>
static Element<Size> elementOf(std::int64_t number, int object) {
  Element<Size> made;
  for (std::size_t i = 0; i < Size; ++i)
    made.bytes[i] =
        static_cast<unsigned char>((number * 2654435761LL + object * 97 +
                                    static_cast<std::int64_t>(i) * 31) >>
                                   (i % 5 * 3));
  return made;
}

constexpr std::int64_t untouched = -12345;

template <std::size_t Size>
static std::vector<Element<Size>> filledSource(const Case &one, int object) {
  const Index own = one.source.coordinates(rankOf());
  std::vector<Element<Size>> part(
      static_cast<std::size_t>(one.source.localSize(rankOf())));
  forAll(one.source.extents, [&](const Index &index) {
    const std::int64_t at = one.source.offset(index, own);
    if (at >= 0)
      part[static_cast<std::size_t>(at)] =
          elementOf<Size>(numberOf(index, one.source.extents), object);
  });
  return part;
}

template <std::size_t Size>
static void checkTarget(const Case &one, int object,
                        const std::vector<Element<Size>> &got) {
  const Index own = one.target.coordinates(rankOf());
  require(static_cast<std::int64_t>(got.size()) ==
              one.target.localSize(rankOf()),
          one.text + ": size of the target");
  std::vector<Element<Size>> wanted(got.size(),
                                    elementOf<Size>(untouched, object));
  forAssigned(one, [&](const Index &from, const Index &to) {
    const std::int64_t at = one.target.offset(to, own);
    if (at >= 0)
      wanted[static_cast<std::size_t>(at)] =
          elementOf<Size>(numberOf(from, one.source.extents), object);
  });
  require(got == wanted, one.text + ": element size " + std::to_string(Size) +
                             ": wrong elements");
}

/// The storage of two objects, and of one more for a second request.
template <typename A, typename B> struct Objects {
  A a;
  B b;
  A c;
};

/// With nowait, two requests of the same directive are under way at once.
template <typename A, typename B, typename Moved>
static void moveInPlace(const Case &one, const directive &where, A &&a, B &&b,
                        A &&c, Moved hasMoved) {
  if (!one.isNowait) {
    redistribute(where, one.what, MPI_COMM_WORLD, a, b);
    redistribute(where, one.what, MPI_COMM_WORLD, c);
    return;
  }
  request first = start_redistribute(where, one.what, MPI_COMM_WORLD, a, b);
  request second = start_redistribute(where, one.what, MPI_COMM_WORLD, c);
  require(!hasMoved(), one.text + ": changed before wait");
  wait(second);
  wait(first);
}

template <typename From, typename To>
static void moveInto(const Case &one, const directive &where, From &from,
                     To &to) {
  if (!one.isNowait) {
    redistribute_into(where, one.what, MPI_COMM_WORLD, objects(from.a, from.b),
                      objects(to.a, to.b));
    redistribute_into(where, one.what, MPI_COMM_WORLD, objects(from.a),
                      objects(to.c));
    return;
  }
  request first =
      start_redistribute_into(where, one.what, MPI_COMM_WORLD,
                              objects(from.a, from.b), objects(to.a, to.b));
  request second = start_redistribute_into(where, one.what, MPI_COMM_WORLD,
                                           objects(from.a), objects(to.c));
  if (rankOf() % 2 == 0) { // in any order
    wait(first);
    wait(second);
  } else {
    wait(second);
    wait(first);
  }
}

/// Lets the runtime say which position each rank has.
template <std::size_t First, std::size_t Second>
static void findPositions(Case &one, const directive &where,
                          std::vector<Element<First>> a,
                          std::vector<Element<Second>> b) {
  if (one.inPlace) {
    redistribute(where, one.what, MPI_COMM_WORLD, a, b);
  } else {
    // Large enough for any position.
    const auto most = static_cast<std::size_t>(one.target.largestPart());
    std::vector<Element<First>> x(most);
    std::vector<Element<Second>> y(most);
    redistribute_into(where, one.what, MPI_COMM_WORLD, objects(a, b),
                      objects(x, y));
  }
  applyPositions(one);
}

template <std::size_t First, std::size_t Second>
using Rows = Objects<std::vector<Element<First>>, std::vector<Element<Second>>>;

/// Elements of storage that is no container.
template <std::size_t First, std::size_t Second>
static Objects<Part<Element<First>>, Part<Element<Second>>>
partsOf(const Case &one, const Rows<First, Second> &rows, std::int64_t most,
        std::int64_t shift) {
  return {Part<Element<First>>(one.storage, rows.a, most, shift),
          Part<Element<Second>>(one.storage, rows.b, most, (shift + 7) % 64),
          Part<Element<First>>(one.storage, rows.c, most, (shift + 20) % 64)};
}

template <std::size_t First, std::size_t Second>
static void runInPlace(Case &one, const directive &where,
                       Rows<First, Second> &rows) {
  const Rows<First, Second> before = rows;
  if (one.storage == Storage::Container) {
    moveInPlace(one, where, rows.a, rows.b, rows.c,
                [&] { return !(rows.a == before.a); });
    return;
  }
  if (one.tellsCapacity)
    one.what = one.what.capacity(std::max(one.source.localSize(rankOf()),
                                          one.target.localSize(rankOf())));
  auto parts = partsOf<First, Second>(
      one, rows, std::max(one.source.largestPart(), one.target.largestPart()),
      one.shift);
  moveInPlace(one, where, parts.a.data(), parts.b.data(), parts.c.data(),
              [&] { return !(parts.a.content() == before.a); });
  const auto size = static_cast<std::size_t>(one.target.localSize(rankOf()));
  rows = {parts.a.content(size), parts.b.content(size), parts.c.content(size)};
}

template <std::size_t First, std::size_t Second>
static void runInto(const Case &one, const directive &where,
                    Rows<First, Second> &from, Rows<First, Second> &to) {
  if (one.storage == Storage::Container) {
    moveInto(one, where, from, to);
    return;
  }
  auto sources =
      partsOf<First, Second>(one, from, one.source.largestPart(), one.shift);
  auto targets = partsOf<First, Second>(one, to, one.target.largestPart(),
                                        (5 * one.shift + 3) % 64);
  moveInto(one, where, sources, targets);
  from = {sources.a.content(), sources.b.content(), sources.c.content()};
  to = {targets.a.content(), targets.b.content(), targets.c.content()};
}

/// Objects of two element sizes.
template <std::size_t First, std::size_t Second> static void run(Case &one) {
  state(one);
  const directive where = at(17, one.strategy);
  Rows<First, Second> from{filledSource<First>(one, 0),
                           filledSource<Second>(one, 1),
                           filledSource<First>(one, 0)};
  if (one.relabels) // sizes depend on the position
    findPositions<First, Second>(one, where, from.a, from.b);
  const auto size = static_cast<std::size_t>(one.target.localSize(rankOf()));
  Rows<First, Second> to{{size, elementOf<First>(untouched, 0)},
                         {size, elementOf<Second>(untouched, 1)},
                         {size, elementOf<First>(untouched, 0)}};
  if (one.inPlace) {
    runInPlace<First, Second>(one, where, from);
    std::swap(from, to);
  } else {
    const auto before = from.a;
    runInto<First, Second>(one, where, from, to);
    require(from.a == before, one.text + ": the source changed");
  }
  checkTarget(one, 0, to.a);
  checkTarget(one, 1, to.b);
  checkTarget(one, 0, to.c);
}

/// Element sizes of two objects, and what runs a case with them.
struct Sizes {
  std::int64_t bytes;
  void (*run)(Case &);
};
template <std::size_t First, std::size_t Second> constexpr Sizes sizesOf() {
  return {First + Second, run<First, Second>};
}
static constexpr Sizes allSizes[] = {
    sizesOf<8, 3>(),  sizesOf<1, 16>(), sizesOf<24, 4>(), sizesOf<4, 8>(),
    sizesOf<48, 2>(), sizesOf<5, 12>(), sizesOf<33, 40>()};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  generator.seed(static_cast<std::uint64_t>(std::atoll(argv[1])));
  const int count = std::atoi(argv[2]);
  const bool isLarge = argc > 3 && std::string(argv[3]) == "large";
  const int only = argc > 4 ? std::atoi(argv[4]) : -1;
  int unknown = 0;
  for (int number = 0; number < count; ++number) {
    const Sizes &sizes =
        allSizes[pick(0, static_cast<std::int64_t>(std::size(allSizes)) - 1)];
    Case one = pickCase(sizeOf(), number, isLarge, sizes.bytes);
    if (only >= 0 && number != only)
      continue;
    try {
      sizes.run(one);
    } catch (const redist::error &e) {
      // Where several extents fit sections and storage, none is taken.
      require(one.asksStorage && std::string(e.what()).find("whole extents") !=
                                     std::string::npos,
              one.text + ": " + e.what());
      ++unknown;
    }
  }
  if (rankOf() == 0)
    std::printf("%d cases, %d of them with unknown extents\n", count, unknown);
  MPI_Finalize();
}
