//===- CarriedValue.h - Value that travels with a verdict ------*- C++ -*-===//
//
// Room Runtime. A small value that is reduced while the ranks agree on the call
// (ReductionAgreement.h). Comes in: an operand, and what other ranks have sent
// of theirs. Goes out: bytes to be sent, and whether this rank had to stop: a
// combine has thrown, or a value has become too long. Then the rank goes on
// without a value.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_ENGINE_CARRIEDVALUE_H
#define REDIST_RUNTIME_REDUCTION_ENGINE_CARRIEDVALUE_H

#include "Reduction/Channel/SmallValues.h"
#include "Reduction/Clauses/CheckedReduction.h"
#include "Trace/Report.h"

#include <array>
#include <string>
#include <vector>

namespace redist::runtime {

/// Why a value travels no further; of several the least counts.
struct Stop {
  static constexpr std::uint64_t none = ~std::uint64_t{0}, tooLong = 0;
  static constexpr std::uint64_t thrownOn(int rank) {
    return static_cast<std::uint64_t>(rank) + 1;
  }
  static constexpr int rankOf(std::uint64_t stop) {
    return static_cast<int>(stop - 1);
  }
};

class CarriedValue {
public:
  /// Nothing travels.
  CarriedValue() = default;
  /// Of a call for which isCarried() is true. A value of fixed size takes all
  /// its memory here, or throws; `buffer` is reused.
  CarriedValue(detail::operand &items, std::vector<std::byte> &buffer,
               const CheckedReduction &call);

  bool isThere() const { return operand != nullptr; }
  /// The ranks have to hear of each other's stops at the end. Where all agree,
  /// the same on all.
  bool mayStop() const { return isStoppable; }
  std::uint64_t stop() const { return ownStop; }
  /// Of the exception, where a combine has thrown here.
  const std::string &text() const { return ownText; }

  // On a value that is there, and has not stopped.

  /// The present value, for rank `peer`, to `place`, which has room for
  /// carriedBytes; how many bytes it has.
  std::size_t write(std::byte *place, int peer);
  /// With a value of lower ranks, or of higher ones.
  void combine(std::byte *received, std::size_t size, bool isLeft);
  void assign(const std::byte *received, std::size_t size);

  /// What was done with it, for REDIST_STATS. `recorder`: or null.
  Work work(const Recorder *recorder) const;

private:
  struct Sent {
    int peer;
    std::int64_t bytes;
  };
  /// Of a rank, which sends one in each step of reduceInPairs().
  static constexpr std::size_t mostSent = 40;

  template <typename Step> void attempt(Step step);

  detail::operand *operand = nullptr;
  std::vector<std::byte> *packed = nullptr;
  int rank = 0;
  bool isStoppable = false;
  std::uint64_t ownStop = Stop::none;
  std::string ownText;
  std::array<Sent, mostSent> sent;
  std::size_t sentCount = 0;
  std::int64_t combines = 0;
};

} // namespace redist::runtime

#endif
