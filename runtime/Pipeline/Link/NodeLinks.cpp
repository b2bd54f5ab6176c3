//===- NodeLinks.cpp - Links through shared memory ------------------------===//
#include "Pipeline/Link/NodeLinks.h"

#include "Support/MpiCalls.h"

#include <algorithm>
#include <new>

namespace redist::runtime {

/// Of each rank, for rings and blocks.
constexpr std::int64_t reservedBytes = std::int64_t{512} << 20;

std::unique_ptr<NodeLinks> NodeLinks::make(MPI_Comm communicator) {
  auto segment = SharedSegment::make(
      communicator, [](int) { return NodePart{headBytes, reservedBytes}; },
      [](SharedSegment &made) { new (made.part(made.ownNumber())) Head; });
  if (!segment)
    return nullptr;
  return std::unique_ptr<NodeLinks>(
      new NodeLinks(communicator, std::move(segment)));
}

NodeLinks::NodeLinks(MPI_Comm used, std::unique_ptr<SharedSegment> made)
    : communicator(used), segment(std::move(made)), store(*segment, headBytes),
      crowded(outnumberProcessors(segment->size())) {
  ownRank = rankIn(communicator);
  const int ranks = sizeOf(communicator);
  numberOf.assign(static_cast<std::size_t>(ranks), -1);
  if (segment->size() > 1) // one alone has no memory
    for (int i = 0; i < segment->size(); ++i)
      numberOf[static_cast<std::size_t>(
          segment->ranks()[static_cast<std::size_t>(i)])] = i;
  nodeOfFirst =
      std::find(numberOf.begin(), numberOf.end(), -1) - numberOf.begin();
  checkMpi(MPI_Bcast(&nodeOfFirst, 1, MPI_INT64_T, 0, communicator),
           "MPI_Bcast");
}

/// Of items that go one by one, the slot holds any one of them.
std::int64_t NodeLinks::slotBytes(const LinkShape &shape) {
  constexpr std::int64_t usual = 64 << 10, strict = 32 << 10;
  static_assert(strict >= std::int64_t{packetExtraBytes + maxItemBytes});
  return shape.isStrict ? strict : usual;
}

static RingShape ringShapeOf(const LinkShape &shape) {
  return {NodeLinks::slotBytes(shape), shape.packets()};
}

static bool isSame(const RingShape &a, const RingShape &b) {
  return a.slots == b.slots && a.slotBytes == b.slotBytes;
}

const NodeLinks::Entry *NodeLinks::entryOf(const LinkPlace &place,
                                           const LinkShape &shape) const {
  const RingShape wanted = ringShapeOf(shape);
  const auto found =
      std::find_if(entries.begin(), entries.end(), [&](const Entry &entry) {
        return entry.place.from == place.from && entry.place.to == place.to &&
               isSame(entry.shape, wanted);
      });
  return found == entries.end() ? nullptr : &*found;
}

SpscRing *NodeLinks::find(const LinkPlace &place, const LinkShape &shape) {
  const Entry *const entry = entryOf(place, shape);
  return entry ? entry->ring.get() : nullptr;
}

NodeLinks::Head &NodeLinks::headOf(int rank) {
  return *std::launder(reinterpret_cast<Head *>(segment->part(number(rank))));
}

Doorbell *NodeLinks::bellOf(int rank) {
  return number(rank) < 0 ? nullptr : &headOf(rank).bell;
}

void NodeLinks::signalStop(int rank) {
  Head &head = headOf(rank);
  head.announcedStops.fetch_add(1, std::memory_order_relaxed);
  head.bell.ring();
}

bool NodeLinks::hasStopComing() {
  return headOf(ownRank).announcedStops.load(std::memory_order_relaxed) !=
         stopsReceived;
}

bool NodeLinks::areTogether(std::int64_t count) const {
  return std::all_of(numberOf.begin(), numberOf.begin() + count,
                     [](int one) { return one >= 0; });
}

/// Of this rank's part; its offset, or -1.
std::int64_t NodeLinks::makeRing(const Entry &entry) {
  if (number(entry.place.to) < 0 || number(ownRank) < 0)
    return -1;
  const std::int64_t offset = store.takePages(SpscRing::bytesOf(entry.shape));
  if (offset >= 0)
    SpscRing::prepare(segment->part(number(ownRank)) + offset);
  return offset;
}

void NodeLinks::provide(const std::vector<LinkPlace> &places,
                        const LinkShape &shape) {
  store.takeBackAll();
  std::vector<Entry *> added;
  std::vector<std::int64_t> own;
  for (const LinkPlace &place : places)
    if (!entryOf(place, shape)) {
      entries.push_back({place, ringShapeOf(shape), nullptr});
      added.push_back(&entries.back());
      own.push_back(place.from == ownRank ? makeRing(entries.back()) : -1);
    }
  if (added.empty())
    return;
  // After this, receivers see rings that are prepared.
  std::vector<std::int64_t> offsets(own.size());
  checkMpi(MPI_Allreduce(own.data(), offsets.data(),
                         toMpiCount(std::ssize(own)), MPI_INT64_T, MPI_MAX,
                         communicator),
           "MPI_Allreduce");
  for (std::size_t i = 0; i < added.size(); ++i) {
    Entry &entry = *added[i];
    const bool isOwn = entry.place.from == ownRank || entry.place.to == ownRank;
    if (offsets[i] >= 0 && isOwn)
      entry.ring = std::make_unique<SpscRing>(
          segment->part(number(entry.place.from)) + offsets[i], entry.shape);
  }
}

} // namespace redist::runtime
