// Functions that run although nobody calls them by name: allocation, inherited
// constructors, assignments and copies that the compiler writes.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void *reserve(unsigned long);
void release(void *);
int allocations, releases, copies;
struct Node {
  static void *operator new(unsigned long size) {
    ++allocations;
    return reserve(size);
  }
  static void operator delete(void *node) {
    ++releases;
    release(node);
  }
};
void allocate(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    delete new Node;
#pragma pipeline stage
    produce(allocations);
#pragma pipeline stage
    produce(releases);
  }
}
struct Raises {
  explicit Raises(int &counter) { ++counter; }
};
struct Inherits : Raises {
  using Raises::Raises;
};
struct Copied {
  Copied() = default;
  Copied(const Copied &) { ++copies; }
  Copied &operator=(const Copied &) = default;
};
struct Holder {
  Copied part;
};
void construct(int n, int raised) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Holder holder;
#pragma pipeline stage
    { Inherits made(raised); }
#pragma pipeline stage
    produce(raised);
#pragma pipeline stage
    { Holder copy = holder; }
#pragma pipeline stage
    produce(copies);
  }
}
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:27:13: error: 'allocations' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:25:12: note: 'allocations' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:13:7: note: in function 'operator new', here
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:29:13: error: 'releases' is read by stage 3, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:25:5: note: 'releases' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:17:7: note: in function 'operator delete', here
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:53:13: error: 'raised' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:51:16: note: 'raised' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:33:37: note: in function 'Raises', here
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:57:13: error: 'copies' is read by stage 4, but is the state of stage 3, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:55:21: note: 'copies' is written by stage 3 here
// CHECK: {{^}}pipeline-hidden-calls-error.cpp:40:30: note: in function 'Holder', here
