//===- Parcels.cpp - Numbers for every rank, and from every rank ----------===//
#include "Owners/Parcels.h"

#include "Support/MpiCalls.h"

namespace redist::runtime {

/// Counts and displacements of a collective, in triples.
struct Places {
  std::vector<int> counts, begins;

  explicit Places(const std::vector<std::size_t> &all) {
    for (std::size_t i = 0; i + 1 < all.size(); ++i) {
      counts.push_back(toMpiCount(static_cast<std::int64_t>(all[i + 1]) -
                                  static_cast<std::int64_t>(all[i])));
      begins.push_back(toMpiCount(static_cast<std::int64_t>(all[i])));
    }
  }
};

Parcels Parcels::exchanged(MPI_Comm comm) const {
  const Places out(begins);
  std::vector<int> counts(out.counts.size());
  checkMpi(MPI_Alltoall(out.counts.data(), 1, MPI_INT, counts.data(), 1,
                        MPI_INT, comm),
           "MPI_Alltoall");
  Parcels made;
  made.begins = {0};
  for (const int count : counts)
    made.begins.push_back(made.begins.back() + static_cast<std::size_t>(count));
  made.all.resize(made.begins.back());
  const Places in(made.begins);
  MPI_Datatype type;
  checkMpi(MPI_Type_contiguous(3, MPI_INT64_T, &type), "MPI_Type_contiguous");
  checkMpi(MPI_Type_commit(&type), "MPI_Type_commit");
  checkMpi(MPI_Alltoallv(all.data(), out.counts.data(), out.begins.data(), type,
                         made.all.data(), in.counts.data(), in.begins.data(),
                         type, comm),
           "MPI_Alltoallv");
  checkMpi(MPI_Type_free(&type), "MPI_Type_free");
  return made;
}

} // namespace redist::runtime
