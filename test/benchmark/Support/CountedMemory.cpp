//===- CountedMemory.cpp - What a benchmark allocates ---------------------===//
#include "Support/CountedMemory.h"

#include "../Inputs/CountingOperators.h"

static bench::CountedMemory &counted() {
  static thread_local bench::CountedMemory ofThread;
  return ofThread;
}

bench::CountedMemory bench::countedMemory() { return counted(); }

static void noteAllocation(std::size_t bytes) {
  ++counted().allocations;
  counted().bytes += static_cast<std::int64_t>(bytes);
}
