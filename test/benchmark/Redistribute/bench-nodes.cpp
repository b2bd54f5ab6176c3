//===- bench-nodes.cpp - Redistributions between nodes --------------------===//
//
// Vectors of doubles from cyclic blocks to others on ranks of several nodes, in
// interleaved rounds: the runtime as it chooses, and with each rank sending by
// itself, beside packing around MPI_Alltoallv, MPI_Alltoallw with derived types
// and pdgemr2d, MPI_Alltoall of messages as long, and what the links between
// nodes take at least. Every result is checked once. A round's time is that of
// the slowest rank; a way runs often enough that a round takes some
// milliseconds. Ratios are of medians.
//
//   utils/hosts.sh up 4 --rate 100mbit
//   utils/hosts.sh mpirun --ranks 2,2,2,2 -n 8 bench-nodes
//
//===----------------------------------------------------------------------===//
#include "Redistribute/CyclicPeers.h"
#include "Support/CommandLine.h"
#include "Support/OwnCommunicator.h"
#include "Support/Timing.h"

#include <algorithm>
#include <cstdio>
#include <functional>

using bench::CyclicProblem;

struct Options {
  std::vector<std::int64_t> bytes{1024, 65536, 8388608};
  int rounds = 15;
  bool json = false;
};

static constexpr redist::directive here = {"bench-nodes", 1,       "",
                                           "auto",        nullptr, 0};

//===----------------------------------------------------------------------===//
// Nodes
//===----------------------------------------------------------------------===//

/// Which ranks are on which node, and what a link between two nodes carries.
struct Nodes {
  std::vector<int> ofRank;   ///< the first rank of its node
  double bytesPerSecond = 0; ///< one way; 0: all ranks are on one node

  int count() const {
    int nodes = 0;
    for (std::size_t i = 0; i < ofRank.size(); ++i)
      nodes += ofRank[i] == static_cast<int>(i);
    return nodes;
  }
};

/// Seconds for some bytes from rank 0 to another one, and nothing back.
static double secondsTo(int other, std::size_t bytes) {
  std::vector<std::byte> message(bytes);
  const auto count = static_cast<int>(bytes);
  const int rank = bench::worldRank();
  return bench::slowest([&] {
    if (rank == 0) {
      MPI_Send(message.data(), count, MPI_BYTE, other, 0, MPI_COMM_WORLD);
      MPI_Recv(nullptr, 0, MPI_BYTE, other, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
    } else if (rank == other) {
      MPI_Recv(message.data(), count, MPI_BYTE, 0, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
      MPI_Send(nullptr, 0, MPI_BYTE, 0, 0, MPI_COMM_WORLD);
    }
  });
}

static Nodes lookAtNodes() {
  MPI_Comm node = MPI_COMM_NULL;
  MPI_Comm_split_type(MPI_COMM_WORLD, MPI_COMM_TYPE_SHARED, 0, MPI_INFO_NULL,
                      &node);
  int first = bench::worldRank();
  MPI_Bcast(&first, 1, MPI_INT, 0, node);
  MPI_Comm_free(&node);
  Nodes nodes;
  nodes.ofRank.resize(static_cast<std::size_t>(bench::worldSize()));
  MPI_Allgather(&first, 1, MPI_INT, nodes.ofRank.data(), 1, MPI_INT,
                MPI_COMM_WORLD);
  const auto other = std::find_if(nodes.ofRank.begin(), nodes.ofRank.end(),
                                  [&](int one) { return one != 0; });
  if (other == nodes.ofRank.end())
    return nodes;
  constexpr std::size_t small = 1 << 20, large = 4 << 20;
  const int peer = static_cast<int>(other - nodes.ofRank.begin());
  std::vector<double> rates;
  for (int i = 0; i < 5; ++i)
    rates.push_back((large - small) /
                    (secondsTo(peer, large) - secondsTo(peer, small)));
  nodes.bytesPerSecond = bench::median(rates);
  return nodes;
}

/// Seconds of the busiest link, in either direction.
static double secondsOfLinks(const CyclicProblem &p, const Nodes &nodes) {
  const std::size_t size = nodes.ofRank.size();
  std::vector<double> sent(size, 0), received(size, 0);
  const auto node = static_cast<std::size_t>(
      nodes.ofRank[static_cast<std::size_t>(bench::worldRank())]);
  p.rows.forEachRun(p.rows.source, p.rows.target, p.sourceElements(),
                    [&](std::int64_t to, std::int64_t, std::int64_t length) {
                      const auto other = static_cast<std::size_t>(
                          nodes.ofRank[static_cast<std::size_t>(to)]);
                      if (other == node)
                        return;
                      sent[node] +=
                          static_cast<double>(length) * sizeof(double);
                      received[other] +=
                          static_cast<double>(length) * sizeof(double);
                    });
  for (std::vector<double> *const side : {&sent, &received})
    MPI_Allreduce(MPI_IN_PLACE, side->data(), static_cast<int>(size),
                  MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  const double most =
      std::max(*std::max_element(sent.begin(), sent.end()),
               *std::max_element(received.begin(), received.end()));
  return nodes.bytesPerSecond > 0 ? most / nodes.bytesPerSecond : 0;
}

//===----------------------------------------------------------------------===//
// Ways
//===----------------------------------------------------------------------===//

/// One problem, in every way.
class NodesCase {
public:
  struct Way {
    const char *name;
    std::function<void()> run;
    bool isChecked = true;
    std::vector<double> seconds = {}; ///< by round
  };

  NodesCase(const bench::CyclicShape &shape)
      : p(shape, bench::worldSize()),
        source(static_cast<std::size_t>(p.sourceElements())),
        target(static_cast<std::size_t>(p.targetElements())),
        packed(p, source.data(), target.data()),
        typed(p, source.data(), target.data()),
        scalapack(p, source.data(), target.data()),
        equal(static_cast<std::size_t>(p.rows.extent / p.rows.ranks /
                                       p.rows.ranks)),
        equalFrom(equal * static_cast<std::size_t>(p.rows.ranks)),
        equalTo(equalFrom.size()) {
    p.fillSource(source.data());
    const bench::Setting alone("REDIST_TWO_LEVELS", "0");
    redistribute(byRanks.get()); // which reads its settings now
    ways = {{"redist", [this] { redistribute(chosen.get()); }},
            {"by ranks", [this] { redistribute(byRanks.get()); }},
            {"alltoallv", [this] { packed.runCollective(); }},
            {"alltoallw", [this] { typed.run(); }},
            {"pdgemr2d", [this] { scalapack.run(); }},
            {"alltoall", [this] { exchangeEqually(); }, false}};
  }

  const CyclicProblem &problem() const { return p; }
  std::vector<Way> ways;

  /// Whether a way has brought all where it belongs. Collective.
  bool isRight(const Way &way) {
    std::fill(target.begin(), target.end(), -1.0);
    way.run();
    int right = !way.isChecked || p.isResult(target.data());
    MPI_Allreduce(MPI_IN_PLACE, &right, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
    return right != 0;
  }

private:
  void redistribute(MPI_Comm communicator) {
    const auto side = [&](std::int64_t block) {
      return redist::layout({redist::cyclic(block)}).onto({p.rows.ranks});
    };
    redist::redistribute_into(
        here,
        redist::redistribution({redist::whole(p.rows.extent)})
            .from(side(p.rows.source))
            .to(side(p.rows.target)),
        communicator, redist::objects(source), redist::objects(target));
  }
  void exchangeEqually() {
    MPI_Alltoall(equalFrom.data(), static_cast<int>(equal), MPI_DOUBLE,
                 equalTo.data(), static_cast<int>(equal), MPI_DOUBLE,
                 MPI_COMM_WORLD);
  }

  CyclicProblem p;
  bench::OwnCommunicator chosen, byRanks;
  std::vector<double> source, target;
  bench::PackedExchange packed;
  bench::TypedExchange typed;
  bench::ScalapackCopy scalapack;
  std::size_t equal; ///< doubles for each rank, the same on all
  std::vector<double> equalFrom, equalTo;
};

/// The same on all ranks.
static int repeatsOf(NodesCase::Way &way) {
  constexpr double enough = 5e-3;
  constexpr int most = 1000;
  const double once = bench::slowest(way.run);
  return static_cast<int>(std::clamp(enough / once, 1.0, double{most}));
}

static void measure(NodesCase &c, int rounds) {
  for (NodesCase::Way &way : c.ways)
    if (!c.isRight(way)) {
      std::fprintf(stderr, "bench-nodes: wrong result of %s, %s\n", way.name,
                   c.problem().name().c_str());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  constexpr int untilLearned = 8; // executions that try methods
  for (int i = 0; i < untilLearned; ++i) {
    c.ways[0].run();
    c.ways[1].run();
  }
  std::vector<int> repeats;
  for (NodesCase::Way &way : c.ways)
    repeats.push_back(repeatsOf(way));
  for (std::size_t round = 0; round < static_cast<std::size_t>(rounds); ++round)
    for (std::size_t turn = 0; turn < c.ways.size(); ++turn) {
      const std::size_t i = (turn + round) % c.ways.size();
      c.ways[i].seconds.push_back(bench::slowest([&] {
                                    for (int k = 0; k < repeats[i]; ++k)
                                      c.ways[i].run();
                                  }) /
                                  repeats[i]);
    }
}

//===----------------------------------------------------------------------===//
// Report
//===----------------------------------------------------------------------===//

static constexpr std::size_t firstPeer = 2, peers = 3;

/// Best peer / redist, by medians.
static double gainOf(const NodesCase &c) {
  double best = bench::median(c.ways[firstPeer].seconds);
  for (std::size_t i = 1; i < peers; ++i)
    best = std::min(best, bench::median(c.ways[firstPeer + i].seconds));
  return best / bench::median(c.ways[0].seconds);
}

static void printText(const NodesCase &c, double links) {
  std::printf("%s: links %.3f ms, best peer / redist %.2f\n",
              c.problem().name().c_str(), links * 1e3, gainOf(c));
  for (const NodesCase::Way &way : c.ways)
    std::printf("  %-10s %10.4f %10.4f\n", way.name,
                *std::min_element(way.seconds.begin(), way.seconds.end()) * 1e3,
                bench::median(way.seconds) * 1e3);
}

static void printJson(const NodesCase &c, double links, bool isFirst) {
  std::printf(
      "%s\n    {\"blocks\":[%lld,%lld],\"bytes\":%lld,\"links\":%.6g,"
      "\"gain\":%.4g,\"ways\":[",
      isFirst ? "" : ",", static_cast<long long>(c.problem().shape.source),
      static_cast<long long>(c.problem().shape.target),
      static_cast<long long>(c.problem().shape.extent * 8), links, gainOf(c));
  for (const NodesCase::Way &way : c.ways)
    std::printf("%s\n      {\"name\":\"%s\",\"minimum\":%.6g,\"median\":%.6g}",
                &way == c.ways.data() ? "" : ",", way.name,
                *std::min_element(way.seconds.begin(), way.seconds.end()),
                bench::median(way.seconds));
  std::printf("]}");
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-nodes [options]\n"
    "  --bytes N,...  of the vectors, on all ranks together\n"
    "                 (1024,65536,8388608)\n"
    "  --rounds K     interleaved rounds (15)\n"
    "  --json         machine-readable output\n"
    "  --help         this text\n"
    "Times in milliseconds, of the slowest rank: minimum and median. `by "
    "ranks`: ours\nwith two levels off. `links`: what the busiest link between "
    "nodes takes at least,\nby the rate of messages of some megabytes.\n";

static Options parse(int argc, char **argv) {
  constexpr std::int64_t most = std::int64_t{1} << 30;
  Options options;
  bench::CommandLine line("bench-nodes", usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--bytes"))
      options.bytes = line.numbers<std::int64_t>(8, most);
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else
      line.refuseUnknown();
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  const bool speaks = bench::worldRank() == 0;
  const Nodes nodes = lookAtNodes();
  if (speaks && options.json)
    std::printf("{\"ranks\":%d,\"nodes\":%d,\"bytes_per_second\":%.4g,"
                "\"cases\":[",
                bench::worldSize(), nodes.count(), nodes.bytesPerSecond);
  else if (speaks)
    std::printf("%d ranks on %d nodes, %.4g MB/s\n%-12s %10s %10s\n",
                bench::worldSize(), nodes.count(), nodes.bytesPerSecond / 1e6,
                "[ms]", "min", "median");
  static constexpr std::int64_t blocks[][2] = {{3, 5}, {64, 96}, {0, 1}};
  bool isFirst = true;
  for (const std::int64_t bytes : options.bytes)
    for (const auto &[from, to] : blocks) {
      NodesCase c({from, to, bytes / std::int64_t{sizeof(double)}});
      measure(c, options.rounds);
      const double links = secondsOfLinks(c.problem(), nodes);
      if (speaks && options.json)
        printJson(c, links, isFirst);
      else if (speaks)
        printText(c, links);
      std::fflush(stdout);
      isFirst = false;
    }
  if (speaks && options.json)
    std::printf("\n]}\n");
  MPI_Finalize();
}
