//===- CopyPattern.h - A message as strided groups of runs -----*- C++ -*-===//
//
// What one rank copies for one message: groups of equally long, equally spaced
// runs for one superblock, how often the superblock repeats, and the rest. A
// pattern has two sides, "from" and "to"; for packing the "to" side is the
// message itself (dense), for unpacking the "from" side is, for a local copy
// neither. Size: a few groups, never a number an element. A pattern can be
// entered at any element, so that messages may be cut into chunks anywhere.
//
//   CYCLIC(3) on 2 -> CYCLIC(2) on 2, rank 0 packs for rank 0, L = 12:
//   elements 0 1 8 | 12 13 20 | ...: local 0 1 5 | 6 7 11 | ...
//   period = {0 -> 0, length 2}, {5 -> 2, length 1}; strides 6 and 3.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPYPATTERN_H
#define REDIST_RUNTIME_COPYPATTERN_H

#include "CopyKernels.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <vector>

namespace redist::runtime {

/// `count` runs of `length` elements; run i lies at `from + i * fromStride` and
/// goes to `to + i * toStride`. `start`: elements of the list before it.
struct RunGroup {
  std::int64_t from;
  std::int64_t to;
  std::int64_t length;
  std::int64_t count;
  std::int64_t fromStride;
  std::int64_t toStride;
  std::int64_t start = 0;

  std::int64_t elements() const { return length * count; }
  bool operator==(const RunGroup &) const = default;
};

/// Groups in the order of the message; neighbours that continue one another are
/// merged as they are added.
class RunList {
public:
  void add(RunGroup group);
  const std::vector<RunGroup> &groups() const { return list; }
  std::int64_t elements() const { return total; }
  /// Index of the group that holds element `position` of the list.
  std::size_t groupAt(std::int64_t position) const;
  void shrink() { list.shrink_to_fit(); }

private:
  bool extendsLast(const RunGroup &group);
  std::vector<RunGroup> list;
  std::int64_t total = 0;
};

/// Base addresses of a copy and what is subtracted from the offsets there: a
/// chunk buffer that starts at element 100 of its message has toShift = 100.
struct CopyBases {
  std::byte *to;
  std::int64_t toShift;
  const std::byte *from;
  std::int64_t fromShift;
  std::int64_t elementSize;
  StoreKind stores = StoreKind::Cached;
};

class CopyPattern {
public:
  CopyPattern() = default;
  /// `period` repeated `periods` times with the given strides, then `tail`,
  /// whose offsets are final.
  CopyPattern(RunList period, std::int64_t periods,
              std::int64_t fromPeriodStride, std::int64_t toPeriodStride,
              RunList tail);

  /// Elements of the whole message.
  std::int64_t length() const {
    return periods * period.elements() + tail.elements();
  }
  /// Copies elements [position, position + count) of the message.
  void copy(const CopyBases &bases, std::int64_t position,
            std::int64_t count) const;
  /// Offset on the "from" ("to") side where elements [position, position +
  /// count) lie in one piece; nothing where they do not.
  std::optional<std::int64_t> contiguousFrom(std::int64_t position,
                                             std::int64_t count) const;
  std::optional<std::int64_t> contiguousTo(std::int64_t position,
                                           std::int64_t count) const;
  /// For hashes and tests.
  const RunList &periodRuns() const { return period; }
  const RunList &tailRuns() const { return tail; }
  std::int64_t periodCount() const { return periods; }

private:
  struct Place {
    RunGroup group;      ///< of the run that holds the position
    std::int64_t run;    ///< its index in the group
    std::int64_t offset; ///< elements of that run before the position
  };
  Place placeOf(std::int64_t position) const;
  void copyPeriods(const CopyBases &bases, std::int64_t first,
                   std::int64_t count) const;

  RunList period;
  RunList tail;
  std::int64_t periods = 0;
  std::int64_t fromPeriodStride = 0;
  std::int64_t toPeriodStride = 0;
};

} // namespace redist::runtime

#endif
