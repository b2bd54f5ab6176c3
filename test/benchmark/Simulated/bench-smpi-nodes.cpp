//===- bench-smpi-nodes.cpp - Nodes of many ranks in a simulation ---------===//
//
// Redistributions of ranks that share the ports of their nodes, by the
// runtime's executor over SimGrid's MPI: each rank by itself, in two levels,
// and as the runtime chooses, beside MPI_Alltoallv with packing and
// MPI_Alltoallw. From blocks to single elements every rank has a message for
// every other one; from cyclic blocks to others, for some. Times are simulated,
// and the same at every run.
//
//===----------------------------------------------------------------------===//
#include "Simulated/MovementRank.h"
#include "Simulated/SimulatedCluster.h"
#include "Support/CommandLine.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <string_view>
#include <vector>

using bench::Way;

static const char program[] = "bench-smpi-nodes";

struct Network {
  const char *name;
  const char *platform; ///< file
  double packingRate;   ///< bytes per second of a rank
  bool isFullBisection;
};

static constexpr Network networks[] = {
    {"10g", "smpi-nodes-10g.xml", 4e9, true},
    {"100g", "smpi-nodes-100g.xml", 8e9, true},
    {"fat-tree", "smpi-nodes-fat-tree.xml", 4e9, false},
};

struct Options {
  std::vector<std::int64_t> nodes{4, 8, 16, 32};
  std::int64_t perNode = 0; ///< 0: as many as there are nodes
  std::vector<std::int64_t> bytes{16, 64, 1024, 8192, 65536};
  std::string network; ///< empty: all
  bool oursAlone = false;
  bool json = false;
  bool check = false;
};

/// Ranks of the network, and what they move.
struct Cluster {
  std::int64_t nodes, perNode;

  std::int64_t ranks() const { return nodes * perNode; }
};

enum class Pattern { BlockToElements, ThreeToFive, OneToSixteen };

static constexpr std::array<const char *, 3> patternNames{
    "block → cyclic(1)", "cyclic(3) → cyclic(5)", "cyclic(1) → cyclic(16)"};

/// Ours first, then MPI's.
static constexpr std::array<Way, 6> measuredWays{
    Way::Auto,      Way::ByRanks,   Way::Direct,
    Way::TwoLevels, Way::Alltoallv, Way::Alltoallw};
static constexpr std::size_t oursCount = 4;
static constexpr std::array<const char *, 6> wayNames{
    "auto", "by ranks", "direct", "two levels", "alltoallv", "alltoallw"};

struct Row {
  Pattern pattern;
  Cluster cluster;
  std::int64_t bytes;
  double bound;
  std::array<double, measuredWays.size()> seconds{}; ///< 0: not measured

  double best() const {
    double least = seconds[0];
    for (const double one : seconds)
      if (one > 0)
        least = std::min(least, one);
    return least;
  }
  /// The faster one of MPI's; 0: neither was measured.
  double mpi() const {
    const double v = seconds[oursCount], w = seconds[oursCount + 1];
    return v > 0 && w > 0 ? std::min(v, w) : std::max(v, w);
  }
};

//===----------------------------------------------------------------------===//
// One cluster
//===----------------------------------------------------------------------===//

/// Of messages of `bytes`: an element is no longer than one.
static bench::SimulatedMovement
movementOf(Pattern pattern, const Cluster &cluster, std::int64_t bytes) {
  constexpr std::int64_t usual = 64;
  const std::int64_t ranks = cluster.ranks();
  const std::int64_t element = std::min(usual, bytes);
  switch (pattern) {
  case Pattern::BlockToElements:
    return {{ranks, ranks, ranks * (bytes / element), 1}, bytes, element};
  case Pattern::ThreeToFive:
    return {{ranks, ranks, 3, 5}, bytes, element};
  case Pattern::OneToSixteen:
    break;
  }
  return {{ranks, ranks, 1, 16}, bytes, element};
}

/// Collectives of many ranks take the simulation too long.
static bool isMeasured(Way way, const Cluster &cluster, bool oursAlone) {
  constexpr std::int64_t manyRanks = 256;
  const bool isMpi = way == Way::Alltoallv || way == Way::Alltoallw;
  if (oursAlone)
    return way == Way::Auto;
  return !isMpi || cluster.ranks() <= manyRanks;
}

/// All that all ranks have.
static bool fitsMemory(const bench::SimulatedMovement &movement) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  const auto parameters = movement.parameters(0);
  return *parameters.assignment.axes.front().length * movement.elementBytes() <=
         most;
}

static void runRank(const Options &options, const Network &network,
                    const Cluster &cluster, std::vector<Row> &rows) {
  MPI_Init(nullptr, nullptr);
  {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> nodeOfRank;
    for (std::int64_t i = 0; i < cluster.ranks(); ++i)
      nodeOfRank.push_back(static_cast<int>(i / cluster.perNode));
    const auto lanes = redist::runtime::NodeLanes::make(
        MPI_COMM_WORLD, redist::runtime::NodeMap(nodeOfRank, rank));
    const redist::machine_profile machine = bench::measureMachine(
        1 / network.packingRate, static_cast<int>(cluster.perNode));
    for (std::size_t p = 0; p < patternNames.size(); ++p)
      for (const std::int64_t bytes : options.bytes) {
        const auto pattern = static_cast<Pattern>(p);
        const bench::SimulatedMovement movement =
            movementOf(pattern, cluster, bytes);
        if (!fitsMemory(movement))
          continue;
        bench::MovementRank mover(MPI_COMM_WORLD, movement, lanes.get());
        Row row{pattern, cluster, movement.meanBytes(), mover.bound(machine)};
        for (std::size_t way = 0; way < measuredWays.size(); ++way)
          if (isMeasured(measuredWays[way], cluster, options.oursAlone))
            row.seconds[way] = mover.run(measuredWays[way], machine);
        if (rank == 0)
          rows.push_back(row);
      }
  }
  MPI_Finalize();
}

//===----------------------------------------------------------------------===//
// Goals
//===----------------------------------------------------------------------===//

/// Of the rows of a network; 0: there were none.
struct Summary {
  double worstToBest = 0;  ///< auto / best
  double worstToBound = 0; ///< auto / bound, from 8 KB on
  /// MPI's best / auto, in the mean of 8 x 8 and more: messages of at most 64
  /// bytes, of 1 KB, and longer ones.
  double small = 0, medium = 0, large = 0;

  Summary(const std::vector<Row> &rows, bool isFullBisection) {
    constexpr std::int64_t longBytes = 8000;
    for (const Row &row : rows) {
      worstToBest = std::max(worstToBest, row.seconds[0] / row.best());
      if (isFullBisection && row.bytes >= longBytes)
        worstToBound = std::max(worstToBound, row.seconds[0] / row.bound);
    }
    small = gain(rows, 0, 100);
    medium = gain(rows, 101, 2000);
    large = gain(rows, 2001, std::int64_t{1} << 40);
  }

  bool isGoodEnough() const {
    constexpr double toBest = 1.05, toBound = 1.15, ofSmall = 4, ofMedium = 1.3,
                     ofLarge = 1.2;
    const auto reaches = [](double gained, double wanted) {
      return gained == 0 || gained >= wanted;
    };
    return worstToBest <= toBest && worstToBound <= toBound &&
           reaches(small, ofSmall) && reaches(medium, ofMedium) &&
           reaches(large, ofLarge);
  }

private:
  static double gain(const std::vector<Row> &rows, std::int64_t least,
                     std::int64_t most) {
    double logarithms = 0;
    int count = 0;
    for (const Row &row : rows)
      if (row.mpi() > 0 && row.cluster.nodes >= 8 && row.bytes >= least &&
          row.bytes <= most) {
        logarithms += std::log(row.mpi() / row.seconds[0]);
        ++count;
      }
    return count > 0 ? std::exp(logarithms / count) : 0;
  }
};

//===----------------------------------------------------------------------===//
// Reports
//===----------------------------------------------------------------------===//

static void printText(const Network &network, const Cluster &cluster,
                      const std::vector<Row> &rows) {
  std::printf("%s, %lld nodes of %lld ranks, microseconds\n%-24s %8s %10s",
              network.name, static_cast<long long>(cluster.nodes),
              static_cast<long long>(cluster.perNode), "", "bytes", "bound");
  for (const char *const way : wayNames)
    std::printf(" %10s", way);
  std::printf("\n");
  for (const Row &row : rows) {
    std::printf("%-24s %8lld %10.1f",
                patternNames[static_cast<std::size_t>(row.pattern)],
                static_cast<long long>(row.bytes), row.bound * 1e6);
    for (const double one : row.seconds)
      if (one > 0)
        std::printf(" %10.1f", one * 1e6);
      else
        std::printf(" %10s", "-");
    std::printf("\n");
  }
}

static void printJson(const std::vector<Row> &rows, bool &isFirst) {
  for (const Row &row : rows) {
    std::printf("%s\n  {\"case\":\"%s\",\"nodes\":%lld,\"per_node\":%lld,"
                "\"bytes\":%lld,\"bound\":%.9g,\"seconds\":{",
                isFirst ? "" : ",",
                patternNames[static_cast<std::size_t>(row.pattern)],
                static_cast<long long>(row.cluster.nodes),
                static_cast<long long>(row.cluster.perNode),
                static_cast<long long>(row.bytes), row.bound);
    isFirst = false;
    const char *between = "";
    for (std::size_t way = 0; way < row.seconds.size(); ++way)
      if (row.seconds[way] > 0) {
        std::printf("%s\"%s\":%.9g", between, wayNames[way], row.seconds[way]);
        between = ",";
      }
    std::printf("}}");
  }
}

static void printSummary(const Summary &summary, bool isJson) {
  std::printf(isJson
                  ? "\n],\"auto_to_best\":%.6g,\"auto_to_bound\":%.6g,"
                    "\"mpi_small\":%.6g,\"mpi_medium\":%.6g,\"mpi_large\":%.6g}"
                  : "auto / best %.3f, auto / bound %.3f at worst; MPI / auto "
                    "in the mean: %.2f small, %.2f of 1 KB, %.2f large\n",
              summary.worstToBest, summary.worstToBound, summary.small,
              summary.medium, summary.large);
}

//===----------------------------------------------------------------------===//
// Networks
//===----------------------------------------------------------------------===//

static std::vector<Row> simulate(const Options &options, const Network &network,
                                 const Cluster &cluster) {
  std::vector<Row> rows;
  bench::SimulatedCluster machines(
      program, {"smpi/test:0", "smpi/alltoallv:ompi_basic_linear",
                "smpi/allreduce:rdb", "network/crosstraffic:0"});
  machines.run(
      std::string(REDIST_SMPI_PLATFORMS "/") + network.platform,
      static_cast<std::size_t>(cluster.ranks()),
      [&] { runRank(options, network, cluster, rows); },
      static_cast<std::size_t>(cluster.perNode));
  return rows;
}

/// Whether the goals are met.
static bool runNetwork(const Options &options, const Network &network) {
  std::vector<Row> all;
  bool isFirst = true;
  if (options.json)
    std::printf("{\"network\":\"%s\",\"packing_rate\":%.9g,\"cases\":[",
                network.name, network.packingRate);
  for (const std::int64_t nodes : options.nodes) {
    const Cluster cluster{nodes, options.perNode > 0 ? options.perNode : nodes};
    const std::vector<Row> rows =
        bench::rowsApart<Row>(program, network.name, [&] {
          return simulate(options, network, cluster);
        });
    if (options.json)
      printJson(rows, isFirst);
    else
      printText(network, cluster, rows);
    all.insert(all.end(), rows.begin(), rows.end());
  }
  const Summary summary(all, network.isFullBisection);
  printSummary(summary, options.json);
  return summary.isGoodEnough();
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static const char usage[] =
    "usage: bench-smpi-nodes [options]\n"
    "  --network NAME  one of 10g, 100g, fat-tree (all)\n"
    "  --nodes N,...   numbers of nodes (4,8,16,32)\n"
    "  --per-node N    ranks of each node (as many as there are nodes)\n"
    "  --bytes N,...   of a message of two ranks, in the mean\n"
    "                  (16,64,1024,8192,65536)\n"
    "  --ours-alone    what the runtime chooses, and nothing else\n"
    "  --check         exit status 1 where the goals are missed\n"
    "  --json          machine-readable output\n"
    "  --help          this text\n"
    "Simulated: no processor but this one is needed. More than 1 GB in all is "
    "left\nout, and MPI's ways with more than 256 ranks.\n";

static Options parse(int argc, char **argv) {
  constexpr std::int64_t maxNodes = 64, maxPerNode = 128, maxBytes = 1 << 20;
  Options options;
  bench::CommandLine line(program, usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--check"))
      options.check = true;
    else if (line.is("--ours-alone"))
      options.oursAlone = true;
    else if (line.is("--nodes"))
      options.nodes = line.numbers<std::int64_t>(2, maxNodes);
    else if (line.is("--per-node"))
      options.perNode = line.number<std::int64_t>(1, maxPerNode);
    else if (line.is("--bytes"))
      options.bytes = line.numbers<std::int64_t>(8, maxBytes);
    else if (line.is("--network"))
      options.network = line.text();
    else
      line.refuseUnknown();
  }
  const auto isKnown = [&](const Network &network) {
    return options.network == network.name;
  };
  if (!options.network.empty() &&
      std::none_of(std::begin(networks), std::end(networks), isKnown)) {
    std::fprintf(stderr, "%s: there is no network '%s'\n", program,
                 options.network.c_str());
    std::exit(2);
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  bool isGood = true;
  const char *between = "\n";
  if (options.json)
    std::fputs("{\"networks\":[", stdout);
  for (const Network &network : networks) {
    if (!options.network.empty() && options.network != network.name)
      continue;
    if (options.json)
      std::fputs(between, stdout);
    between = ",\n";
    isGood &= runNetwork(options, network);
  }
  if (options.json)
    std::fputs("\n]}\n", stdout);
  return bench::exitStatus(program, options.check, isGood);
}
