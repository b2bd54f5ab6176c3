//===- PipelineView.h - A pipeline's mapping, for people --------*- C++ -*-===//
//
// Room View: what `redist-plan pipeline` shows. Comes in: an instance and its
// mapping. Goes out: which processor runs which stages, what each item costs it
// there, and what it does in the steady state, as text, JSON or a drawing.
//
//   stages 4, 2 after a receive of 1 and before a send of 1, two periods of 6:
//   1 |<<33333333>><<44444444>>    receives, computes item 3, sends
//   2 |2222>>....<<3333>>....<<    computes item 2 as long as 1 computes item 3
//
// All times are ticks here; they are shown in the unit of work / speed. Stages
// and processors are counted from 0 here and shown from 1. Plans nothing.
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_PIPELINEVIEW_H
#define REDISTC_VIEW_PIPELINEVIEW_H

#include "redistSchedule/Pipeline/GeneralMapping.h"
#include "redistSchedule/Pipeline/MakeMapping.h"
#include "redistSchedule/Pipeline/VerifyMapping.h"

#include <optional>
#include <ostream>
#include <string>
#include <vector>

namespace redistc::view {

/// In the unit of work / speed.
struct ShownTime {
  std::string decimal;              ///< of 12 significant digits
  std::optional<std::string> exact; ///< the same without rounding, if it fits
};

struct MappingTimes {
  ShownTime period, latency;
};

struct RowTimes {
  ShownTime receive, compute, send, cycle;
};

/// What a processor does for one item, in ticks.
struct PipelineRow {
  std::int64_t first = 0; ///< stage
  std::int64_t last = 0;
  /// Several: the interval is dealt to them, and the times are the longest.
  std::vector<std::int32_t> processors;
  std::int64_t receive = 0;
  std::int64_t compute = 0;
  std::int64_t send = 0;
  std::int64_t cycle = 0; ///< general mappings: of all that is on it
  RowTimes shown = {};

  std::int64_t count() const {
    return static_cast<std::int64_t>(processors.size());
  }
};

/// What another kind of mapping would cost.
struct PipelineAlternative {
  std::string name;
  /// Absent: there is none of this kind, and `why`.
  std::optional<redist::schedule::MappingCost> cost;
  bool isOptimal = false; ///< proved, among mappings of its kind
  std::string why;
  bool hasLatency = true;
};

/// Any stage on any processor, where that is shown and no interval mapping.
struct GeneralView {
  redist::schedule::GeneralMapping mapping;
  redist::schedule::GeneralModel model;
  bool isGiven = false; ///< by the user, not the best of all
};

struct PipelineView {
  redist::schedule::PipelineProblem problem;
  redist::schedule::PipelineInstance instance;
  std::string kind; ///< as it was asked for
  redist::schedule::MadeMapping made;
  /// In the order of the stages.
  std::vector<PipelineRow> rows = {};
  MappingTimes times = {};
  std::optional<GeneralView> general = std::nullopt;
  std::vector<PipelineAlternative> alternatives = {};
  /// Mappings of which none is better in both; the first one is `made`.
  std::vector<redist::schedule::MadeMapping> pareto = {};
  std::vector<MappingTimes> paretoTimes = {};
  std::optional<redist::schedule::MappingReport> report = std::nullopt;

  /// Whether a processor of this row has no time left.
  bool isSlowest(const PipelineRow &) const;
  /// The part of the period in which a processor of this row is in use.
  double use(const PipelineRow &) const;
};

/// Rows of a mapping. Precondition: costOf accepts it.
std::vector<PipelineRow> rowsOf(const redist::schedule::PipelineInstance &,
                                const redist::schedule::Mapping &);

/// A view of an interval mapping, the first one of `pareto` if there are any.
PipelineView makeView(redist::schedule::PipelineProblem,
                      redist::schedule::PipelineInstance, std::string kind,
                      redist::schedule::MadeMapping,
                      std::vector<redist::schedule::MadeMapping> pareto = {});

/// The same of a general mapping: runs of stages are the rows. The latency is
/// that of an item that never waits. Precondition: generalPeriod accepts it.
PipelineView makeView(redist::schedule::PipelineProblem,
                      redist::schedule::PipelineInstance, GeneralView);

/// What `--verify` says of a view: verify() of interval mappings; of general
/// ones the cycle times of all processors against the period.
redist::schedule::MappingReport reportOn(const PipelineView &);

/// Intervals that a text lists unasked, those it shows in a chart, and
/// intervals and processors that a drawing has at most.
inline constexpr std::size_t maxListedIntervals = 1024;
inline constexpr std::size_t maxChartRows = 64;
inline constexpr std::size_t maxDrawnRows = 1024;

/// Header lines, the table of intervals (isFull: however many they are), the
/// steady state, the other mappings, and the report if there is one.
void writeText(const PipelineView &, bool isFull, std::ostream &);

/// One JSON object.
void writeJson(const PipelineView &, std::ostream &);

/// The mapping and its steady state as one SVG image. Precondition: an interval
/// mapping, on at most maxDrawnRows processors.
void writeSvg(const PipelineView &, std::ostream &);

} // namespace redistc::view

#endif
