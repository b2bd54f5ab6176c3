// What is declared behind a stage would be unknown to the stages after it, types
// as well as variables.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

namespace other {
int value;
}
void declarations(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    using Before = int;
    static_assert(sizeof(Before) == 4, "");
    Before x = 0;
#pragma pipeline stage
    x = i;
    using After = int;
    struct Local {
      int a;
    };
    using namespace other;
    static_assert(sizeof(After) == 4, "");
#pragma pipeline stage
    sum += x;
    typedef int Last;
  }
}
// CHECK: {{^}}pipeline-declarations-error.cpp:19:5: error: declaration of 'After' behind a stage: the variables of an item are declared before the first stage
// CHECK: {{^}}pipeline-declarations-error.cpp:17:1: note: the first stage begins here
// CHECK: {{^}}pipeline-declarations-error.cpp:20:5: error: declaration of 'Local' behind a stage
// CHECK: {{^}}pipeline-declarations-error.cpp:17:1: note: the first stage begins here
// CHECK: {{^}}pipeline-declarations-error.cpp:23:5: error: declaration of the names of 'other' behind a stage
// CHECK: {{^}}pipeline-declarations-error.cpp:17:1: note: the first stage begins here
// CHECK: {{^}}pipeline-declarations-error.cpp:24:5: error: declaration of a 'static_assert' behind a stage
// CHECK: {{^}}pipeline-declarations-error.cpp:17:1: note: the first stage begins here
// CHECK: {{^}}pipeline-declarations-error.cpp:27:5: error: declaration of 'Last' behind a stage
// CHECK: {{^}}pipeline-declarations-error.cpp:17:1: note: the first stage begins here
