//===- Comparison.h - Strategies side by side -------------------*- C++ -*-===//
//
// Room View: what `redist-plan compare` shows. Comes in: what several
// strategies make of one problem. Goes out: a table as text or JSON, or their
// timelines one above the other on one scale. Plans nothing.
//
//   strategy  steps  total cost  over best
//   auto      3      11                     local search
//   greedy    3      12          +9.1 %     greedy
//
//===----------------------------------------------------------------------===//
#ifndef REDISTC_VIEW_COMPARISON_H
#define REDISTC_VIEW_COMPARISON_H

#include "redistc/View/PipelineView.h"
#include "redistc/View/RedistributionView.h"
#include "redistc/View/ReductionView.h"

#include <ostream>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace redistc::view {

/// Something that is done from one time to another.
struct ComparedBar {
  std::size_t row = 0, lane = 0;
  double begin = 0, end = 0;
  std::string kind; ///< class of the drawing's style
  std::string title;
  std::string text; ///< inside, where there is room
};

/// What one strategy makes of the problem.
struct Contender {
  std::string name;
  std::string note; ///< how it was made, or why there is none
  bool exists = true;
  std::vector<std::string> values{}; ///< numbers, a column each
  double length = 0;                 ///< what strategies are compared by
  std::vector<std::string> rows{};   ///< names of the timeline's rows
  std::vector<ComparedBar> bars{};
};

struct Comparison {
  std::string subject; ///< "redistribute", "reduce" or "pipeline"
  std::string caption;
  /// Of all strategies: name and number.
  std::vector<std::pair<std::string, std::string>> bounds{};
  std::vector<std::string> columns{}; ///< names of the values
  std::string scale;                  ///< what the timelines show
  std::size_t lanes = 1;              ///< of each row
  std::vector<std::string> kinds{};   ///< of bars, as the key names them
  std::vector<Contender> contenders{};
};

/// Costs of a message and of an element, in any unit.
struct MessageCosts {
  double message = 0, element = 0;
};

/// The tables' heads and what all strategies have in common.
Comparison comparisonOf(const RedistributionView &, bool isPredicted);
Comparison comparisonOf(const ReductionView &);
Comparison comparisonOf(const PipelineView &);

/// With all messages, sender by sender, or (isBrief) with the steps alone.
/// Precondition: the steps are listed.
Contender contenderOf(const RedistributionView &, bool isBrief,
                      const std::optional<MessageCosts> &);
/// One after the other, with the steps alone. Precondition: the same.
Contender contenderOf(std::string_view name,
                      std::span<const RedistributionView> phases,
                      const std::optional<MessageCosts> &);
/// Precondition: the tree is listed where a timeline is wanted.
Contender contenderOf(const ReductionView &);
/// Until `span` ticks have passed, in the unit of the times that are shown.
Contender contenderOf(const PipelineView &, double span);
/// There is none.
Contender missingContender(std::string_view name, std::string why);

/// Messages of all strategies, above which steps alone are drawn; and rows of a
/// drawing.
inline constexpr std::int64_t maxComparedMessages = 20'000;
inline constexpr std::size_t maxComparedRows = 1200;

void writeText(const Comparison &, bool isFull, std::ostream &);
void writeJson(const Comparison &, std::ostream &);
/// Precondition: at most maxComparedRows rows.
void writeSvg(const Comparison &, std::ostream &);

} // namespace redistc::view

#endif
