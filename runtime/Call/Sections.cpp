//===- Sections.cpp - Sections and extents of a call ----------------------===//
#include "Call/Sections.h"

#include <algorithm>
#include <utility>

namespace redist::runtime {

std::string inDimension(const CallSide &side, std::size_t k) {
  return side.dimensions > 1 ? " of dimension " + std::to_string(k) : "";
}

std::int64_t knownExtent(const CallSide &side, std::size_t k) {
  return side.extents[k] >= 0 ? side.extents[k] : endOf(side.sections[k]);
}

bool isOneElement(const section &one) {
  return !one.is_whole && one.length > 0 && one.stride == 0;
}

std::int64_t endOf(const section &one) {
  if (one.length == 0)
    return 0;
  if (one.is_whole)
    return one.length;
  return std::max(one.lower, one.lower + (one.length - 1) * one.stride) + 1;
}

/// Bounds stay far enough within 64 bits to add and multiply by them.
static bool isWithinReach(const section &one) {
  std::int64_t last = 0;
  return one.lower < maxBytes &&
         !__builtin_mul_overflow(one.length - 1, one.stride, &last) &&
         !__builtin_add_overflow(last, one.lower, &last) && last < maxBytes;
}

/// `isRead`: a stride of 0 reads one element for all positions.
static void checkSection(const CallSide &side, std::size_t k, bool isRead) {
  const section &one = side.sections[k];
  const std::string where = inDimension(side, k);
  if (one.length < 0)
    throw error((one.is_whole ? "the extent" : "the length of the section") +
                where + " is " + std::to_string(one.length) +
                ", which is negative");
  if (one.is_whole || one.length == 0)
    return;
  if (one.stride == 0 && !isRead)
    throw error("the stride of the section" + where + " is 0");
  if (!isWithinReach(one))
    throw error("the section" + where + " is too large to address");
  const std::int64_t last = one.lower + (one.length - 1) * one.stride;
  const std::int64_t least = std::min(one.lower, last);
  if (least < 0)
    throw error("the section" + where + " has the index " +
                std::to_string(least) + ", which is negative");
  const std::int64_t extent = side.extents[k];
  if (extent >= 0 && endOf(one) > extent)
    throw error("the section" + where + " has the index " +
                std::to_string(endOf(one) - 1) + ", but the extent is " +
                std::to_string(extent));
}

/// What the other side lacks has one element.
static void checkLone(const CallSide &side, std::size_t k, const char *whose,
                      const char *other) {
  if (side.sections[k].length != 1)
    throw error("dimension " + std::to_string(k) + " of " + whose +
                ", which the " + other + " lacks, has length " +
                std::to_string(side.sections[k].length) + ", not 1");
}

void checkSections(const CallSide &side, bool isRead) {
  for (std::size_t k = 0; k < side.dimensions; ++k)
    checkSection(side, k, isRead);
}

void checkSections(const Call &call) {
  const CallSide &source = call.source, &target = call.target;
  checkSections(source, !call.inPlace);
  for (const std::size_t d : call.lackedByTarget())
    checkLone(source, d, "the object", "destination");
  for (std::size_t k = 0; k < target.dimensions; ++k) {
    checkSection(target, k, false);
    if (call.permutation[k] == lacking) {
      checkLone(target, k, "the destination", "object");
      continue;
    }
    const auto from = static_cast<std::size_t>(call.permutation[k]);
    const std::int64_t theirs = call.source.sections[from].length;
    const std::int64_t ours = call.target.sections[k].length;
    if (ours == theirs)
      continue;
    const bool areWhole =
        call.source.sections[from].is_whole && call.target.sections[k].is_whole;
    throw error((areWhole ? "extent " : "length ") + std::to_string(ours) +
                inDimension(target, k) + " of the destination differs from " +
                (areWhole ? "extent " : "length ") + std::to_string(theirs) +
                inDimension(source, from) + " of the object");
  }
}

void checkSize(const Call &call, const CallSide &side) {
  for (const detail::object_entry &entry : call.entries()) {
    std::int64_t bytes = static_cast<std::int64_t>(entry.element_size);
    bool isEmpty = false;
    bool isTooLarge = false;
    for (std::size_t k = 0; k < side.dimensions; ++k) {
      const std::int64_t extent = knownExtent(side, k);
      isEmpty |= extent == 0;
      isTooLarge |=
          __builtin_mul_overflow(bytes, extent, &bytes) || bytes > maxBytes;
    }
    if (isTooLarge && !isEmpty) {
      std::string elements = std::to_string(knownExtent(side, 0));
      for (std::size_t k = 1; k < side.dimensions; ++k)
        elements += " x " + std::to_string(knownExtent(side, k));
      throw error("an array of " + elements +
                  " elements is too large to address");
    }
  }
}

/// Whether two arithmetic progressions have a number in common. Precondition:
/// they lie within 62 bits.
static bool meet(const section &a, const section &b) {
  if (a.length == 0 || b.length == 0)
    return false;
  __extension__ using Wide = __int128;
  struct Ascending {
    Wide first, stride, last;
    explicit Ascending(const section &one)
        : first(one.is_whole ? 0 : one.lower),
          stride(one.is_whole ? 1 : one.stride) {
      last = first + (one.length - 1) * stride;
      if (stride == 0) // one element
        stride = 1;
      if (stride < 0) {
        std::swap(first, last);
        stride = -stride;
      }
    }
  };
  const Ascending x(a), y(b);
  // Solve first + i * stride = y.first (mod y.stride) for the least i >= 0.
  Wide old = x.stride, rest = y.stride, oldFactor = 1, factor = 0;
  while (rest != 0) {
    const Wide quotient = old / rest;
    old = std::exchange(rest, old - quotient * rest);
    oldFactor = std::exchange(factor, oldFactor - quotient * factor);
  }
  const Wide gcd = old;
  const Wide distance = y.first - x.first;
  if (distance % gcd != 0)
    return false;
  const Wide period = y.stride / gcd; // of i
  Wide i = distance / gcd % period * (oldFactor % period) % period;
  if (i < 0)
    i += period;
  const Wide step = x.stride * period;
  const Wide low = std::max(x.first, y.first);
  Wide common = x.first + i * x.stride;
  if (common < low)
    common += (low - common + step - 1) / step * step;
  return common <= std::min(x.last, y.last);
}

bool sectionsMeet(const Call &call) {
  if (call.source.dimensions != call.target.dimensions)
    return false; // the layouts differ, which is an error, too
  for (std::size_t k = 0; k < call.source.dimensions; ++k)
    if (!meet(call.source.sections[k], call.target.sections[k]))
      return false;
  return true;
}

} // namespace redist::runtime
