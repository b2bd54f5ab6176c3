// A number that only code that is not seen has made may be the address of
// anything: two stages that use what is there share memory.
// REQUIRES: compiler
// RUN: not %redistc %s -o %t.cpp -- -std=c++20 2>&1 | FileCheck %s
#include <cstdint>

struct Entry {
  std::uintptr_t handle;
  long n, m;
};
Entry *table();
void fill(Entry *);

// CHECK: [[#@LINE+10]]:20: error: memory that is not known is read by stage 2, but stage 1 writes it
long byPointer(int count) {
  long sum = 0;
  Entry *const entry = table();
#pragma pipeline
  for (int i = 0; i < count; ++i) {
    int y = 0;
#pragma pipeline stage
    { Entry copy = *entry; *(long *)copy.handle += i; y = i; }
#pragma pipeline stage
    { Entry copy = *entry; sum += *(long *)copy.handle + y; }
  }
  return sum;
}

// CHECK: error: memory that is not known is read by stage 2, but stage 1 writes it
long byVariable(int count) {
  long sum = 0;
  Entry entries[4];
  fill(entries);
#pragma pipeline
  for (int i = 0; i < count; ++i) {
    int y = 0;
#pragma pipeline stage
    { Entry copy = entries[i % 4]; *(long *)copy.handle += i; y = i; }
#pragma pipeline stage
    { Entry copy = entries[i % 4]; sum += *(long *)copy.handle + y; }
  }
  return sum;
}
