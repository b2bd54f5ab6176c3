// A static copy of the global locale is the same on every rank; one that the
// environment names is not.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <locale>
#include <string>

static const std::locale &copied() {
  static const std::locale same;
  return same;
}
static const std::locale &named() {
  static const std::locale other("");
  return other;
}
static long lengthOf(const std::locale &one) {
  return static_cast<long>(one.name().size());
}

void run(int n) {
  long s = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = lengthOf(copied());
#pragma pipeline stage
    s += x + lengthOf(copied());
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = lengthOf(named());
#pragma pipeline stage
    s += x + lengthOf(named());
  }
}
// CHECK: 36:23: error: 'other' is read by stage 2, but stage 1 writes it
// CHECK: note: in function 'named', here
// CHECK: 34:18: note: 'other' is written here
// CHECK: note: in function 'named', here
// CHECK: 34:18: error: 'other' is read by stage 1, but stage 2 writes it
// CHECK: note: in function 'named', here
// CHECK: 36:23: note: 'other' is written here
// CHECK: note: in function 'named', here
