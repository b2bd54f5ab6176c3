//===- Error.h - Exceptions of the runtime ---------------------*- C++ -*-===//
//
// Every rank of the communicator throws the same exception for the same call,
// with the directive's file and line in its message.
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_ERROR_H
#define REDIST_ERROR_H

#include "redist/detail/HeaderBegin.h"

#include <cstddef>
#include <stdexcept>
#include <string>

namespace redist {

/// what() reads "app.cpp:12: error: <message>".
class error : public std::runtime_error {
public:
  using std::runtime_error::runtime_error;
};

/// A combine that threw, or operands that do not fit, during `#pragma reduce`:
/// what() reads "app.cpp:12: error: rank 3: <message of the exception>".
class reduce_error : public error {
public:
  reduce_error(const std::string &what, int failed_rank)
      : error(what), ownRank(failed_rank) {}
  /// Of the directive's communicator: where the combine threw.
  int rank() const noexcept { return ownRank; }

private:
  int ownRank;
};

/// A stage (or the loop's header, stage 0) that threw, during `#pragma
/// pipeline`: what() reads "app.cpp:12: error: stage 3, item 17: <message of
/// the exception>".
class stage_error : public error {
public:
  stage_error(const std::string &what, int failed_stage, long long failed_item)
      : error(what), ownStage(failed_stage), ownItem(failed_item) {}
  /// From 1.
  int stage() const noexcept { return ownStage; }
  /// From 0: how many items were begun before.
  long long item() const noexcept { return ownItem; }
  /// Of the exception: what() without file, line, stage and item.
  std::string message() const {
    const std::string text = what();
    const std::string place = ": error: stage " + std::to_string(ownStage);
    const std::size_t behind = text.find(place);
    const std::size_t end = behind == std::string::npos
                                ? behind
                                : text.find(": ", behind + place.size());
    return end == std::string::npos ? text : text.substr(end + 2);
  }

private:
  int ownStage;
  long long ownItem;
};

} // namespace redist

#include "redist/detail/HeaderEnd.h"

#endif
