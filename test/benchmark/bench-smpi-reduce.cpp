//===- bench-smpi-reduce.cpp - Reductions on a simulated cluster ----------===//
//
// The runtime's engine and channel, compiled against SimGrid's MPI, beside that
// MPI's own MPI_Reduce (as Open MPI chooses it) with an operator of
// MPI_Op_create, on the same items, to rank 0, for operators that commute and
// for others. What a message takes is measured on the simulated network, what a
// combine takes is a share of that; the optimum is the model's (closed form).
// Times are simulated, and the same at every run.
//
// Ours includes what a call adds to its tree: the ranks agree on their clauses
// before, and are told after whether all went well.
//
//===----------------------------------------------------------------------===//
#include "SimulatedItem.h"

#include "Reduction/Machine.h"
#include "Reduction/MpiChannel.h"

#include "redist/Schedule/Reduction/ReductionSchedule.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string_view>

namespace sg4 = simgrid::s4u;
using namespace redist;
using bench::Item;
using bench::itemOf;

struct Options {
  std::string platform = REDIST_SMPI_PLATFORM;
  std::vector<std::int64_t> ranks{16, 64, 512};
  std::vector<double> ratios{0.1, 0.5, 1, 2, 10}; ///< d/c
  std::int64_t bytes = 128 << 10;
  bool json = false;
  bool check = false;
};

/// Of one way to reduce, for one number of ranks and one ratio.
struct Timed {
  double redist = 0, mpi = 0; ///< seconds
};

struct Row {
  std::int64_t ranks = 0;
  double ratio = 0;
  double optimum = 0; ///< seconds
  Timed commutative, ordered;
};

//===----------------------------------------------------------------------===//
// What every rank does
//===----------------------------------------------------------------------===//

/// Simulated seconds until the slowest rank is through, all starting at the
/// same instant. Collective over the communicator.
static double slowest(MPI_Comm comm, const std::function<void()> &way) {
  constexpr double untilAllAreReady = 1;
  double own = MPI_Wtime();
  double start = 0;
  MPI_Allreduce(&own, &start, 1, MPI_DOUBLE, MPI_MAX, comm);
  start += untilAllAreReady;
  sg4::this_actor::sleep_until(start);
  way();
  own = MPI_Wtime() - start;
  double all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_DOUBLE, MPI_MAX, comm);
  return all;
}

static void require(bool isRight, const char *what) {
  if (isRight)
    return;
  std::fprintf(stderr, "bench-smpi-reduce: wrong result of %s\n", what);
  std::_Exit(1); // the other ranks are in the middle of things
}

class Rank {
public:
  Rank(MPI_Comm used, const Options &given) : comm(used), options(given) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    MPI_Type_contiguous(static_cast<int>(options.bytes), MPI_BYTE, &type);
    MPI_Type_commit(&type);
  }
  Rank(const Rank &) = delete;
  Rank &operator=(const Rank &) = delete;
  ~Rank() { MPI_Type_free(&type); }

  bool isFirst() const { return rank == 0; }
  /// d: from rank 1 to rank 0, the receive being posted.
  double transferSeconds();
  Row measure(double transfer, double ratio);

private:
  Timed measure(const schedule::ReductionCost &cost, double combine,
                bool isOrdered);
  double byMpi(double combine, bool isOrdered);
  double byTree(const schedule::ReductionCost &cost, double combine,
                bool isOrdered);

  MPI_Comm comm;
  const Options &options;
  int rank = 0, size = 1;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

double Rank::transferSeconds() {
  Item item = itemOf(rank, options.bytes, 0);
  return slowest(comm, [&] {
    if (rank == 0)
      MPI_Recv(item.data(), 1, type, 1, 0, comm, MPI_STATUS_IGNORE);
    else if (rank == 1)
      MPI_Send(item.data(), 1, type, 0, 0, comm);
  });
}

double Rank::byMpi(double combine, bool isOrdered) {
  const Item item = itemOf(rank, options.bytes, combine);
  Item result(item.size());
  MPI_Op op = MPI_OP_NULL;
  MPI_Op_create(bench::combineForMpi, !isOrdered, &op);
  const double seconds = slowest(comm, [&] {
    MPI_Reduce(item.data(), result.data(), 1, type, op, 0, comm);
  });
  MPI_Op_free(&op);
  require(rank != 0 || bench::isResult(result, size, isOrdered), "MPI_Reduce");
  return seconds;
}

double Rank::byTree(const schedule::ReductionCost &cost, double combine,
                    bool isOrdered) {
  schedule::ReductionProblem problem;
  problem.ranks = size;
  problem.cost = cost;
  problem.ordered = isOrdered;
  const auto planned = schedule::makeReduction(problem);
  require(static_cast<bool>(planned), "planning");
  runtime::ActionShape shape;
  shape.rank = rank;
  shape.size = size;
  shape.bytes = options.bytes;
  shape.mayFail = true;
  const std::vector<runtime::Action> actions =
      runtime::actionsOf(*planned, shape);
  Item item = itemOf(rank, options.bytes, combine);
  bench::SimulatedOperand operand(item);
  bench::SimulatedCombiner combiner;
  runtime::MpiChannel channel(comm, {0, 1}, false);
  runtime::Machine machine(channel);
  const double seconds = slowest(comm, [&] {
    std::int64_t own[4] = {}, agreed[4];
    MPI_Allreduce(own, agreed, 4, MPI_INT64_T, MPI_MAX, comm);
    machine.start(actions, rank, operand, combiner, nullptr);
    machine.run();
  });
  require(!machine.failure(), "the tree");
  if (rank == 0) {
    operand.commit();
    require(bench::isResult(item, size, isOrdered), "the tree");
  }
  return seconds;
}

Timed Rank::measure(const schedule::ReductionCost &cost, double combine,
                    bool isOrdered) {
  Timed timed;
  timed.redist = byTree(cost, combine, isOrdered);
  timed.mpi = byMpi(combine, isOrdered);
  return timed;
}

/// Ticks are nanoseconds.
Row Rank::measure(double transfer, double ratio) {
  schedule::ReductionCost cost;
  cost.transfer = std::llround(transfer * 1e9);
  cost.combine = std::llround(transfer / ratio * 1e9);
  const double combine = static_cast<double>(cost.combine) * 1e-9;
  Row row;
  row.ranks = size;
  row.ratio = ratio;
  row.optimum =
      1e-9 * static_cast<double>(*schedule::optimalReductionLength(size, cost));
  row.commutative = measure(cost, combine, false);
  row.ordered = measure(cost, combine, true);
  return row;
}

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
  for (const Timed &timed : {row.commutative, row.ordered})
    std::printf("  %9.4f %10.3f ", timed.redist / row.optimum,
                timed.mpi / timed.redist);
  std::printf("\n");
}

/// What reductions have to reach; true where this row does. With few ranks the
/// optimum itself is too close to the binomial tree.
static bool isGoodEnough(const Row &row) {
  constexpr double mostOverOptimum = 1.02;
  constexpr double leastGain = 1 / 1.01, leastGainAtEqualCosts = 1.15,
                   leastGainOrdered = 1.5;
  constexpr std::int64_t enoughToGain = 64, enoughForOrder = 16;
  const double gain = row.commutative.mpi / row.commutative.redist;
  const double gainOrdered = row.ordered.mpi / row.ordered.redist;
  const bool isNearOptimum =
      std::max(row.commutative.redist, row.ordered.redist) <=
      mostOverOptimum * row.optimum;
  const bool gainsAtEqualCosts = row.ratio != 1 || row.ranks < enoughToGain ||
                                 gain >= leastGainAtEqualCosts;
  const bool gainsInOrder =
      row.ranks < enoughForOrder || gainOrdered >= leastGainOrdered;
  return isNearOptimum && gain >= leastGain && gainsAtEqualCosts &&
         gainsInOrder;
}

/// Of all ranks of one size; whether all rows are good enough.
static bool measureSize(MPI_Comm comm, const Options &options, double transfer,
                        bool isFirstSize) {
  Rank rank(comm, options);
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
  const double transfer = Rank(MPI_COMM_WORLD, options).transferSeconds();
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
// The simulation
//===----------------------------------------------------------------------===//

/// Nothing but messages and combines takes time. Latency counts once for small
/// messages, thrice with a rendezvous; a call takes half a microsecond. Of Open
/// MPI's choices those that are measured or needed: the agreement is a
/// recursive doubling there, too.
static void configure() {
  xbt_log_control_set("root.thresh:warning");
  for (const char *const setting :
       {"network/model:SMPI", "smpi/privatization:no",
        "smpi/simulate-computation:no", "smpi/reduce:ompi",
        "smpi/allreduce:rdb", "smpi/lat-factor:0:1;65536:3",
        "smpi/bw-factor:0:0.97", "smpi/os:0:5e-7:0", "smpi/or:0:5e-7:0",
        "smpi/ois:0:5e-7:0", "smpi/test:5e-7", "smpi/grow-injected-times:no",
        "smpi/wtime:0", "surf/precision:1e-10", "smpi/host-speed:1Gf"})
    sg4::Engine::set_config(setting);
}

/// Whether all goals are met.
static bool simulate(const Options &options, sg4::Engine &engine) {
  static constexpr char program[] = "reduce";
  const auto count = static_cast<std::size_t>(
      *std::max_element(options.ranks.begin(), options.ranks.end()));
  SMPI_init();
  engine.load_platform(options.platform);
  const std::vector<sg4::Host *> hosts = engine.get_all_hosts();
  if (hosts.size() < count) {
    std::fprintf(stderr, "bench-smpi-reduce: '%s' has %zu machines only\n",
                 options.platform.c_str(), hosts.size());
    std::exit(1);
  }
  bool isGood = false;
  SMPI_app_instance_register(program, nullptr, static_cast<int>(count));
  for (std::size_t i = 0; i < count; ++i) {
    const sg4::ActorPtr actor =
        sg4::Actor::create("rank", hosts[i], [&] { runRank(options, isGood); });
    actor->set_property("instance_id", program);
    actor->set_property("rank", std::to_string(i));
  }
  engine.run();
  SMPI_finalize();
  return isGood;
}

//===----------------------------------------------------------------------===//
// The command line
//===----------------------------------------------------------------------===//

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

[[noreturn]] static void refuse(const char *option, const char *what) {
  std::fprintf(stderr, "bench-smpi-reduce: %s %s\n", option, what);
  std::exit(2);
}

/// The numbers after an option, none below `least`.
static std::vector<double> numbersAfter(int argc, char **argv, int &i,
                                        double least) {
  const char *const option = argv[i];
  if (i + 1 >= argc)
    refuse(option, "needs a value");
  std::vector<double> numbers;
  for (const char *text = argv[++i];;) {
    char *end = nullptr;
    const double value = std::strtod(text, &end);
    if (end == text || (*end && *end != ',') || !(value >= least) ||
        value > 1e9)
      refuse(option, "needs numbers that make sense");
    numbers.push_back(value);
    if (!*end)
      return numbers;
    text = end + 1;
  }
}

static Options parse(int argc, char **argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    const std::string_view option = argv[i];
    if (option == "--help") {
      std::fputs(usage, stdout);
      std::exit(0);
    } else if (option == "--json") {
      options.json = true;
    } else if (option == "--check") {
      options.check = true;
    } else if (option == "--ranks") {
      const auto given = numbersAfter(argc, argv, i, 2);
      options.ranks.assign(given.begin(), given.end());
    } else if (option == "--ratios") {
      options.ratios = numbersAfter(argc, argv, i, 1e-3);
    } else if (option == "--bytes") {
      options.bytes = std::max<std::int64_t>(
          sizeof(bench::ItemHead),
          static_cast<std::int64_t>(numbersAfter(argc, argv, i, 1)[0]));
    } else if (option == "--platform") {
      if (i + 1 >= argc)
        refuse(argv[i], "needs a value");
      options.platform = argv[++i];
    } else {
      refuse(argv[i], "is not known");
    }
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  int nothing = 1; // SimGrid would take --help, too
  sg4::Engine engine(&nothing, argv);
  smpi_init_options(); // makes the settings known
  configure();
  const bool isGood = simulate(options, engine);
  if (!options.check || isGood)
    return 0;
  std::fprintf(stderr, "bench-smpi-reduce: a goal was missed\n");
  return 1;
}
