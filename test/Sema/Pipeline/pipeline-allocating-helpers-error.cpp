// A helper gives two stages one object, behind a pointer of its own: the text
// does not tell that from a helper that allocates, generated code does.
//
// REQUIRES: compiler
// RUN: not %redistc %s -o %t.cpp -- -std=c++20 2>&1 | FileCheck %s
// CHECK: error.cpp:32:{{[0-9]+}}: error: what 'hidden' refers to is read by
#include <cstdint>
#include <cstdlib>

struct Slice {
  long sum;
};
static std::uintptr_t hidden =
    reinterpret_cast<std::uintptr_t>(std::malloc(sizeof(Slice)));
static void *same() { return reinterpret_cast<void *>(hidden); }
static void *(*volatile table)() = same;
static Slice *find() {
  Slice *found = static_cast<Slice *>(table());
  return found;
}
static void append(Slice *slice, long value) { slice->sum += value; }

int main() {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 5; ++i) {
    long value = 0;
#pragma pipeline stage
    append(find(), value = i);
#pragma pipeline stage
    // Another call of the helper.
    sum += value + find()->sum;
  }
  return sum != 0;
}
