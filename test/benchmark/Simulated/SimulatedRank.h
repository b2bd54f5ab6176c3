//===- SimulatedRank.h - What a rank of bench-smpi-reduce does -*- C++ -*-===//
//
// Reduces items over the runtime's trees and by the simulated MPI, checks the
// results, and takes simulated times. Knows no command line, and prints
// nothing but what went wrong.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_SIMULATED_SIMULATEDRANK_H
#define REDIST_BENCHMARK_SIMULATED_SIMULATEDRANK_H

#include "redistSchedule/Reduction/Cost.h"

#include <mpi.h>

#include <cstdint>

namespace bench {

/// Of one way to reduce, for one number of ranks and one ratio.
struct Timed {
  double redist = 0, mpi = 0; ///< seconds
};

struct Row {
  std::int64_t ranks = 0;
  double ratio = 0;
  double optimum = 0; ///< seconds
  Timed commutative, ordered;
};

/// Measures on all ranks of a communicator together.
class Rank {
public:
  /// Of items of so many bytes.
  Rank(MPI_Comm used, std::int64_t givenBytes);
  Rank(const Rank &) = delete;
  Rank &operator=(const Rank &) = delete;
  ~Rank();

  bool isFirst() const { return rank == 0; }
  /// d: from rank 1 to rank 0, the receive being posted.
  double transferSeconds();
  /// Ratio: of the time of a transfer to that of a combine.
  Row measure(double transfer, double ratio);

private:
  Timed measure(const redist::schedule::ReductionCost &cost, double combine,
                bool isOrdered);
  double byMpi(double combine, bool isOrdered);
  double byTree(const redist::schedule::ReductionCost &cost, double combine,
                bool isOrdered);

  MPI_Comm comm;
  std::int64_t bytes;
  int rank = 0, size = 1;
  MPI_Datatype type = MPI_DATATYPE_NULL;
};

} // namespace bench

#endif
