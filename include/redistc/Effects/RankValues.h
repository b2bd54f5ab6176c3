//===- RankValues.h - Functions that differ between ranks ------*- C++ -*-===//
//
// In: the name of a function of C, POSIX, MPI or OpenMP. Out: what makes it
// return another value on each rank.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EFFECTS_RANKVALUES_H
#define REDISTC_EFFECTS_RANKVALUES_H

#include "llvm/ADT/StringRef.h"

namespace redistc::effects {

enum class RankValue {
  None,
  Clock,   ///< when it is called
  Random,  ///< noise of the system
  Process, ///< the process or the thread that calls it, or another one
  Machine, ///< the place where that runs
};

/// Of a function of C's calling convention, by its name.
RankValue rankValueOf(llvm::StringRef function);

} // namespace redistc::effects

#endif
