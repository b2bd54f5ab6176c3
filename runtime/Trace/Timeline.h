//===- Timeline.h - Output of REDIST_TRACE ----------------------*- C++ -*-===//
//
// Events of all ranks in the format of Chrome's trace viewer: a process a rank,
// with a row for its directives, one for those that are under way beside them
// (nowait), and one for calls of operators. Each event says which directive it
// belongs to. Knows no MPI; Report collects.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_TRACE_TIMELINE_H
#define REDIST_RUNTIME_TRACE_TIMELINE_H

#include "Trace/Recorder.h"

#include <string>
#include <utility>
#include <vector>

namespace redist::runtime {

/// A directive in the user's source.
struct DirectiveName {
  std::string kind;  ///< "redistribute"
  std::string place; ///< "src/app.cpp:12"; empty: not known

  bool operator==(const DirectiveName &) const = default;
};

class Timeline {
public:
  /// A rank's clock beside that of the first: a moment that it calls t seconds
  /// is t * scale - shift of the timeline.
  struct RankClock {
    int worldRank = 0;
    double shift = 0, scale = 1;
    int node = -1; ///< -1: all ranks are on one
  };

  Timeline() = default;
  explicit Timeline(std::vector<RankClock> rankClocks)
      : clocks(std::move(rankClocks)) {}

  /// All of a rank's events, those of before as well, are by its newest scale:
  /// else they might change their order.
  void setScale(std::size_t rank, double scale) { clocks[rank].scale = scale; }
  /// The number by which events are to name it.
  std::int32_t numberOf(const DirectiveName &directive);
  void add(std::size_t rank, const PhaseEvent &event) {
    entries.push_back({event, rank});
  }
  /// What cannot be written is told on standard error.
  void write(const std::string &path, const std::string &title) const;

private:
  struct Entry {
    PhaseEvent event;
    std::size_t rank;
  };
  /// In the order that viewers want: by rank and time, what encloses first.
  std::vector<Entry> inTime() const;

  std::vector<RankClock> clocks; ///< by rank
  std::vector<DirectiveName> directives;
  std::vector<Entry> entries;
};

} // namespace redist::runtime

#endif
