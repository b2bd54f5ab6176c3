// Calls whose target the execution decides: of virtual functions, all that
// override them count, unless the object's class is known; of stored functions,
// all that are put where they are taken from.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
int counter, other;
struct Base {
  virtual void run(int) = 0;
  virtual void rest() {}
};
struct Counts : Base {
  void run(int) override { ++counter; }
};
struct Deeper : Counts {
  void run(int) override { ++other; }
};
struct Quiet : Base {
  int last;
  void run(int i) override { last = i; }
};
void anyOf(int n, Base &base) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    base.run(i);
#pragma pipeline stage
    produce(counter);
#pragma pipeline stage
    produce(other);
  }
}
void known(int n) {
  Quiet quiet;
  Base &base = quiet, *const pointer = &base;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      base.run(i);
      pointer->run(i);
    }
#pragma pipeline stage
    produce(counter);
  }
}
static void bump() { ++counter; }
static void raise() { ++other; }
static void nothing() {}
struct Actions {
  void (*first)();
  std::function<void()> second;
};
struct List {
  void add(std::function<void()>);
  std::function<void()> *begin();
  std::function<void()> *end();
};
static void (*const table[])() = {nothing, bump};
void stored(int n) {
  Actions actions{&raise, nothing};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    table[i % 2]();
#pragma pipeline stage
    produce(counter);
#pragma pipeline stage
    actions.first();
#pragma pipeline stage
    {
      actions.second();
      produce(other);
    }
  }
}
void put(int n) {
  int x = 0, y = 0;
  Actions actions{&nothing, nothing};
  actions.second = [&] { ++x; };
  List list;
  list.add([&] { ++y; });
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    actions.second();
#pragma pipeline stage
    {
      actions.first();
      produce(x);
    }
#pragma pipeline stage
    for (auto &one : list)
      one();
#pragma pipeline stage
    produce(y);
  }
}
// CHECK: {{^}}pipeline-called-through-error.cpp:30:13: error: 'counter' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-called-through-error.cpp:28:10: note: 'counter' is written by stage 1 here
// CHECK: {{^}}pipeline-called-through-error.cpp:15:30: note: in function 'run', here
// CHECK: {{^}}pipeline-called-through-error.cpp:32:13: error: 'other' is read by stage 3, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-called-through-error.cpp:28:10: note: 'other' is written by stage 1 here
// CHECK: {{^}}pipeline-called-through-error.cpp:18:30: note: in function 'run', here
// CHECK: {{^}}pipeline-called-through-error.cpp:69:13: error: 'counter' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-called-through-error.cpp:67:5: note: 'counter' is written by stage 1 here
// CHECK: {{^}}pipeline-called-through-error.cpp:49:24: note: in function 'bump', here
// CHECK: {{^}}pipeline-called-through-error.cpp:75:15: error: 'other' is read by stage 4, but is the state of stage 3, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-called-through-error.cpp:71:5: note: 'other' is written by stage 3 here
// CHECK: {{^}}pipeline-called-through-error.cpp:50:25: note: in function 'raise', here
// CHECK: {{^}}pipeline-called-through-error.cpp:92:15: error: 'x' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-called-through-error.cpp:88:5: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-called-through-error.cpp:82:28: note: in function 'operator()', here
// CHECK: {{^}}pipeline-called-through-error.cpp:98:13: error: 'y' is read by stage 4, but is the state of stage 3, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-called-through-error.cpp:96:7: note: 'y' is written by stage 3 here
// CHECK: {{^}}pipeline-called-through-error.cpp:84:20: note: in function 'operator()', here
