//===- Profile.h - What a machine's messages and combines cost --*- C++ -*-===//
//
// The profile that redist-tune measures and writes, and that the runtime reads
// where REDIST_PROFILE names it. A JSON object of numbers; keys that are not
// known are passed over. C++17, no MPI.
//
//   {"alpha": 1.1e-06, "beta": 9.3e-11, "combine": 2.6e-10, ...}
//
// A message of m bytes takes alpha + beta * m seconds; built-in operators
// combine m bytes in combine * m seconds.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PROFILE_H
#define REDIST_PROFILE_H

#include <string>

namespace redist {

struct machine_profile {
  double alpha = 0;   ///< seconds
  double beta = 0;    ///< seconds per byte
  double combine = 0; ///< seconds per byte
};

/// Throws redist::error that names the file: it cannot be read, is no JSON, or
/// lacks a number. Not collective.
machine_profile read_profile(const std::string &path);

/// From the text of a profile. Throws redist::error with what is wrong and
/// where.
machine_profile parse_profile(const std::string &text);

} // namespace redist

#endif
