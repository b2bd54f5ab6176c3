//===- StepWords.cpp - The steps of a graph's edges as words --------------===//
#include "EdgeColouring/StepWords.h"

#include <algorithm>

using namespace redist::schedule;

/// Pairs (vertex, step) that are taken.
class TakenSteps {
public:
  TakenSteps(std::size_t vertexCount, std::size_t stepCount)
      : steps(stepCount), taken(vertexCount * stepCount, false) {}
  /// False where the vertex already had the step.
  bool take(std::int32_t vertex, std::int32_t step) {
    const std::size_t index = static_cast<std::size_t>(vertex) * steps +
                              static_cast<std::size_t>(step);
    const bool fresh = !taken[index];
    taken[index] = true;
    return fresh;
  }

private:
  std::size_t steps;
  std::vector<bool> taken;
};

/// Precondition: the table is not empty.
static bool isSchedule(const BipartiteGraph &graph,
                       const std::vector<std::int32_t> &table) {
  const auto steps = static_cast<std::size_t>(
      *std::max_element(table.begin(), table.end()) + std::int64_t{1});
  if (steps > table.size())
    return false;
  TakenSteps rows(static_cast<std::size_t>(graph.rows), steps);
  TakenSteps columns(static_cast<std::size_t>(graph.columns), steps);
  std::vector<bool> used(steps, false);
  for (std::size_t i = 0; i < table.size(); ++i) {
    if (!rows.take(graph.edges[i].row, table[i]) ||
        !columns.take(graph.edges[i].column, table[i]))
      return false;
    used[static_cast<std::size_t>(table[i])] = true;
  }
  return std::find(used.begin(), used.end(), false) == used.end();
}

std::optional<std::vector<std::int32_t>>
redist::schedule::unpackSteps(Words words, const BipartiteGraph &graph,
                              std::size_t bits) {
  const std::size_t entries = graph.edges.size();
  if (packedWords(entries, bits) != words.size() || bits >= wordBits ||
      (bits == 0) != (entries == 0))
    return std::nullopt;
  if (entries == 0)
    return std::vector<std::int32_t>();
  std::vector<std::int32_t> table = unpack(words, entries, bits);
  if (hasSpareBits(words, entries, bits) || !isSchedule(graph, table) ||
      bits != entryBits(*std::max_element(table.begin(), table.end())))
    return std::nullopt;
  return table;
}
