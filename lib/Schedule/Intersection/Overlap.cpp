//===- Overlap.cpp - The elements that p owes q ---------------------------===//
//
// Source block A = p + P*i and target block B = q + Q*j overlap iff
// k' = A*r - B*s lies in [1-r, s-1] (reduced sizes). That means
// P*r*i - Q*s*j = k' - (p*r - q*s), which has solutions iff k' = pr - qs
// (mod g), and then exactly one with 0 <= i < Qs/g, that is, in one superblock:
// i = (k' - (pr-qs))/g * (Pr/g)^-1 mod Qs/g. From one k' to the next, i moves
// by a constant modulo Qs/g and j accordingly: one product a message, then
// additions.
//
// Of a superblock that is cut off early only a few blocks may be left, far
// fewer than there are k' (a block layout is nothing but one block a rank):
// these blocks are then walked instead.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Intersection/Overlap.h"

#include "Support/Arithmetic.h"

#include <algorithm>

using namespace redist::schedule;

static std::int64_t totalLength(const std::vector<Run> &runs) {
  std::int64_t sum = 0;
  for (const Run &run : runs)
    sum += run.length;
  return sum;
}

std::int64_t Overlap::periodLength() const { return totalLength(runs); }

std::int64_t Overlap::length() const {
  return periods * periodLength() + totalLength(tail);
}

OverlapFinder::OverlapFinder(const CommunicationGrid &given,
                             std::int64_t extent)
    : grid(given) {
  const auto &[source, target] = grid.redistribution();
  sourceBlocks = target.ranks * grid.reducedTargetBlock() / grid.modulus();
  targetBlocks = source.ranks * grid.reducedSourceBlock() / grid.modulus();
  inverse = inverseModulo(targetBlocks, sourceBlocks);
  targetAdvance = static_cast<std::int64_t>(
      (Int128{targetBlocks} * inverse - 1) / sourceBlocks);
  const Int128 size =
      Int128{source.ranks} * source.block * Int128{sourceBlocks};
  superblockSize =
      size < sizeLimit ? static_cast<std::int64_t>(size) : sizeLimit;
  periods = extent / superblockSize;
  rest = extent % superblockSize;
}

OverlapFinder::Candidates OverlapFinder::candidates(std::int64_t p,
                                                    std::int64_t q) const {
  const std::int64_t lowest = grid.firstClass();
  const std::int64_t highest = grid.reducedTargetBlock() - 1;
  const std::int64_t first =
      lowest + modulo(grid.classOf(p, q) - lowest, grid.modulus());
  return {first, first > highest ? 0 : (highest - first) / grid.modulus() + 1};
}

OverlapFinder::BlockPair OverlapFinder::firstPair(std::int64_t p,
                                                  std::int64_t q,
                                                  std::int64_t first) const {
  const std::int64_t shift =
      first - (p * grid.reducedSourceBlock() - q * grid.reducedTargetBlock());
  const std::int64_t multiple = shift / grid.modulus();
  const std::int64_t source = multiplyModulo(multiple, inverse, sourceBlocks);
  const auto target = static_cast<std::int64_t>(
      (Int128{targetBlocks} * source - multiple) / sourceBlocks);
  return {source, target};
}

void OverlapFinder::advance(BlockPair &pair) const {
  pair.source += inverse;
  pair.target += targetAdvance;
  if (pair.source >= sourceBlocks) {
    pair.source -= sourceBlocks;
    pair.target -= targetBlocks;
  }
}

/// The run of a pair of blocks at `difference` = k', cut at `limit`; its length
/// is not positive where it lies beyond.
Run OverlapFinder::runOf(std::int64_t p, BlockPair pair,
                         std::int64_t difference, std::int64_t limit) const {
  const BlockCyclic &source = grid.redistribution().source;
  const BlockCyclic &target = grid.redistribution().target;
  const std::int64_t skipInSource = std::max<std::int64_t>(-difference, 0);
  const std::int64_t skipInTarget = std::max<std::int64_t>(difference, 0);
  const Int128 start = (Int128{source.ranks} * pair.source + p) * source.block +
                       skipInSource * grid.scale();
  if (start >= limit)
    return {};
  const std::int64_t length =
      std::min(grid.reducedSourceBlock() - skipInSource,
               grid.reducedTargetBlock() - skipInTarget) *
      grid.scale();
  const auto globalIndex = static_cast<std::int64_t>(start);
  return {globalIndex, pair.source * source.block + skipInSource * grid.scale(),
          pair.target * target.block + skipInTarget * grid.scale(),
          std::min(length, limit - globalIndex)};
}

/// Number of blocks of `rank` that begin below `limit`.
static std::int64_t blocksBelow(const BlockCyclic &layout, std::int64_t rank,
                                std::int64_t limit) {
  const std::int64_t blocks = ceilDivide(limit, layout.block);
  return blocks / layout.ranks + (rank < blocks % layout.ranks ? 1 : 0);
}

/// The runs of one block [begin, end) of `outer` rank with the blocks of `rank`
/// in `inner`; offsets as if `outer` were the source.
static void walkBlock(const BlockCyclic &outer, std::int64_t begin,
                      std::int64_t end, const BlockCyclic &inner,
                      std::int64_t rank, std::vector<Run> &runs) {
  const std::int64_t containing = begin / inner.block;
  Int128 block = containing + modulo(rank - containing, inner.ranks);
  for (; block * inner.block < end; block += inner.ranks) {
    const Int128 innerBegin = block * inner.block;
    const Int128 innerEnd = innerBegin + inner.block;
    const auto from =
        static_cast<std::int64_t>(std::max<Int128>(innerBegin, begin));
    const auto to = static_cast<std::int64_t>(std::min<Int128>(innerEnd, end));
    runs.push_back(
        {from, outer.localIndex(from), inner.localIndex(from), to - from});
  }
}

/// Consecutive elements that share both ranks are contiguous on both: they lie
/// in one block, or the blocks that meet lie on the only rank.
static void mergeAdjacent(std::vector<Run> &runs) {
  std::size_t last = 0;
  for (std::size_t i = 1; i < runs.size(); ++i)
    if (runs[last].globalIndex + runs[last].length == runs[i].globalIndex)
      runs[last].length += runs[i].length;
    else
      runs[++last] = runs[i];
  if (!runs.empty())
    runs.resize(last + 1);
}

/// The runs below `limit` <= L of one superblock, ascending.
void OverlapFinder::collect(std::int64_t p, std::int64_t q, std::int64_t limit,
                            std::vector<Run> &runs) const {
  runs.clear();
  const BlockCyclic &source = grid.redistribution().source;
  const BlockCyclic &target = grid.redistribution().target;
  const auto [first, count] = candidates(p, q);
  if (count == 0)
    return;
  const std::int64_t sourceLeft = blocksBelow(source, p, limit);
  const std::int64_t targetLeft = blocksBelow(target, q, limit);
  if (std::min(sourceLeft, targetLeft) >= count) {
    BlockPair pair = firstPair(p, q, first);
    for (std::int64_t i = 0; i < count; ++i, advance(pair))
      if (Run run = runOf(p, pair, first + i * grid.modulus(), limit);
          run.length > 0)
        runs.push_back(run);
    std::sort(runs.begin(), runs.end(), [](const Run &a, const Run &b) {
      return a.globalIndex < b.globalIndex;
    });
  } else {
    const bool bySource = sourceLeft <= targetLeft;
    const BlockCyclic &outer = bySource ? source : target;
    const BlockCyclic &inner = bySource ? target : source;
    for (std::int64_t i = 0; i < std::min(sourceLeft, targetLeft); ++i) {
      const std::int64_t begin =
          outer.globalIndex(bySource ? p : q, i * outer.block);
      const std::int64_t length = std::min(outer.block, limit - begin);
      walkBlock(outer, begin, begin + length, inner, bySource ? q : p, runs);
    }
    if (!bySource)
      for (Run &run : runs)
        std::swap(run.sourceOffset, run.targetOffset);
  }
  mergeAdjacent(runs);
}

/// Sum of the lengths that collect() would find.
std::int64_t OverlapFinder::count(std::int64_t p, std::int64_t q,
                                  std::int64_t limit) const {
  const BlockCyclic &source = grid.redistribution().source;
  const BlockCyclic &target = grid.redistribution().target;
  const auto [first, pairs] = candidates(p, q);
  if (pairs == 0 || limit == 0)
    return 0;
  const std::int64_t sourceLeft = blocksBelow(source, p, limit);
  const std::int64_t targetLeft = blocksBelow(target, q, limit);
  std::int64_t sum = 0;
  if (std::min(sourceLeft, targetLeft) >= pairs) {
    BlockPair pair = firstPair(p, q, first);
    for (std::int64_t i = 0; i < pairs; ++i, advance(pair))
      sum += runOf(p, pair, first + i * grid.modulus(), limit).length;
    return sum;
  }
  const bool bySource = sourceLeft <= targetLeft;
  const BlockCyclic &outer = bySource ? source : target;
  const BlockCyclic &inner = bySource ? target : source;
  for (std::int64_t i = 0; i < std::min(sourceLeft, targetLeft); ++i) {
    const std::int64_t begin =
        outer.globalIndex(bySource ? p : q, i * outer.block);
    const std::int64_t length = std::min(outer.block, limit - begin);
    sum += inner.localExtent(begin + length, bySource ? q : p) -
           inner.localExtent(begin, bySource ? q : p);
  }
  return sum;
}

void OverlapFinder::find(std::int64_t p, std::int64_t q,
                         Overlap &result) const {
  const bool bounded = superblockSize < sizeLimit;
  result.periods = periods;
  result.globalStride = bounded ? superblockSize : 0;
  result.sourceStride =
      bounded ? superblockSize / grid.redistribution().source.ranks : 0;
  result.targetStride =
      bounded ? superblockSize / grid.redistribution().target.ranks : 0;
  result.runs.clear();
  if (periods > 0)
    collect(p, q, superblockSize, result.runs);
  collect(p, q, rest, result.tail);
  for (Run &run : result.tail) {
    run.globalIndex += periods * result.globalStride;
    run.sourceOffset += periods * result.sourceStride;
    run.targetOffset += periods * result.targetStride;
  }
}

std::int64_t OverlapFinder::length(std::int64_t p, std::int64_t q) const {
  const std::int64_t complete = periods == 0 ? 0 : periods * grid.length(p, q);
  return complete + count(p, q, rest);
}

Overlap redist::schedule::overlap(const CommunicationGrid &grid, std::int64_t p,
                                  std::int64_t q, std::int64_t extent) {
  Overlap result;
  OverlapFinder(grid, extent).find(p, q, result);
  return result;
}

std::int64_t redist::schedule::messageLength(const CommunicationGrid &grid,
                                             std::int64_t p, std::int64_t q,
                                             std::int64_t extent) {
  return OverlapFinder(grid, extent).length(p, q);
}
