//===- Fold.h - In which order values are combined -------------*- C++ -*-===//
//
// Values of a row of ranks, combined left to right by an associative operator.
// Where the operator rounds, brackets tell in the result. They are those of the
// ways by messages: of reduceInPairs() (SmallMessages.h) where every rank may
// have the result,
//
//   5 ranks: (((0 1) 2) (3 4))     the first pairs up, then neighbours
//
// and of the binomial tree from some rank on:
//
//   5 ranks from 1: (((1 2) (3 4)) 0)
//
// Both are brackets over places: halves of the largest power of two, each place
// with the values of one rank, or of two.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_REDUCTION_NODE_FOLD_H
#define REDIST_RUNTIME_REDUCTION_NODE_FOLD_H

#include <bit>
#include <cstddef>
#include <cstring>

namespace redist::runtime {

class FoldOrder {
public:
  static FoldOrder inPairs(int ranks) {
    const int power = static_cast<int>(std::bit_floor(unsigned(ranks)));
    return {power, ranks - power, 0, ranks};
  }
  static FoldOrder from(int first, int ranks) {
    return {ranks, 0, first, ranks};
  }

  int places() const { return placeCount; }
  bool isPair(int place) const { return place < surplus; }
  /// The only one, or the left one of a pair.
  int rankAt(int place) const {
    return (place < surplus ? 2 * place : place + surplus + first) % ranks;
  }

private:
  FoldOrder(int places, int pairs, int firstRank, int rankCount)
      : placeCount(places), surplus(pairs), first(firstRank), ranks(rankCount) {
  }

  int placeCount;
  int surplus; ///< places with a pair each
  int first, ranks;
};

/// Memory for values between.
struct FoldScratch {
  static constexpr std::size_t blockBytes = 4096, levels = 16;
  alignas(64) std::byte blocks[levels][blockBytes];
};

/// `valueOf(rank)`: where that is. `combine(into, from, bytes)`; it
/// `mayWrite` what it combines from. `bytes`: at most a block of scratch.
template <typename ValueOf, typename Combine> class Fold {
public:
  Fold(const FoldOrder &usedOrder, ValueOf usedValues, Combine usedCombine,
       bool mayWrite, FoldScratch &usedScratch)
      : order(usedOrder), valueOf(usedValues), combine(usedCombine),
        copies(mayWrite), scratch(usedScratch) {}

  /// All values into `into`, which is none of them.
  void run(std::byte *into, std::size_t bytes) {
    size = bytes;
    fold(into, 0, order.places(), 0);
  }

private:
  void fold(std::byte *into, int first, int count, std::size_t level) {
    if (count == 1) {
      const int rank = order.rankAt(first);
      std::memcpy(into, valueOf(rank), size);
      if (order.isPair(first))
        add(into, rank + 1, level);
      return;
    }
    const int half = static_cast<int>(std::bit_floor(unsigned(count - 1)));
    fold(into, first, half, level);
    if (count - half == 1 && !order.isPair(first + half)) {
      add(into, order.rankAt(first + half), level);
      return;
    }
    std::byte *const right = scratch.blocks[level];
    fold(right, first + half, count - half, level + 1);
    combine(into, right, size);
  }
  void add(std::byte *into, int rank, std::size_t level) {
    const std::byte *from = valueOf(rank);
    if (copies)
      from = static_cast<const std::byte *>(
          std::memcpy(scratch.blocks[level], from, size));
    combine(into, from, size);
  }

  const FoldOrder &order;
  ValueOf valueOf;
  Combine combine;
  bool copies;
  FoldScratch &scratch;
  std::size_t size = 0;
};

} // namespace redist::runtime

#endif
