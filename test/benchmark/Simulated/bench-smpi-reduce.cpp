//===- bench-smpi-reduce.cpp - Reductions on a simulated cluster ----------===//
//
// The runtime's engine and channel, compiled against SimGrid's MPI, beside that
// MPI's own MPI_Reduce (as Open MPI chooses it) with an operator of
// MPI_Op_create, on the same items, to rank 0, for operators that commute and
// for others. What a message takes is measured on the simulated network, what a
// combine takes is a share of that; the optimum is the model's (closed form).
// Times are simulated, and the same at every run.
//
//===----------------------------------------------------------------------===//
#include "Simulated/SimulatedCluster.h"
#include "Simulated/SimulatedItem.h"
#include "Simulated/SimulatedRank.h"
#include "Support/CommandLine.h"

#include <algorithm>
#include <cstdio>
#include <string>
#include <vector>

using bench::Rank;
using bench::Row;

struct Options {
  std::string platform = REDIST_SMPI_PLATFORM;
  std::vector<std::int64_t> ranks{16, 64, 512};
  std::vector<double> ratios{0.1, 0.5, 1, 2, 10}; ///< d/c
  std::int64_t bytes = 128 << 10;
  bool json = false;
  bool check = false;
};

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void printHead(const Options &options, double transfer) {
  if (options.json)
    std::printf("{\"bytes\":%lld,\"transfer\":%.9g,\"cases\":[",
                static_cast<long long>(options.bytes), transfer);
  else
    std::printf("items of %lld bytes, d = %.4f ms\n"
                "                        commutative             ordered\n"
                "%6s %6s %9s  %9s %10s   %9s %10s\n",
                static_cast<long long>(options.bytes), transfer * 1e3, "ranks",
                "d/c", "optimum", "redist", "MPI_Reduce", "redist",
                "MPI_Reduce");
}

static void printRow(const Row &row, bool asJson, bool isFirst) {
  if (asJson) {
    std::printf("%s\n  {\"ranks\":%lld,\"ratio\":%.6g,\"optimum\":%.9g,"
                "\"commutative\":{\"redist\":%.9g,\"mpi\":%.9g},"
                "\"ordered\":{\"redist\":%.9g,\"mpi\":%.9g}}",
                isFirst ? "" : ",", static_cast<long long>(row.ranks),
                row.ratio, row.optimum, row.commutative.redist,
                row.commutative.mpi, row.ordered.redist, row.ordered.mpi);
    return;
  }
  std::printf("%6lld %6.3g %6.2f ms", static_cast<long long>(row.ranks),
              row.ratio, row.optimum * 1e3);
  for (const bench::Timed &timed : {row.commutative, row.ordered})
    std::printf("  %9.4f %10.3f ", timed.redist / row.optimum,
                timed.mpi / timed.redist);
  std::printf("\n");
}

/// What reductions have to reach; true where this row does. With few ranks the
/// optimum itself is too close to the binomial tree.
static bool isGoodEnough(const Row &row) {
  constexpr double maxOverOptimum = 1.02;
  constexpr double minGain = 1 / 1.01, minGainAtEqualCosts = 1.15,
                   minGainOrdered = 1.5;
  constexpr std::int64_t enoughToGain = 64, enoughForOrder = 16;
  const double gain = row.commutative.mpi / row.commutative.redist;
  const double gainOrdered = row.ordered.mpi / row.ordered.redist;
  const bool isNearOptimum =
      std::max(row.commutative.redist, row.ordered.redist) <=
      maxOverOptimum * row.optimum;
  const bool gainsAtEqualCosts =
      row.ratio != 1 || row.ranks < enoughToGain || gain >= minGainAtEqualCosts;
  const bool gainsInOrder =
      row.ranks < enoughForOrder || gainOrdered >= minGainOrdered;
  return isNearOptimum && gain >= minGain && gainsAtEqualCosts && gainsInOrder;
}

/// Of all ranks of one size; whether all rows are good enough.
static bool measureSize(MPI_Comm comm, const Options &options, double transfer,
                        bool isFirstSize) {
  Rank rank(comm, options.bytes);
  bool isGood = true, isFirst = isFirstSize;
  for (const double ratio : options.ratios) {
    const Row row = rank.measure(transfer, ratio);
    if (rank.isFirst())
      printRow(row, options.json, isFirst);
    isFirst = false;
    isGood &= isGoodEnough(row);
  }
  return isGood;
}

/// `isGood`: set by the first rank.
static void runRank(const Options &options, bool &isGood) {
  MPI_Init(nullptr, nullptr);
  int world = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  const double transfer = Rank(MPI_COMM_WORLD, options.bytes).transferSeconds();
  if (world == 0)
    printHead(options, transfer);
  bool isGoodHere = true;
  for (const std::int64_t &ranks : options.ranks) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, world < ranks ? 0 : MPI_UNDEFINED, world,
                   &part);
    if (part == MPI_COMM_NULL)
      continue;
    isGoodHere &=
        measureSize(part, options, transfer, &ranks == &options.ranks.front());
    MPI_Comm_free(&part);
  }
  if (world == 0) {
    isGood = isGoodHere;
    if (options.json)
      std::printf("\n]}\n");
  }
  MPI_Finalize();
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static const char program[] = "bench-smpi-reduce";
static const char usage[] =
    "usage: bench-smpi-reduce [options]\n"
    "  --ranks N,...   numbers of ranks (16,64,512)\n"
    "  --ratios X,...  of the time of a transfer to that of a combine\n"
    "                  (0.1,0.5,1,2,10)\n"
    "  --bytes N       of an item (131072); above 65536: with a rendezvous\n"
    "  --platform F    SimGrid's description of the machines\n"
    "  --check         exit status 1 where the goals are missed\n"
    "  --json          machine-readable output\n"
    "  --help          this text\n"
    "Simulated: no processor but this one is needed. Columns: time over the\n"
    "model's optimum, and MPI_Reduce's time over ours.\n";

static Options parse(int argc, char **argv) {
  constexpr std::int64_t maxRanks = 1'000'000, maxBytes = 1'000'000'000;
  Options options;
  bench::CommandLine line(program, usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--check"))
      options.check = true;
    else if (line.is("--ranks"))
      options.ranks = line.numbers<std::int64_t>(2, maxRanks);
    else if (line.is("--ratios"))
      options.ratios = line.numbers<double>(1e-3, 1e9);
    else if (line.is("--bytes"))
      options.bytes =
          line.number<std::int64_t>(sizeof(bench::ItemHead), maxBytes);
    else if (line.is("--platform"))
      options.platform = line.text();
    else
      line.refuseUnknown();
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  // Of Open MPI's choices those that are measured or needed: the agreement is a
  // recursive doubling there, too.
  bench::SimulatedCluster cluster(program,
                                  {"smpi/reduce:ompi", "smpi/allreduce:rdb"});
  bool isGood = false;
  cluster.run(options.platform,
              static_cast<std::size_t>(*std::max_element(options.ranks.begin(),
                                                         options.ranks.end())),
              [&] { runRank(options, isGood); });
  return bench::exitStatus(program, options.check, isGood);
}
