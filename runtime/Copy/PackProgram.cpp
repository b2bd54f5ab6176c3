//===- PackProgram.cpp - Packing short runs by cache lines ----------------===//
#include "Copy/PackProgram.h"

#include <algorithm>

namespace redist::runtime {

/// Longer periods have runs that are worth copies of their own.
static constexpr std::int64_t longestPeriod = 4096;
/// Fewer are not worth a table.
static constexpr std::int64_t minPeriods = 16;
/// Nor are fewer in each of many rows.
static constexpr std::int64_t minInRow = 4;
/// What is not periodic has few groups, or short ones.
static constexpr std::int64_t maxParts = 64;
/// Fewer at a time go run by run.
static constexpr std::int64_t minElements = 32;

PackProgram::PackProgram(const CopyPattern &copied,
                         const std::vector<std::int64_t> &elementSizes,
                         std::int64_t maxElements)
    : pattern(&copied), sizes(&elementSizes), left(maxElements) {
  if (copied.hasStrips() || copied.levels().empty() || copied.length() == 0)
    return;
  if (copied.levels().size() > 1)
    row = copied.row();
  const AxisRuns &runs = *copied.levels().back();
  if (!(runs.steps() == RunSteps{1, 1}))
    return;
  if (!addPeriods(runs))
    addRepeated(runs);
  const std::int64_t repeated =
      runs.periodCount() * runs.periodRuns().elements();
  for (const RunGroup &group : runs.tailRuns().groups())
    addGroup(group, repeated + group.start);
}

std::int64_t PackProgram::periodElements() const {
  std::int64_t elements = 0;
  for (const Part &part : parts)
    elements += part.perPeriod;
  return elements;
}

void PackProgram::add(const InterleavedPeriod &period, Part part) {
  left -= part.perPeriod;
  for (const std::int64_t size : *sizes)
    part.programs.emplace_back(period, part.periods * pattern->rowCount(),
                               size);
  parts.push_back(std::move(part));
}

bool PackProgram::areWorth(std::int64_t periods, std::int64_t perPeriod) const {
  if (perPeriod == 0 || perPeriod > std::min(longestPeriod, left))
    return false;
  return isRow() ? periods >= minInRow && periods * perPeriod >= minElements &&
                       periods * pattern->rowCount() >= minPeriods
                 : periods >= minPeriods;
}

/// Whether the periods are short, and go by a program.
bool PackProgram::addPeriods(const AxisRuns &runs) {
  const RunSteps strides = runs.periodStrides();
  const std::int64_t perPeriod = runs.periodRuns().elements();
  if (!areWorth(runs.periodCount(), perPeriod) || strides.from < 0)
    return false;
  const std::vector<RunGroup> &groups = runs.periodRuns().groups();
  const RunGroup &first = groups.front();
  InterleavedPeriod period{{}, {strides.from}};
  bool isDense = pattern->isPacking() || strides.to == perPeriod;
  for (const RunGroup &group : groups)
    for (std::int64_t i = 0; i < group.count; ++i) {
      const std::int64_t from = group.from + i * group.fromStride - first.from;
      const auto done = static_cast<std::int64_t>(period.elements.size());
      isDense = isDense && from >= 0 &&
                (pattern->isPacking() ||
                 group.to + i * group.toStride == first.to + done);
      for (std::int64_t k = 0; k < group.length; ++k)
        period.elements.push_back({0, from + k});
    }
  if (isDense)
    add(period, {0, perPeriod, runs.periodCount(), first.from, strides.from,
                 first.to, std::vector<InterleaveProgram>()});
  return isDense;
}

/// Groups of the periods one by one, if these are few.
void PackProgram::addRepeated(const AxisRuns &runs) {
  const std::vector<RunGroup> &groups = runs.periodRuns().groups();
  if (runs.periodCount() * static_cast<std::int64_t>(groups.size()) > maxParts)
    return;
  const RunSteps strides = runs.periodStrides();
  for (std::int64_t i = 0; i < runs.periodCount(); ++i)
    for (RunGroup group : groups) {
      group.from += i * strides.from;
      group.to += i * strides.to;
      addGroup(group, i * runs.periodRuns().elements() + group.start);
    }
}

/// Runs at equal distances, each a period.
void PackProgram::addGroup(const RunGroup &group, std::int64_t begin) {
  if (!areWorth(group.count, group.length) || group.fromStride < 0 ||
      (!pattern->isPacking() && group.toStride != group.length))
    return;
  InterleavedPeriod period{{}, {group.fromStride}};
  for (std::int64_t k = 0; k < group.length; ++k)
    period.elements.push_back({0, k});
  add(period, {begin,
               group.length,
               group.count,
               group.from,
               group.fromStride,
               group.to,
               {}});
}

void PackProgram::copyPeriods(Part &part, std::size_t object,
                              const CopyBases &bases, std::int64_t position,
                              std::int64_t count) {
  const std::int64_t period = (position - part.begin) / part.perPeriod;
  const std::int64_t to = pattern->isPacking()
                              ? position - bases.messageShift
                              : part.to + period * part.perPeriod;
  std::byte *const target = bases.to + to * bases.elementSize;
  const std::byte *const source =
      bases.from + (part.from + period * part.fromStride) * bases.elementSize;
  InterleaveProgram &program = part.programs[object];
  if (count >= minElements && program.prepare(target))
    program.copy(target, &source, 0, count / part.perPeriod, bases.stores,
                 bases.prefetcher);
  else
    rowPattern().copy(bases, position, count);
}

void PackProgram::copy(std::size_t object, const CopyBases &bases,
                       std::int64_t position, std::int64_t count) {
  if (parts.empty() || count == 0 || bases.combiner)
    pattern->copy(bases, position, count);
  else if (isRow())
    copyRows(object, bases, position, count);
  else
    copyInRow(object, bases, position, count);
}

void PackProgram::copyRows(std::size_t object, const CopyBases &bases,
                           std::int64_t position, std::int64_t count) {
  const std::int64_t width = row->length();
  const std::int64_t first = position / width;
  const std::int64_t rows = (position + count - 1) / width - first + 1;
  std::int64_t begin = first * width; // of the row, in the message
  pattern->forEachRow(first, rows, [&](std::int64_t from, std::int64_t to) {
    CopyBases own = bases;
    own.from += from * bases.elementSize;
    own.to += pattern->isPacking() ? 0 : to * bases.elementSize;
    own.messageShift -= begin;
    const std::int64_t at = std::max(position - begin, std::int64_t{0});
    copyInRow(object, own, at, std::min(position + count - begin, width) - at);
    begin += width;
  });
}

void PackProgram::copyInRow(std::size_t object, const CopyBases &bases,
                            std::int64_t position, std::int64_t count) {
  const std::int64_t end = position + count;
  for (Part &part : parts) {
    // Whole periods of the part that are asked for.
    const auto periodsBefore = [&](std::int64_t place, std::int64_t rounding) {
      const std::int64_t inside =
          std::clamp(place, part.begin, part.end()) - part.begin;
      return (inside + rounding) / part.perPeriod * part.perPeriod;
    };
    const std::int64_t first =
        part.begin + periodsBefore(position, part.perPeriod - 1);
    const std::int64_t last = part.begin + periodsBefore(end, 0);
    if (first >= last)
      continue;
    if (position < first)
      rowPattern().copy(bases, position, first - position);
    copyPeriods(part, object, bases, first, last - first);
    position = last;
  }
  if (position < end)
    rowPattern().copy(bases, position, end - position);
}

} // namespace redist::runtime
