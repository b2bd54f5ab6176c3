//===- SolverMissing.h - Why a build without CBC gives up ------*- C++ -*-===//
//
// Thrown where an integer program would have to be solved and the build has no
// solver for it: nothing that is shown then differs from what CBC would find.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_EXACT_SOLVERMISSING_H
#define REDISTC_EXACT_SOLVERMISSING_H

#include <stdexcept>

namespace redistc::exact {

class SolverMissing : public std::runtime_error {
public:
  SolverMissing()
      : std::runtime_error("an integer program decides here, which needs CBC; "
                           "this build has none") {}
};

} // namespace redistc::exact

#endif
