//===- LoopbackTransport.cpp - P virtual ranks in one process -------------===//
#include "LoopbackTransport.h"

#include "Execution/Executor.h"

#include <algorithm>
#include <cassert>
#include <cstring>
#include <thread>

namespace redist::runtime {

LoopbackNetwork::LoopbackNetwork(int ranks)
    : exchanges(static_cast<std::size_t>(ranks)),
      storages(static_cast<std::size_t>(ranks)),
      completions(static_cast<std::size_t>(ranks)) {}

LoopbackNetwork::LoopbackNetwork(int ranks, int ranksPerNode, RingShape shape)
    : LoopbackNetwork(ranks) {
  const auto count = static_cast<std::size_t>(ranks);
  const std::size_t lines =
      (static_cast<std::size_t>(SpscRing::bytesOf(shape)) - 1) / sizeof(Line) +
      1;
  ringMemory.resize(count * count * lines);
  bells = std::vector<Doorbell>(count);
  rings.resize(count);
  const auto memoryOf = [&](int from, int to) {
    const auto pair = static_cast<std::size_t>(from * ranks + to);
    return ringMemory[pair * lines].bytes;
  };
  for (int rank = 0; rank < ranks; ++rank) {
    RingSet &own = rings[static_cast<std::size_t>(rank)];
    own.slotBytes = shape.slotBytes;
    own.bell = &bells[static_cast<std::size_t>(rank)];
    own.linkOf.assign(count, -1);
    for (int peer = 0; peer < ranks; ++peer) {
      if (peer == rank || peer / ranksPerNode != rank / ranksPerNode)
        continue;
      SpscRing::prepare(memoryOf(rank, peer));
      own.linkOf[static_cast<std::size_t>(peer)] =
          static_cast<int>(own.links.size());
      own.links.push_back({SpscRing(memoryOf(rank, peer), shape),
                           SpscRing(memoryOf(peer, rank), shape),
                           &bells[static_cast<std::size_t>(peer)]});
    }
  }
}

static void copyBytes(std::byte *to, const std::byte *from, std::size_t size) {
  if (size > 0)
    std::memcpy(to, from, size);
}

void LoopbackNetwork::match(int from, int to) {
  Pair &pair = pairs[{from, to}];
  while (!pair.sends.empty() && !pair.receives.empty()) {
    const PendingSend sent = pair.sends.front();
    const PendingReceive wanted = pair.receives.front();
    pair.sends.pop_front();
    pair.receives.pop_front();
    assert(sent.buffer.size() == wanted.buffer.size() &&
           "sender and receiver cut a message differently");
    copyBytes(wanted.buffer.data(), sent.buffer.data(), sent.buffer.size());
    completions[static_cast<std::size_t>(from)].push_back(sent.slot);
    completions[static_cast<std::size_t>(to)].push_back(wanted.slot);
  }
}

void LoopbackNetwork::exchangeWhenComplete() {
  for (const auto &pending : exchanges)
    if (!pending)
      return;
  for (std::size_t to = 0; to < exchanges.size(); ++to)
    for (std::size_t from = 0; from < exchanges.size(); ++from) {
      const ExchangeBuffers &sender = exchanges[from]->buffers;
      const ExchangeBuffers &receiver = exchanges[to]->buffers;
      assert(sender.sendCounts[to] == receiver.receiveCounts[from]);
      copyBytes(receiver.receive + receiver.receiveDisplacements[from],
                sender.send + sender.sendDisplacements[to],
                static_cast<std::size_t>(sender.sendCounts[to]));
    }
  for (std::size_t rank = 0; rank < exchanges.size(); ++rank) {
    completions[rank].push_back(exchanges[rank]->slot);
    exchanges[rank].reset();
  }
}

/// All messages of a sender, each packed and unpacked at once.
void LoopbackNetwork::moveStorage(const PendingStorage &from, int sender) {
  const std::int64_t size = from.plan->elementBytes();
  for (const PlannedMessage &message : from.plan->sends()) {
    std::vector<std::byte> packed(
        static_cast<std::size_t>(message.elements * size));
    message.pattern.copy({packed.data(), from.source, 0, size}, 0,
                         message.elements);
    const PendingStorage &to =
        *storages[static_cast<std::size_t>(message.peer)];
    const auto wanted =
        std::ranges::find(to.plan->receives(), sender, &PlannedMessage::peer);
    assert(wanted != to.plan->receives().end() &&
           wanted->elements == message.elements);
    wanted->pattern.copy({to.target, packed.data(), 0, size}, 0,
                         message.elements);
  }
}

void LoopbackNetwork::exchangeStorageWhenComplete() {
  if (!std::ranges::all_of(storages,
                           [](const auto &one) { return one.has_value(); }))
    return;
  for (std::size_t rank = 0; rank < storages.size(); ++rank)
    moveStorage(*storages[rank], static_cast<int>(rank));
  for (auto &one : storages)
    one.reset();
}

void LoopbackTransport::send(int slot, int peer,
                             std::span<const std::byte> buffer) {
  const std::lock_guard lock(network.mutex);
  network.pairs[{rank, peer}].sends.push_back({slot, buffer});
  network.match(rank, peer);
}

void LoopbackTransport::receive(int slot, int peer,
                                std::span<std::byte> buffer) {
  const std::lock_guard lock(network.mutex);
  network.pairs[{peer, rank}].receives.push_back({slot, buffer});
  network.match(peer, rank);
}

void LoopbackTransport::exchange(int slot, const ExchangeBuffers &buffers) {
  const std::lock_guard lock(network.mutex);
  network.exchanges[static_cast<std::size_t>(rank)] = {slot, buffers};
  network.exchangeWhenComplete();
}

void LoopbackStorageExchange::start(const std::byte *source,
                                    std::byte *target) {
  const std::lock_guard lock(network.mutex);
  network.storages[static_cast<std::size_t>(plan.parameters().rank)] = {
      &plan, source, target};
  network.exchangeStorageWhenComplete();
}

bool LoopbackStorageExchange::advance() {
  const std::lock_guard lock(network.mutex);
  return !network.storages[static_cast<std::size_t>(plan.parameters().rank)];
}

std::span<const int> LoopbackTransport::poll() {
  reported.resize(static_cast<std::size_t>(port.linkCount()));
  reported.resize(static_cast<std::size_t>(port.poll(reported.data())));
  const std::lock_guard lock(network.mutex);
  std::vector<int> &done = network.completions[static_cast<std::size_t>(rank)];
  reported.insert(reported.end(), done.begin(), done.end());
  done.clear();
  return reported;
}

/// Nobody rings when a message has been copied: with such it sleeps briefly.
void LoopbackTransport::wait() {
  constexpr std::chrono::microseconds longest{50};
  if (port.isWaiting())
    port.sleep(longest);
  else
    std::this_thread::sleep_for(longest);
}

std::unique_ptr<StorageExchange> exchangeOf(schedule::TransferMethod way,
                                            const RedistributionPlan &plan,
                                            LoopbackNetwork &network) {
  if (way != schedule::TransferMethod::Alltoallw)
    return nullptr;
  return std::make_unique<LoopbackStorageExchange>(network, plan);
}

bool runAll(std::span<Executor *const> executors) {
  std::vector<bool> done(executors.size(), false);
  for (;;) {
    bool progress = false;
    for (std::size_t rank = 0; rank < executors.size(); ++rank) {
      if (done[rank])
        continue;
      const std::int64_t before = executors[rank]->completedOperations();
      done[rank] = executors[rank]->advance();
      progress |=
          done[rank] || executors[rank]->completedOperations() != before;
    }
    if (std::ranges::all_of(done, [](bool value) { return value; }))
      return true;
    if (!progress)
      return false;
  }
}

} // namespace redist::runtime
