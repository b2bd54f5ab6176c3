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

std::string redistc::view::extentText(const Assignment &assignment) {
  std::vector<std::string> words(assignment.dimensions());
  for (std::size_t k = 0; k < words.size(); ++k) {
    const std::size_t i =
        assignment.sourceDimension.empty()
            ? k
            : static_cast<std::size_t>(assignment.sourceDimension[k]);
    const std::optional<std::int64_t> &length = assignment.axes[k].length;
    if (!assignment.axes[k].isDimension())
      continue; // no extent of an array
    words[i] = length ? std::to_string(*length) : "L";
  }
  std::string text;
  for (const std::string &word : words)
    if (!word.empty())
      text.append(text.empty() ? "" : " x ").append(word);
  return text;
}

bool redistc::view::hasAnyExtent(const RedistributionView &view) {
  const auto &axes = view.assignment.axes;
  return std::any_of(axes.begin(), axes.end(), [](const Axis &axis) {
    return axis.isDimension() && axis.length.has_value();
  });
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
