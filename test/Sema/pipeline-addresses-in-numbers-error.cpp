// A number or bytes that hold an address mean nothing on another rank.
// REQUIRES: compiler
// RUN: not %redistc %s -o %t.cpp -- -std=c++20 2> %t.err
// RUN: FileCheck %s < %t.err
#include <array>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <memory>
#include <vector>
static long table[3] = {1, 2, 3};
long run(int count) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < count; ++i) {
    std::uintptr_t one = 0, own = 0;
    std::array<std::byte, 8> bytes{};
    std::vector<std::uintptr_t> many;
    long number = 0;
// CHECK: [[@LINE+4]]:3: error: 'one' holds an address of 'table', which is none on another rank: it cannot travel from stage 1
// CHECK: error: 'own' holds an address of {{.*}}: it cannot travel from stage 1
// CHECK: error: 'bytes' holds an address of 'table', {{.*}}
// CHECK: error: 'many' holds an address of 'table', {{.*}}
#pragma pipeline stage
    {
      one = reinterpret_cast<std::uintptr_t>(&table[i % 3]);
      own = reinterpret_cast<std::uintptr_t>(new long(i));
      long *const at = &table[i % 3];
      std::memcpy(bytes.data(), &at, sizeof at);
      many.push_back(reinterpret_cast<std::uintptr_t>(at));
      number = at - table; // the distance of two is none
    }
#pragma pipeline stage
    {
      long *at = nullptr;
      std::memcpy(&at, bytes.data(), sizeof at);
      sum += *reinterpret_cast<const long *>(one) + *at + number;
      sum += *reinterpret_cast<const long *>(own) +
             *reinterpret_cast<const long *>(many[0]);
    }
  }
  return sum;
}
// CHECK-NOT: error
