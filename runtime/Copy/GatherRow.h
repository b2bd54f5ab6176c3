//===- GatherRow.h - Gathering one row of a target -------------*- C++ -*-===//
//
// A vector, or a row of a matrix (CopyPattern.h), that is contiguous in the
// target, period by period, and whose elements come from several sources, each
// with its own runs (AxisRuns.h). Comes in: these runs, and the addresses of
// target and sources. Goes out: whole periods copied by one program
// (InterleaveProgram.h), and the rest run by run. Knows neither messages nor
// ranks.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_COPY_GATHERROW_H
#define REDIST_RUNTIME_COPY_GATHERROW_H

#include "Kernels/Combiner.h"
#include "Kernels/InterleaveProgram.h"
#include "Plan/AxisRuns.h"

#include <optional>

namespace redist::runtime {

/// Where element `position` of what a source has of a row lies; offsets of the
/// runs are counted like it.
struct RowSource {
  const std::byte *address = nullptr;
  std::int64_t position = 0;
};

class GatherRow {
public:
  /// What a source has of a period, and how far on it is in the next one.
  struct Period {
    RunList runs;
    RunSteps strides;
  };

  /// `runs`: of each source, which it refers to. `rows`: of one execution.
  /// Nothing where the periods do not lie in one piece or are too long.
  static std::optional<GatherRow> make(std::vector<const AxisRuns *> runs,
                                       std::int64_t rows,
                                       const std::vector<std::int64_t> &sizes);

  const std::vector<const AxisRuns *> &runs() const { return sourceRuns; }
  std::int64_t periods() const { return periodCount; }
  /// Elements of a source in a period.
  std::int64_t perPeriod(std::size_t source) const {
    return perPeriods[source];
  }
  /// Of the target, all in one piece.
  std::int64_t periodBytes(std::size_t object) const {
    return toStride * sizes[object];
  }

  /// Whether there is a program for an object and a row that begins there.
  bool prepare(std::size_t object, const std::byte *target);
  /// The same for combinePeriods(); `aside`: where a line begins.
  bool prepareAside(std::size_t object, const std::byte *aside) {
    return programs[object].prepare(aside);
  }
  /// Periods [begin, end). Precondition: prepared. `ahead`: as copyRuns().
  void copyPeriods(std::size_t object, std::byte *target,
                   std::span<const RowSource> sources, std::int64_t begin,
                   std::int64_t end, StoreKind stores, Prefetcher *prefetcher);
  /// The same where they are combined with the target's: put together in
  /// `aside`, a few at a time. Precondition: prepareAside(), and room for a
  /// line more than a period.
  void combinePeriods(std::size_t object, std::byte *target,
                      std::span<const RowSource> sources, std::int64_t begin,
                      std::int64_t end, const Combiner &combiner,
                      std::span<std::byte> aside);
  /// What follows the periods.
  void copyRest(std::size_t object, std::byte *target,
                std::span<const RowSource> sources) const;
  void combineRest(std::size_t object, std::byte *target,
                   std::span<const RowSource> sources,
                   const Combiner &combiner) const;

private:
  struct Run {
    std::size_t source;
    std::int64_t from, to, length;
  };

  GatherRow(std::vector<const AxisRuns *> runs,
            const std::vector<std::int64_t> &elementSizes)
      : sourceRuns(std::move(runs)), sizes(elementSizes) {}
  static void add(std::vector<Run> &list, std::size_t source,
                  const RunList &runs);
  void findPlaces(std::size_t object, std::span<const RowSource> sources,
                  std::int64_t period);
  std::vector<Run> runsOfPeriod();
  std::optional<InterleavedPeriod> findPeriod();

  std::vector<const AxisRuns *> sourceRuns;
  std::vector<std::int64_t> sizes; ///< of an element, by object
  std::int64_t periodCount = 0;
  std::int64_t toStride = 0;            ///< of the target's period
  std::int64_t to = 0;                  ///< of the target's first period
  std::vector<std::int64_t> begins;     ///< by source: of its first period
  std::vector<std::int64_t> strides;    ///< the same
  std::vector<std::int64_t> perPeriods; ///< the same: elements
  std::vector<Run> rest;
  std::vector<InterleaveProgram> programs; ///< by object
  std::vector<const std::byte *> places;   ///< by source
};

} // namespace redist::runtime

#endif
