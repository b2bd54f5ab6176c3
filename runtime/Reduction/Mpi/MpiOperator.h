//===- MpiOperator.h - Named operator as an MPI operator -------*- C++ -*-===//
//
// Room Runtime. For strategy(mpi): an operand's own combine behind
// MPI_Op_create. MPI hands nothing to such a function but bytes, a count and a
// datatype; an attribute of the datatype leads back to the operand.
//
// Where a combine may fail, or ranks have nothing to add (`onto`), a value
// travels with a trailer that tells so. After a failure only that travels on.
//
//   | value, padded | failed rank, or what else | message |
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_MPI_MPIOPERATOR_H
#define REDIST_RUNTIME_REDUCTION_MPI_MPIOPERATOR_H

#include "Reduction/Clauses/CheckedReduction.h"

#include <mpi.h>

#include <string>
#include <vector>

namespace redist::runtime {

struct ValueTrailer {
  static constexpr std::int32_t isValue = -1, isNothing = -2;
  std::int32_t state = isValue; ///< or the rank of a failure
  char text[508] = {};          ///< of the failure
};

class MpiOperator {
public:
  /// Throws redist::error where MPI fails.
  MpiOperator(detail::operand &operand, const CheckedReduction &call);
  MpiOperator(const MpiOperator &) = delete;
  MpiOperator &operator=(const MpiOperator &) = delete;
  ~MpiOperator();

  /// One element of it is a message.
  MPI_Datatype type() const { return datatype; }
  MPI_Op op() const { return operation; }
  /// Writes this rank's own value as a message, or that it adds nothing.
  void write(std::vector<std::byte> &message, bool addsValue);
  /// Throws reduce_error where the result is a failure.
  void check(const std::vector<std::byte> &message) const;

private:
  static void combineMessages(void *from, void *into, int *count,
                              MPI_Datatype *type);
  void combine(const std::byte *from, std::byte *into) noexcept;
  void combineValues(const std::byte *from, std::byte *into);
  std::size_t messageBytes() const {
    return trailerOffset + (withTrailer ? sizeof(ValueTrailer) : 0);
  }

  detail::operand &operand;
  int rank;
  bool withTrailer;
  std::size_t bytes, trailerOffset;
  std::vector<std::byte> received, packed; ///< scratch of combine()
  MPI_Datatype datatype = MPI_DATATYPE_NULL;
  MPI_Op operation = MPI_OP_NULL;
};

} // namespace redist::runtime

#endif
