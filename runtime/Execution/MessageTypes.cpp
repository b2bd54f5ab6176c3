//===- MessageTypes.cpp - MPI datatypes of a plan's messages --------------===//
#include "Execution/MessageTypes.h"

#include "Support/MpiCalls.h"

#include <limits>
#include <memory>
#include <utility>

namespace redist::runtime {

/// A type of MPI's, freed when nobody has it any more; or bytes in a row, for
/// which there is one already.
class Layout {
public:
  static Layout dense(std::int64_t bytes) { return {nullptr, bytes}; }
  /// Takes the type.
  static Layout of(MPI_Datatype type) {
    return {std::shared_ptr<MPI_Datatype>(new MPI_Datatype(type),
                                          [](MPI_Datatype *own) {
                                            MPI_Type_free(own);
                                            delete own;
                                          }),
            0};
  }

  bool isDense() const { return !handle; }
  /// Where all is dense.
  std::int64_t bytes() const { return denseBytes; }
  /// So many of them in a row are the layout.
  MPI_Datatype unit() const { return handle ? *handle : MPI_BYTE; }
  int count() const { return handle ? 1 : toMpiCount(denseBytes); }
  /// For messages; the caller frees it.
  MPI_Datatype committed() const {
    MPI_Datatype made = MPI_DATATYPE_NULL;
    checkMpi(MPI_Type_contiguous(count(), unit(), &made),
             "MPI_Type_contiguous");
    checkMpi(MPI_Type_commit(&made), "MPI_Type_commit");
    nameType(made, "redist message");
    return made;
  }

private:
  Layout(std::shared_ptr<MPI_Datatype> given, std::int64_t givenBytes)
      : handle(std::move(given)), denseBytes(givenBytes) {}

  std::shared_ptr<MPI_Datatype> handle; ///< null: dense
  std::int64_t denseBytes;
};

/// Bytes, each before the last one: Open MPI 4.1 takes a vector of single bytes
/// with a stride of -1 for one of ascending bytes.
static Layout reversedBytes(std::int64_t count) {
  std::vector<MPI_Aint> offsets;
  for (std::int64_t i = 0; i < count; ++i)
    offsets.push_back(static_cast<MPI_Aint>(-i));
  MPI_Datatype made = MPI_DATATYPE_NULL;
  checkMpi(MPI_Type_create_hindexed_block(toMpiCount(count), 1, offsets.data(),
                                          MPI_BYTE, &made),
           "MPI_Type_create_hindexed_block");
  return Layout::of(made);
}

/// `count` times, `stride` bytes from one to the next.
static Layout repeated(const Layout &inner, std::int64_t count,
                       std::int64_t stride) {
  if (count == 1)
    return inner;
  if (inner.isDense() && stride == inner.bytes())
    return Layout::dense(count * stride);
  if (inner.isDense() && inner.bytes() == 1 && stride == -1)
    return reversedBytes(count);
  MPI_Datatype made = MPI_DATATYPE_NULL;
  checkMpi(MPI_Type_create_hvector(toMpiCount(count), inner.count(),
                                   static_cast<MPI_Aint>(stride), inner.unit(),
                                   &made),
           "MPI_Type_create_hvector");
  return Layout::of(made);
}

/// One after the other, each at its offset in bytes.
class Sequence {
public:
  void add(const Layout &part, std::int64_t offset) {
    parts.push_back(part);
    offsets.push_back(static_cast<MPI_Aint>(offset));
  }
  Layout joined() const {
    if (parts.size() == 1 && offsets.front() == 0)
      return parts.front();
    std::vector<int> counts;
    std::vector<MPI_Datatype> units;
    bool isDense = true;
    for (const Layout &part : parts) {
      counts.push_back(part.count());
      units.push_back(part.unit());
      isDense = isDense && part.isDense();
    }
    MPI_Datatype made = MPI_DATATYPE_NULL;
    const int size = toMpiCount(std::ssize(parts));
    if (isDense)
      checkMpi(MPI_Type_create_hindexed(size, counts.data(), offsets.data(),
                                        MPI_BYTE, &made),
               "MPI_Type_create_hindexed");
    else
      checkMpi(MPI_Type_create_struct(size, counts.data(), offsets.data(),
                                      units.data(), &made),
               "MPI_Type_create_struct");
    return Layout::of(made);
  }

private:
  std::vector<Layout> parts;
  std::vector<MPI_Aint> offsets;
};

/// One level of a message on the side that is storage.
class LevelLayout {
public:
  /// `ofElement`: what each element of the level is; `size`: bytes of one of
  /// the object.
  LevelLayout(const AxisRuns &levelRuns, SideKind side, std::int64_t size,
              Layout ofElement)
      : runs(levelRuns), isSource(side == SideKind::Source), bytes(size),
        element(std::move(ofElement)) {}

  Layout all() const {
    Sequence parts;
    if (runs.periodRuns().elements() > 0)
      parts.add(repeated(of(runs.periodRuns()), runs.periodCount(),
                         bytes * chosen(runs.periodStrides())),
                0);
    if (const RunList rest = runs.rest(); rest.elements() > 0)
      parts.add(of(rest), 0);
    return parts.joined();
  }

private:
  std::int64_t chosen(const RunSteps &steps) const {
    return isSource ? steps.from : steps.to;
  }
  Layout of(const RunGroup &group, const RunSteps &steps) const {
    return repeated(repeated(element, group.length, bytes * chosen(steps)),
                    group.count,
                    bytes * (isSource ? group.fromStride : group.toStride));
  }
  Layout of(const RunList &list) const {
    Sequence groups;
    for (const RunGroup &group : list.groups())
      groups.add(of(group, list.steps()),
                 bytes * (isSource ? group.from : group.to));
    return groups.joined();
  }

  const AxisRuns &runs;
  bool isSource;
  std::int64_t bytes;
  Layout element;
};

static Layout layoutOf(const CopyPattern &pattern, SideKind storage,
                       std::int64_t bytes) {
  Layout layout = Layout::dense(bytes);
  for (std::size_t level = pattern.levels().size(); level-- > 0;)
    layout =
        LevelLayout(*pattern.levels()[level], storage, bytes, layout).all();
  return layout;
}

bool MessageTypes::fit(const RedistributionPlan &plan) {
  return plan.parameters().elementSizes.size() == 1 &&
         !plan.parameters().combines && !plan.hasParts() &&
         plan.shape().longestMessage() <=
             std::numeric_limits<int>::max() / plan.elementBytes();
}

MessageTypes::Side
MessageTypes::sideOf(const RedistributionPlan &plan,
                     const std::vector<PlannedMessage> &messages,
                     SideKind storage) {
  const auto ranks = static_cast<std::size_t>(plan.parameters().rankCount);
  Side side{std::vector<int>(ranks, 0), std::vector<int>(ranks, 0),
            std::vector<MPI_Datatype>(ranks, MPI_BYTE)};
  for (const PlannedMessage &message : messages) {
    const auto peer = static_cast<std::size_t>(message.peer);
    side.types[peer] =
        layoutOf(message.pattern, storage, plan.elementBytes()).committed();
    side.counts[peer] = 1;
  }
  return side;
}

void MessageTypes::free(Side &side) {
  for (std::size_t peer = 0; peer < side.types.size(); ++peer)
    if (side.counts[peer] > 0)
      MPI_Type_free(&side.types[peer]);
}

MessageTypes::MessageTypes(const RedistributionPlan &plan)
    : sent(sideOf(plan, plan.sends(), SideKind::Source)),
      received(sideOf(plan, plan.receives(), SideKind::Target)) {}

MessageTypes::~MessageTypes() {
  free(sent);
  free(received);
}

void MessageTypes::exchange(const std::byte *source, std::byte *target,
                            MPI_Comm communicator) const {
  checkMpi(MPI_Alltoallw(source, sent.counts.data(), sent.displacements.data(),
                         sent.types.data(), target, received.counts.data(),
                         received.displacements.data(), received.types.data(),
                         communicator),
           "MPI_Alltoallw");
}

} // namespace redist::runtime
