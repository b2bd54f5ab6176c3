//===- Arguments.h - Checked arguments of a routine ------------*- C++ -*-===//
//
// Comes in: the arguments of a ScaLAPACK routine on this process. Checks them,
// lets the processes of the assembly agree unless they have done so before, and
// tells those that are in neither grid what the others know. Goes out: the two
// submatrices as all know them, or an ArgumentError on every process alike.
//
// Arguments are named by their places, as ScaLAPACK does: argument i is place
// 100 i, entry j of the descriptor that is argument i is place 100 i + j. PBLAS
// makes eleven entries of nine first, and counts these.
//
// What ScaLAPACK does not look at is not looked at: the type of a descriptor of
// p?gemr2d, everything but the contexts where a process is in neither grid,
// block sizes in a dimension of one process. The extents of a matrix and the
// leading dimension are compared with what lies on this process alone.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_SCALAPACK_ARGUMENTS_H
#define REDIST_SCALAPACK_ARGUMENTS_H

#include "AgreedCalls.h"
#include "Copy.h"

#include <stdexcept>
#include <string>

namespace redist::scalapack {

/// An argument was wrong. `what()` is empty but on the process that shall say
/// so.
class ArgumentError : public std::runtime_error {
public:
  /// `knownToAll`: all processes of the assembly throw it.
  ArgumentError(int wrongPlace, const std::string &text, bool knownToAll)
      : std::runtime_error(text), isKnownToAll(knownToAll), place(wrongPlace) {}
  /// The number in ScaLAPACK's messages.
  int number() const { return place % 100 == 0 ? place / 100 : place; }

  const bool isKnownToAll;

private:
  int place;
};

/// A distributed matrix among the arguments.
struct MatrixArgument {
  const char *name; ///< of the array: "A"
  int descriptorArgument;
  int rowArgument, columnArgument;
  const int *descriptor;
  int row, column; ///< first of the submatrix, from 1
  void *address;   ///< of the local storage
};

struct Arguments {
  /// M and N, the first two arguments; below 0 there is nothing to do, which
  /// is an error in PBLAS alone.
  int rows, columns;
  int elementSize;
  bool isTransposed = false; ///< the source is N x M
  MatrixArgument source, target;
  /// What may stand where all processes are to know: the union context's place
  /// of p?gemr2d, the source's context of p?tran.
  int contextPlace;
  /// PBLAS: both matrices lie on the same context; a source coordinate of -1
  /// means that all have the matrix; and only two types of descriptors are
  /// legal.
  bool isPblas = false;
  /// This process knows that there is nothing to do, and need not meet others.
  bool isNothing = false;
};

/// One matrix as this process knows it.
struct LocalMatrix {
  Descriptor descriptor;
  ProcessGrid grid;
  LocalStorage storage;
};

struct CheckedArguments {
  LocalMatrix source, target;
  /// Copy::routine is left to the caller. The ranges may be empty; there may be
  /// no grids where there is nothing to do.
  Copy copy;
};

/// Collective over the assembly. Throws ArgumentError, on all processes. With
/// `agreed` those of the context on which both matrices lie: arguments that are
/// among them are not compared again, and an ArgumentError may be thrown on the
/// process alone that sees it.
CheckedArguments check(Assembly &, const Arguments &, AgreedCalls *agreed);

} // namespace redist::scalapack

#endif
