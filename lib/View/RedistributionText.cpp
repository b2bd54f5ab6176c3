//===- RedistributionText.cpp - A redistribution as tables -----*- C++ -*-===//
//
// The communication grid, the steps and the costs in the shape of tables 1 to 3
// of Desprez et al., RR-3117: senders down, receivers across, '-' where there
// is no message. A line is built and written at a time.
//
//===----------------------------------------------------------------------===//
#include "RedistributionParts.h"

#include <algorithm>
#include <cassert>
#include <functional>

using namespace redistc::view;
using namespace redist::schedule;

static constexpr std::string_view cornerLabel = "Sender/Recv.";
static constexpr std::string_view countLabel = "Nbr of msg.";

static void appendRight(std::string &line, std::string_view text,
                        std::size_t width) {
  line.append(width - std::min(width, text.size()), ' ');
  line += text;
}

static void appendLeft(std::string &line, std::string_view text,
                       std::size_t width) {
  line += text;
  line.append(width - std::min(width, text.size()), ' ');
}

namespace {

/// Senders × receivers. `show` gives the entry of a cell, at most `entryWidth`
/// characters; `counts` adds the number of messages of each row and column.
class MatrixTable {
public:
  using Show = std::function<std::string(const MessageCell &)>;

  MatrixTable(const RedistributionView &view,
              const std::vector<MessageCell> &allCells, std::size_t entryWidth,
              bool withCounts, Show showEntry);

  void write(std::ostream &stream) const;

private:
  void writeHead(std::ostream &stream) const;
  void writeRows(std::ostream &stream) const;
  void writeCounts(std::ostream &stream) const;

  std::int64_t rows, columns;
  const std::vector<MessageCell> &cells;
  std::vector<std::int64_t> received; ///< messages of each column
  std::size_t width;
  bool counts;
  Show show;
};

} // namespace

MatrixTable::MatrixTable(const RedistributionView &view,
                         const std::vector<MessageCell> &allCells,
                         std::size_t entryWidth, bool withCounts,
                         Show showEntry)
    : rows(view.assignment.sourceRanks()),
      columns(view.assignment.targetRanks()), cells(allCells),
      received(static_cast<std::size_t>(columns)),
      width(std::max(entryWidth, std::to_string(columns - 1).size())),
      counts(withCounts), show(std::move(showEntry)) {
  for (const MessageCell &cell : cells)
    ++received[static_cast<std::size_t>(cell.to)];
  if (counts)
    for (std::int64_t count : received)
      width = std::max(width, std::to_string(count).size());
}

void MatrixTable::writeHead(std::ostream &stream) const {
  std::string line(cornerLabel);
  for (std::int64_t column = 0; column < columns; ++column)
    appendRight(line, std::to_string(column), width + 1);
  if (counts)
    line.append("  ").append(countLabel);
  stream << line << '\n';
}

void MatrixTable::writeRows(std::ostream &stream) const {
  std::string line;
  auto cell = cells.begin();
  for (std::int64_t row = 0; row < rows; ++row) {
    line.clear();
    appendLeft(line, std::to_string(row), cornerLabel.size());
    auto firstOfRow = cell;
    for (std::int64_t column = 0; column < columns; ++column) {
      bool here =
          cell != cells.end() && cell->from == row && cell->to == column;
      appendRight(line, here ? show(*cell) : "-", width + 1);
      cell += here;
    }
    if (counts)
      appendRight(line, std::to_string(cell - firstOfRow),
                  countLabel.size() + 2);
    stream << line << '\n';
  }
}

void MatrixTable::writeCounts(std::ostream &stream) const {
  std::string line;
  appendLeft(line, countLabel, cornerLabel.size());
  for (std::int64_t count : received)
    appendRight(line, std::to_string(count), width + 1);
  stream << line << '\n';
}

void MatrixTable::write(std::ostream &stream) const {
  writeHead(stream);
  writeRows(stream);
  if (counts)
    writeCounts(stream);
}

static void writeGridTable(const RedistributionView &view,
                           const std::vector<MessageCell> &cells,
                           std::ostream &stream) {
  std::int64_t longest = 0;
  for (const MessageCell &cell : cells)
    longest = std::max(longest, cell.length);
  stream << "\nCommunication grid for " << captionOf(view) << "\n\n";
  auto show = [](const MessageCell &cell) {
    return std::to_string(cell.length);
  };
  MatrixTable(view, cells, std::to_string(longest).size(), true, show)
      .write(stream);
}

static void writeStepTable(const RedistributionView &view,
                           const std::vector<MessageCell> &cells,
                           std::ostream &stream) {
  std::int64_t count = view.stepCount;
  std::size_t width = count > 0 ? stepName(count - 1, count).size() : 1;
  stream << "\nCommunication steps for " << captionOf(view) << "\n\n";
  auto show = [count](const MessageCell &cell) {
    return stepName(cell.step, count);
  };
  MatrixTable(view, cells, width, false, show).write(stream);
}

/// Step names over costs, with the total behind the last; as many a line as a
/// grid has columns at most.
static void writeCostTable(const RedistributionView &view,
                           std::ostream &stream) {
  constexpr std::string_view totalLabel = "Total";
  const std::vector<Step> &steps = *view.steps;
  std::size_t width = 1;
  if (!steps.empty())
    width = stepName(view.stepCount - 1, view.stepCount).size();
  for (const Step &step : steps)
    width = std::max(width, std::to_string(step.cost).size());
  stream << "\nCommunication costs for " << captionOf(view) << "\n\n";
  std::size_t next = 0;
  do {
    std::size_t end = std::min<std::size_t>(steps.size(), next + widestTable);
    std::string names = "Step", costs = "Cost";
    for (; next < end; ++next) {
      appendRight(names,
                  stepName(static_cast<std::int64_t>(next), view.stepCount),
                  width + 1);
      appendRight(costs, std::to_string(steps[next].cost), width + 1);
    }
    if (next == steps.size()) {
      std::string total = std::to_string(view.totalCost);
      std::size_t totalWidth = std::max(totalLabel.size(), total.size()) + 2;
      appendRight(names, totalLabel, totalWidth);
      appendRight(costs, total, totalWidth);
    }
    stream << names << '\n' << costs << '\n';
  } while (next < steps.size());
}

static void writeLayouts(const RedistributionView &view, std::ostream &stream) {
  const Assignment &assignment = view.assignment;
  const auto side = [&](std::string_view label, std::int64_t ranks,
                        char blockName, std::int64_t block,
                        const std::string &layout) {
    stream << label << ranks << " ranks";
    if (view.isPlain())
      stream << ", blocks of " << blockName << " = " << block;
    else
      stream << ": " << layout;
    stream << "\n";
  };
  side("source      P = ", assignment.sourceRanks(), 'r',
       assignment.axes[0].source.block, sourceText(assignment));
  side("target      Q = ", assignment.targetRanks(), 's',
       assignment.axes[0].target.block, targetText(assignment));
  const std::vector<std::int64_t> permutation = permutationOf(assignment);
  if (permutation.empty())
    return;
  stream << "permute     ";
  for (std::size_t k = 0; k < permutation.size(); ++k)
    stream << (k == 0 ? "" : ", ") << permutation[k];
  stream << "\n";
}

/// "L = 12 x 20 = 240 elements"
static void writeSuperblock(const RedistributionView &view,
                            std::ostream &stream) {
  const auto &axes = view.assignment.axes;
  const auto isRegular = [](const Axis &axis) { return axis.isRegular(); };
  stream << "superblock  ";
  if (!std::all_of(axes.begin(), axes.end(), isRegular)) {
    const auto isCyclic = [](const Axis &axis) {
      return axis.source.isCyclic() && axis.target.isCyclic();
    };
    const auto isMapped = [](const Axis &axis) {
      return axis.shares != nullptr;
    };
    stream << (std::ranges::any_of(axes, isMapped)
                   ? "none: a dimension is indirect\n"
               : std::ranges::all_of(axes, isCyclic)
                   ? "none: a dimension is shifted\n"
                   : "none: a dimension has irregular blocks\n");
    return;
  }
  stream << "L = ";
  if (!view.superblock) {
    stream << "more than 2^62 elements\n";
    return;
  }
  for (std::size_t k = 0; axes.size() > 1 && k < axes.size(); ++k)
    stream << (k == 0 ? "" : " x ") << *superblockOf(axes[k])
           << (k + 1 == axes.size() ? " = " : "");
  stream << *view.superblock << " elements\n";
}

static void writeShared(const RedistributionView &view, std::ostream &stream) {
  if (!view.relabelling)
    return;
  stream << "in place    " << view.relabelling->kept << " elements stay";
  if (view.isRelabelled)
    stream << ", " << view.relabelling->keptIdentity
           << " would without relabelling";
  stream << "\n";
}

/// The bounds are of the messages that these pairs give.
static void writeCopies(const RedistributionView &view, std::ostream &stream) {
  const auto &axes = view.assignment.axes;
  if (std::ranges::any_of(axes, &Axis::sourceIsWhole))
    stream << "copies      copies of the source share what they send, as the "
              "target deals it; bounds\n            are of these messages\n";
  if (std::any_of(axes.begin(), axes.end(), [](const Axis &axis) {
        return axis.role == AxisRole::Copies && axis.source.ranks > 1;
      }))
    stream
        << "copies      of c copies of the source, copy i mod c sends to copy "
           "i of the target; bounds\n            are of these messages\n";
  const bool spreads = std::ranges::any_of(axes, [](const Axis &axis) {
    return axis.role == AxisRole::Copies && axis.target.ranks > 1;
  });
  if (hasParts(view.assignment) && spreads)
    stream << "stripes     where that is faster, the runtime lets each copy "
              "combine a stripe, in a\n            redistribution of its own, "
              "and then exchanges the stripes\n";
  else if (!view.phases.empty())
    stream
        << "stripes     where that is faster, the runtime lets each copy get "
           "a stripe, in a\n            redistribution of its own, and then "
           "exchanges the stripes\n";
  if (!view.phases.empty())
    stream << "            (phases 1 and 2): NS = "
           << view.phases[0].stepCount + view.phases[1].stepCount
           << ", TC = " << view.phases[0].totalCost + view.phases[1].totalCost
           << "\n";
  if (hasParts(view.assignment))
    stream << "parts       each target combines those that it gets, in the "
              "order of the source's ranks;\n            bounds are of these "
              "messages\n";
}

static void writeHeader(const RedistributionView &view, std::ostream &stream) {
  writeLayouts(view, stream);
  writeSuperblock(view, stream);
  stream << "lengths     "
         << (hasAnyExtent(view) ? "for an extent of N = " +
                                      extentText(view.assignment) + " elements"
                                : "for one superblock")
         << "\n"
         << "pattern     " << name(view.pattern) << ", messages "
         << view.messageCount << "\n";
  writeShared(view, stream);
  writeCopies(view, stream);
  stream << "strategy    " << name(view.strategy) << ", made by "
         << view.schedule.method() << "\n";
  writeCounts(countsOf(view),
              !hasAnyExtent(view) || view.bounds.totalCost > view.sortedBound,
              stream);
}

void redistc::view::writeText(const RedistributionView &view, bool withTables,
                              std::ostream &stream) {
  writeHeader(view, stream);
  if (withTables) {
    assert(view.steps && "tables list the steps");
    std::vector<MessageCell> cells = messageCells(*view.steps);
    writeGridTable(view, cells, stream);
    writeStepTable(view, cells, stream);
    writeCostTable(view, stream);
  } else {
    stream << "\nThe tables are left out: more than " << widestTable
           << " rows or columns."
           << (view.messageCount <= maxListedMessages
                   ? " --full shows them, --format json lists the steps."
                   : "")
           << "\n";
  }
  if (view.report)
    writeReport(*view.report, "Verification", stream);
  for (std::size_t i = 0; i < view.phases.size(); ++i) {
    stream << "\nPhase " << i + 1
           << (i > 0 ? ": stripes to the target\n\n"
               : hasParts(view.assignment)
                   ? ": parts to stripes, which are combined\n\n"
                   : ": to stripes\n\n");
    writeText(view.phases[i], withTables, stream);
  }
  if (view.nodes)
    writeNodeText(*view.nodes, withTables, stream);
}
