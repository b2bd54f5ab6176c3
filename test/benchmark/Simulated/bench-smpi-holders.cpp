//===- bench-smpi-holders.cpp - Copies and parts in a simulation ----------===//
//
// Redistributions to copies and of parts, as MPI's collectives and with another
// layout, by the runtime's executor, compiled against SimGrid's MPI: as the
// runtime chooses, in one step, by way of stripes, by the best trees, and by
// that MPI's own collective. On several networks and numbers of ranks. Times
// are simulated, and the same at every run.
//
//===----------------------------------------------------------------------===//
#include "Simulated/HoldersRank.h"
#include "Simulated/MovementRank.h"
#include "Simulated/SimulatedCluster.h"
#include "Support/CommandLine.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using bench::Collective;
using bench::HoldersCase;
using bench::HoldersWay;

static const char program[] = "bench-smpi-holders";

struct Setting {
  const char *network;
  const char *platform; ///< file
  double packingRate;   ///< bytes per second; 0: packing takes no time
  std::int64_t maxRanks;
};

static constexpr Setting settings[] = {
    {"10g", "smpi-10g.xml", 0, 256},
    {"100g", "smpi-100g.xml", 0, 256},
    {"100g-packing", "smpi-100g.xml", 8e9, 256},
    {"fat-tree", "smpi-fat-tree.xml", 4e9, 64},
};

struct Options {
  std::vector<std::int64_t> ranks{16, 64, 256};
  std::vector<std::int64_t> bytes{64, 1024, 16384, 131072, 1048576};
  std::string network; ///< empty: all
  bool json = false;
  bool check = false;
};

/// Of one case: seconds; 0: not measured.
struct Row {
  HoldersCase what;
  std::int64_t ranks = 0, bytes = 0;
  double bound = 0;
  std::array<double, bench::holdersWays> seconds{};

  double of(HoldersWay way) const {
    return seconds[static_cast<std::size_t>(way)];
  }
  /// Of one step, stripes and trees.
  double best() const {
    double least = of(HoldersWay::Auto);
    for (const HoldersWay way :
         {HoldersWay::OneStep, HoldersWay::Stripes, HoldersWay::Tree})
      if (of(way) > 0)
        least = std::min(least, of(way));
    return least;
  }
  double toBest() const { return of(HoldersWay::Auto) / best(); }
  double toBound() const { return of(HoldersWay::Auto) / bound; }
  bool isGoodEnough() const {
    constexpr std::int64_t longMessage = 100'000;
    constexpr double maxToBest = 1.05, maxToBound = 1.10;
    return toBest() <= maxToBest &&
           (bytes < longMessage || toBound() <= maxToBound);
  }
};

//===----------------------------------------------------------------------===//
// One case
//===----------------------------------------------------------------------===//

/// Of as many ranks as the simulation has; its first one returns the row.
static void runRank(const HoldersCase &what,
                    const bench::SimulatedHolders &holders,
                    bench::HoldersMemory &memory, double packing, Row &row) {
  MPI_Init(nullptr, nullptr);
  int number = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &number);
  const redist::machine_profile machine = bench::measureMachine(packing);
  {
    bench::HoldersRank rank(MPI_COMM_WORLD, holders, memory);
    Row mine;
    mine.what = what;
    mine.ranks = holders.ranks();
    mine.bytes = holders.bytes();
    mine.bound = rank.bound(machine);
    for (std::size_t way = 0; way < bench::holdersWays; ++way)
      if (rank.has(static_cast<HoldersWay>(way)))
        mine.seconds[way] = rank.run(static_cast<HoldersWay>(way), machine);
    if (number == 0)
      row = mine;
  }
  MPI_Finalize();
}

static Row measured(const HoldersCase &what, std::int64_t ranks,
                    std::int64_t bytes, const Setting &setting) {
  const bench::SimulatedHolders holders(what, ranks, bytes);
  bench::HoldersMemory memory;
  Row row;
  // As Open MPI would choose.
  bench::SimulatedCluster cluster(
      program, {"smpi/test:0", "network/crosstraffic:0", "smpi/allgather:ompi",
                "smpi/bcast:ompi", "smpi/reduce_scatter:ompi",
                "smpi/allreduce:ompi", "smpi/barrier:ompi_tree"});
  cluster.run(std::string(REDIST_SMPI_PLATFORMS "/") + setting.platform,
              static_cast<std::size_t>(ranks), [&] {
                runRank(what, holders, memory,
                        setting.packingRate > 0 ? 1 / setting.packingRate : 0,
                        row);
              });
  return row;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void printRow(const Row &row) {
  std::printf("%-27s %5lld %8lld %11.2f", bench::name(row.what).c_str(),
              static_cast<long long>(row.ranks),
              static_cast<long long>(row.bytes), row.bound * 1e6);
  for (const double one : row.seconds)
    if (one > 0)
      std::printf(" %11.2f", one * 1e6);
    else
      std::printf(" %11s", "-");
  std::printf(" %8.2f %8.2f\n", row.toBound(), row.toBest());
}

static void printJson(const Row &row, bool isFirst) {
  std::printf("%s\n  {\"case\":\"%s\",\"ranks\":%lld,\"bytes\":%lld,"
              "\"bound\":%.9g,\"seconds\":{",
              isFirst ? "" : ",", bench::name(row.what).c_str(),
              static_cast<long long>(row.ranks),
              static_cast<long long>(row.bytes), row.bound);
  const char *between = "";
  for (std::size_t way = 0; way < bench::holdersWays; ++way)
    if (row.seconds[way] > 0) {
      std::printf("%s\"%s\":%.9g", between,
                  bench::name(static_cast<HoldersWay>(way)), row.seconds[way]);
      between = ",";
    }
  std::printf("}}");
}

/// Simulations with more take too long: each byte is copied several times.
static bool isSmallEnough(const HoldersCase &what, std::int64_t ranks,
                          std::int64_t bytes) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  const bool isDealt = what.kind == Collective::Allgather ||
                       what.kind == Collective::ReduceScatter;
  return bytes * ranks * (isDealt ? ranks : 1) <= most;
}

/// Whether the goals are met.
static bool runSetting(const Options &options, const Setting &setting) {
  if (options.json)
    std::printf("{\"network\":\"%s\",\"packing_rate\":%.9g,\"cases\":[",
                setting.network, setting.packingRate);
  else {
    std::printf("%s, microseconds\n%-27s %5s %8s %11s", setting.network, "case",
                "ranks", "bytes", "bound");
    for (std::size_t way = 0; way < bench::holdersWays; ++way)
      std::printf(" %11s", bench::name(static_cast<HoldersWay>(way)));
    std::printf(" %8s %8s\n", "/ bound", "/ best");
  }
  bool isGood = true, isFirst = true;
  for (const bool changes : {false, true})
    for (const Collective kind :
         {Collective::Allgather, Collective::Broadcast,
          Collective::ReduceScatter, Collective::Allreduce})
      for (const std::int64_t ranks : options.ranks)
        for (const std::int64_t bytes : options.bytes) {
          const HoldersCase what{kind, changes};
          if (ranks > setting.maxRanks || !isSmallEnough(what, ranks, bytes))
            continue;
          const Row row =
              bench::rowsApart<Row>(program, setting.network, [&] {
                return std::vector{measured(what, ranks, bytes, setting)};
              }).front();
          if (options.json)
            printJson(row, isFirst);
          else
            printRow(row);
          isFirst = false;
          isGood &= row.isGoodEnough();
        }
  std::printf(options.json ? "\n]}" : "\n");
  return isGood;
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static const char usage[] =
    "usage: bench-smpi-holders [options]\n"
    "  --ranks N,...   numbers of ranks, multiples of 4 (16,64,256)\n"
    "  --bytes N,...   of a rank's part, or of all where it has all\n"
    "                  (64,1024,16384,131072,1048576)\n"
    "  --network NAME  one of 10g, 100g, 100g-packing, fat-tree (all)\n"
    "  --check         exit status 1 where the goals are missed\n"
    "  --json          machine-readable output\n"
    "  --help          this text\n"
    "Simulated: no processor but this one is needed.\n";

static Options parse(int argc, char **argv) {
  constexpr std::int64_t maxBytes = 1 << 24, maxRanks = 1024;
  Options options;
  bench::CommandLine line(program, usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--check"))
      options.check = true;
    else if (line.is("--ranks"))
      options.ranks = line.numbers<std::int64_t>(8, maxRanks);
    else if (line.is("--bytes"))
      options.bytes = line.numbers<std::int64_t>(8, maxBytes);
    else if (line.is("--network"))
      options.network = line.text();
    else
      line.refuseUnknown();
  }
  for (const std::int64_t one : options.ranks)
    if (one % 4 != 0) {
      std::fprintf(stderr, "%s: %lld ranks are no multiple of 4\n", program,
                   static_cast<long long>(one));
      std::exit(2);
    }
  if (!options.network.empty() &&
      std::none_of(std::begin(settings), std::end(settings),
                   [&](const Setting &setting) {
                     return options.network == setting.network;
                   })) {
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
