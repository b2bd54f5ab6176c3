// Writes that no assignment shows: by destructors, constructors, algorithms
// over ranges, views, ties, and by a variable that only the header declares.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include <algorithm>
#include <span>
#include <tuple>
#include <vector>

int produce(int);
int counter;
struct Counting {
  int kept = 0;
  ~Counting() { ++counter; }
};
struct Numbered {
  int id = ++counter;
};
void destructors(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    {
      Counting local;
      x = i;
    }
#pragma pipeline stage
    produce(counter + x);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = Numbered().id;
#pragma pipeline stage
    produce(counter + x);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Counting item;
#pragma pipeline stage
    item.kept = i;
#pragma pipeline stage
    produce(item.kept);
  }
}
void views(int n, std::vector<int> v, int a, int b) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    std::ranges::fill(v, i);
#pragma pipeline stage
    produce(v[0]);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    for (int &one : std::span(v))
      one = i;
#pragma pipeline stage
    produce(v[0]);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      auto [first, second] = std::tie(a, b);
      second = i;
    }
#pragma pipeline stage
    produce(b);
  }
#pragma pipeline
  for (int i = 0, sum = 0; i < n; ++i) {
#pragma pipeline stage
    sum += i;
#pragma pipeline stage
    produce(sum);
  }
}
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:29:13: error: 'counter' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:25:16: note: 'counter' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:14:19: note: in function '~Counting', here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:37:13: error: 'counter' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:35:9: note: 'counter' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:17:14: note: in function 'Numbered', here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:41:14: error: the destructor of 'item' runs on every rank, but changes 'counter': declare the variable in a stage instead
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:14:19: note: in function '~Counting', here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:54:13: error: 'v' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:52:23: note: 'v' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:62:13: error: 'v' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:60:7: note: 'v' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:72:13: error: 'b' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:68:42: note: 'b' is written by stage 1 here
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:79:13: error: 'sum' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-hidden-writes-error.cpp:77:5: note: 'sum' is written by stage 1 here
