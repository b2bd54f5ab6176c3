//===- BufferArena.cpp - Reused memory for buffers ------------------------===//
#include "Support/BufferArena.h"

namespace redist::runtime {

void BufferArena::reserve(std::int64_t bytes) {
  if (bytes <= size)
    return;
  memory.reset(); // never both: peak memory counts
  size = 0;
  memory.reset(new std::byte[static_cast<std::size_t>(bytes)]);
  size = bytes;
}

} // namespace redist::runtime
