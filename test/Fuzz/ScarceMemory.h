//===- ScarceMemory.h - Large allocations fail -----------------*- C++ -*-===//
//
// For fuzzers of what may ask for any amount of memory, and answers bad_alloc:
// AddressSanitizer would end the program instead. Included by one file of a
// program, since it replaces the global operators.
//
//===----------------------------------------------------------------------===//
#ifndef REDIST_TEST_FUZZ_SCARCEMEMORY_H
#define REDIST_TEST_FUZZ_SCARCEMEMORY_H

#include <cstdlib>
#include <new>

void *operator new(std::size_t size, const std::nothrow_t &) noexcept {
  constexpr std::size_t most = std::size_t{64} << 20;
  return size <= most ? std::malloc(size == 0 ? 1 : size) : nullptr;
}
void *operator new(std::size_t size) {
  void *const memory = operator new(size, std::nothrow);
  if (!memory)
    throw std::bad_alloc();
  return memory;
}
void operator delete(void *memory) noexcept { std::free(memory); }
void operator delete(void *memory, std::size_t) noexcept { std::free(memory); }

#endif
