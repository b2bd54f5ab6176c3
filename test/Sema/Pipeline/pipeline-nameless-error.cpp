// What has no name before the loop, or is no object that a reference can be
// bound to, cannot be brought to the other ranks; nor can addresses inside of
// values that travel as bytes.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
struct Flags {
  int low : 4;
  union {
    int number;
    float real;
  };
  void set(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
#pragma pipeline stage
      low = i;
#pragma pipeline stage
      produce(i);
    }
#pragma pipeline
    for (int i = 0; i < n; ++i) {
#pragma pipeline stage
      number = i;
#pragma pipeline stage
      produce(real);
    }
  }
};
void hidden(int n) {
  int x = 0, y = 0;
  int &visible = x;
  for (int x = 0; x < n; ++x) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
#pragma pipeline stage
      visible += i;
#pragma pipeline stage
      y += i;
    }
  }
  union {
    int whole;
    char bytes[4];
  };
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    whole = i;
#pragma pipeline stage
    produce(i);
  }
}
struct Tagged {
  const char *tag;
  int value;
};
struct Deeper : Tagged {
  Tagged more[2];
};
void travel(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    volatile int x = 0;
    Tagged tagged;
    std::vector<Deeper> deeper;
    union {
      int whole;
      char bytes[4];
    };
#pragma pipeline stage
    {
      x = i;
      tagged.value = i;
      deeper.push_back(Deeper());
      whole = i;
    }
#pragma pipeline stage
    produce(x + tagged.value + deeper[0].value + whole);
  }
}
// CHECK: {{^}}pipeline-nameless-error.cpp:19:7: error: 'low' is written by stage 1, but cannot be brought to the other ranks: it is a bit-field
// CHECK: {{^}}pipeline-nameless-error.cpp:10:7: note: 'low' declared here
// CHECK: {{^}}pipeline-nameless-error.cpp:28:15: error: 'real' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-nameless-error.cpp:26:7: note: 'number' is written by stage 1 here
// CHECK: {{^}}pipeline-nameless-error.cpp:39:7: error: 'x' is written by stage 1, but cannot be brought to the other ranks: another 'x' hides it before the loop
// CHECK: {{^}}pipeline-nameless-error.cpp:33:7: note: 'x' declared here
// CHECK: {{^}}pipeline-nameless-error.cpp:51:5: error: an anonymous union is written by stage 1, but cannot be brought to the other ranks: it has no name
// CHECK: {{^}}pipeline-nameless-error.cpp:44:3: note: an anonymous union declared here
// CHECK: {{^}}pipeline-nameless-error.cpp:81:13: error: 'x' of type 'volatile int' cannot travel from stage 1 to stage 2: 'volatile int' is volatile
// CHECK: {{^}}pipeline-nameless-error.cpp:75:7: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-nameless-error.cpp:81:24: error: 'tagged' of type 'Tagged' cannot travel from stage 1 to stage 2: 'const char *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-nameless-error.cpp:76:14: note: 'tagged' is written by stage 1 here
// CHECK: {{^}}pipeline-nameless-error.cpp:81:32: error: 'deeper' of type 'std::vector<Deeper>' cannot travel from stage 1 to stage 2: 'const char *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-nameless-error.cpp:77:7: note: 'deeper' is written by stage 1 here
// CHECK: {{^}}pipeline-nameless-error.cpp:81:50: error: an anonymous union of type '(anonymous union at pipeline-nameless-error.cpp:69:5)' cannot travel from stage 1 to stage 2: '(anonymous union at pipeline-nameless-error.cpp:69:5)' has no name
// CHECK: {{^}}pipeline-nameless-error.cpp:78:7: note: an anonymous union is written by stage 1 here
