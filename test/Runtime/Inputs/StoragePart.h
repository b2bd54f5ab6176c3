//===- StoragePart.h - Storage that is no container ------------*- C++ -*-===//
//
// At any place in a cache line: private, or of an array, which the ranks of a
// node see.
//
//===----------------------------------------------------------------------===//
#ifndef STORAGEPART_H
#define STORAGEPART_H

#include "RandomDirective.h"

#include "redist/Array.h"

/// A range that cannot be resized.
template <typename T> class Part {
public:
  using value_type = T;

  /// Collective; `most`: the largest of any rank. `shift`: bytes from a line's
  /// begin.
  Part(Storage kind, const std::vector<T> &content, std::int64_t most,
       std::int64_t shift)
      : count(content.size()) {
    constexpr std::int64_t line = 64;
    const std::int64_t bytes =
        most * static_cast<std::int64_t>(sizeof(T)) + 2 * line;
    if (kind == Storage::Seen)
      seen = array<unsigned char, 1>({bytes * sizeOf()},
                                     block_layout(bytes, sizeOf(), 0));
    else
      own.resize(static_cast<std::size_t>(bytes));
    unsigned char *const begin = own.empty() ? seen.data() : own.data();
    const auto beyond = static_cast<std::int64_t>(
        reinterpret_cast<std::uintptr_t>(begin) % line);
    first = reinterpret_cast<T *>(begin + (line - beyond) % line + shift);
    std::copy(content.begin(), content.end(), first);
  }
  T *data() { return first; }
  std::size_t size() const { return count; }
  std::vector<T> content(std::size_t elements) const {
    return std::vector<T>(first, first + elements);
  }
  std::vector<T> content() const { return content(count); }

private:
  std::vector<unsigned char> own;
  array<unsigned char, 1> seen;
  T *first = nullptr;
  std::size_t count;
};

#endif
