//===- CyclicPeers.h - Other ways to move cyclic blocks --------*- C++ -*-===//
//
// What people use instead of the runtime: pdgemr2d, MPI_Alltoallw with derived
// types, and packing by hand, around MPI_Alltoallv or messages that are all
// under way at once. What can be kept from one time to the next is kept.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_BENCHMARK_REDISTRIBUTE_CYCLICPEERS_H
#define REDIST_BENCHMARK_REDISTRIBUTE_CYCLICPEERS_H

#include "Redistribute/CyclicProblem.h"
#include "Redistribute/Scalapack.h"

namespace bench {

/// Packs all, exchanges, unpacks all.
class PackedExchange {
public:
  PackedExchange(const CyclicProblem &problem, const double *source,
                 double *target);
  /// By one MPI_Alltoallv.
  void runCollective();
  /// By MPI_Isend and MPI_Irecv.
  void runMessages();

private:
  void pack();
  void unpack();

  const CyclicProblem &p;
  const double *source;
  double *target;
  // In doubles, by rank.
  std::vector<int> sendCounts, receiveCounts, sendOffsets, receiveOffsets;
  std::vector<double> sendBuffer, receiveBuffer;
  std::vector<std::int64_t> cursors;
  std::vector<MPI_Request> requests;
};

/// A derived type for each partner: a vector of a period's runs, nested where
/// there are columns.
class TypedExchange {
public:
  TypedExchange(const CyclicProblem &problem, const double *source,
                double *target);
  TypedExchange(const TypedExchange &) = delete;
  TypedExchange &operator=(const TypedExchange &) = delete;
  ~TypedExchange();
  void run();

private:
  const double *source;
  double *target;
  std::vector<int> sendCounts, receiveCounts, displacements;
  std::vector<MPI_Datatype> sendTypes, receiveTypes;
};

class ScalapackCopy {
public:
  ScalapackCopy(const CyclicProblem &problem, double *source, double *target);
  void run();

private:
  const CyclicProblem &p;
  double *source, *target;
  ProcessGrid grid;
  Descriptor sourceDescriptor, targetDescriptor;
};

/// Copies doubles, past the caches where the processor can.
void copyStreaming(double *to, const double *from, std::int64_t count);

} // namespace bench

#endif
