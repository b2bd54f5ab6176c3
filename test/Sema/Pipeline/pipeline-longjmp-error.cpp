// A stage must not jump out of its stage; one that jumps inside of it may.
// Memory that a file writes to is memory that its stage writes.
//
// REQUIRES: compiler
// RUN: not %redistc %s -o %t.cpp -- -std=c++20 2>&1 | FileCheck %s
// RUN: not %redistc %s -o %t.cpp -- -std=c++20 -DFILES 2>&1 | FileCheck --check-prefix=FILES %s
#include <csetjmp>
#include <cstdio>

long jumps(int count) {
  long sum = 0;
  std::jmp_buf out;
  if (setjmp(out) != 0)
    return -1;
#pragma pipeline
  for (int i = 0; i < count; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      std::jmp_buf inside;
      if (setjmp(inside) == 0) {
        x = i;
        if (i == 2)
          std::longjmp(inside, 1);
      }
    }
#pragma pipeline stage
    {
      sum += x;
      // CHECK: [[@LINE+2]]:9: error: stage 2 may jump out of the stage by 'longjmp': the place is none on its rank
      if (x == 3)
        std::longjmp(out, 1);
    }
  }
  return sum;
}
// CHECK: 1 error generated

#ifdef FILES
long files(int count) {
  long sum = 0;
  char text[64] = {};
  std::FILE *file = fmemopen(text, sizeof text, "w");
#pragma pipeline
  for (int i = 0; i < count; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      // FILES: [[@LINE+1]]:23: note: 'text' is written by stage 1 here
      std::fputs("x", file);
      std::fflush(file);
    }
#pragma pipeline stage
    sum += text[0] + x;
  }
  return sum;
}
#endif
