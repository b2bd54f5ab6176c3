//===- Parcels.cpp - Numbers for every rank, and from every rank ----------===//
#include "Owners/Parcels.h"

#include "Support/MpiCalls.h"

#include <numeric>

namespace redist::runtime {

namespace {

/// Counts and displacements of a collective, in words.
struct Places {
  std::vector<int> counts, begins;

  void add(std::int64_t count, std::int64_t begin) {
    counts.push_back(toMpiCount(count));
    begins.push_back(toMpiCount(begin));
  }
};

} // namespace

TripleLists exchanged(const TripleLists &given,
                      const std::vector<std::int64_t> &listOf, MPI_Comm comm) {
  std::vector<TripleLists::Shape> own, shapes(listOf.size());
  Places out, in;
  for (const std::int64_t list : listOf) {
    const auto i = static_cast<std::size_t>(list);
    own.push_back(list < 0 ? TripleLists::Shape() : given.shapeOf(i));
    out.add(own.back().size(), list < 0 ? 0 : given.beginOf(i));
  }
  static_assert(sizeof(TripleLists::Shape) == 2 * sizeof(std::int64_t));
  checkMpi(MPI_Alltoall(own.data(), 2, MPI_INT64_T, shapes.data(), 2,
                        MPI_INT64_T, comm),
           "MPI_Alltoall");
  TripleLists got(std::move(shapes));
  for (std::size_t i = 0; i < got.size(); ++i)
    in.add(got.shapeOf(i).size(), got.beginOf(i));
  checkMpi(MPI_Alltoallv(given.words(), out.counts.data(), out.begins.data(),
                         MPI_INT32_T, got.words(), in.counts.data(),
                         in.begins.data(), MPI_INT32_T, comm),
           "MPI_Alltoallv");
  return got;
}

TripleLists exchanged(const TripleLists &given, MPI_Comm comm) {
  std::vector<std::int64_t> listOf(given.size());
  std::iota(listOf.begin(), listOf.end(), std::int64_t{0});
  return exchanged(given, listOf, comm);
}

} // namespace redist::runtime
