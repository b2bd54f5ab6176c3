//===- RowIndex.cpp - One rank's row with local indices -------------------===//
//
// In a class, message y goes to q = v + b*y, and its first source block is the
// one at i = (k' - pr + qs)/g * (Pr/g)^-1 modulo M = Qs/g (Overlap.cpp). From y
// to y + 1 that is s/s' * (Pr/g)^-1 further on, the same for every class and
// every rank: a table of offsets by y, computed once, leaves one addition and
// one wrap for each message. From class k to k + s' the column goes down by
// (s/s')^-1 mod b and i moves by one of two constants.
//
// Where a class holds several k', each has its block, blockStep further on; the
// first element of the message is the least of them.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/OneDimension/RowIndex.h"

#include "OneDimension/ShiftRule.h"
#include "Support/Arithmetic.h"

#include <algorithm>
#include <limits>

using namespace redist::schedule;

std::optional<RowIndexer> RowIndexer::make(const Schedule &schedule) {
  const CommunicationGrid &grid = schedule.grid();
  const auto &[source, target] = grid.redistribution();
  const std::int64_t limit = std::numeric_limits<std::int32_t>::max();
  const std::int64_t blocks =
      target.ranks * grid.reducedTargetBlock() / grid.modulus();
  if (schedule.rule().form() > RuleForm::Linear || !grid.superblock() ||
      std::max({source.ranks, target.ranks, blocks}) > limit)
    return std::nullopt;
  return RowIndexer(schedule);
}

RowIndexer::RowIndexer(const Schedule &schedule) {
  const CommunicationGrid &grid = schedule.grid();
  const auto &rule = static_cast<const ShiftRule &>(schedule.rule());
  r = grid.reducedSourceBlock(), s = grid.reducedTargetBlock();
  g = grid.modulus(), scale = grid.scale();
  sourceBlock = r * scale;
  rowTypes = grid.rowTypes(), rowPeriod = grid.rowPeriod();
  columnPeriod = grid.columnPeriod();
  blocks = grid.redistribution().target.ranks * s / g;
  inverseTargetStep = inverseModulo(s / rowTypes, columnPeriod);
  blockStep = inverseModulo(grid.redistribution().source.ranks * r / g, blocks);
  longestRow = static_cast<std::size_t>(grid.maxRowDegree());

  columnDown = inverseTargetStep;
  const std::int64_t difference = (rowTypes - columnDown * s) / g;
  blockUp = multiplyModulo(difference, blockStep, blocks);
  blockUpWrapped = multiplyModulo(difference + s / rowTypes, blockStep, blocks);
  for (std::int64_t c = 0; c < grid.classCount(); ++c) {
    const auto [offset, start, modulus] = rule.shift(c);
    classes.push_back(
        {static_cast<std::int32_t>(offset), static_cast<std::int32_t>(start),
         static_cast<std::int32_t>(modulus), grid.firstClass() + c});
  }
  for (std::int64_t y = 0; y < grid.beta(); ++y) {
    partnerOffset.push_back(static_cast<std::int32_t>(columnPeriod * y));
    indexOffset.push_back(multiplyModulo(s / rowTypes * y, blockStep, blocks) *
                          sourceBlock);
  }
}

RowIndexer::Place RowIndexer::firstPlace(std::int64_t p,
                                         std::int64_t classNumber) const {
  const std::int64_t rest = p * r - (1 - r + classNumber); // pr - k
  const std::int64_t column =
      rest / rowTypes % columnPeriod * inverseTargetStep % columnPeriod;
  const std::int64_t multiple = (column * s - rest) / g % blocks;
  const std::int64_t block = multiple * blockStep % blocks;
  return {column, block < 0 ? block + blocks : block};
}

void RowIndexer::nextClass(Place &place) const {
  const bool wraps = place.column < columnDown;
  place.column += wraps ? columnPeriod - columnDown : -columnDown;
  place.block += wraps ? blockUpWrapped : blockUp;
  place.block -= place.block >= blocks ? blocks : 0;
}

void RowIndexer::fillSteps(const ClassEntry &entry, std::int64_t x,
                           std::int32_t *out) const {
  auto position = static_cast<std::int32_t>(entry.start + x);
  position -= position >= entry.modulus ? entry.modulus : 0;
  const auto beta = static_cast<std::int32_t>(partnerOffset.size());
  const std::int32_t beforeWrap = std::min(beta, entry.modulus - position);
  std::int32_t value = entry.offset + position;
  for (std::int32_t y = 0; y < beforeWrap; ++y)
    out[y] = value + y;
  value -= entry.modulus;
  for (std::int32_t y = beforeWrap; y < beta; ++y)
    out[y] = value + y;
}

void RowIndexer::fillIndices(const ClassEntry &entry, std::int64_t block,
                             std::int64_t *out) const {
  const std::int64_t circle = blocks * sourceBlock; // L / P
  const std::size_t beta = indexOffset.size();
  const auto skip = [&](std::int64_t difference) {
    return std::max<std::int64_t>(-difference, 0) * scale;
  };
  const std::int64_t base = block * sourceBlock;
  const std::int64_t firstSkip = skip(entry.difference);
  for (std::size_t y = 0; y < beta; ++y) {
    const std::int64_t index = base + indexOffset[y];
    out[y] = index - (index >= circle ? circle : 0) + firstSkip;
  }
  for (std::int64_t k = entry.difference + g; k < s; k += g) {
    block += blockStep;
    block -= block >= blocks ? blocks : 0;
    for (std::size_t y = 0; y < beta; ++y) {
      const std::int64_t index = block * sourceBlock + indexOffset[y];
      out[y] =
          std::min(out[y], index - (index >= circle ? circle : 0) + skip(k));
    }
  }
}

void RowIndexer::fill(std::int64_t p, RowIndex &row) const {
  if (row.partner.size() < longestRow) {
    row.partner.resize(longestRow);
    row.step.resize(longestRow);
    row.firstLocalIndex.resize(longestRow);
  }
  const std::size_t beta = partnerOffset.size();
  const std::int64_t x = p / rowPeriod;
  const std::int64_t first = (p * r + r - 1) % rowTypes;
  row.size = 0;
  const auto n = static_cast<std::int64_t>(classes.size());
  if (first >= n)
    return;
  Place place = firstPlace(p, first);
  for (std::int64_t c = first; c < n; c += rowTypes, nextClass(place)) {
    const ClassEntry &entry = classes[static_cast<std::size_t>(c)];
    std::int32_t *partner = row.partner.data() + row.size;
    const auto column = static_cast<std::int32_t>(place.column);
    for (std::size_t y = 0; y < beta; ++y)
      partner[y] = column + partnerOffset[y];
    fillSteps(entry, x, row.step.data() + row.size);
    fillIndices(entry, place.block, row.firstLocalIndex.data() + row.size);
    row.size += beta;
  }
}
