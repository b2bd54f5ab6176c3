// Two stages use members of one variable: one member twice, all of it beside a
// member, what another name may lead to, and members that are no places of
// their own.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
struct Counters {
  long read = 0, written = 0;
  unsigned low : 4, high : 4;
};
struct Linked {
  long read = 0, written = 0;
  Linked *next = nullptr;
};
union Either {
  int whole;
  short half;
};
class Guarded {
  long inner = 0;

public:
  long outer = 0;
  void add() { ++inner; }
};
static Counters global;
static void countAll() {
  ++global.read;
  ++global.written;
}
long sameMember(int n, Counters &counters) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++counters.read;
#pragma pipeline stage
    sum += x + counters.read;
  }
  return sum;
}
long wholeBesideMember(int n) {
  long sum = 0;
  Counters counters;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++counters.read;
#pragma pipeline stage
    {
      const Counters copy = counters;
      sum += x + copy.read;
    }
  }
  return sum;
}
long throughFunction(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = ++global.read;
      countAll();
    }
#pragma pipeline stage
    sum += x + ++global.written;
  }
  return sum;
}
long twoNames(int n, Counters &one, Counters &other) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++one.read;
#pragma pipeline stage
    sum += x + ++one.written + other.read;
  }
  return sum;
}
long pointerToMember(int n) {
  long sum = 0;
  Counters counters;
  long *written = &counters.written;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++counters.read + *written;
#pragma pipeline stage
    sum += x + ++counters.written;
  }
  return sum;
}
long memberPointer(int n, long Counters::*which) {
  long sum = 0;
  Counters counters;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++counters.read;
#pragma pipeline stage
    sum += x + counters.*which;
  }
  return sum;
}
long bitFields(int n) {
  long sum = 0;
  Counters counters = {};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++counters.low;
#pragma pipeline stage
    sum += x + ++counters.high;
  }
  return sum + counters.low;
}
long unions(int n) {
  long sum = 0;
  Either either = {};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++either.whole;
#pragma pipeline stage
    sum += x + either.half;
  }
  return sum;
}
long privateMember(int n) {
  long sum = 0;
  Guarded guarded;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++guarded.outer;
#pragma pipeline stage
    {
      guarded.add();
      sum += x;
    }
  }
  return sum + guarded.outer;
}
long linked(int n, Linked &list) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = ++list.read;
#pragma pipeline stage
    sum += x + ++list.next->read;
  }
  return sum;
}
long headerToo(int n) {
  long sum = 0;
  Counters counters;
#pragma pipeline
  for (; counters.written < n; ++counters.read) {
    long x = 0;
#pragma pipeline stage
    x = counters.read;
#pragma pipeline stage
    sum += x + ++counters.written;
  }
  return sum;
}
// CHECK: {{^}}pipeline-parts-error.cpp:38:25: error: 'counters.read' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-parts-error.cpp:36:20: note: 'counters.read' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:52:29: error: 'counters' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-parts-error.cpp:49:20: note: 'counters' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:69:25: error: 'global.written' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-parts-error.cpp:66:7: note: 'global.written' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:28:12: note: in function 'countAll', here
// CHECK: {{^}}pipeline-parts-error.cpp:81:38: error: 'other', read by stage 2, may be the same as 'one.read', which stage 1 writes; declare pointers '__restrict' where they never meet
// CHECK: {{^}}pipeline-parts-error.cpp:79:15: note: 'one.read' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:95:27: error: 'counters' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-parts-error.cpp:93:20: note: 'counters' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:108:24: error: 'counters' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-parts-error.cpp:106:20: note: 'counters' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:121:27: error: 'counters' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-parts-error.cpp:119:20: note: 'counters' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:134:23: error: 'either' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-parts-error.cpp:132:18: note: 'either' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:148:15: error: 'guarded' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-parts-error.cpp:23:18: note: in function 'add', here
// CHECK: {{^}}pipeline-parts-error.cpp:145:19: note: 'guarded' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:162:29: error: what 'list' refers to, written by stage 2, may be the same as 'list', which stage 1 writes; declare pointers '__restrict' where they never meet
// CHECK: {{^}}pipeline-parts-error.cpp:160:16: note: 'list' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:162:23: error: 'list' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-parts-error.cpp:160:16: note: 'list' is written by stage 1 here
// CHECK: {{^}}pipeline-parts-error.cpp:175:27: error: 'counters.written' is written by stage 2, but the header of the loop depends on it: only stage 1 may write what the header uses
// CHECK: {{^}}pipeline-parts-error.cpp:170:19: note: the header uses 'counters.written' here
