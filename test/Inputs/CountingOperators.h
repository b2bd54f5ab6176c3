//===- CountingOperators.h - Operators new that tell -----------*- C++ -*-===//
//
// Replaces the operators new and delete of the whole program by such that tell
// every allocation to noteAllocation(). For one source of a program, which
// defines that.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_INPUTS_COUNTINGOPERATORS_H
#define REDIST_TEST_INPUTS_COUNTINGOPERATORS_H

#include <cstddef>
#include <cstdlib>
#include <new>

/// On the thread that allocates; must not allocate itself.
static void noteAllocation(std::size_t bytes);

static void *allocate(std::size_t size, std::size_t alignment) {
  noteAllocation(size);
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void *memory =
          alignment <= alignof(std::max_align_t)
              ? std::malloc(size ? size : 1)
              : std::aligned_alloc(alignment, rounded ? rounded : alignment))
    return memory;
  throw std::bad_alloc();
}

void *operator new(std::size_t size) { return allocate(size, 1); }
void *operator new[](std::size_t size) { return allocate(size, 1); }
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

#endif
