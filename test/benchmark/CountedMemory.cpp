//===- CountedMemory.cpp - What a benchmark allocates ---------------------===//
#include "CountedMemory.h"

#include <cstddef>
#include <cstdlib>
#include <new>

static bench::CountedMemory &counted() {
  static thread_local bench::CountedMemory ofThread;
  return ofThread;
}

bench::CountedMemory bench::countedMemory() { return counted(); }

static void *allocate(std::size_t size, std::size_t alignment) {
  ++counted().allocations;
  counted().bytes += static_cast<std::int64_t>(size);
  const std::size_t rounded = (size + alignment - 1) / alignment * alignment;
  if (void *memory =
          alignment <= alignof(std::max_align_t)
              ? std::malloc(size)
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
