//===- PlaceSet.cpp - Sets of places ---------------------------*- C++ -*-===//
//
// See PlaceSet.h.
//
//===----------------------------------------------------------------------===//
#include "PointsTo/PlaceSet.h"

#include "llvm/ADT/STLExtras.h"

namespace redistc::effects {

unsigned PlaceSet::count() const {
  unsigned sum = 0;
  for (const Word &word : words)
    sum += static_cast<unsigned>(llvm::popcount(word.bits));
  return sum;
}

bool PlaceSet::test_and_set(PlaceId place) {
  const unsigned index = place / bitsOfWord;
  const std::uint64_t bit = std::uint64_t(1) << place % bitsOfWord;
  Word *const found = llvm::partition_point(
      words, [index](const Word &word) { return word.index < index; });
  if (found == words.end() || found->index != index) {
    words.insert(found, Word{index, bit});
    return true;
  }
  const bool isNew = (found->bits & bit) == 0;
  found->bits |= bit;
  return isNew;
}

/// Merged from the end, where there is room.
bool PlaceSet::operator|=(const PlaceSet &other) {
  bool isChanged = false;
  std::size_t missing = 0;
  Word *own = words.begin();
  for (const Word &given : other.words) {
    while (own != words.end() && own->index < given.index)
      ++own;
    if (own == words.end() || own->index != given.index) {
      ++missing;
      continue;
    }
    isChanged |= (given.bits & ~own->bits) != 0;
    own->bits |= given.bits;
  }
  if (missing == 0)
    return isChanged;
  std::size_t left = words.size();
  words.resize(left + missing);
  Word *target = words.end();
  for (const Word &given : llvm::reverse(other.words)) {
    while (left > 0 && words[left - 1].index > given.index)
      *--target = words[--left];
    if (left > 0 && words[left - 1].index == given.index)
      *--target = words[--left];
    else
      *--target = given;
  }
  return true;
}

template <typename Kept>
void PlaceSet::filter(const PlaceSet &other, Kept kept) {
  const Word *given = other.words.begin();
  Word *target = words.begin();
  for (const Word &own : words) {
    while (given != other.words.end() && given->index < own.index)
      ++given;
    const bool isInBoth =
        given != other.words.end() && given->index == own.index;
    const Word made{own.index, kept(own.bits, isInBoth ? given->bits : 0)};
    if (made.bits != 0)
      *target++ = made;
  }
  words.truncate(static_cast<std::size_t>(target - words.begin()));
}

PlaceSet &PlaceSet::operator&=(const PlaceSet &other) {
  filter(other, [](std::uint64_t a, std::uint64_t b) { return a & b; });
  return *this;
}

void PlaceSet::intersectWithComplement(const PlaceSet &other) {
  filter(other, [](std::uint64_t a, std::uint64_t b) { return a & ~b; });
}

} // namespace redistc::effects
