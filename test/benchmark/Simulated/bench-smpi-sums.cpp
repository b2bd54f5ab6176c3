//===- bench-smpi-sums.cpp - Sums over nodes of many ranks ----------------===//
//
// Sums of long values to all ranks, which share the ports of their nodes, in a
// simulation: the runtime's exchange of stripes between nodes over SimGrid's
// MPI, beside MPI_Allreduce with the algorithms that Open MPI chooses. To copy
// and to combine takes time, but not the memory of others. Times are simulated,
// and the same at every run.
//
//===----------------------------------------------------------------------===//
#include "Simulated/MovementRank.h"
#include "Simulated/SimulatedCluster.h"
#include "Support/CommandLine.h"

#include "Reduction/Node/StripeExchange.h"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

using redist::runtime::NodeBoard;
using redist::runtime::StripeExchange;

static const char program[] = "bench-smpi-sums";

struct Network {
  const char *name;
  const char *platform; ///< file
  double portRate;      ///< bytes per second of a node, each way
  double packingRate;   ///< of a rank
};

static constexpr Network networks[] = {
    {"10g", "smpi-nodes-10g.xml", 1.25e9, 4e9},
    {"100g", "smpi-nodes-100g.xml", 12.5e9, 8e9},
};

struct Options {
  std::vector<std::int64_t> nodes{4, 8, 16};
  std::int64_t perNode = 0; ///< 0: as many as there are nodes
  std::vector<std::int64_t> bytes{16'384, 131'072, 1'048'576, 8'388'608};
  std::string network; ///< empty: all
  bool json = false;
  bool check = false;
};

struct Row {
  std::int64_t nodes, perNode, bytes;
  double bound;                ///< of the busiest port
  double stripes = 0, mpi = 0; ///< seconds
};

/// Of the network that is simulated: operators of MPI have no arguments.
static double combineRate = 0;

//===----------------------------------------------------------------------===//
// One rank
//===----------------------------------------------------------------------===//

/// Simulated seconds until the slowest rank is through, all starting at the
/// same instant. Collective.
template <typename Way> static double slowest(Way way) {
  const double begin = bench::commonBeginning(MPI_COMM_WORLD);
  way();
  return bench::greatest(MPI_Wtime(), MPI_COMM_WORLD) - begin;
}

/// Of so many bytes, by a rank.
static void copy(std::size_t bytes, double packingRate) {
  simgrid::s4u::this_actor::sleep_for(static_cast<double>(bytes) / packingRate);
}

/// Rounds as the runtime has them (NodeReduction.h): a rank shows its value,
/// combines a stripe of all, exchanges it, and takes the result.
static void sumInStripes(StripeExchange &exchange, std::vector<double> &value,
                         double packingRate) {
  constexpr std::size_t unit = 64;
  const std::size_t bytes = value.size() * sizeof(double);
  const auto stripes = static_cast<std::size_t>(exchange.stripes());
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const std::size_t chunk = exchange.chunkBytes(bytes);
  const std::size_t rounds = (bytes + chunk - 1) / chunk;
  const auto sizeOf = [&](std::size_t round) {
    return std::min(chunk, bytes - round * chunk);
  };
  const auto stripeOf = [&](std::size_t round) -> StripeExchange::Stripe {
    const std::size_t size = sizeOf(round);
    const std::size_t length = (size / stripes + unit - 1) / unit * unit;
    const std::size_t begin =
        std::min(size, static_cast<std::size_t>(rank) % stripes * length);
    return {reinterpret_cast<std::byte *>(value.data()) + round * chunk + begin,
            std::min(length, size - begin), unit};
  };
  copy(sizeOf(0), packingRate);
  for (std::size_t turn = 0; turn < rounds + 3; ++turn) {
    const auto isRound = [&](std::size_t behind) {
      return turn >= behind && turn - behind < rounds;
    };
    if (turn + 1 < rounds)
      copy(sizeOf(turn + 1), packingRate);
    if (isRound(0)) {
      copy(sizeOf(turn), packingRate);
      exchange.startScatter(turn, stripeOf(turn));
    }
    if (isRound(1)) {
      exchange.finishScatter(turn - 1);
      copy(stripeOf(turn - 1).bytes, packingRate);
      exchange.startGather(turn - 1, stripeOf(turn - 1), -1);
    }
    if (isRound(2))
      exchange.finishGather(turn - 2);
    if (isRound(3))
      copy(sizeOf(turn - 3), packingRate);
  }
}

/// An operator of MPI that takes as long as copying what it combines.
static void combine(void *, void *, int *count, MPI_Datatype *) {
  copy(static_cast<std::size_t>(*count) * sizeof(double), combineRate);
}

static void runRank(const Options &options, const Network &network,
                    std::int64_t nodes, std::int64_t perNode,
                    std::vector<Row> &rows) {
  MPI_Init(nullptr, nullptr);
  {
    int rank = 0;
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    std::vector<int> numbers;
    for (std::int64_t i = 0; i < nodes * perNode; ++i)
      numbers.push_back(static_cast<int>(i / perNode));
    StripeExchange exchange(MPI_COMM_WORLD, numbers, false);
    combineRate = network.packingRate;
    MPI_Op sumOfMpi = MPI_OP_NULL;
    MPI_Op_create(combine, 1, &sumOfMpi);
    for (const std::int64_t bytes : options.bytes) {
      std::vector<double> value(static_cast<std::size_t>(bytes) / 8);
      std::vector<double> sum(value.size());
      const double share =
          2 * static_cast<double>(nodes - 1) / static_cast<double>(nodes);
      Row row{nodes, perNode, bytes,
              static_cast<double>(bytes) * share / network.portRate};
      row.stripes =
          slowest([&] { sumInStripes(exchange, value, network.packingRate); });
      row.mpi = slowest([&] {
        MPI_Allreduce(value.data(), sum.data(), static_cast<int>(sum.size()),
                      MPI_DOUBLE, sumOfMpi, MPI_COMM_WORLD);
      });
      if (rank == 0)
        rows.push_back(row);
    }
    MPI_Op_free(&sumOfMpi);
  }
  MPI_Finalize();
}

//===----------------------------------------------------------------------===//
// Tables
//===----------------------------------------------------------------------===//

/// MPI's time by ours, in the geometric mean.
static double gain(const std::vector<Row> &rows) {
  double logarithms = 0;
  for (const Row &row : rows)
    logarithms += std::log(row.mpi / row.stripes);
  return std::exp(logarithms / static_cast<double>(rows.size()));
}

static void print(const Network &network, const std::vector<Row> &rows,
                  bool isJson) {
  std::printf(isJson ? "{\"network\":\"%s\",\"packing_rate\":%.9g,\"cases\":["
                     : "%s, packing at %.3g B/s, microseconds\n",
              network.name, network.packingRate);
  if (!isJson)
    std::printf("%6s %9s %9s %12s %12s %12s\n", "nodes", "per node", "bytes",
                "bound", "stripes", "MPI");
  const char *between = "\n";
  for (const Row &row : rows) {
    if (isJson)
      std::printf("%s  {\"nodes\":%lld,\"per_node\":%lld,\"bytes\":%lld,"
                  "\"bound\":%.9g,\"stripes\":%.9g,\"mpi\":%.9g}",
                  between, static_cast<long long>(row.nodes),
                  static_cast<long long>(row.perNode),
                  static_cast<long long>(row.bytes), row.bound, row.stripes,
                  row.mpi);
    else
      std::printf("%6lld %9lld %9lld %12.1f %12.1f %12.1f\n",
                  static_cast<long long>(row.nodes),
                  static_cast<long long>(row.perNode),
                  static_cast<long long>(row.bytes), row.bound * 1e6,
                  row.stripes * 1e6, row.mpi * 1e6);
    between = ",\n";
  }
  std::printf(isJson ? "\n],\"gain\":%.6g}"
                     : "MPI / stripes in the mean: %.2f\n",
              gain(rows));
}

static std::vector<Row> simulate(const Options &options, const Network &network,
                                 std::int64_t nodes) {
  const std::int64_t perNode = options.perNode > 0 ? options.perNode : nodes;
  std::vector<Row> rows;
  bench::SimulatedCluster machines(
      program,
      {"smpi/test:0", "smpi/allreduce:ompi", "network/crosstraffic:0"});
  machines.run(
      std::string(REDIST_SMPI_PLATFORMS "/") + network.platform,
      static_cast<std::size_t>(nodes * perNode),
      [&] { runRank(options, network, nodes, perNode, rows); },
      static_cast<std::size_t>(perNode));
  return rows;
}

/// Whether the goal is met.
static bool runNetwork(const Options &options, const Network &network) {
  constexpr double goal = 1.3;
  std::vector<Row> all;
  for (const std::int64_t nodes : options.nodes) {
    const std::vector<Row> rows =
        bench::rowsApart<Row>(program, network.name, [&] {
          return simulate(options, network, nodes);
        });
    all.insert(all.end(), rows.begin(), rows.end());
  }
  print(network, all, options.json);
  return gain(all) >= goal;
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

static const char usage[] =
    "usage: bench-smpi-sums [options]\n"
    "  --network NAME  one of 10g, 100g (all)\n"
    "  --nodes N,...   numbers of nodes (4,8,16)\n"
    "  --per-node N    ranks of each node (as many as there are nodes)\n"
    "  --bytes N,...   of a value (16384,131072,1048576,8388608)\n"
    "  --check         exit status 1 where the goal is missed\n"
    "  --json          machine-readable output\n"
    "  --help          this text\n"
    "Simulated: no processor but this one is needed.\n";

static Options parse(int argc, char **argv) {
  constexpr std::int64_t maxPerNode = 128, maxBytes = 1 << 28;
  Options options;
  bench::CommandLine line(program, usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--check"))
      options.check = true;
    else if (line.is("--nodes"))
      options.nodes = line.numbers<std::int64_t>(2, StripeExchange::maxNodes);
    else if (line.is("--per-node"))
      options.perNode = line.number<std::int64_t>(2, maxPerNode);
    else if (line.is("--bytes"))
      options.bytes = line.numbers<std::int64_t>(8192, maxBytes);
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
