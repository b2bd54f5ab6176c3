//===- FusedGather.cpp - Gathering a target line by line ------------------===//
#include "Copy/FusedGather.h"

#include <algorithm>

namespace redist::runtime {

/// Rows whose begins are found together.
static constexpr std::int64_t rowsAtOnce = 64;
/// Shorter rows are copied message by message.
static constexpr std::int64_t minElements = 32;

FusedGather::FusedGather(const RedistributionPlan &plan,
                         const std::vector<PlannedMessage> &others)
    : areRows(plan.shape().levels().size() > 1),
      sizes(plan.parameters().elementSizes) {
  for (const PlannedMessage &piece : others)
    pieceList.push_back({&piece, 0, std::vector<RowSource>(sizes.size()), {}});
  pieceList.push_back(
      {&plan.local(), 0, std::vector<RowSource>(sizes.size()), {}});
}

/// Different elements of outer levels lie in different rows of the target: who
/// shares the first row shares all.
void FusedGather::findGroups() {
  for (std::size_t piece = 0; piece < pieceList.size(); ++piece) {
    const PlannedMessage &message = *pieceList[piece].message;
    if (message.elements == 0)
      continue;
    std::int64_t firstRow = 0;
    message.pattern.forEachRow(
        0, 1, [&](std::int64_t, std::int64_t to) { firstRow = to; });
    auto group = std::ranges::find(groupList, firstRow, &Group::firstRow);
    if (group == groupList.end())
      group = groupList.insert(group, {firstRow, {}, 0, 0});
    group->pieces.push_back(piece);
  }
}

/// Its program, which other groups may have, too; false: there is none.
bool FusedGather::addRow(Group &group) {
  std::vector<const AxisRuns *> runs;
  for (const std::size_t piece : group.pieces)
    runs.push_back(pieceList[piece].message->pattern.levels().back());
  const auto isMeant = [&](const GatherRow &row) { return row.runs() == runs; };
  const auto known = std::ranges::find_if(rows, isMeant);
  group.row = static_cast<std::size_t>(known - rows.begin());
  const CopyPattern &pattern = pieceList[group.pieces.front()].message->pattern;
  if (known == rows.end()) {
    auto made = GatherRow::make(std::move(runs), pattern.rowCount(), sizes);
    if (!made)
      return false;
    rows.push_back(*std::move(made));
  }
  const GatherRow &row = rows[group.row];
  group.units = areRows ? pattern.rowCount() : row.periods();
  for (std::size_t s = 0; s < group.pieces.size(); ++s) {
    Piece &piece = pieceList[group.pieces[s]];
    piece.perUnit =
        areRows ? piece.message->pattern.rowElements() : row.perPeriod(s);
    if (areRows)
      piece.rowBegins.resize(rowsAtOnce);
  }
  return true;
}

bool FusedGather::isWorth(const Group &group) const {
  std::int64_t perUnit = 0;
  for (const std::size_t piece : group.pieces)
    perUnit += pieceList[piece].perUnit;
  return !areRows || perUnit >= minElements;
}

/// Some lines that stay next to the processor, or a period.
void FusedGather::makeRoomAside() {
  constexpr std::int64_t usualBytes = 16 * 1024;
  constexpr std::int64_t lineBytes = 64;
  std::int64_t most = usualBytes;
  for (const GatherRow &row : rows)
    for (std::size_t object = 0; object < sizes.size(); ++object)
      most = std::max(most, row.periodBytes(object));
  aside.resize(static_cast<std::size_t>(most + 2 * lineBytes));
  const auto beyond =
      reinterpret_cast<std::uintptr_t>(aside.data()) % lineBytes;
  asideBegin = (lineBytes - beyond) % lineBytes;
}

std::optional<FusedGather>
FusedGather::make(const RedistributionPlan &plan,
                  const std::vector<PlannedMessage> &others) {
  if (plan.shape().order().stripLevel >= 0)
    return std::nullopt;
  FusedGather gather(plan, others);
  gather.findGroups();
  std::size_t most = 0;
  for (Group &group : gather.groupList) {
    if (!gather.addRow(group) || !gather.isWorth(group))
      return std::nullopt;
    most = std::max(most, group.pieces.size());
  }
  if (gather.areRows)
    gather.targetRows.resize(rowsAtOnce);
  gather.sources.resize(most);
  if (plan.parameters().combines)
    gather.makeRoomAside();
  return gather.groupList.empty() ? std::nullopt
                                  : std::optional(std::move(gather));
}

std::int64_t FusedGather::unitsBefore(std::size_t group,
                                      std::int64_t position) const {
  const Group &own = groupList[group];
  return std::min(position / pieceList[own.pieces.front()].perUnit, own.units);
}

std::int64_t FusedGather::elementsIn(std::size_t group,
                                     std::size_t piece) const {
  const Group &own = groupList[group];
  const bool isIn = std::ranges::find(own.pieces, piece) != own.pieces.end();
  return isIn ? own.units * pieceList[piece].perUnit : 0;
}

std::int64_t FusedGather::elementsOf(std::size_t piece) const {
  std::int64_t elements = 0;
  for (std::size_t group = 0; group < groups(); ++group)
    elements += elementsIn(group, piece);
  return elements;
}

bool FusedGather::prepare(std::span<std::byte *const> targets,
                          std::span<const Combiner> usedCombiners) {
  combiners = usedCombiners;
  for (const Group &group : groupList)
    for (std::size_t i = 0; i < sizes.size(); ++i) {
      GatherRow &row = rows[group.row];
      if (!(combiners.empty()
                ? row.prepare(i, targets[i] + group.firstRow * sizes[i])
                : row.prepareAside(i, aside.data() + asideBegin)))
        return false;
    }
  return true;
}

void FusedGather::copyPeriods(GatherRow &row, std::size_t object,
                              std::byte *target,
                              std::span<const RowSource> from,
                              std::int64_t begin, std::int64_t end,
                              StoreKind stores, Prefetcher *prefetcher) {
  if (combiners.empty())
    row.copyPeriods(object, target, from, begin, end, stores, prefetcher);
  else
    row.combinePeriods(object, target, from, begin, end, combiners[object],
                       std::span(aside).subspan(asideBegin));
}

/// Where rows [begin, begin + count) of a group begin.
void FusedGather::findRows(const Group &group, std::int64_t begin,
                           std::int64_t count) {
  for (const std::size_t index : group.pieces) {
    Piece &piece = pieceList[index];
    std::size_t i = 0;
    piece.message->pattern.forEachRow(begin, count,
                                      [&](std::int64_t from, std::int64_t to) {
                                        targetRows[i] = to;
                                        piece.rowBegins[i++] = from;
                                      });
    for (i = 0; piece.message->pattern.isUnpacking() &&
                i < static_cast<std::size_t>(count);
         ++i)
      piece.rowBegins[i] =
          (begin + static_cast<std::int64_t>(i)) * piece.perUnit;
  }
}

/// The row that is number `index` of those that were found.
void FusedGather::copyRow(const Group &group, std::size_t object,
                          std::byte *target, std::int64_t row,
                          std::size_t index, StoreKind stores,
                          Prefetcher *prefetcher) {
  GatherRow &program = rows[group.row];
  const std::int64_t size = sizes[object];
  std::byte *const to = target + targetRows[index] * size;
  const std::span<RowSource> from(sources.data(), group.pieces.size());
  for (std::size_t s = 0; s < from.size(); ++s) {
    const Piece &piece = pieceList[group.pieces[s]];
    const RowSource &source = piece.from[object];
    from[s] = {
        source.address + (piece.rowBegins[index] - source.position) * size, 0};
  }
  if (!combiners.empty() || program.prepare(object, to)) {
    copyPeriods(program, object, to, from, 0, program.periods(), stores,
                prefetcher);
    if (combiners.empty())
      program.copyRest(object, to, from);
    else
      program.combineRest(object, to, from, combiners[object]);
    return;
  }
  // Elements lie otherwise in the vectors of this row.
  for (const std::size_t number : group.pieces) {
    const Piece &piece = pieceList[number];
    const RowSource &source = piece.from[object];
    piece.message->pattern.copy(
        {target, source.address, source.position, size, stores, prefetcher},
        row * piece.perUnit, piece.perUnit);
  }
}

void FusedGather::copyRows(const Group &group,
                           std::span<std::byte *const> targets,
                           std::int64_t begin, std::int64_t count,
                           StoreKind stores, Prefetcher *prefetcher) {
  findRows(group, begin, count);
  for (std::size_t object = 0; object < sizes.size(); ++object)
    for (std::int64_t i = 0; i < count; ++i)
      copyRow(group, object, targets[object], begin + i,
              static_cast<std::size_t>(i), stores, prefetcher);
}

void FusedGather::copy(std::size_t index, std::span<std::byte *const> targets,
                       std::int64_t begin, std::int64_t end, StoreKind stores,
                       Prefetcher *prefetcher) {
  const Group &group = groupList[index];
  if (areRows) {
    for (; begin < end; begin += rowsAtOnce)
      copyRows(group, targets, begin, std::min(rowsAtOnce, end - begin), stores,
               prefetcher);
    return;
  }
  for (std::size_t object = 0; object < sizes.size(); ++object) {
    for (std::size_t s = 0; s < group.pieces.size(); ++s)
      sources[s] = pieceList[group.pieces[s]].from[object];
    copyPeriods(rows[group.row], object, targets[object],
                {sources.data(), group.pieces.size()}, begin, end, stores,
                prefetcher);
  }
}

} // namespace redist::runtime
