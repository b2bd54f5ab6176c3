// Random redistributions from one group of an intercommunicator to the other,
// against owner and place by element: all that random-redistributions.cpp has
// but what needs both layouts on one rank. Either side says nowait, permute and
// strategy; what arrives replaces or is added; cases come again in any order,
// so that what one side expects of the other is right or wrong. Arguments:
// seed, number of cases, ranks of the first group, small or large.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 2 %t 1 40 1
// RUN: timeout 100 %mpirun 3 %t 2 40 2
// RUN: timeout 100 %mpirun 5 %t 3 60 3
// RUN: timeout 200 %mpirun 8 %t 4 60 3
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 5 %t 5 40 2
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t 6 40 3
// RUN: timeout 200 %mpirun 4 %t 7 20 2 large
// RUN: env REDIST_SHARED_MEMORY=0 timeout 200 %mpirun 3 %t 8 10 1 large
// Nodes that have ranks of one group, and of both.
// RUN: env REDIST_NODES=0,0,0,1,1 timeout 200 %mpirun 5 %t 9 30 3
// RUN: env REDIST_NODES=0,0,1,1,1 timeout 200 %mpirun 5 %t 10 20 3 large
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,0,1,1 timeout 200 %mpirun 5 %t 11 30 2
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,1,1,1 timeout 200 %mpirun 5 %t 12 15 3 large
#include "Inputs/RandomDirective.h"

#include "redist/Accumulate.h"

/// The groups, and which one this rank is in.
struct Coupled {
  MPI_Comm between = MPI_COMM_NULL;
  int rank = 0; ///< in the own group
  int sizes[2] = {0, 0};
  bool isFirst = false;
};

static Coupled couple(int first) {
  Coupled made;
  made.isFirst = rankOf() < first;
  made.sizes[0] = first;
  made.sizes[1] = sizeOf() - first;
  MPI_Comm own = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, made.isFirst, rankOf(), &own);
  MPI_Intercomm_create(own, 0, MPI_COMM_WORLD, made.isFirst ? first : 0, 3,
                       &made.between);
  MPI_Comm_rank(own, &made.rank);
  MPI_Comm_free(&own);
  return made;
}

struct Bytes {
  unsigned char all[5];
  bool operator==(const Bytes &other) const {
    return std::equal(all, all + 5, other.all);
  }
};

template <typename T> static T valueOf(std::int64_t number, int round) {
  return static_cast<T>(number * 37 + round * 1009);
}
template <> Bytes valueOf<Bytes>(std::int64_t number, int round) {
  Bytes made{};
  for (int i = 0; i < 5; ++i)
    made.all[i] = static_cast<unsigned char>((number + round) >> (2 * i));
  return made;
}

/// A case between the groups, and what each side says beyond its layout.
struct RemoteCase {
  Case both;
  bool firstSends = true;
  bool areStarted[2] = {false, false}; ///< source, target
  int permuting = 0;                   ///< bits: source, target
  int strategist = 0;
  bool adds = false, isWhole = false;
};

static RemoteCase pickRemote(const Coupled &coupled, int number, bool isLarge) {
  RemoteCase made;
  made.firstSends = chance(50);
  made.both = pickCase(coupled.sizes[made.firstSends ? 0 : 1], number, isLarge,
                       12, coupled.sizes[made.firstSends ? 1 : 0]);
  made.both.inPlace = made.both.relabels = made.both.asksStorage = false;
  made.both.target.isColumn = chance(30);
  made.areStarted[0] = chance(30);
  made.areStarted[1] = chance(30);
  made.permuting = static_cast<int>(pick(1, 3));
  made.strategist = static_cast<int>(pick(1, 3));
  made.adds = chance(30);
  made.both.text += made.firstSends ? ", first sends" : ", second sends";
  return made;
}

/// The half of a side.
static redistribution halfOf(const RemoteCase &one, bool isSource) {
  const Side &side = isSource ? one.both.source : one.both.target;
  redistribution what{};
  what.dimension_count = side.dimensions();
  for (std::size_t k = 0; k < side.dimensions(); ++k) {
    section &told = what.source_sections[k] = side.sections[k];
    if (!told.is_whole && one.both.tellsExtents)
      told = told.of(side.extents[k]);
    (isSource ? what.source_extents : what.target_extents)[k] = side.extents[k];
  }
  if (one.permuting & (isSource ? 1 : 2)) {
    what.is_permuted = true;
    what.permutation_count = side.dimensions();
    std::copy(one.both.permutation.begin(), one.both.permutation.end(),
              what.permutation.begin());
  }
  if (side.isColumn)
    what = what.stored(storage_order::column);
  return isSource ? what.from(side.told).to(remote())
                  : what.from(remote()).to(side.told);
}

template <typename T>
static std::vector<T> sourceOf(const RemoteCase &one, int rank, int round) {
  const Side &side = one.both.source;
  const Index own = side.coordinates(rank);
  std::vector<T> part(static_cast<std::size_t>(side.localSize(rank)));
  forAll(side.extents, [&](const Index &index) {
    if (const std::int64_t at = side.offset(index, own); at >= 0)
      part[static_cast<std::size_t>(at)] =
          valueOf<T>(numberOf(index, side.extents), round);
  });
  return part;
}

/// Visits each element of the target's section that this rank has: its place,
/// and the number of the source's element.
template <typename Visit>
static void forArriving(const RemoteCase &one, int rank, Visit visit) {
  const Side &source = one.both.source, &target = one.both.target;
  const Index own = target.coordinates(rank);
  forAssigned(one.both, [&](const Index &from, const Index &to) {
    if (const std::int64_t at = target.offset(to, own); at >= 0)
      visit(static_cast<std::size_t>(at), numberOf(from, source.extents));
  });
}

template <typename A, typename B>
static void send(const RemoteCase &one, const directive &where,
                 const Coupled &coupled, int round) {
  const std::vector<A> a = sourceOf<A>(one, coupled.rank, round);
  const std::vector<B> b = sourceOf<B>(one, coupled.rank, round + 1);
  const redistribution what = halfOf(one, true);
  if (!one.areStarted[0]) {
    redistribute_to_remote(where, what, coupled.between, a, b);
    redistribute_to_remote(where, what, coupled.between, a, b);
    return;
  }
  request first =
      start_redistribute_to_remote(where, what, coupled.between, a, b);
  request second =
      start_redistribute_to_remote(where, what, coupled.between, a, b);
  wait(second);
  wait(first);
}

/// Storage that is filled with another round's values, and what it is to have.
template <typename T> struct Received {
  std::vector<T> got, wanted;

  Received(const RemoteCase &one, bool adds, int rank, int round) {
    const auto size = static_cast<std::size_t>(one.both.target.localSize(rank));
    got.assign(size, valueOf<T>(5, 77));
    wanted = got;
    forArriving(one, rank, [&](std::size_t at, std::int64_t number) {
      const T value = valueOf<T>(number, round);
      if constexpr (std::is_arithmetic<T>::value)
        wanted[at] = adds ? static_cast<T>(wanted[at] + value) : value;
      else
        wanted[at] = value;
    });
    const bool isWhole = std::all_of(
        one.both.target.sections.begin(), one.both.target.sections.end(),
        [](const section &side) { return side.is_whole; });
    if (isWhole && !adds)
      got.resize(size / 2); // it gets the size that it needs
  }
  void check(const RemoteCase &one) const {
    require(got == wanted, one.both.text + ": wrong elements");
  }
};

template <typename A, typename B>
static void receive(const RemoteCase &one, const directive &where,
                    const Coupled &coupled, int round) {
  const bool adds = one.adds && std::is_arithmetic<B>::value;
  const redistribution what = halfOf(one, false);
  Received<A> a(one, adds, coupled.rank, round), c = a;
  Received<B> b(one, adds, coupled.rank, round + 1), d = b;
  const auto start = [&](auto &x, auto &y) {
    if constexpr (std::is_arithmetic<B>::value)
      if (adds)
        return start_accumulate_from_remote(where, what, coupled.between,
                                            std::plus<>(), x.got, y.got);
    return start_redistribute_from_remote(where, what, coupled.between, x.got,
                                          y.got);
  };
  if (one.areStarted[1]) {
    request first = start(a, b);
    request second = start(c, d);
    wait(first);
    wait(second);
  } else {
    for (int i = 0; i < 2; ++i) {
      auto &x = i == 0 ? a : c;
      auto &y = i == 0 ? b : d;
      if constexpr (std::is_arithmetic<B>::value)
        if (adds) {
          accumulate_from_remote(where, what, coupled.between, std::plus<>(),
                                 x.got, y.got);
          continue;
        }
      redistribute_from_remote(where, what, coupled.between, x.got, y.got);
    }
  }
  a.check(one);
  b.check(one);
  c.check(one);
  d.check(one);
}

template <typename A, typename B>
static void run(const RemoteCase &one, const Coupled &coupled, int round) {
  const bool isSource = one.firstSends == coupled.isFirst;
  const bool hasStrategy = one.strategist & (isSource ? 1 : 2);
  const directive where =
      at(isSource ? 12 : 9, hasStrategy ? one.both.strategy : "auto");
  if (isSource)
    send<A, B>(one, where, coupled, round);
  else
    receive<A, B>(one, where, coupled, round);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  generator.seed(static_cast<std::uint64_t>(std::atoll(argv[1])));
  const int count = std::atoi(argv[2]);
  Coupled coupled = couple(std::atoi(argv[3]));
  const bool isLarge = argc > 4 && std::string(argv[4]) == "large";
  std::vector<std::unique_ptr<RemoteCase>> cases; // layouts refer to them
  for (int round = 0; round < count; ++round) {
    const bool isOld = !cases.empty() && chance(40);
    if (!isOld)
      cases.push_back(
          std::make_unique<RemoteCase>(pickRemote(coupled, round, isLarge)));
    const auto last = static_cast<std::int64_t>(cases.size()) - 1;
    const RemoteCase &one =
        *cases[static_cast<std::size_t>(isOld ? pick(0, last) : last)];
    try {
      if (chance(50))
        run<std::int64_t, std::int32_t>(one, coupled, round);
      else
        run<std::int64_t, Bytes>(one, coupled, round);
    } catch (const redist::error &e) {
      require(false, one.both.text + ": " + e.what());
    }
  }
  if (rankOf() == 0)
    std::printf("%d rounds, %zu cases\n", count, cases.size());
  MPI_Comm_free(&coupled.between);
  MPI_Finalize();
}
