//===- DerivedTypes.cpp - A redistribution by MPI_Alltoallw ---------------===//
#include "DerivedTypes.h"

#include <cstdint>
#include <numeric>

using redist::runtime::PlanParameters;
using redist::schedule::DimensionLayout;

namespace bench {

/// Runs of elements in local storage.
struct Runs {
  std::vector<int> lengths;
  std::vector<MPI_Aint> offsets; ///< bytes

  void add(std::int64_t local, std::int64_t bytes) {
    const auto offset = static_cast<MPI_Aint>(local * bytes);
    const auto size = static_cast<int>(bytes);
    if (!offsets.empty() && offsets.back() + lengths.back() == offset) {
      lengths.back() += size;
      return;
    }
    lengths.push_back(size);
    offsets.push_back(offset);
  }
};

/// `runs` again and again, `extent` bytes apart.
static MPI_Datatype typeOf(const Runs &runs, std::int64_t extent,
                           std::int64_t periods) {
  MPI_Datatype inPeriod = MPI_DATATYPE_NULL;
  MPI_Datatype period = MPI_DATATYPE_NULL;
  MPI_Datatype whole = MPI_DATATYPE_NULL;
  MPI_Type_create_hindexed(static_cast<int>(runs.lengths.size()),
                           runs.lengths.data(), runs.offsets.data(), MPI_BYTE,
                           &inPeriod);
  MPI_Type_create_resized(inPeriod, 0, static_cast<MPI_Aint>(extent), &period);
  MPI_Type_contiguous(static_cast<int>(periods), period, &whole);
  MPI_Type_commit(&whole);
  MPI_Type_free(&inPeriod);
  MPI_Type_free(&period);
  return whole;
}

DerivedTypes::Side DerivedTypes::make(const PlanParameters &parameters,
                                      const DimensionLayout &own,
                                      const DimensionLayout &other) {
  const auto ranks = static_cast<std::size_t>(parameters.rankCount);
  Side side;
  side.counts.assign(ranks, 0);
  side.displacements.assign(ranks, 0);
  side.types.assign(ranks, MPI_BYTE);
  if (parameters.rank >= own.ranks)
    return side;
  const std::int64_t period =
      std::lcm(own.ranks * own.block, other.ranks * other.block);
  const std::int64_t inPeriod = period / own.ranks;
  const std::int64_t bytes = parameters.elementSizes.front();
  std::vector<Runs> runs(ranks);
  for (std::int64_t local = 0; local < inPeriod; ++local) {
    const std::int64_t peer =
        other.owner(own.globalIndex(parameters.rank, local));
    runs[static_cast<std::size_t>(peer)].add(local, bytes);
  }
  const std::int64_t periods =
      *parameters.assignment.axes.front().length / period;
  for (std::size_t peer = 0; peer < ranks; ++peer)
    if (!runs[peer].lengths.empty()) {
      side.counts[peer] = 1;
      side.types[peer] = typeOf(runs[peer], inPeriod * bytes, periods);
    }
  return side;
}

DerivedTypes::DerivedTypes(const PlanParameters &parameters)
    : sent(make(parameters, parameters.assignment.axes.front().source,
                parameters.assignment.axes.front().target)),
      received(make(parameters, parameters.assignment.axes.front().target,
                    parameters.assignment.axes.front().source)) {}

DerivedTypes::~DerivedTypes() {
  for (Side *const side : {&sent, &received})
    for (std::size_t peer = 0; peer < side->types.size(); ++peer)
      if (side->counts[peer] > 0)
        MPI_Type_free(&side->types[peer]);
}

void DerivedTypes::exchange(const void *source, void *target,
                            MPI_Comm comm) const {
  MPI_Alltoallw(source, sent.counts.data(), sent.displacements.data(),
                sent.types.data(), target, received.counts.data(),
                received.displacements.data(), received.types.data(), comm);
}

} // namespace bench
