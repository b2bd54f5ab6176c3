//===- BlockCyclic.cpp - CYCLIC(k) on P ranks in one dimension ------------===//
//
// Makers that check their input, and local extents.
//
//===----------------------------------------------------------------------===//
#include "redistSchedule/Layout/BlockCyclic.h"

#include "Support/Arithmetic.h"

using namespace redist::schedule;

std::int64_t BlockCyclic::localExtent(std::int64_t extent,
                                      std::int64_t rank) const {
  if (rank < 0 || rank >= ranks || extent <= 0)
    return 0;
  const std::int64_t completeBlocks = extent / block;
  const std::int64_t owner = completeBlocks % ranks; // of the incomplete block
  const std::int64_t mine = completeBlocks / ranks + (rank < owner ? 1 : 0);
  return mine * block + (rank == owner ? extent % block : 0);
}

static std::optional<Error> checkRanks(std::int64_t ranks) {
  if (ranks > 0)
    return std::nullopt;
  return Error{ErrorKind::RanksNotPositive,
               "the number of ranks must be positive, not " +
                   std::to_string(ranks)};
}

Result<BlockCyclic> redist::schedule::makeBlockCyclic(std::int64_t ranks,
                                                      std::int64_t block) {
  if (std::optional<Error> error = checkRanks(ranks))
    return *std::move(error);
  if (block <= 0)
    return Error{ErrorKind::BlockNotPositive,
                 "the block size must be positive, not " +
                     std::to_string(block)};
  return BlockCyclic{ranks, block};
}

static Error negativeExtent(std::int64_t extent) {
  return {ErrorKind::ExtentNegative,
          "the extent must not be negative, it is " + std::to_string(extent)};
}

Result<BlockCyclic> redist::schedule::makeBlock(std::int64_t ranks,
                                                std::int64_t extent) {
  if (std::optional<Error> error = checkRanks(ranks))
    return *std::move(error);
  if (extent < 0)
    return negativeExtent(extent);
  return BlockCyclic{ranks, extent == 0 ? 1 : ceilDivide(extent, ranks)};
}

Result<BlockCyclic> redist::schedule::makeBlock(std::int64_t ranks,
                                                std::int64_t extent,
                                                std::int64_t block) {
  Result<BlockCyclic> layout = makeBlockCyclic(ranks, block);
  if (!layout)
    return layout;
  if (extent < 0)
    return negativeExtent(extent);
  if (Int128{block} * ranks < extent)
    return Error{ErrorKind::BlockTooSmall,
                 "block(" + std::to_string(block) + ") on " +
                     std::to_string(ranks) + " ranks holds " +
                     std::to_string(block * ranks) + " of " +
                     std::to_string(extent) + " elements"};
  return layout;
}
