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
// CHECK: [[@LINE+1]]:20: error: 'one' holds an address of 'table', which is none on another rank: it cannot travel from stage 1
    std::uintptr_t one = 0;
// CHECK: [[@LINE+1]]:30: error: 'bytes' holds an address of 'table', {{.*}}
    std::array<std::byte, 8> bytes{};
// CHECK: [[@LINE+1]]:33: error: 'many' holds an address of 'table', {{.*}}
    std::vector<std::uintptr_t> many;
    long number = 0;
#pragma pipeline stage
    {
      one = reinterpret_cast<std::uintptr_t>(&table[i % 3]);
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
      sum += *reinterpret_cast<const long *>(many[0]);
    }
  }
  return sum;
}
