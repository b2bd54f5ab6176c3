//===- BufferArena.h - Reused memory for buffers ---------------*- C++ -*-===//
//
// Executions that run one after the other share it.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_SUPPORT_BUFFERARENA_H
#define REDIST_RUNTIME_SUPPORT_BUFFERARENA_H

#include <cstddef>
#include <cstdint>
#include <memory>

namespace redist::runtime {

/// Memory for chunk buffers, shared by the executors of a communicator of which
/// one runs at a time; those that run at the same time have one each.
class BufferArena {
public:
  /// At least `bytes`; keeps no contents.
  void reserve(std::int64_t bytes);
  std::byte *data() const { return memory.get(); }

private:
  std::unique_ptr<std::byte[]> memory;
  std::int64_t size = 0;
};

} // namespace redist::runtime

#endif
