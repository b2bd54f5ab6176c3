// What is in the middle of a macro cannot be edited; the error says what it is.
// Whole macros are fine.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

#define FOR(i, n) for (int i = 0; i < (n); ++i) {
#define END }
#define READ (in >> value)
#define LIMIT n
void loops(int n, std::istream &in) {
  int value = 0;
  long sum = 0;
#pragma pipeline
  FOR(i, n)
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    sum += x;
  }
#pragma pipeline
  while READ {
    int x = 0;
#pragma pipeline stage
    x = value;
#pragma pipeline stage
    sum += x;
  }
#pragma pipeline
  for (int i = 0; i < LIMIT; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    sum += x;
  END
}
// CHECK: {{^}}pipeline-macro-loop-error.cpp:14:1: error: '#pragma pipeline' stands where the text of the file cannot be replaced
// CHECK: {{^}}pipeline-macro-loop-error.cpp:15:3: note: the '{' is of a macro or another file
// CHECK: {{^}}pipeline-macro-loop-error.cpp:7:49: note: expanded from macro 'FOR'
// CHECK: {{^}}pipeline-macro-loop-error.cpp:22:1: error: '#pragma pipeline' stands where the text of the file cannot be replaced
// CHECK: {{^}}pipeline-macro-loop-error.cpp:23:9: note: the condition is of a macro or another file
// CHECK: {{^}}pipeline-macro-loop-error.cpp:9:15: note: expanded from macro 'READ'
