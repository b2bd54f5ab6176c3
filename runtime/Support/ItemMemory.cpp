//===- ItemMemory.cpp - Detection of items that share memory --------------===//
#include "Support/ItemMemory.h"

#include <algorithm>
#include <utility>

namespace redist::runtime {

using detail::memory_row;

/// From low addresses to high ones; stretches side by side become one.
struct Stretches {
  std::int64_t first = 0, size = 0, count = 0, step = 1;

  explicit Stretches(const memory_row &row)
      : first(reinterpret_cast<std::intptr_t>(row.first)),
        size(static_cast<std::int64_t>(row.size)), count(row.count),
        step(row.step) {
    if (step < 0) {
      first += (count - 1) * step;
      step = -step;
    }
    if (count > 1 && step <= size) {
      size += (count - 1) * step;
      count = 1;
    }
    if (count <= 1)
      step = std::max<std::int64_t>(size, 1);
  }
  bool isEmpty() const { return size == 0 || count <= 0; }
  std::int64_t end() const { return first + (count - 1) * step + size; }

  /// Whether a stretch has a byte of [from, to).
  bool meets(std::int64_t from, std::int64_t to) const {
    if (to <= first || from >= end())
      return false;
    // The last stretch that begins before `to`.
    const std::int64_t last = std::min((to - 1 - first) / step, count - 1);
    return first + last * step + size > from;
  }
};

bool shareMemory(const memory_row &a, const memory_row &b) {
  Stretches few(a), many(b);
  if (few.isEmpty() || many.isEmpty() || few.end() <= many.first ||
      many.end() <= few.first)
    return false;
  if (few.count > many.count)
    std::swap(few, many);
  if (few.step == many.step && few.count > 1) {
    // Both repeat alike: the first stretches of their common part tell.
    const std::int64_t skipped =
        std::max<std::int64_t>(0, (many.first - few.first) / few.step);
    const auto at = [&](std::int64_t i) {
      const std::int64_t from = few.first + i * few.step;
      return i < few.count && many.meets(from, from + few.size);
    };
    return at(skipped) || at(skipped + 1);
  }
  for (std::int64_t i = 0; i < few.count; ++i)
    if (many.meets(few.first + i * few.step,
                   few.first + i * few.step + few.size))
      return true;
  return false;
}

MemoryRange rangeOf(const memory_row &row) {
  const Stretches all(row);
  if (all.isEmpty())
    return {};
  const auto begin = static_cast<std::intptr_t>(all.first);
  return MemoryRange::of(reinterpret_cast<const void *>(begin),
                         all.end() - all.first);
}

bool shareMemory(std::span<const memory_row> a, std::span<const memory_row> b) {
  return std::any_of(a.begin(), a.end(), [&](const memory_row &one) {
    return std::any_of(b.begin(), b.end(), [&](const memory_row &other) {
      return shareMemory(one, other);
    });
  });
}

} // namespace redist::runtime
