// What in() and out() cannot name, or name twice, and conflicts between what
// is stated; a refusal that the clauses can lift proposes them.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
enum Kind { Small };
struct Frame {
  int pixels[16];
  int size() const;
};
void names(int n, const int limit, std::vector<int> values, Frame *frames) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Frame raw;
    const int half = i / 2;
#pragma pipeline stage in(produce, values[2], i + 1, raw.size(), Small)        \
    out(raw.pixels[3], *frames, limit, half)
    raw.pixels[0] = produce(i);
#pragma pipeline stage in(raw, values, raw) out((raw), *frames, raw)
    produce(raw.pixels[0]);
  }
}

void conflicts(int n, std::vector<int> values, int sum) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage in(values) out(x, sum)
    x = produce(i);
#pragma pipeline stage in(x) out(values)
    produce(x);
#pragma pipeline stage in(x, sum) out(n)
    produce(x);
#pragma pipeline stage in(x) out(sum) replicate(auto)
    produce(x);
  }
}

struct List {
  int *first;
  void add(int x) { first[x] = x; }
};
void meet(int n, int *counts, List &list) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = counts[i];
#pragma pipeline stage
    list.add(x);
#pragma pipeline stage in(x) out(*list.first)
    list.add(x);
  }
}
// CHECK: {{^}}pipeline-stated-error.cpp:18:27: error: expected the name of a variable in 'in', found function 'produce'
// CHECK: {{^}}pipeline-stated-error.cpp:18:36: error: expected the name of a variable in 'in', found an element of 'values': name all of it
// CHECK: {{^}}pipeline-stated-error.cpp:18:47: error: expected the name of a variable in 'in', found an expression
// CHECK: {{^}}pipeline-stated-error.cpp:18:54: error: expected the name of a variable in 'in', found an expression
// CHECK: {{^}}pipeline-stated-error.cpp:18:66: error: expected the name of a variable in 'in', found an expression
// CHECK: {{^}}pipeline-stated-error.cpp:19:9: error: expected the name of a variable in 'out', found an element of 'raw.pixels': name all of it
// CHECK: {{^}}pipeline-stated-error.cpp:19:33: error: 'out' names 'limit', which is const: no stage writes it
// CHECK: {{^}}pipeline-stated-error.cpp:19:40: error: 'out' names 'half', which is const: no stage writes it
// CHECK: {{^}}pipeline-stated-error.cpp:21:40: error: 'in' names 'raw' twice
// CHECK: {{^}}pipeline-stated-error.cpp:21:27: note: first 'raw' is here
// CHECK: {{^}}pipeline-stated-error.cpp:21:65: error: 'out' names 'raw' twice
// CHECK: {{^}}pipeline-stated-error.cpp:21:49: note: first 'raw' is here
// CHECK: {{^}}pipeline-stated-error.cpp:34:39: error: 'n' is written by stage 3, but the header of the loop depends on it: only stage 1 may write what the header uses
// CHECK: {{^}}pipeline-stated-error.cpp:28:23: note: the header uses 'n' here
// CHECK: {{^}}pipeline-stated-error.cpp:36:34: error: 'sum' is written by two stages, 1 and 4: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-stated-error.cpp:30:42: note: 'sum' is written by stage 1 here
// CHECK: {{^}}pipeline-stated-error.cpp:30:27: error: 'values' is read by stage 1, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-stated-error.cpp:32:34: note: 'values' is written by stage 2 here
// CHECK: {{^}}pipeline-stated-error.cpp:53:34: error: what 'list' refers to is written by two stages, 2 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-stated-error.cpp:52:10: note: what 'list' refers to is written by stage 2 here
// CHECK: {{^}}pipeline-stated-error.cpp:43:21: note: in function 'add', here
// CHECK: {{^}}pipeline-stated-error.cpp:50:9: error: what 'counts' refers to, read by stage 1, may be the same as what 'list' refers to, which stage 2 writes; declare pointers '__restrict' where they never meet
// CHECK: {{^}}pipeline-stated-error.cpp:52:10: note: what 'list' refers to is written by stage 2 here
// CHECK: {{^}}pipeline-stated-error.cpp:43:21: note: in function 'add', here
// CHECK: {{^}}pipeline-stated-error.cpp:51:1: note: state what stage 2 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
