// Elements that are not the item's alone: generated code shows it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <vector>

static long total(const std::vector<long> &all) { return all[1] + all[2]; }
static void change(long &x) { (&x)[1] = 7; }
long booleans(int n) {
  long sum = 0;
  std::vector<bool> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = !a[i];
#pragma pipeline stage
    a[i] = a[i] != (i > 3);
  }
  return a[0];
}
long byReference(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    change(a[i]);
  }
  return a[0];
}
long otherReference(int n) {
  long sum = 0;
  std::vector<long> b(99), &a = b;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    b[i] = i;
#pragma pipeline stage
    {
      b[i] += 1;
      sum += total(a);
    }
  }
  return b[0];
}
// CHECK: {{^}}pipeline-elements-code-error.cpp:16:5: error: 'a' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-code-error.cpp:14:5: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-code-error.cpp:28:12: error: 'a' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-elements-code-error.cpp:26:5: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-code-error.cpp:41:7: error: 'b' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-elements-code-error.cpp:38:5: note: 'b' is written by stage 1 here
