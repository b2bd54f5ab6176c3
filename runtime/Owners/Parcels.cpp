//===- Parcels.cpp - Numbers for every rank, and from every rank ----------===//
#include "Owners/Parcels.h"

#include "Support/MpiCalls.h"

namespace redist::runtime {

namespace {

/// Counts and displacements of a collective, in words.
struct Places {
  std::vector<int> counts, begins;

  explicit Places(const TripleLists &lists) {
    std::int64_t total = 0;
    for (std::size_t i = 0; i < lists.size(); ++i) {
      const std::int64_t words = lists.shapeOf(i).size();
      counts.push_back(toMpiCount(words));
      begins.push_back(toMpiCount(total));
      total += words;
    }
  }
};

} // namespace

TripleLists exchanged(const TripleLists &given, MPI_Comm comm) {
  std::vector<TripleLists::Shape> own, shapes(given.size());
  for (std::size_t i = 0; i < given.size(); ++i)
    own.push_back(given.shapeOf(i));
  static_assert(sizeof(TripleLists::Shape) == 2 * sizeof(std::int64_t));
  checkMpi(MPI_Alltoall(own.data(), 2, MPI_INT64_T, shapes.data(), 2,
                        MPI_INT64_T, comm),
           "MPI_Alltoall");
  TripleLists got(std::move(shapes));
  const Places out(given), in(got);
  checkMpi(MPI_Alltoallv(given.words(), out.counts.data(), out.begins.data(),
                         MPI_INT32_T, got.words(), in.counts.data(),
                         in.begins.data(), MPI_INT32_T, comm),
           "MPI_Alltoallv");
  return got;
}

} // namespace redist::runtime
