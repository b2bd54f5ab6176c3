//===- CountAllocations.h - What a program allocates -----------*- C++ -*-===//
//
// Replaces the operators new of the whole program by such that count, on all
// threads. For programs of one source.
//
//===----------------------------------------------------------------------===//
#ifndef COUNT_ALLOCATIONS_H
#define COUNT_ALLOCATIONS_H

#include "Check.h"

#include <atomic>
#include <cstddef>
#include <cstdlib>
#include <new>
#include <string>

inline std::atomic<long> allocations{0};

static void *allocate(std::size_t size, std::size_t alignment) {
  ++allocations;
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void *memory =
          std::aligned_alloc(alignment, rounded ? rounded : alignment))
    return memory;
  throw std::bad_alloc();
}
void *operator new(std::size_t size) {
  return allocate(size, alignof(std::max_align_t));
}
void *operator new[](std::size_t size) { return ::operator new(size); }
void *operator new(std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void *operator new[](std::size_t size, std::align_val_t alignment) {
  return allocate(size, static_cast<std::size_t>(alignment));
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete[](void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }
void operator delete[](void *memory, std::size_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete(void *memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}
void operator delete[](void *memory, std::size_t, std::align_val_t) noexcept {
  std::free(memory);
}

/// No more than `allowed` allocations an execution, after a few that may make
/// something.
template <typename Execution>
void requireAllocations(const char *what, long allowed, Execution execution) {
  for (int i = 0; i < 4; ++i)
    execution();
  const long before = allocations;
  for (int i = 0; i < 20; ++i)
    execution();
  const long made = allocations - before;
  require(made <= 20 * allowed, std::string(what) + ": " +
                                    std::to_string(made) +
                                    " allocations in 20 executions");
}
template <typename Execution>
void requireNone(const char *what, Execution execution) {
  requireAllocations(what, 0, execution);
}

#endif
