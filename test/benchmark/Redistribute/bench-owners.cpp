//===- bench-owners.cpp - Any owners beside PETSc and by hand -------------===//
//
//   mpirun -n 4 bench-owners --points 1000000 --rounds 11 --doubles 1,8
//
// Redistributes values at the points of meshes (OwnersMesh.h), `--points` of
// them on each rank: from blocks of point numbers to the owners of the points,
// which a table or lists name; and from the owners to the ranks that have
// neighbours. `first` is an execution that makes the plan and moves; the map
// differs in each round, so that no plan is known. `move` is a later execution.
// Messages written by hand and PETSc do the same (OwnersPeers.h). All take
// turns, and what arrives is checked. A time is that of the slowest rank. The
// table has medians and minima, and the ratios of redistc to the others: the
// median of the ratios of a round, and the ratio of the minima.
//
//===----------------------------------------------------------------------===//
#include "Redistribute/OwnersMesh.h"
#include "Redistribute/OwnersPeers.h"
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#define REDIST_REWRITTEN
#include "redist/redist.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <cstdio>
#include <limits>
#include <numeric>
#include <optional>

using namespace bench;

static const MPI_Comm world = MPI_COMM_WORLD;
static int me, ranks;

namespace {

struct Options {
  int points = 1'000'000; ///< on each rank
  int rounds = 11;
  int moves = 3; ///< in each round
  std::vector<int> doubles = {1, 2, 4, 8};
  std::string only;      ///< measure cases whose name holds this
  bool areFixed = false; ///< each map is a redist::fixed_map
};

enum class Map { ToIndirect, ToListed, ToGhosts, ToOwnAndGhosts };

/// Times of one way, by round.
struct Times {
  std::string name;
  std::vector<double> first, move;
};

template <std::size_t Doubles> class Case {
public:
  using Element = std::array<double, Doubles>;

  Case(const OwnersMesh &mesh, Map givenMap);
  std::vector<Times> measured(const Options &);

private:
  void change(int round);
  void fill();
  void redistribute(bool areFixed);
  void check(const std::string &way, const std::vector<Element> &) const;

  OwnersMesh mesh;
  std::optional<redist::fixed_map> fixedOwner, fixedHas, fixedWants;
  Map map;
  OwnersProblem problem;
  std::vector<Element> source, target, targetOfPeers;
};

} // namespace

static const char *nameOf(Map map) {
  switch (map) {
  case Map::ToIndirect:
    return "block -> indirect";
  case Map::ToListed:
    return "block -> listed";
  case Map::ToGhosts:
    return "listed -> ghosts";
  case Map::ToOwnAndGhosts:
    return "listed -> own and ghosts";
  }
  return "";
}

template <std::size_t Doubles>
Case<Doubles>::Case(const OwnersMesh &given, Map givenMap)
    : mesh(given), map(givenMap) {
  problem.count = mesh.points;
  problem.doubles = static_cast<int>(Doubles);
  problem.inBlocks = map == Map::ToIndirect || map == Map::ToListed;
  if (problem.inBlocks) {
    const int block = (mesh.points + ranks - 1) / ranks;
    const int begin = std::min(me * block, mesh.points);
    problem.has.resize(
        static_cast<std::size_t>(std::min(block, mesh.points - begin)));
    std::iota(problem.has.begin(), problem.has.end(), begin);
  }
}

/// Another map than in any round before: two elements change places.
template <std::size_t Doubles> void Case<Doubles>::change(int round) {
  fixedOwner.reset();
  fixedHas.reset();
  fixedWants.reset();
  const auto pick = [round](std::size_t count, unsigned step) {
    return (static_cast<std::size_t>(round) + 1) * step % count;
  };
  if (map == Map::ToIndirect) {
    std::size_t one = pick(mesh.owner.size(), 104'729), other = one;
    do
      other = (other + 1) % mesh.owner.size();
    while (other != one && mesh.owner[other] == mesh.owner[one]);
    std::swap(mesh.owner[one], mesh.owner[other]);
    problem.wants.clear();
    for (int i = 0; i < mesh.points; ++i)
      if (mesh.owner[static_cast<std::size_t>(i)] == me)
        problem.wants.push_back(i);
    return;
  }
  if (!mesh.own.empty()) {
    const std::size_t one = pick(mesh.own.size(), 7'919);
    std::swap(mesh.own[one], mesh.own[(one + 1) % mesh.own.size()]);
  }
  if (!problem.inBlocks)
    problem.has = mesh.own;
  problem.wants = map == Map::ToGhosts ? mesh.ghosts : mesh.own;
  if (map == Map::ToOwnAndGhosts)
    problem.wants.insert(problem.wants.end(), mesh.ghosts.begin(),
                         mesh.ghosts.end());
}

static double valueOf(int number, std::size_t k) {
  return static_cast<double>(number) + static_cast<double>(k) / 16;
}

template <std::size_t Doubles> void Case<Doubles>::fill() {
  source.resize(problem.has.size());
  for (std::size_t i = 0; i < source.size(); ++i)
    for (std::size_t k = 0; k < Doubles; ++k)
      source[i][k] = valueOf(problem.has[i], k);
  Element none;
  none.fill(-1);
  target.assign(problem.wants.size(), none);
  targetOfPeers = target;
}

template <std::size_t Doubles>
void Case<Doubles>::check(const std::string &way,
                          const std::vector<Element> &got) const {
  bool isRight = got.size() == problem.wants.size();
  for (std::size_t i = 0; isRight && i < got.size(); ++i)
    for (std::size_t k = 0; k < Doubles; ++k)
      isRight &= got[i][k] == valueOf(problem.wants[i], k);
  if (isRight)
    return;
  std::fprintf(stderr, "bench-owners: wrong values by %s, %s, on rank %d\n",
               way.c_str(), nameOf(map), me);
  MPI_Abort(world, 1);
}

/// Made in the first execution with this map.
static const redist::fixed_map &
madeOnce(std::optional<redist::fixed_map> &fixed, const std::vector<int> &map) {
  if (!fixed)
    fixed.emplace(map);
  return *fixed;
}

template <std::size_t Doubles> void Case<Doubles>::redistribute(bool areFixed) {
  using namespace redist;
  const directive where{"bench-owners.cpp",
                        static_cast<int>(map) + 1,
                        "owners",
                        "auto",
                        nullptr,
                        0};
  const redistribution all({whole(problem.count)});
  const auto listedBy = [&](std::optional<fixed_map> &fixed,
                            const std::vector<int> &numbers) {
    return areFixed ? listed(madeOnce(fixed, numbers)) : listed(numbers);
  };
  const layout from =
      layout({problem.inBlocks ? block() : listedBy(fixedHas, problem.has)})
          .onto({ranks});
  const layout to =
      layout({map != Map::ToIndirect ? listedBy(fixedWants, problem.wants)
              : areFixed ? indirect(madeOnce(fixedOwner, mesh.owner))
                         : indirect(mesh.owner)})
          .onto({ranks});
  redistribute_into(where, all.from(from).to(to), world, objects(source),
                    objects(target));
}

template <std::size_t Doubles>
std::vector<Times> Case<Doubles>::measured(const Options &options) {
  std::vector<std::unique_ptr<OwnersPeer>> peers = ownersByPetsc();
  peers.insert(peers.begin(), ownersByHand());
  const std::size_t ways = 1 + peers.size();
  std::vector<Times> times(ways);
  times[0].name = "redistc";
  for (std::size_t i = 1; i < ways; ++i)
    times[i].name = peers[i - 1]->name();
  const auto inTurn = [&](int turn, auto way) {
    for (std::size_t i = 0; i < ways; ++i)
      way((i + static_cast<std::size_t>(turn)) % ways);
  };
  for (int round = -1; round < options.rounds; ++round) {
    change(round + 1);
    fill();
    inTurn(round + 1, [&](std::size_t i) {
      const double time = slowest([&] {
        if (i == 0)
          return redistribute(options.areFixed);
        peers[i - 1]->plan(
            problem, source.empty() ? nullptr : source.front().data(),
            targetOfPeers.empty() ? nullptr : targetOfPeers.front().data());
        peers[i - 1]->move();
      });
      check(times[i].name, i == 0 ? target : targetOfPeers);
      if (i > 0) // so that the next one's values are its own
        for (Element &one : targetOfPeers)
          one.fill(-1);
      if (round >= 0)
        times[i].first.push_back(time);
    });
    for (int again = -1; again < options.moves; ++again)
      inTurn(round + again + 2, [&](std::size_t i) {
        const double time = slowest([&] {
          if (i == 0)
            redistribute(options.areFixed);
          else
            peers[i - 1]->move();
        });
        if (round >= 0 && again >= 0)
          times[i].move.push_back(time);
      });
    check(times[0].name, target);
    for (const auto &peer : peers)
      peer->forget();
  }
  return times;
}

static void printRatio(const std::vector<double> &ours,
                       const std::vector<double> &theirs) {
  std::vector<double> ratios;
  for (std::size_t i = 0; i < ours.size(); ++i)
    ratios.push_back(ours[i] / theirs[i]);
  std::printf(" %.2f (%.2f) |", median(ratios),
              bench::least(ours) / bench::least(theirs));
}

static void printRow(const std::string &name, std::size_t doubles,
                     const std::vector<Times> &times) {
  std::printf("| %s | %zu |", name.c_str(), doubles);
  for (const auto part : {&Times::first, &Times::move}) {
    const std::vector<double> &ours = times[0].*part;
    std::printf(" %.2f (%.2f) |", 1e3 * median(ours), 1e3 * bench::least(ours));
    for (std::size_t i = 1; i < times.size(); ++i)
      printRatio(ours, times[i].*part);
  }
  std::printf("\n");
  std::fflush(stdout);
}

static void printHead() {
  std::vector<std::string> peers = {ownersByHand()->name()};
  for (const auto &one : ownersByPetsc())
    peers.push_back(one->name());
  std::printf("%d ranks; times in ms, median (minimum); ratios of redistc, "
              "median (of minima)\n\n| map | doubles |",
              ranks);
  for (const char *part : {"first", "move"}) {
    std::printf(" %s |", part);
    for (const std::string &peer : peers)
      std::printf(" : %s |", peer.c_str());
  }
  std::printf("\n| --- | --- |");
  for (std::size_t i = 0; i < 2 * (1 + peers.size()); ++i)
    std::printf(" --- |");
  std::printf("\n");
}

template <std::size_t Doubles>
static void run(const Options &options, const MeshShape &shape,
                const OwnersMesh &mesh, Map map) {
  const std::string name = shape.name() + ", " + nameOf(map);
  if (name.find(options.only) == std::string::npos)
    return;
  const std::vector<Times> times = Case<Doubles>(mesh, map).measured(options);
  if (me == 0)
    printRow(name, Doubles, times);
}

static Options parse(int argc, char **argv) {
  constexpr const char *usage =
      "usage: mpirun -n N bench-owners [options]\n"
      "  --points N    points of a mesh on each rank (1000000)\n"
      "  --rounds N    maps of a case (11)\n"
      "  --moves N     executions of each behind the first (3)\n"
      "  --doubles L   of a point, with commas: 1, 2, 4 or 8 (1,2,4,8)\n"
      "  --only T      measure the cases whose name holds T\n"
      "  --fixed       redistc knows that maps stay (redist::fixed_map)\n"
      "Prints a table of times and ratios.\n";
  Options options;
  CommandLine line("bench-owners", usage, argc, argv);
  while (line.next())
    if (line.is("--points"))
      options.points = line.number<int>(1, 10'000'000);
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--moves"))
      options.moves = line.number<int>();
    else if (line.is("--doubles"))
      for (const int one : options.doubles = line.numbers<int>(1, 8)) {
        if ((one & (one - 1)) != 0)
          line.refuse("needs 1, 2, 4 or 8 of a point");
      }
    else if (line.is("--only"))
      options.only = line.text();
    else if (line.is("--fixed"))
      options.areFixed = true;
    else
      line.refuseUnknown();
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &me);
  MPI_Comm_size(world, &ranks);
  // Indices of PETSc have 32 bits, and count doubles.
  if (std::int64_t{8} * options.points * ranks >
      std::numeric_limits<int>::max()) {
    if (me == 0)
      std::fprintf(stderr, "bench-owners: too many points for %d ranks\n",
                   ranks);
    MPI_Finalize();
    return 1;
  }
  beginPetsc();
  if (me == 0)
    printHead();
  for (const MeshShape &shape :
       {MeshShape{2, false}, MeshShape{2, true}, MeshShape{3, true}}) {
    const OwnersMesh mesh(shape, options.points * ranks, me, ranks);
    for (const Map map :
         {Map::ToIndirect, Map::ToListed, Map::ToGhosts, Map::ToOwnAndGhosts})
      for (const int doubles : options.doubles)
        switch (doubles) {
        case 1:
          run<1>(options, shape, mesh, map);
          break;
        case 2:
          run<2>(options, shape, mesh, map);
          break;
        case 4:
          run<4>(options, shape, mesh, map);
          break;
        default:
          run<8>(options, shape, mesh, map);
        }
  }
  endPetsc();
  MPI_Finalize();
}
