//===- bench-smpi-redistribute.cpp - Redistributions in a simulation ------===//
//
// The runtime's executor, compiled against SimGrid's MPI, beside other ways to
// move the same: step by step as the papers do, with windows of whole messages,
// all at once, by MPI_Alltoallv with packing and by MPI_Alltoallw. The papers'
// cases on several networks, with and without the time that packing takes, and
// a series of numbers of ranks. Times are simulated, and the same at every run.
//
//===----------------------------------------------------------------------===//
#include "Simulated/MovementRank.h"
#include "Simulated/MovementTable.h"
#include "Simulated/SimulatedCluster.h"
#include "Support/CommandLine.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <sstream>
#include <string>
#include <string_view>
#include <vector>

using bench::MovementCase;
using bench::MovementRow;
using bench::Setting;
using bench::Way;

struct Options {
  std::vector<std::int64_t> bytes{1024, 8192, 131072};
  std::vector<std::int64_t> series{16, 64, 256, 1024};
  std::vector<std::int64_t> sources; ///< of the cases; empty: all
  std::vector<Way> ways;             ///< besides auto; empty: all
  std::string network;               ///< empty: all
  bool json = false;
  bool check = false;
};

static constexpr Setting settings[] = {
    {"10g", "smpi-10g.xml", 0, true, 0},
    {"10g", "smpi-10g.xml", 4e9, true, 1.2},
    {"100g", "smpi-100g.xml", 0, true, 0},
    {"100g", "smpi-100g.xml", 8e9, true, 1.5},
    {"fat-tree", "smpi-fat-tree.xml", 4e9, false, 0},
};

/// The papers' experiments, and a few to see more sides of it.
static constexpr MovementCase cases[] = {
    {16, 16, 3, 5},  {16, 16, 7, 11}, {12, 8, 4, 3},  {28, 36, 1, 14},
    {18, 78, 1, 6},  {18, 78, 1, 8},  {18, 78, 1, 9}, {18, 78, 1, 12},
    {30, 66, 1, 15}, {40, 56, 1, 20}, {8, 64, 2, 3},  {64, 8, 3, 2},
};

//===----------------------------------------------------------------------===//
// One network
//===----------------------------------------------------------------------===//

/// What is to be measured of one network; rows come from its first rank.
struct Study {
  std::vector<bench::SimulatedMovement> movements;
  std::int64_t ranks = 0;
  double packing = 0;
  std::vector<Way> ways; ///< see Options
  std::vector<MovementRow> rows;
};

static Study studyOf(const Options &options, const Setting &setting) {
  constexpr std::int64_t seriesBytes = 16384;
  Study study;
  const auto isAsked = [&](const MovementCase &what) {
    return options.sources.empty() ||
           std::count(options.sources.begin(), options.sources.end(),
                      what.sources) > 0;
  };
  for (const MovementCase &what : cases)
    for (const std::int64_t bytes : options.bytes)
      if (isAsked(what))
        study.movements.emplace_back(what, bytes);
  // The largest network, with packing, has the series, too.
  if (setting.network == std::string_view("100g") && setting.packingRate > 0)
    for (const std::int64_t ranks : options.series)
      study.movements.emplace_back(MovementCase{ranks, ranks, 1, 16},
                                   seriesBytes);
  study.ranks = 2;
  for (const bench::SimulatedMovement &movement : study.movements)
    study.ranks = std::max(study.ranks, movement.what().ranks());
  study.ways = options.ways;
  study.packing = setting.packingRate > 0 ? 1 / setting.packingRate : 0;
  return study;
}

static bool isAsked(Way way, const std::vector<Way> &ways) {
  return ways.empty() || way == Way::Auto ||
         std::find(ways.begin(), ways.end(), way) != ways.end();
}

/// Collectives of many ranks take the simulation too long: they send empty
/// messages, too, and look through all of them again after each one.
static bool isMeasured(Way way, const MovementCase &what) {
  constexpr std::int64_t manyRanks = 256;
  const bool isCollective = way == Way::Alltoallv || way == Way::Alltoallw;
  return !isCollective || what.ranks() <= manyRanks;
}

static void measure(const bench::SimulatedMovement &movement,
                    const redist::machine_profile &machine, MPI_Comm comm,
                    Study &study) {
  bench::MovementRank rank(comm, movement);
  MovementRow row;
  row.what = movement.what();
  row.messageBytes = movement.meanBytes();
  row.bound = rank.bound(machine);
  for (std::size_t way = 0; way < bench::wayCount; ++way)
    if (isAsked(static_cast<Way>(way), study.ways) &&
        isMeasured(static_cast<Way>(way), row.what))
      row.seconds[way] = rank.run(static_cast<Way>(way), machine);
  int number = 0;
  MPI_Comm_rank(comm, &number);
  if (number == 0)
    study.rows.push_back(row);
}

/// The first ranks. Those that are in it know by themselves: to ask all of a
/// thousand before each movement would take longer than to simulate it.
static MPI_Comm firstRanks(std::int64_t count) {
  constexpr int tag = 0;
  int range[1][3] = {{0, static_cast<int>(count) - 1, 1}};
  MPI_Group world = MPI_GROUP_NULL, group = MPI_GROUP_NULL;
  MPI_Comm part = MPI_COMM_NULL;
  MPI_Comm_group(MPI_COMM_WORLD, &world);
  MPI_Group_range_incl(world, 1, range, &group);
  MPI_Comm_create_group(MPI_COMM_WORLD, group, tag, &part);
  MPI_Group_free(&group);
  MPI_Group_free(&world);
  return part;
}

static void runRank(Study &study) {
  MPI_Init(nullptr, nullptr);
  int world = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  const redist::machine_profile machine = bench::measureMachine(study.packing);
  for (const bench::SimulatedMovement &movement : study.movements) {
    if (world >= movement.what().ranks())
      continue;
    MPI_Comm part = firstRanks(movement.what().ranks());
    measure(movement, machine, part, study);
    MPI_Comm_free(&part);
  }
  MPI_Finalize();
}

static const char program[] = "bench-smpi-redistribute";

static std::vector<MovementRow> simulate(const Options &options,
                                         const Setting &setting) {
  Study study = studyOf(options, setting);
  // Exchanges with all messages at once: the best that MPI does with long ones;
  // acknowledgements take no share of the other direction.
  bench::SimulatedCluster cluster(
      program, {"smpi/test:0", "smpi/alltoallv:ompi_basic_linear",
                "smpi/allreduce:rdb", "network/crosstraffic:0"});
  cluster.run(std::string(REDIST_SMPI_PLATFORMS "/") + setting.platform,
              static_cast<std::size_t>(study.ranks), [&] { runRank(study); });
  return study.rows;
}

/// Whether the goals are met.
static bool runSetting(const Options &options, const Setting &setting) {
  const auto rows = bench::rowsApart<MovementRow>(
      program, setting.network, [&] { return simulate(options, setting); });
  std::fputs((options.json ? bench::jsonOf(setting, rows)
                           : bench::tableOf(setting, rows))
                 .c_str(),
             stdout);
  return bench::MovementSummary(setting, rows).isGoodEnough(setting);
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static const char usage[] =
    "usage: bench-smpi-redistribute [options]\n"
    "  --bytes N,...   mean lengths of messages (1024,8192,131072)\n"
    "  --cases P,...   those with so many source ranks (all)\n"
    "  --series N,...  numbers of ranks of the series on the 100 Gb network,\n"
    "                  each to itself with other blocks (16,64,256,1024)\n"
    "  --ways NAME,... columns of the table, besides auto (all)\n"
    "  --network NAME  one of 10g, 100g, fat-tree (all)\n"
    "  --check         exit status 1 where the goals are missed\n"
    "  --json          machine-readable output\n"
    "  --help          this text\n"
    "Simulated: no processor but this one is needed. Columns: time over what "
    "the\n"
    "busiest port, or the packing of the busiest rank, takes at least.\n";

static std::vector<Way> parseWays(bench::CommandLine &line) {
  std::vector<Way> ways;
  std::istringstream names(line.text());
  for (std::string given; std::getline(names, given, ',');) {
    std::size_t way = 0;
    while (way < bench::wayCount && given != bench::name(static_cast<Way>(way)))
      ++way;
    if (way == bench::wayCount)
      line.refuse("does not know '" + given + "'");
    ways.push_back(static_cast<Way>(way));
  }
  return ways;
}

static Options parse(int argc, char **argv) {
  constexpr std::int64_t maxBytes = 1 << 24, maxRanks = 1024;
  Options options;
  bench::CommandLine line(program, usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--check"))
      options.check = true;
    else if (line.is("--bytes"))
      options.bytes = line.numbers<std::int64_t>(8, maxBytes);
    else if (line.is("--cases"))
      options.sources = line.numbers<std::int64_t>(1, maxRanks);
    else if (line.is("--series"))
      options.series = line.numbers<std::int64_t>(2, maxRanks);
    else if (line.is("--ways"))
      options.ways = parseWays(line);
    else if (line.is("--network"))
      options.network = line.text();
    else
      line.refuseUnknown();
  }
  for (const std::int64_t sources : options.sources)
    if (std::none_of(
            std::begin(cases), std::end(cases),
            [&](const MovementCase &one) { return one.sources == sources; })) {
      std::fprintf(stderr, "%s: there is no case with %lld source ranks\n",
                   program, static_cast<long long>(sources));
      std::exit(2);
    }
  const auto isKnown = [&](const Setting &setting) {
    return options.network == setting.network;
  };
  if (!options.network.empty() &&
      std::none_of(std::begin(settings), std::end(settings), isKnown)) {
    std::fprintf(stderr, "%s: there is no network '%s'\n", program,
                 options.network.c_str());
    std::exit(2);
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  bool isGood = true, isFirst = true;
  if (options.json)
    std::fputs("{\"networks\":[", stdout);
  for (const Setting &setting : settings) {
    if (!options.network.empty() && options.network != setting.network)
      continue;
    if (options.json)
      std::fputs(isFirst ? "\n" : ",\n", stdout);
    isFirst = false;
    isGood &= runSetting(options, setting);
  }
  if (options.json)
    std::fputs("\n]}\n", stdout);
  return bench::exitStatus(program, options.check, isGood);
}
