//===- LineProgram.h - Whole lines from interleaved short runs -*- C++ -*-===//
//
// Copies whose target lies in one piece and whose elements come from several
// sources in turn, the same way in every period. Short runs would write each
// line of the target many times. Here each vector of the target is put together
// in a register, from a few loads whose elements a table brings to their
// places, two loads at once, and written once, past the caches if that is asked
// for. Vectors that lie in one piece in their source are copied. The table is
// made for a few periods, after which target and vectors begin together again;
// it depends on where in a vector the target begins.
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
  /// `periods`: of one execution; for few there is no long table.
  LineProgram(InterleavedPeriod period, std::int64_t periods,
              std::int64_t elementBytes, Vectors vectors = widestVectors());

  /// Elements of a period.
  std::int64_t periodElements() const {
    return static_cast<std::int64_t>(period.elements.size());
  }
  /// Makes the table for targets whose period 0 begins in a vector where this
  /// one does;
  /// false: there is none that is better than copying the runs.
  bool prepare(const std::byte *to);
  /// Copies periods [first, first + count). `to`: where the first of them goes,
  /// in a target that lies as prepared; `from`: an address a source, where this
  /// period begins. Reads nothing but from the first to the last byte that the
  /// periods hold of each. `ahead`: as copyRuns().
  void copy(std::byte *to, const std::byte *const *from, std::int64_t first,
            std::int64_t count, StoreKind stores, Ahead *ahead = nullptr) const;

private:
  static constexpr std::size_t mostLanes = 16;
  static constexpr std::size_t mostSources = 64;
  /// In bytes from where the source's group begins.
  struct Load {
    std::int64_t offset = 0;
    std::int32_t source = 0;
  };
  enum class StepKind : std::int8_t {
    Copies, ///< several vectors as they are
    Whole,  ///< one vector
    Part,   ///< some lanes of one
    Last,   ///< those that are left
  };
  /// Lanes of 4 bytes from two loads.
  struct Step {
    /// Of a vector: lanes of the loads, one after the other.
    std::array<std::int8_t, mostLanes> lane{};
    std::array<std::int8_t, mostLanes> taken{}; ///< -1: from here
    std::array<Load, 2> loads;
    std::int32_t copies = 0; ///< vectors
    std::uint16_t mask = 0;  ///< as `taken`
    StepKind kind = StepKind::Part;
  };
  /// What the steps of a source read, in bytes from its first period.
  struct Extent {
    std::int64_t end;   ///< of what one period holds
    std::int64_t reach; ///< of the loads of one group
  };
  struct Amount;
  struct Walk;

  void findRuns();
  bool makeTable(std::int64_t skippedLanes);
  void addSteps(std::span<const std::int64_t> lanes,
                std::span<const int> sources);
  void addLoad(std::span<const std::int64_t> lanes,
               std::span<const int> sources, std::uint32_t &open);
  void joinCopies();
  void findExtents();
  void countVectors();
  Amount amountOf(std::int64_t phase, std::int64_t count) const;
  void copyElements(std::byte *to, const std::byte *const *from,
                    std::int64_t phase, std::int64_t begin,
                    std::int64_t end) const;
  Walk walk(const std::byte *const *from, std::int64_t phase) const;
  template <bool IsStreamed>
  static std::byte *copyBy32(std::byte *to, const Walk &at,
                             std::span<const Step> part, Ahead &bringing);
  template <bool IsStreamed>
  static std::byte *copyBy64(std::byte *to, const Walk &at,
                             std::span<const Step> part, Ahead &bringing);
  template <bool IsStreamed>
  void copyGroupsBy32(std::byte *to, Walk at, const Amount &amount,
                      Ahead *ahead) const;
  template <bool IsStreamed>
  void copyGroupsBy64(std::byte *to, Walk at, const Amount &amount,
                      Ahead *ahead) const;

  InterleavedPeriod period;
  std::vector<std::int64_t> runLengths; ///< by element: in a row from it on
  std::int64_t runs = 0;                ///< of a period
  std::int64_t expectedPeriods = 0;
  std::int64_t bytes = 0; ///< of an element
  Vectors vectors = Vectors::None;
  std::int64_t skipped = -1; ///< bytes before the first vector; -1: not known
  bool hasTable = false;     ///< for targets so
  std::vector<Step> steps;
  std::vector<std::int64_t> vectorsBefore; ///< by step; and all
  std::vector<Extent> extents;             ///< by source
  std::int64_t periodsPerGroup = 0;
};

} // namespace redist::runtime

#endif
