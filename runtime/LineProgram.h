//===- LineProgram.h - Whole lines from interleaved short runs -*- C++ -*-===//
//
// Copies whose target lies in one piece and whose elements come from several
// sources in turn, the same way in every period. Short runs would write each
// line of the target many times. Here each vector of the target is put together
// in a register, from a few loads whose elements a table brings to their
// places, and written once, past the caches if that is asked for. The table is
// made for a few periods, after which target and vectors begin together again;
// it depends on where in a line the target begins.
//
//   Elements of 8 bytes, period A0 B0 B1, strides 1 (A) and 2 (B), vectors of
//   four: A0 B0 B1 A1 | B2 B3 A2 B4 | B5 A3 B6 B7 are four periods; the first
//   is A0 A1 . . from a load of A, and . B0 B1 . from one of B.
//
// Knows neither ranks nor layouts. Processors without such instructions have no
// programs.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_LINEPROGRAM_H
#define REDIST_RUNTIME_LINEPROGRAM_H

#include "CopyKernels.h"

#include <array>
#include <span>
#include <vector>

namespace redist::runtime {

/// Where elements of a contiguous target come from, period by period. In
/// elements; no offset and no stride is negative.
struct InterleavedPeriod {
  struct Element {
    int source;
    std::int64_t offset; ///< in the source's period
  };
  std::vector<Element> elements;     ///< in the order of the target
  std::vector<std::int64_t> strides; ///< by source: from period to period
};

class LineProgram {
public:
  LineProgram() = default;
  LineProgram(InterleavedPeriod period, std::int64_t periods,
              std::int64_t elementBytes, Vectors vectors = widestVectors());

  /// Makes the table for a target there; false: there is none that is better
  /// than copying the runs.
  bool prepare(const std::byte *to);
  /// Copies part `part` of `parts` about equal ones. `to` as prepared; `from`:
  /// an address a source, from which all that the periods hold can be read,
  /// whatever the part.
  void copy(std::byte *to, const std::byte *const *from, std::int64_t part,
            std::int64_t parts, StoreKind stores) const;

private:
  static constexpr std::size_t mostLanes = 16;
  /// Of a vector: lanes of 4 bytes from one load.
  struct Step {
    std::array<std::int8_t, mostLanes> lane;  ///< of the load
    std::array<std::int8_t, mostLanes> taken; ///< -1: from here
    std::int64_t offset;                      ///< of the load, in bytes
    std::int32_t source;
    std::uint16_t mask; ///< as `taken`
    bool isLast;        ///< of its vector
  };
  bool makeTable(std::int64_t skippedLanes);
  void addSteps(std::span<const std::int64_t> lanes,
                std::span<const int> sources);
  void countGroups();
  void copyElements(std::byte *to, const std::byte *const *from,
                    std::int64_t begin, std::int64_t end) const;
  struct Walk;
  Walk walk(const std::byte *const *from, std::int64_t group) const;
  template <bool IsStreamed>
  void copyBy32(std::byte *to, Walk at, std::int64_t groupCount) const;
  template <bool IsStreamed>
  void copyBy64(std::byte *to, Walk at, std::int64_t groupCount) const;

  InterleavedPeriod period;
  std::int64_t periods = 0, bytes = 0;
  Vectors vectors = Vectors::None;
  std::int64_t skipped = -1; ///< bytes before the first line; -1: no table
  std::vector<Step> steps;
  std::int64_t periodsPerGroup = 0, groups = 0;
};

} // namespace redist::runtime

#endif
