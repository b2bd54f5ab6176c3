//===- Reduction.h - Clauses of reduce as a value --------------*- C++ -*-===//
//
// The clauses of one `#pragma reduce` as a value, for redist::reduce(). C++17,
// no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_REDUCTION_H
#define REDIST_REDUCTION_H

#include "redist/detail/HeaderBegin.h"

#include <cstdint>

namespace redist {

/// The clauses of `#pragma reduce`, built one by one:
///   redist::reduction().root(0).cost(2.0e-3, 3.1e-3).ordered()
/// Impossible values are errors of the call, on every rank.
struct reduction {
  std::int64_t root_rank = 0;
  std::int64_t rank_count = 0;
  double transfer_seconds = 0, combine_seconds = 0;
  std::int64_t most_transfers = 0, most_reducers = 0;
  bool has_root = false; ///< else every rank has the result
  bool has_rank_count = false;
  bool has_cost = false;
  bool has_most_transfers = false, has_most_reducers = false;
  bool is_ordered = false;
  /// All clauses are constants of the program: no rank can have other ones.
  bool is_uniform = false;
  /// The compiler knows that the operator gives the same bits in any order: no
  /// rounding is involved.
  bool is_exact = false;

  constexpr reduction root(std::int64_t rank) const {
    reduction result = *this;
    result.root_rank = rank;
    result.has_root = true;
    return result;
  }
  /// Ranks [0, count) of the communicator take part; the others only call.
  constexpr reduction onto(std::int64_t count) const {
    reduction result = *this;
    result.rank_count = count;
    result.has_rank_count = true;
    return result;
  }
  /// Seconds for one item (all items of the directive together) to travel, and
  /// for one combine of it.
  constexpr reduction cost(double transfer, double combine) const {
    reduction result = *this;
    result.transfer_seconds = transfer;
    result.combine_seconds = combine;
    result.has_cost = true;
    return result;
  }
  constexpr reduction transfers(std::int64_t most) const {
    reduction result = *this;
    result.most_transfers = most;
    result.has_most_transfers = true;
    return result;
  }
  constexpr reduction reducers(std::int64_t most) const {
    reduction result = *this;
    result.most_reducers = most;
    result.has_most_reducers = true;
    return result;
  }
  constexpr reduction ordered() const {
    reduction result = *this;
    result.is_ordered = true;
    return result;
  }
  constexpr reduction uniform() const {
    reduction result = *this;
    result.is_uniform = true;
    return result;
  }
  constexpr reduction exact() const {
    reduction result = *this;
    result.is_exact = true;
    return result;
  }
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
