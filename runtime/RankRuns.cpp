//===- RankRuns.cpp - All runs of one rank, grouped -----------------------===//
#include "RankRuns.h"

#include <algorithm>

namespace redist::runtime {

using schedule::BlockCyclic;

/// Runs of `coordinate` of the fine layout inside one block of the coarse one;
/// the caller says which of the two is "mine".
struct FineRuns {
  std::int64_t globalIndex;
  std::int64_t length;
  std::int64_t count; ///< spaced block * ranks apart
};

/// First block of `coordinate` that ends after `globalIndex`.
static std::int64_t firstBlock(const BlockCyclic &layout,
                               std::int64_t coordinate,
                               std::int64_t globalIndex) {
  const std::int64_t at = globalIndex / layout.block;
  const std::int64_t behind = (at - coordinate) % layout.ranks;
  const std::int64_t ahead = behind <= 0 ? -behind : layout.ranks - behind;
  return at + ahead;
}

/// At most three groups: a block cut by range.begin, whole ones, a block cut by
/// range.end.
template <typename Visit>
static void fineRunsInside(const BlockCyclic &fine, std::int64_t coordinate,
                           GlobalRange range, Visit visit) {
  std::int64_t block = firstBlock(fine, coordinate, range.begin);
  const auto visitCut = [&] {
    const std::int64_t begin = std::max(block * fine.block, range.begin);
    const std::int64_t length =
        std::min(fine.block - (begin - block * fine.block), range.end - begin);
    visit(FineRuns{begin, length, 1});
    block += fine.ranks;
  };
  // Compared by block number: products stay below range.end + block.
  const std::int64_t wholeEnd = range.end / fine.block;
  if (block < wholeEnd && block * fine.block < range.begin)
    visitCut();
  if (block < wholeEnd) {
    const std::int64_t count = (wholeEnd - 1 - block) / fine.ranks + 1;
    visit(FineRuns{block * fine.block, fine.block, count});
    block += count * fine.ranks;
  }
  if (block <= wholeEnd && block * fine.block < range.end)
    visitCut();
}

static GlobalRange blockWithin(const BlockCyclic &layout, std::int64_t block,
                               GlobalRange range) {
  const std::int64_t begin = block * layout.block;
  const std::int64_t end =
      range.end - begin <= layout.block ? range.end : begin + layout.block;
  return {std::max(begin, range.begin), end};
}

/// My blocks hold whole rounds of the other layout.
static void
visitCoarseMine(const BlockCyclic &mine, std::int64_t coordinate,
                const BlockCyclic &other, GlobalRange range,
                const std::function<void(const SharedRuns &)> &visit) {
  const std::int64_t blockEnd = (range.end - 1) / mine.block;
  for (std::int64_t block = firstBlock(mine, coordinate, range.begin);
       block <= blockEnd; block += mine.ranks)
    for (std::int64_t partner = 0; partner < other.ranks; ++partner)
      fineRunsInside(other, partner, blockWithin(mine, block, range),
                     [&](const FineRuns &runs) {
                       visit({partner, mine.localIndex(runs.globalIndex),
                              other.localIndex(runs.globalIndex), runs.length,
                              runs.count, other.block * other.ranks,
                              other.block});
                     });
}

/// The other side's blocks hold whole rounds of my layout.
static void
visitCoarseOther(const BlockCyclic &mine, std::int64_t coordinate,
                 const BlockCyclic &other, GlobalRange range,
                 const std::function<void(const SharedRuns &)> &visit) {
  const std::int64_t blockEnd = (range.end - 1) / other.block;
  for (std::int64_t block = range.begin / other.block; block <= blockEnd;
       ++block)
    fineRunsInside(mine, coordinate, blockWithin(other, block, range),
                   [&](const FineRuns &runs) {
                     visit({block % other.ranks,
                            mine.localIndex(runs.globalIndex),
                            other.localIndex(runs.globalIndex), runs.length,
                            runs.count, mine.block, mine.block * mine.ranks});
                   });
}

/// Blocks of comparable size: each meeting of two blocks is one run.
static void
visitMeetings(const BlockCyclic &mine, std::int64_t coordinate,
              const BlockCyclic &other, GlobalRange range,
              const std::function<void(const SharedRuns &)> &visit) {
  const std::int64_t blockEnd = (range.end - 1) / mine.block;
  for (std::int64_t block = firstBlock(mine, coordinate, range.begin);
       block <= blockEnd; block += mine.ranks) {
    const GlobalRange whole = blockWithin(mine, block, range);
    for (std::int64_t begin = whole.begin; begin < whole.end;) {
      const std::int64_t room = other.block - begin % other.block;
      const std::int64_t length = std::min(room, whole.end - begin);
      visit({other.owner(begin), mine.localIndex(begin),
             other.localIndex(begin), length, 1, 0, 0});
      begin += length;
    }
  }
}

void forEachSharedRuns(const BlockCyclic &mine, std::int64_t coordinate,
                       const BlockCyclic &other, GlobalRange range,
                       const std::function<void(const SharedRuns &)> &visit) {
  if (range.begin >= range.end)
    return;
  if (mine.block / other.block >= other.ranks)
    visitCoarseMine(mine, coordinate, other, range, visit);
  else if (other.block / mine.block >= mine.ranks)
    visitCoarseOther(mine, coordinate, other, range, visit);
  else
    visitMeetings(mine, coordinate, other, range, visit);
}

} // namespace redist::runtime
