// Functions whose bodies are visible are looked into.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

static int calls;
int next() {
  static int last = 0;
  return ++last;
}
int deeper(int x) {
  ++calls;
  return x;
}
int outer(int x) { return x ? outer(x - 1) : deeper(x); }
void set(int &x) { x = 1; }
void look(const int &x);
void called(int n) {
  int mode = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x, y;
#pragma pipeline stage
    {
      x = next();
      set(mode);
    }
#pragma pipeline stage
    {
      y = outer(x);
      look(mode);
    }
#pragma pipeline stage
    {
      x = next() + outer(y);
    }
  }
}
// CHECK: {{^}}pipeline-called-function-error.cpp:35:11: error: 'last' is written by two stages, 1 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-called-function-error.cpp:9:12: note: in function 'next', here
// CHECK: {{^}}pipeline-called-function-error.cpp:25:11: note: 'last' is written by stage 1 here
// CHECK: {{^}}pipeline-called-function-error.cpp:9:12: note: in function 'next', here
// CHECK: {{^}}pipeline-called-function-error.cpp:35:20: error: 'calls' is written by two stages, 2 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-called-function-error.cpp:12:5: note: in function 'outer', here
// CHECK: {{^}}pipeline-called-function-error.cpp:30:11: note: 'calls' is written by stage 2 here
// CHECK: {{^}}pipeline-called-function-error.cpp:12:5: note: in function 'outer', here
// CHECK: {{^}}pipeline-called-function-error.cpp:31:12: error: 'mode' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-called-function-error.cpp:26:7: note: 'mode' is written by stage 1 here
// CHECK: {{^}}pipeline-called-function-error.cpp:16:20: note: in function 'set', here
