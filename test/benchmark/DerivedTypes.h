//===- DerivedTypes.h - A redistribution by MPI_Alltoallw ------*- C++ -*-===//
//
// Of one dimension: for each rank a type of what is sent there and of what
// comes from there, made of one period of the layouts. What stays is a message
// to the rank itself.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_BENCHMARK_DERIVEDTYPES_H
#define REDIST_TEST_BENCHMARK_DERIVEDTYPES_H

#include "PlanParameters.h"

#include <mpi.h>

#include <vector>

namespace bench {

class DerivedTypes {
public:
  /// Precondition: whole periods of regular layouts.
  explicit DerivedTypes(const redist::runtime::PlanParameters &parameters);
  DerivedTypes(const DerivedTypes &) = delete;
  DerivedTypes &operator=(const DerivedTypes &) = delete;
  ~DerivedTypes();

  /// Collective.
  void exchange(const void *source, void *target, MPI_Comm comm) const;

private:
  struct Side {
    std::vector<int> counts, displacements; ///< by rank
    std::vector<MPI_Datatype> types;
  };
  static Side make(const redist::runtime::PlanParameters &parameters,
                   const redist::schedule::DimensionLayout &own,
                   const redist::schedule::DimensionLayout &other);

  Side sent, received;
};

} // namespace bench

#endif
