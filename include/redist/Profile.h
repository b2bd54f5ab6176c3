//===- Profile.h - Measured costs of a machine ------------------*- C++ -*-===//
//
// The profile that redist-tune measures and writes, and that the runtime reads
// where REDIST_PROFILE names it. A JSON object; keys that are not known are
// passed over. C++17, no MPI.
//
//   {"alpha": 1.1e-06, "beta": 9.3e-11, "combine": 2.6e-10, "ranks": 3,
//    "speeds": [1, 1, 0.5], "bandwidth": 9.1e+09, ...}
//
// A message of m bytes takes alpha + beta * m seconds; built-in operators
// combine m bytes in combine * m seconds. Ranks are those of MPI_COMM_WORLD.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PROFILE_H
#define REDIST_PROFILE_H

#include "redist/detail/HeaderBegin.h"

#include <array>
#include <cstdint>
#include <string>
#include <vector>

namespace redist {

/// What one redistribution took by messages alone; seconds, of the slowest
/// rank; 0: not measured, but for `steps`.
struct measured_ways {
  double sources = 0, targets = 0; ///< ranks
  double run = 0;                  ///< bytes in a row, in the mean
  /// Bytes of a message in a row on the side where it lies in fewer pieces.
  double piece = 0;
  double message = 0;    ///< bytes of the longest one of a step
  double steps = 0;      ///< in the order of the schedule, some under way
  double at_once = 0;    ///< all messages under way
  double collective = 0; ///< packed, by MPI_Alltoallv
  double types = 0;      ///< by MPI_Alltoallw

  bool operator==(const measured_ways &o) const {
    return numbers() == o.numbers();
  }
  /// In the order of the members.
  std::array<double, 9> numbers() const {
    return {sources, targets, run,        piece, message,
            steps,   at_once, collective, types};
  }
};

struct machine_profile {
  double alpha = 0;   ///< seconds
  double beta = 0;    ///< seconds per byte
  double combine = 0; ///< seconds per byte

  // Of messages in redistributions; 0: not measured.
  double call = 0;    ///< seconds to start a message, of the processor
  double packing = 0; ///< seconds per byte, to pack or to unpack
  /// Time of long messages from many ranks to one at once, by that of one after
  /// the other.
  double fan_in = 0;
  /// Of some, in every way; empty: not measured.
  std::vector<measured_ways> ways;

  /// Whether alpha and beta are there: a profile that programs have learned
  /// (REDIST_LEARN) has only `ways`.
  bool tells_messages() const { return alpha > 0 || beta > 0; }

  /// That were measured; 0: the profile does not tell.
  std::int64_t ranks = 0;
  std::vector<double> speeds; ///< of each rank; empty: not measured
  /// Of a link, bytes per second; 0: not measured.
  double bandwidth = 0;
  /// Where links differ: ranks * ranks numbers by rows, from a rank to another.
  /// The diagonal does not matter.
  std::vector<double> bandwidth_matrix;
};

/// Throws redist::error that names the file: it cannot be read, is no JSON, has
/// no ways and lacks one of the first three numbers, or tells of speeds or
/// links what does not fit the number of ranks. Not collective.
machine_profile read_profile(const std::string &path);

/// From the text of a profile; `messages_alone`: which need not tell of
/// combines. Throws redist::error with what is wrong and where.
machine_profile parse_profile(const std::string &text,
                              bool messages_alone = false);

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
