//===- bench-smpi-pipeline.cpp - Pipelines on a simulated cluster ---------===//
//
// The runtime of pipelines, compiled against SimGrid's MPI, on machines of
// different speeds: how long an item takes once the first has reached all
// ranks, beside the period of the same mapping in the model, with the bandwidth
// that is measured on the simulated network. Times are simulated, and the same
// at every run.
//
//   given     work, data, bandwidth and speeds are clauses
//   measured  speeds are; the rest is what the first items show
//   dealt     as given; every fourth stage may be dealt to several ranks
//
//===----------------------------------------------------------------------===//
#include "Simulated/SimulatedCluster.h"
#include "Support/CommandLine.h"

#include "Pipeline/Engine/PipelineRecords.h"
#include "Pipeline/Link/LinkSet.h"
#include "Pipeline/Mapping/Weights.h"

#include "redist/Pipeline.h"

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace sg4 = simgrid::s4u;
using namespace redist;

struct Options {
  std::string platform = REDIST_SMPI_PLATFORM;
  std::vector<int> ranks{16, 64};
  std::int64_t bytes = 1000000;
  int items = 100;
  bool json = false;
  bool check = false;
};

enum class Way { Given, Measured, Dealt };
constexpr Way ways[] = {Way::Given, Way::Measured, Way::Dealt};

static const char *nameOf(Way way) {
  switch (way) {
  case Way::Given:
    return "given";
  case Way::Measured:
    return "measured";
  case Way::Dealt:
    return "dealt";
  }
  return "";
}

//===----------------------------------------------------------------------===//
// What the runtime is told apart
//===----------------------------------------------------------------------===//

/// Every simulated rank is a thread of this process: it has its own records of
/// a communicator.
runtime::PipelineRecords &runtime::recordsOf(MPI_Comm user,
                                             const directive &where) {
  static std::map<std::pair<aid_t, MPI_Comm>, std::unique_ptr<PipelineRecords>>
      records;
  const std::pair key{sg4::this_actor::get_pid(), user};
  if (const auto found = records.find(key); found != records.end())
    return *found->second;
  auto made = PipelineRecords::make(user, false, nullptr, false, where);
  return *(records[key] = std::move(made));
}

/// Simulated time passes instead of real time: a small part of what a rank has
/// waited for already, so that those that wait for long are not looked at
/// often.
void runtime::pauseInPipeline(int turn) {
  constexpr double first = 1e-6, growth = 1.1, longest = 500e-6;
  sg4::this_actor::sleep_for(std::min(longest, first * std::pow(growth, turn)));
}

//===----------------------------------------------------------------------===//
// What every rank does
//===----------------------------------------------------------------------===//

[[noreturn]] static void wrong(const std::string &what) {
  std::fprintf(stderr, "bench-smpi-pipeline: %s\n", what.c_str());
  std::_Exit(1); // the other ranks are in the middle of things
}

/// Gflop of a stage from 0: between 1 and 4 times the least.
static double workOf(std::size_t stage) {
  constexpr double least = 1.2e-3;
  return least * (1 + static_cast<double>(stage * 7 % 13) / 4);
}

struct Row {
  int ranks = 0;
  Way way = Way::Given;
  double model = 0, measured = 0; ///< seconds an item
  double work = 0;                ///< of the model, if items had no bytes
};

class Rank {
public:
  Rank(MPI_Comm used, const Options &given) : comm(used), options(given) {
    MPI_Comm_rank(comm, &rank);
    MPI_Comm_size(comm, &size);
    const double own = sg4::this_actor::get_host()->get_speed() / 1e9;
    speeds.resize(static_cast<std::size_t>(size));
    MPI_Allgather(&own, 1, MPI_DOUBLE, speeds.data(), 1, MPI_DOUBLE, comm);
    bandwidth = measureBandwidth();
  }

  bool isFirst() const { return rank == 0; }
  template <std::size_t... Stage>
  Row measure(Way way, std::index_sequence<Stage...>);

private:
  double measureBandwidth() const;
  pipeline clausesOf(Way way) const;
  pipeline_stage stageOf(Way way, std::size_t k, std::size_t stages) const;
  double modelPeriod(Way way, std::size_t stages, std::int64_t bytes) const;

  MPI_Comm comm;
  const Options &options;
  int rank = 0, size = 1;
  std::vector<double> speeds; ///< Gflop per second
  double bandwidth = 0;       ///< bytes per second
};

/// From rank 0 to rank 1 and back.
double Rank::measureBandwidth() const {
  std::vector<char> message(static_cast<std::size_t>(options.bytes));
  const int count = static_cast<int>(options.bytes);
  MPI_Barrier(comm);
  const double begin = MPI_Wtime();
  for (int way = 0; way < 2; ++way)
    if (rank == way)
      MPI_Send(message.data(), count, MPI_BYTE, 1 - way, 0, comm);
    else if (rank == 1 - way)
      MPI_Recv(message.data(), count, MPI_BYTE, way, 0, comm,
               MPI_STATUS_IGNORE);
  double seconds = (MPI_Wtime() - begin) / 2;
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, comm);
  return static_cast<double>(options.bytes) / seconds;
}

pipeline Rank::clausesOf(Way way) const {
  const pipeline clauses = pipeline().speeds(speeds);
  return way == Way::Measured ? clauses : clauses.bandwidth(bandwidth);
}

pipeline_stage Rank::stageOf(Way way, std::size_t k, std::size_t stages) const {
  pipeline_stage stage = pipeline_stage().movable();
  if (way == Way::Measured)
    return stage;
  stage = stage.work(workOf(k)).data(static_cast<double>(options.bytes));
  const bool keepsState = k + 1 == stages;
  return way == Way::Dealt && k % 4 == 1 && !keepsState ? stage.replicate_auto()
                                                        : stage;
}

/// Of the best mapping that the runtime's own planner finds for items of so
/// many bytes.
double Rank::modelPeriod(Way way, std::size_t stages,
                         std::int64_t bytes) const {
  schedule::PipelineProblem problem;
  problem.model = schedule::TransferModel::Overlapped;
  const auto datum = schedule::nearFraction(static_cast<double>(bytes));
  for (std::size_t k = 0; k < stages; ++k) {
    problem.work.push_back(schedule::nearFraction(workOf(k)));
    problem.data.push_back(k == 0 ? schedule::Fraction{0, 1} : datum);
    problem.replicas.push_back(
        static_cast<std::int32_t>(stageOf(way, k, stages).replica_count));
  }
  problem.data.push_back({0, 1});
  for (const double speed : speeds)
    problem.speeds.push_back(schedule::nearFraction(speed));
  problem.bandwidth = {schedule::nearFraction(bandwidth)};
  const auto instance = schedule::makeInstance(problem);
  if (!instance)
    wrong(instance.error().message);
  const auto made =
      schedule::makeMapping(*instance, schedule::MappingKind::Auto);
  if (!made)
    wrong(made.error().message);
  return static_cast<double>(made->cost.period) /
         static_cast<double>(made->cost.periodDivisor) * instance->tick;
}

template <std::size_t... Stage>
Row Rank::measure(Way way, std::index_sequence<Stage...>) {
  constexpr std::size_t stages = sizeof...(Stage);
  const directive where = {"bench-smpi-pipeline.cpp",
                           static_cast<int>(way) + 1,
                           "pipeline",
                           "auto",
                           nullptr,
                           0};
  std::vector<double> ends; // of items
  pipeline_run run(where, clausesOf(way), {stageOf(way, Stage, stages)...},
                   comm);
  run.keep(stages, ends);
  try {
    run.start();
    for (int i = 0; i < options.items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> frame;
      for (std::size_t k = 0; k < stages; ++k) {
        const int stage = static_cast<int>(k) + 1;
        if (item.runs(stage)) {
          if (k == 0)
            frame.assign(static_cast<std::size_t>(options.bytes),
                         static_cast<char>(i));
          sg4::this_actor::execute(workOf(k) * 1e9);
          if (frame.back() != static_cast<char>(i))
            wrong("an item is lost");
          if (stage == static_cast<int>(stages))
            ends.push_back(MPI_Wtime());
        }
        if (stage < static_cast<int>(stages))
          item.pass(stage, frame);
      }
      item.ends(frame);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  // One rank shows it: the planner is not what is simulated.
  Row row{size, way};
  if (isFirst()) {
    row.model = modelPeriod(way, stages, options.bytes);
    row.work = modelPeriod(way, stages, 0);
  }
  // Once the first item is through; where weights are measured, the first with
  // the mapping that they gave. Items that have gathered behind the first come
  // fast, so that the last ones have to do, too.
  const auto periodFrom = [&](std::size_t first) {
    return (ends.back() - ends[first]) /
           static_cast<double>(ends.size() - 1 - first);
  };
  constexpr auto measuring = static_cast<std::size_t>(runtime::measuredItems);
  row.measured = std::max(periodFrom(way == Way::Measured ? measuring : 0),
                          periodFrom(ends.size() / 3 * 2));
  return row;
}

//===----------------------------------------------------------------------===//
// The table
//===----------------------------------------------------------------------===//

static void printHead(const Options &options) {
  if (options.json)
    std::printf("{\"bytes\":%lld,\"items\":%d,\"cases\":[",
                static_cast<long long>(options.bytes), options.items);
  else
    std::printf("items of %lld bytes\n%6s %10s %12s %12s %8s\n",
                static_cast<long long>(options.bytes), "ranks", "weights",
                "model", "measured", "ratio");
}

static void printRow(const Row &row, bool asJson, bool isFirst) {
  if (asJson)
    std::printf("%s\n  {\"ranks\":%d,\"weights\":\"%s\",\"model\":%.9g,"
                "\"measured\":%.9g}",
                isFirst ? "" : ",", row.ranks, nameOf(row.way), row.model,
                row.measured);
  else
    std::printf("%6d %10s %9.4f ms %9.4f ms %8.4f\n", row.ranks,
                nameOf(row.way), row.model * 1e3, row.measured * 1e3,
                row.measured / row.model);
  std::fflush(stdout);
}

/// What pipelines have to reach, more where work holds items up, not transfers.
static bool isGoodEnough(const Row &row) {
  const double maxOverModel = row.work >= 0.99 * row.model ? 1.05 : 1.10;
  return row.measured <= maxOverModel * row.model;
}

/// Of all ways, with one and a half stages a rank.
static bool measureSize(MPI_Comm comm, const Options &options,
                        bool isFirstSize) {
  Rank rank(comm, options);
  int size = 0;
  MPI_Comm_size(comm, &size);
  bool isGood = true, isFirst = isFirstSize;
  for (const Way way : ways) {
    const Row row = size > 16
                        ? rank.measure(way, std::make_index_sequence<96>())
                        : rank.measure(way, std::make_index_sequence<24>());
    if (rank.isFirst())
      printRow(row, options.json, isFirst);
    isFirst = false;
    isGood &= !rank.isFirst() || isGoodEnough(row);
  }
  return isGood;
}

/// `isGood`: set by the first rank.
static void runRank(const Options &options, bool &isGood) {
  MPI_Init(nullptr, nullptr);
  int world = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &world);
  if (world == 0)
    printHead(options);
  bool isGoodHere = true;
  for (const int &ranks : options.ranks) {
    MPI_Comm part = MPI_COMM_NULL;
    MPI_Comm_split(MPI_COMM_WORLD, world < ranks ? 0 : MPI_UNDEFINED, world,
                   &part);
    if (part != MPI_COMM_NULL)
      isGoodHere &=
          measureSize(part, options, &ranks == &options.ranks.front());
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

static const char program[] = "bench-smpi-pipeline";
static const char usage[] =
    "usage: bench-smpi-pipeline [options]\n"
    "  --ranks N,...   numbers of ranks, 2 to 64 (16,64)\n"
    "  --bytes N       of an item (1000000)\n"
    "  --items N       through the pipeline; timed from the first's end on "
    "(100)\n"
    "  --platform F    SimGrid's description of the machines\n"
    "  --check         exit status 1 where the goal is missed\n"
    "  --json          machine-readable output\n"
    "  --help          this text\n"
    "Simulated: no processor but this one is needed. The period of items "
    "beside\n"
    "that of the model, which is to be at most 1.10 times as long, 1.05 times\n"
    "where work holds items up, not transfers.\n";

static Options parse(int argc, char **argv) {
  constexpr int maxRanks = 64, fewestItems = 20;
  constexpr std::int64_t maxBytes = std::int64_t{1} << 30;
  Options options;
  bench::CommandLine line(program, usage, argc, argv);
  while (line.next())
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--check"))
      options.check = true;
    else if (line.is("--ranks"))
      options.ranks = line.numbers<int>(2, maxRanks);
    else if (line.is("--bytes"))
      options.bytes = line.number<std::int64_t>(1, maxBytes);
    else if (line.is("--items"))
      options.items = line.number<int>(fewestItems);
    else if (line.is("--platform"))
      options.platform = line.text();
    else
      line.refuseUnknown();
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  bench::SimulatedCluster cluster(program, {"smpi/iprobe:5e-7"});
  cluster.useAllSpeeds();
  bool isGood = false;
  cluster.run(options.platform,
              static_cast<std::size_t>(*std::max_element(options.ranks.begin(),
                                                         options.ranks.end())),
              [&] { runRank(options, isGood); });
  return bench::exitStatus(program, options.check, isGood);
}
