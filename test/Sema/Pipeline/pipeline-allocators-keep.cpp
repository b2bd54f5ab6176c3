// What operators new and delete of the program keep is each rank's own, with a
// warning. Where other code of a stage uses it, it is memory like any other.
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++20 2>&1 | FileCheck %s
// RUN: not %redistc %s -o %t.cpp -- -std=c++20 -DASKS 2>&1 \
// RUN:   | FileCheck %s --check-prefix=ASKS
#include <cstdio>
#include <cstdlib>
#include <new>
#include <vector>

static long blocks = 0, bytes = 0;

void *operator new(std::size_t size) {
  ++blocks;
  bytes = bytes / 2 + static_cast<long>(size);
  return std::malloc(size);
}
void operator delete(void *block) noexcept { std::free(block); }
void operator delete(void *block, std::size_t) noexcept { std::free(block); }

int main() {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    std::vector<int> values;
#pragma pipeline stage
    values.assign(10, i);
#pragma pipeline stage
    {
      std::vector<int> others(values);
      sum += others.back();
#ifdef ASKS
      sum += bytes;
#endif
    }
  }
  std::printf("%ld %ld\n", sum, bytes);
}
// CHECK-NOT: error:
// CHECK: :28:5: warning: '{{blocks|bytes}}' is changed by operators 'new' and 'delete': each rank knows what it has allocated alone, and allocates more than the program does, to send and receive
// CHECK-NOT: error:
// ASKS: error: 'bytes' is {{written by two stages, 1 and 2|.* by stage}}
