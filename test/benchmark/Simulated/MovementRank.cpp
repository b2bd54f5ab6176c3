//===- MovementRank.cpp - One rank of a simulated redistribution ----------===//
#include "Simulated/MovementRank.h"

#include "Execution/Executor.h"
#include "Execution/FlowOptions.h"
#include "Execution/MessageTypes.h"
#include "Execution/NodeExchange.h"
#include "Transport/MpiTransport.h"

#include <simgrid/s4u.hpp>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <limits>
#include <optional>

using redist::runtime::Phase;
using redist::runtime::PhaseSpan;
using redist::runtime::PlannedMessage;
using redist::runtime::RedistributionPlan;

namespace bench {

static constexpr std::int64_t wordBytes = sizeof(std::int64_t);

void SpendingRecorder::add(Phase phase, Clock::time_point begin,
                           Clock::time_point end, std::int64_t step,
                           std::int64_t bytes) {
  Recorder::add(phase, begin, end, step, bytes);
  if (perByte > 0 &&
      (phase == Phase::Pack || phase == Phase::Unpack || phase == Phase::Local))
    simgrid::s4u::this_actor::sleep_for(static_cast<double>(bytes) * perByte);
}

MovementRank::MovementRank(MPI_Comm usedComm,
                           const SimulatedMovement &usedMovement,
                           redist::runtime::NodeLanes *usedLanes)
    : comm(usedComm), movement(usedMovement), lanes(usedLanes) {
  MPI_Comm_rank(comm, &rank);
  const auto parameters = movement.parameters(rank);
  const redist::schedule::Axis &axis = parameters.assignment.axes.front();
  const auto words = [&](const redist::schedule::DimensionLayout &layout) {
    return static_cast<std::size_t>(layout.localExtent(*axis.length, rank) *
                                    movement.elementBytes() / wordBytes);
  };
  source.resize(words(axis.source));
  target.resize(words(axis.target));
  fill(source, axis.source);
}

/// All words of an element are its index.
void MovementRank::fill(std::vector<std::int64_t> &words,
                        const redist::schedule::DimensionLayout &layout) const {
  const std::int64_t ofElement = movement.elementBytes() / wordBytes;
  for (std::int64_t j = 0; j < std::ssize(words) / ofElement; ++j)
    std::fill_n(words.begin() + j * ofElement, ofElement,
                layout.globalIndex(rank, j));
}

/// One way, between rank 0 and `peer`; on all ranks.
static double pingPong(std::size_t bytes, int peer) {
  constexpr int rounds = 4;
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  // Of the many that look on, none needs memory.
  const bool takesPart = rank == 0 || rank == peer;
  std::vector<std::byte> message(takesPart ? bytes : 0);
  const auto count = static_cast<int>(bytes);
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  for (int turn = 0; turn < 2 * rounds && takesPart; ++turn)
    if ((turn % 2 == 0) == (rank == 0))
      MPI_Send(message.data(), count, MPI_BYTE, peer - rank, 0, MPI_COMM_WORLD);
    else
      MPI_Recv(message.data(), count, MPI_BYTE, peer - rank, 0, MPI_COMM_WORLD,
               MPI_STATUS_IGNORE);
  double seconds = (MPI_Wtime() - begin) / (2 * rounds);
  MPI_Bcast(&seconds, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return seconds;
}

redist::machine_profile measureMachine(double packing, int peer) {
  constexpr std::size_t small = 8, medium = 1 << 17, large = 1 << 23;
  redist::machine_profile machine;
  machine.alpha = pingPong(small, peer);
  machine.beta =
      (pingPong(large, peer) - pingPong(medium, peer)) / (large - medium);
  constexpr double hardlyAny = 1e-15; // 0 would be: not known
  machine.packing = std::max(packing, hardlyAny);
  machine.call = 5e-7; // as SimulatedCluster has it
  return machine;
}

double commonBeginning(MPI_Comm comm) {
  constexpr double grace = 1e-3;
  double mine = MPI_Wtime();
  double latest = 0;
  MPI_Allreduce(&mine, &latest, 1, MPI_DOUBLE, MPI_MAX, comm);
  simgrid::s4u::this_actor::sleep_until(latest + grace);
  return latest + grace;
}

double greatest(double mine, MPI_Comm comm) {
  double all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_DOUBLE, MPI_MAX, comm);
  return all;
}

static redist::runtime::ExecutorOptions
optionsOf(const RedistributionPlan &plan, Way way,
          const redist::schedule::NetworkCosts &costs) {
  constexpr std::int64_t whole = std::int64_t{1} << 30;
  switch (way) {
  case Way::Window2:
    return {whole, 2, 1, whole};
  case Way::Window4:
    return {whole, 4, 1, whole};
  case Way::Window8:
    return {whole, 8, 1, whole};
  default:
    return redist::runtime::optionsFor(plan, costs);
  }
}

double MovementRank::run(Way way, const redist::machine_profile &machine) {
  const RedistributionPlan plan(movement.parameters(rank),
                                movement.schedule(way));
  std::optional<redist::runtime::NodePairs> pairs;
  redist::schedule::NetworkCosts costs =
      redist::runtime::networkCostsOf(machine);
  if (lanes)
    costs.ranksOnPort =
        static_cast<std::int64_t>(lanes->map().mostRanksOnNode());
  if (lanes && way == Way::TwoLevels)
    pairs = redist::runtime::NodePairs::of(plan, lanes->map());
  else if (lanes && way == Way::Auto)
    pairs = redist::runtime::pairsWhereFaster(plan, costs, lanes->map());
  if (way == Way::TwoLevels && !pairs)
    return 0;
  std::ranges::fill(target, -1);
  SpendingRecorder spending(machine.packing);
  recorder = &spending;
  double begin = 0;
  switch (way) {
  case Way::Caterpillar:
  case Way::Steps:
  case Way::Barrier:
    begin = commonBeginning(comm);
    runSteps(plan, way == Way::Barrier);
    break;
  case Way::Alltoallw:
    begin = runExecutor(plan, redist::runtime::defaultOptions(
                                  redist::schedule::TransferMethod::Alltoallw));
    break;
  default:
    begin = pairs ? runByNodes(plan, *pairs, costs)
                  : runExecutor(plan, optionsOf(plan, way, costs));
  }
  recorder = nullptr;
  const double seconds = greatest(MPI_Wtime(), comm) - begin;
  check(way);
  return seconds;
}

/// Of this rank's node.
static double bytesOfPort(const RedistributionPlan &plan,
                          const redist::runtime::NodeMap &map, MPI_Comm comm) {
  const auto nodes = static_cast<std::size_t>(map.nodeCount());
  std::vector<double> bytes(2 * nodes, 0); // by node, sent and received
  const auto add = [&](const std::vector<PlannedMessage> &messages,
                       std::size_t first) {
    for (const PlannedMessage &message : messages)
      if (map.nodeOf(message.peer) != map.ownNode())
        bytes[first + static_cast<std::size_t>(map.ownNode())] +=
            static_cast<double>(message.elements * plan.elementBytes());
  };
  add(plan.sends(), 0);
  add(plan.receives(), nodes);
  MPI_Allreduce(MPI_IN_PLACE, bytes.data(), static_cast<int>(2 * nodes),
                MPI_DOUBLE, MPI_SUM, comm);
  const auto own = static_cast<std::size_t>(map.ownNode());
  return std::max(bytes[own], bytes[nodes + own]);
}

double MovementRank::bound(const redist::machine_profile &machine) const {
  const RedistributionPlan plan(movement.parameters(rank),
                                movement.schedule(Way::Auto));
  const auto bytes = [&](std::int64_t elements) {
    return static_cast<double>(elements * plan.elementBytes());
  };
  const double sent = bytes(plan.sentElements());
  const double received = bytes(plan.receivedElements());
  const double port = (lanes ? bytesOfPort(plan, lanes->map(), comm)
                             : std::max(sent, received)) *
                      machine.beta;
  const double packing =
      (sent + received + bytes(plan.keptElements())) * machine.packing;
  return greatest(std::max(port, packing), comm);
}

//===----------------------------------------------------------------------===//
// Step by step
//===----------------------------------------------------------------------===//

void MovementRank::pack(const PlannedMessage &message, std::byte *to) {
  const PhaseSpan span(recorder, Phase::Pack, message.step,
                       message.elements * movement.elementBytes());
  message.pattern.copy({to, reinterpret_cast<const std::byte *>(source.data()),
                        0, movement.elementBytes()},
                       0, message.elements);
}

void MovementRank::unpack(const PlannedMessage &message,
                          const std::byte *from) {
  const PhaseSpan span(recorder, Phase::Unpack, message.step,
                       message.elements * movement.elementBytes());
  message.pattern.copy({reinterpret_cast<std::byte *>(target.data()), from, 0,
                        movement.elementBytes()},
                       0, message.elements);
}

void MovementRank::copyLocal(const RedistributionPlan &plan) {
  const PlannedMessage &local = plan.local();
  if (local.elements == 0)
    return;
  const PhaseSpan span(recorder, Phase::Local, -1,
                       local.elements * movement.elementBytes());
  local.pattern.copy({reinterpret_cast<std::byte *>(target.data()),
                      reinterpret_cast<const std::byte *>(source.data()), 0,
                      movement.elementBytes()},
                     0, local.elements);
}

static const PlannedMessage *ofStep(const std::vector<PlannedMessage> &messages,
                                    std::int64_t step) {
  const auto found =
      std::lower_bound(messages.begin(), messages.end(), step,
                       [](const PlannedMessage &message, std::int64_t wanted) {
                         return message.step < wanted;
                       });
  return found == messages.end() || found->step != step ? nullptr : &*found;
}

void MovementRank::runSteps(const RedistributionPlan &plan, bool hasBarriers) {
  std::vector<std::byte> outgoing, incoming;
  const auto room = [&](std::vector<std::byte> &buffer,
                        const PlannedMessage &message) {
    buffer.resize(
        static_cast<std::size_t>(message.elements * movement.elementBytes()));
    return static_cast<int>(buffer.size());
  };
  for (std::int64_t step = 0; step < plan.stepCount(); ++step) {
    const PlannedMessage *const send = ofStep(plan.sends(), step);
    const PlannedMessage *const receive = ofStep(plan.receives(), step);
    MPI_Request requests[] = {MPI_REQUEST_NULL, MPI_REQUEST_NULL};
    if (receive) {
      const int count = room(incoming, *receive);
      MPI_Irecv(incoming.data(), count, MPI_BYTE, receive->peer, 0, comm,
                &requests[0]);
    }
    if (send) {
      const int count = room(outgoing, *send);
      pack(*send, outgoing.data());
      MPI_Isend(outgoing.data(), count, MPI_BYTE, send->peer, 0, comm,
                &requests[1]);
    }
    if (step == 0)
      copyLocal(plan);
    MPI_Waitall(2, requests, MPI_STATUSES_IGNORE);
    if (receive)
      unpack(*receive, incoming.data());
    if (hasBarriers)
      MPI_Barrier(comm);
  }
}

//===----------------------------------------------------------------------===//
// By the executor
//===----------------------------------------------------------------------===//

/// With types MPI packs and unpacks by itself; no faster than the runtime does.
double
MovementRank::runExecutor(const RedistributionPlan &plan,
                          const redist::runtime::ExecutorOptions &options) {
  const auto spend = [&](Phase phase, std::int64_t elements) {
    const PhaseSpan span(recorder, phase, -1,
                         elements * movement.elementBytes());
  };
  redist::runtime::MpiTransport transport(comm);
  redist::runtime::BufferArena arena;
  redist::runtime::DirectCopies storage(plan);
  std::unique_ptr<redist::runtime::StorageExchange> unbuffered;
  if (options.method == redist::schedule::TransferMethod::Alltoallw)
    unbuffered = std::make_unique<redist::runtime::TypedExchange>(plan, comm);
  redist::runtime::Executor executor(plan, transport, arena, options, storage,
                                     std::move(unbuffered));
  const void *const from = source.data();
  void *const to = target.data();
  const double begin = commonBeginning(comm);
  if (options.method == redist::schedule::TransferMethod::Alltoallw)
    spend(Phase::Pack, plan.sentElements());
  executor.run(&from, &to, recorder);
  if (options.method == redist::schedule::TransferMethod::Alltoallw)
    spend(Phase::Unpack, plan.receivedElements());
  return begin;
}

/// Ranks of a node tell each other through memory how far they are, which costs
/// no simulated time: each looks as often as it would call MPI.
double MovementRank::runByNodes(const RedistributionPlan &plan,
                                const redist::runtime::NodePairs &pairs,
                                const redist::schedule::NetworkCosts &costs) {
  constexpr double betweenLooks = 2e-7;
  redist::runtime::MpiTransport transport(comm);
  redist::runtime::BufferArena arena;
  redist::runtime::DirectCopies storage(plan);
  redist::runtime::NodeExchange nodes(pairs, *lanes, comm,
                                      redist::runtime::NodeLanes::waiting,
                                      redist::runtime::NodeLanes::waiting);
  redist::runtime::Executor executor(
      plan, transport, arena,
      redist::runtime::withNodes(optionsOf(plan, Way::Auto, costs), &pairs),
      storage);
  executor.useNodes(nodes);
  const void *const from = source.data();
  void *const to = target.data();
  const double begin = commonBeginning(comm);
  executor.start(&from, &to, recorder);
  while (!executor.advance())
    simgrid::s4u::this_actor::sleep_for(betweenLooks);
  return begin;
}

void MovementRank::check(Way way) const {
  std::vector<std::int64_t> wanted(target.size());
  fill(wanted, movement.parameters(rank).assignment.axes.front().target);
  const auto wrong = std::ranges::mismatch(target, wanted).in1;
  if (wrong == target.end())
    return;
  std::fprintf(stderr, "%s: word %td of rank %d is wrong\n", name(way),
               wrong - target.begin(), rank);
  std::exit(1);
}

} // namespace bench
