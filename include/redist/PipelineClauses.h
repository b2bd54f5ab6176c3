//===- PipelineClauses.h - Clauses of pipelines as values ------*- C++ -*-===//
//
// The clauses of `#pragma pipeline` and of its stages as values. C++17, no MPI.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_PIPELINECLAUSES_H
#define REDIST_PIPELINECLAUSES_H

#include "redist/detail/HeaderBegin.h"

#include <cstdint>
#include <initializer_list>
#include <new>
#include <type_traits>
#include <vector>

namespace redist {

/// The clauses of `#pragma pipeline`, built one by one:
///   redist::pipeline().onto(4).speeds({1, 2, 2, 1}).bandwidth(1e9)
/// Impossible values are errors of pipeline_run::start(), on every rank.
struct pipeline {
  std::int64_t rank_count = 0;
  std::vector<double> speed_list;     ///< empty: equal
  std::vector<double> bandwidth_list; ///< one, or a matrix by rows
  double most_seconds = 0;            ///< in the unit of work / speed
  std::int64_t items_in_flight = 0;   ///< on a link
  bool has_rank_count = false, has_speeds = false, has_bandwidth = false;
  bool has_latency = false, has_depth = false;
  /// The rank of stage 1 alone evaluates the loop's header.
  bool is_driven = false;
  /// This rank could not hold the lists: an error of start(), on every rank.
  bool lacks_memory = false;

  pipeline onto(std::int64_t count) const;
  pipeline speeds(std::initializer_list<double> of_ranks) const;
  /// Any range of numbers, an array among them.
  template <class Range> pipeline speeds(const Range &of_ranks) const;
  pipeline bandwidth(double of_every_link) const;
  /// A range of p * p numbers by rows, or a range of p ranges of p numbers.
  template <class Range,
            class = std::enable_if_t<!std::is_arithmetic<Range>::value>>
  pipeline bandwidth(const Range &matrix) const;
  pipeline latency(double most) const;
  pipeline depth(std::int64_t items) const;
  pipeline driven() const;

private:
  /// A copy with a change. Only start() can tell the other ranks that there is
  /// no memory for it.
  template <class Change> pipeline with(Change change) const {
    pipeline result;
    try {
      result = *this;
      change(result);
    } catch (const std::bad_alloc &) {
      result.lacks_memory = true;
    }
    return result;
  }
};

namespace detail {
/// Appends a number, or the numbers of a range of them, or of ranges.
template <class Value>
void append_numbers(std::vector<double> &to, const Value &value) {
  if constexpr (std::is_arithmetic<Value>::value) {
    to.push_back(static_cast<double>(value));
  } else {
    for (auto &&inner : value)
      append_numbers<
          std::remove_cv_t<std::remove_reference_t<decltype(inner)>>>(to,
                                                                      inner);
  }
}
} // namespace detail

template <class Range> pipeline pipeline::speeds(const Range &of_ranks) const {
  return with([&](pipeline &result) {
    result.speed_list.clear();
    detail::append_numbers<Range>(result.speed_list, of_ranks);
    result.has_speeds = true;
  });
}

template <class Range, class>
pipeline pipeline::bandwidth(const Range &matrix) const {
  return with([&](pipeline &result) {
    result.bandwidth_list.clear();
    detail::append_numbers<Range>(result.bandwidth_list, matrix);
    result.has_bandwidth = true;
  });
}

/// The clauses of one `#pragma pipeline stage`.
struct pipeline_stage {
  double work_amount = 0;
  double data_size = 0;           ///< of what leaves the stage
  std::int64_t replica_count = 1; ///< 0: the mapper chooses
  std::int64_t pinned_rank = -1;
  bool has_work = false, has_data = false, has_replicas = false,
       is_pinned = false;
  /// What the compiler knows: the stage has no state but what keep() was told,
  /// so that it may move to another rank after the first items.
  bool may_move = false;
  /// Bytes of what leaves it, where all types are of fixed size; -1: they vary.
  std::int64_t fixed_bytes = -1;

  pipeline_stage work(double amount) const;
  pipeline_stage data(double size) const;
  pipeline_stage replicate(std::int64_t count) const;
  pipeline_stage replicate_auto() const;
  pipeline_stage at(std::int64_t rank) const;
  pipeline_stage movable() const;
  pipeline_stage bytes(std::int64_t fixed) const;
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
