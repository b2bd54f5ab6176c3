//===- Result.h - Value or error -------------------------------*- C++ -*-===//
//
// The schedule library throws nothing across its boundary: a function that can
// be given impossible input returns Result<T>. The compiler turns an error
// into a caret, the runtime into a redist::error, redist-plan into one line.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTSCHEDULE_SUPPORT_RESULT_H
#define REDISTSCHEDULE_SUPPORT_RESULT_H

#include <cassert>
#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <variant>

namespace redist::schedule {

/// What can be wrong with the input of the schedule library.
enum class ErrorKind {
  RanksNotPositive,   ///< a grid extent <= 0
  BlockNotPositive,   ///< a block size <= 0
  BlockTooSmall,      ///< block(k) with k * P < N
  ExtentNegative,     ///< N < 0
  TooLarge,           ///< a product of the parameters leaves 64 bits
  StrategyNotForCase, ///< e.g. circulant where neither r nor s is 1
  CostNegative,       ///< a transfer or combine that costs less than nothing
  LimitNegative,      ///< fewer than no transfers or reducers
  BadPipeline,        ///< sizes that do not fit, a speed <= 0, ...
  NoMapping,          ///< no mapping meets the pins, links or limits
  BadEncoding,        ///< an embedded schedule that cannot be decoded
};

/// An error with its operands; message() is complete and lower case.
struct Error {
  ErrorKind kind;
  std::string message;
};

template <typename T> class [[nodiscard]] Result {
public:
  Result(T value) : state(std::move(value)) {}
  Result(Error error) : state(std::move(error)) {}

  explicit operator bool() const { return state.index() == 0; }

  // Access to the value. Precondition: there is one.
  const T &operator*() const & {
    assert(*this && "result holds an error");
    return *std::get_if<0>(&state);
  }
  T &operator*() & {
    assert(*this && "result holds an error");
    return *std::get_if<0>(&state);
  }
  T &&operator*() && { return std::move(**this); }
  const T *operator->() const { return &**this; }
  T *operator->() { return &**this; }

  /// Precondition: there is no value.
  const Error &error() const {
    assert(!*this && "no error in this result");
    return *std::get_if<1>(&state);
  }

private:
  std::variant<T, Error> state;
};

} // namespace redist::schedule

#endif
