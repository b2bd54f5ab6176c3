// What the language has and this version has not is refused by its name.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(long n) {
#pragma pipeline
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:9: error: '#pragma pipeline' is not supported by this version of redistc
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:9: error: '#pragma pipeline' is not supported by this version of redistc
    {}
  }
}
