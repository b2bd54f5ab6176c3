//===- ShuffleTable.h - Tables of vector shuffles --------------*- C++ -*-===//
//
// Says how a contiguous target whose elements come from several sources in
// turn, the same way in every period, is written vector by vector. Comes in:
// the period, the vectors of a processor, where in a vector the target begins.
// Goes out: steps, each of which takes lanes from two loads and brings them to
// their places in one vector. They are those of a group: of so few periods that
// target and vectors begin together again. Copies nothing.
//
//   Elements of 8 bytes, period A0 B0 B1, strides 1 (A) and 2 (B), vectors of
//   four: A0 B0 B1 A1 | B2 B3 A2 B4 | B5 A3 B6 B7 are four periods, a group;
//   the first vector is A0 A1 . . from a load of A, and . B0 B1 . from one of
//   B: one step.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_KERNELS_SHUFFLETABLE_H
#define REDIST_RUNTIME_KERNELS_SHUFFLETABLE_H

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
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

/// What is written at once, and what of it has a place of its own.
struct VectorShape {
  std::int64_t bytes = 0; ///< of a vector; a power of two
  std::int64_t laneBytes = 1;

  std::int64_t lanes() const { return bytes / laneBytes; }
  bool operator==(const VectorShape &) const = default;
};

enum class LineStepKind : std::uint8_t {
  Copies, ///< several vectors as they are
  Whole,  ///< one vector
  Part,   ///< some lanes of one
  Last,   ///< those that are left
};

/// Lanes from two loads.
struct LineStep {
  /// Where they begin, in bytes from where the group of their source does.
  std::array<std::int64_t, 2> offsets{};
  std::uint64_t mask = 0;  ///< by lane: from here
  std::int32_t copies = 0; ///< vectors
  std::array<std::uint8_t, 2> sources{};
  LineStepKind kind = LineStepKind::Part;

  /// Vectors that it loads from either place.
  std::int64_t loaded() const { return copies > 0 ? copies : 1; }
  /// Vectors that are done with it.
  std::int64_t written() const {
    return kind == LineStepKind::Part ? 0 : loaded();
  }
};

class ShuffleTable {
public:
  static constexpr std::size_t maxSources = 64;
  static constexpr std::size_t maxLanes = 64;
  /// Of a lane that a step does not take.
  static constexpr std::int8_t notTaken = -1;

  /// For targets whose first vector begins `skippedBytes` after their first
  /// element. Nothing where the table would cost more than it gains in
  /// `periods` periods, or vectors more than copies of the runs. Preconditions:
  /// elements, places and strides are whole lanes, sources at most maxSources.
  static std::optional<ShuffleTable> make(const InterleavedPeriod &period,
                                          std::int64_t elementBytes,
                                          const VectorShape &shape,
                                          std::int64_t skippedBytes,
                                          std::int64_t periods);

  const VectorShape &shape() const { return vectorShape; }
  std::int64_t skippedBytes() const { return skipped; }
  std::int64_t periodsPerGroup() const { return groupPeriods; }
  std::int64_t vectorsPerGroup() const { return vectorsBefore.back(); }
  std::span<const LineStep> steps() const { return groupSteps; }
  /// By lane of the step's vector: lane of its two loads, the second one's
  /// counted after the first one's; or notTaken.
  const std::int8_t *placesOf(std::size_t step) const {
    return places.data() + step * static_cast<std::size_t>(vectorShape.lanes());
  }
  /// The first step of the vector, or of the first one after it that has a step
  /// of its own.
  std::size_t stepAt(std::int64_t vector) const;
  /// Vectors of the group that are done before a step.
  std::int64_t vectorsBeforeStep(std::size_t step) const {
    return vectorsBefore[step];
  }
  /// Bytes from the begin of a source's group to the end of all loads.
  std::int64_t reachOf(std::size_t source) const { return reaches[source]; }

private:
  ShuffleTable() = default;
  bool addVector(std::span<const std::int64_t> lanes,
                 std::span<const std::uint8_t> sources);
  void addLoad(std::span<const std::int64_t> lanes,
               std::span<const std::uint8_t> sources, std::uint64_t &open);
  void joinCopies();
  void finish(std::size_t sources);

  VectorShape vectorShape;
  std::int64_t skipped = 0;
  std::int64_t groupPeriods = 0;
  std::vector<LineStep> groupSteps;
  std::vector<std::int8_t> places;         ///< by step and lane
  std::vector<std::int64_t> vectorsBefore; ///< by step; and all
  std::vector<std::int64_t> reaches;       ///< by source
};

} // namespace redist::runtime

#endif
