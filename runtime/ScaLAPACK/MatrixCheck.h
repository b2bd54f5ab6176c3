//===- MatrixCheck.h - Local check of matrix arguments ---------*- C++ -*-===//
//
// Comes in: one matrix among the arguments of a routine, as this process knows
// it. Goes out: the first wrong argument. Asks nobody else.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_MATRIXCHECK_H
#define REDIST_SCALAPACK_MATRIXCHECK_H

#include "Arguments.h"

namespace redist::scalapack {

/// Keeps the wrong argument that stands first in the list.
class Problems {
public:
  /// text(): what is wrong where it does not hold.
  template <typename Text> void require(bool holds, int place, Text text) {
    if (holds || (first != 0 && first <= place))
      return;
    first = place;
    message = text();
  }
  int place() const { return first; }
  const std::string &text() const { return message; }

private:
  int first = 0; ///< 0: none
  std::string message;
};

/// "M = 3", for messages.
std::string numbered(const std::string &name, std::int64_t value);

/// The place of a descriptor's entry, as the routine counts.
int placeOf(const Arguments &, const MatrixArgument &, const Descriptor &,
            DescriptorEntry);
/// "entry 9 of the descriptor of A": where it is in the caller's array.
std::string entryText(const MatrixArgument &, const Descriptor &,
                      DescriptorEntry);

/// Checks the entries of the descriptor, and that a submatrix of rows x columns
/// lies in the matrix. Places are those of Arguments.h.
void checkMatrix(const Arguments &, const MatrixArgument &, const LocalMatrix &,
                 std::int64_t rows, std::int64_t columns, Problems &);

} // namespace redist::scalapack

#endif
