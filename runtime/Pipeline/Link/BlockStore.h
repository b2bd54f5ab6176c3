//===- BlockStore.h - Allocator of shared blocks ----------------*- C++ -*-===//
//
// Room Runtime. Large values on their way to ranks of the node lie in such
// blocks. They are used again and again; pages are made when a block first
// needs them, and no more than some megabytes in all.
//
//   | rings and the like | block, 2^k bytes | block | ... reserved ... |
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_PIPELINE_LINK_BLOCKSTORE_H
#define REDIST_RUNTIME_PIPELINE_LINK_BLOCKSTORE_H

#include "SharedMemory/SharedSegment.h"

#include "redist/detail/pipeline/PipelineLink.h"

#include <deque>

namespace redist::runtime {

class BlockStore {
public:
  /// The own part from `first` on.
  BlockStore(SharedSegment &used, std::int64_t first);

  /// Offset of pages that are never given back; -1: there are none.
  std::int64_t takePages(std::int64_t bytes);
  /// Null: there is none.
  detail::payload *take(std::size_t bytes);
  /// Nobody uses any block.
  void takeBackAll();
  /// Offset of a block's memory; -1: it is in none.
  std::int64_t placeOf(const std::byte *data) const;

private:
  class Block final : public detail::payload {
  public:
    Block(std::byte *givenMemory, std::int64_t givenOffset,
          std::int64_t givenCapacity)
        : offset(givenOffset), capacity(givenCapacity), memory(givenMemory) {}
    std::byte *resize(std::size_t) override { return memory; }
    const std::byte *data() const override { return memory; }
    void give_back() noexcept override { isUsed = false; }

    std::int64_t offset, capacity;
    std::int64_t made = 0; ///< bytes that have pages
    bool isUsed = false;

  private:
    std::byte *memory;
  };
  Block *find(std::int64_t bytes);

  SharedSegment &segment;
  std::int64_t top;            ///< what is behind is free
  std::int64_t blockBytes = 0; ///< of all blocks, with pages
  std::deque<Block> all;
};

} // namespace redist::runtime

#endif
