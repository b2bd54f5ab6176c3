//===- PlaceSet.h - Sets of places -----------------------------*- C++ -*-===//
//
// Private to the Effects room. Most sets of a program have one place or two,
// and a few have thousands: words of 64 places, in order, without those that
// are empty. The functions are those of llvm::SparseBitVector, which allocates
// memory for each word.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_LIB_EFFECTS_POINTSTO_PLACESET_H
#define REDISTC_LIB_EFFECTS_POINTSTO_PLACESET_H

#include "PointsTo/Objects.h"

#include "llvm/ADT/SmallVector.h"
#include "llvm/ADT/bit.h"

#include <cstdint>
#include <iterator>

namespace redistc::effects {

class PlaceSet {
  static constexpr unsigned bitsOfWord = 64;
  struct Word {
    unsigned index = 0;     ///< of places from index * 64 on
    std::uint64_t bits = 0; ///< not 0
  };
  using Words = llvm::SmallVector<Word, 1>;

public:
  /// In ascending order.
  class Iterator {
  public:
    using iterator_category = std::input_iterator_tag;
    using value_type = PlaceId;
    using difference_type = std::ptrdiff_t;
    using pointer = const PlaceId *;
    using reference = PlaceId;

    explicit Iterator(const Word *first, const Word *last)
        : word(first), bits(first == last ? 0 : first->bits), end(last) {}
    PlaceId operator*() const {
      return word->index * bitsOfWord +
             static_cast<unsigned>(llvm::countr_zero(bits));
    }
    Iterator &operator++() {
      bits &= bits - 1;
      if (bits == 0 && ++word != end)
        bits = word->bits;
      return *this;
    }
    bool operator==(const Iterator &other) const {
      return word == other.word && bits == other.bits;
    }

  private:
    const Word *word;
    std::uint64_t bits; ///< of the word, from the place on
    const Word *end;
  };

  Iterator begin() const { return Iterator(words.begin(), words.end()); }
  Iterator end() const { return Iterator(words.end(), words.end()); }
  bool empty() const { return words.empty(); }
  unsigned count() const;
  void clear() { words.clear(); }

  void set(PlaceId place) { test_and_set(place); }
  /// Whether the place is new.
  bool test_and_set(PlaceId);
  /// Whether it has changed.
  bool operator|=(const PlaceSet &);
  PlaceSet &operator&=(const PlaceSet &);
  void intersectWithComplement(const PlaceSet &);

  friend PlaceSet operator|(PlaceSet one, const PlaceSet &other) {
    one |= other;
    return one;
  }
  friend PlaceSet operator&(PlaceSet one, const PlaceSet &other) {
    one &= other;
    return one;
  }

private:
  /// Keeps of each word what `kept` makes of it and of the other set's.
  template <typename Kept> void filter(const PlaceSet &, Kept kept);

  Words words; ///< by index
};

} // namespace redistc::effects

#endif
