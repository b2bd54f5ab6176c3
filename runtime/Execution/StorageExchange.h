//===- StorageExchange.h - Exchange without buffers ------------*- C++ -*-===//
//
// Moves all messages of a plan at once, from the positions of their elements in
// a rank's source to their positions in its target. Implementation:
// TypedExchange (MessageTypes.h).
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_RUNTIME_EXECUTION_STORAGEEXCHANGE_H
#define REDIST_RUNTIME_EXECUTION_STORAGEEXCHANGE_H

#include <cstddef>

namespace redist::runtime {

class StorageExchange {
public:
  virtual ~StorageExchange() = default;
  /// Of an object's storage on this rank. Collective over the plan's ranks.
  virtual void start(const std::byte *source, std::byte *target) = 0;
  /// Advances until the exchange is done (true) or has to wait (false).
  virtual bool advance() = 0;
};

} // namespace redist::runtime

#endif
