//===- RedistributionParts.cpp - What tables and drawings share -----------===//
//
// See RedistributionParts.h.
//
//===----------------------------------------------------------------------===//
#include "RedistributionParts.h"

#include <algorithm>

using namespace redistc::view;
using namespace redist::schedule;

std::vector<MessageCell>
redistc::view::messageCells(const std::vector<Step> &steps) {
  std::vector<MessageCell> cells;
  for (std::size_t step = 0; step < steps.size(); ++step)
    for (const Transfer &transfer : steps[step].transfers)
      cells.push_back({transfer.from, transfer.to, transfer.length,
                       static_cast<std::int64_t>(step)});
  std::sort(cells.begin(), cells.end(),
            [](const MessageCell &a, const MessageCell &b) {
              return std::pair(a.from, a.to) < std::pair(b.from, b.to);
            });
  return cells;
}

std::vector<std::optional<std::int64_t>>
redistc::view::extentsOf(const Assignment &assignment) {
  std::vector<const Axis *> axes(assignment.dimensions());
  for (std::size_t k = 0; k < axes.size(); ++k)
    axes[assignment.sourceDimensionOf(k)] = &assignment.axes[k];
  std::vector<std::optional<std::int64_t>> extents;
  for (const Axis *axis : axes)
    if (axis->isDimension())
      extents.push_back(axis->length);
  return extents;
}

std::string redistc::view::extentText(const Assignment &assignment) {
  std::string text;
  for (const std::optional<std::int64_t> &extent : extentsOf(assignment))
    text.append(text.empty() ? "" : " x ")
        .append(extent ? std::to_string(*extent) : "L");
  return text;
}

bool redistc::view::hasAnyExtent(const RedistributionView &view) {
  return std::ranges::any_of(
      extentsOf(view.assignment),
      [](const auto &extent) { return extent.has_value(); });
}

ScheduleCounts redistc::view::countsOf(const RedistributionView &view) {
  return {view.stepCount, view.totalCost, view.messageCount, view.bounds};
}

void redistc::view::writeCounts(const ScheduleCounts &counts,
                                bool boundIsForSteps, std::ostream &stream) {
  const auto [stepCount, totalCost, messages, bounds] = counts;
  stream << "steps       NS = " << stepCount << ", lower bound "
         << bounds.stepCount
         << (counts.stepsAreLeast() ? ": proved least" : ": not proved least")
         << "\n"
         << "total cost  TC = " << totalCost << ", lower bound "
         << bounds.totalCost
         << (counts.costIsLeast() ? ": proved least"
                                  : ": not proved least, " +
                                        gapText(totalCost, bounds.totalCost));
  if (boundIsForSteps)
    stream << " for " << stepCount << " steps";
  stream << "\n";
}

void redistc::view::writeReport(const VerifyReport &report,
                                std::string_view title, std::ostream &stream) {
  stream << "\n"
         << title << ": " << (report.valid() ? "valid" : "INVALID") << "\n"
         << "  messages " << report.messageCount << ", elements "
         << report.elements << "\n"
         << "  steps " << report.stepCount << ", lower bound "
         << report.bounds.stepCount << "\n"
         << "  total cost " << report.totalCost << ", lower bound "
         << report.bounds.totalCost << "\n";
  for (const std::string &offence : report.offences)
    stream << "  " << offence << "\n";
}

std::string redistc::view::captionOf(const RedistributionView &view) {
  const std::int64_t P = view.assignment.sourceRanks();
  const std::int64_t Q = view.assignment.targetRanks();
  std::string caption = "P = ";
  if (P != Q)
    caption += std::to_string(P) + ", ";
  caption += "Q = " + std::to_string(Q);
  if (view.isPlain()) {
    const Axis &axis = view.assignment.axes[0];
    caption += ", r = " + std::to_string(axis.source.block);
    caption += ", s = " + std::to_string(axis.target.block);
  }
  if (hasAnyExtent(view))
    caption += ", and N = " + extentText(view.assignment);
  else if (view.superblock)
    caption += ", and L = " + std::to_string(*view.superblock);
  return caption;
}
