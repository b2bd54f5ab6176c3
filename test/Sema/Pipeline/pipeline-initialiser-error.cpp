// Initialisers of item variables run on every rank.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
int counter;
int draw() { return ++counter; }
struct Source {
  bool next(int &);
};
int table[10];
struct Fixed {
  explicit Fixed(int);
  int size;
};
void initialisers(int n, Source source) {
  int done = 0, number;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = draw();
    int y = done;
    int z = i++;
#pragma pipeline stage
    x = produce(i);
#pragma pipeline stage
    done += x + y + z;
  }
#pragma pipeline
  while (source.next(number)) {
    int x = 0;
    const int here = number + 1, there = number;
    const std::vector<int> values(number);
#pragma pipeline stage
    x = produce(here);
#pragma pipeline stage
    produce(values[0] + there + x);
  }
#pragma pipeline
  while (source.next(number)) {
    int twice = number * 2;
    int &chosen = table[number];
    Fixed fixed(number);
#pragma pipeline stage
    twice = produce(number);
#pragma pipeline stage
    produce(twice + chosen + fixed.size);
  }
}
// CHECK: {{^}}pipeline-initialiser-error.cpp:21:13: error: the initialiser of 'x' runs on every rank, but changes 'counter': assign the variable in the first stage instead
// CHECK: {{^}}pipeline-initialiser-error.cpp:8:23: note: in function 'draw', here
// CHECK: {{^}}pipeline-initialiser-error.cpp:22:13: error: the initialiser of 'y' runs on every rank, but reads 'done', which is up to date on one: assign the variable in a stage instead
// CHECK: {{^}}pipeline-initialiser-error.cpp:27:5: note: 'done' is written by stage 2 here
// CHECK: {{^}}pipeline-initialiser-error.cpp:23:13: error: the initialiser of 'z' runs on every rank, but changes 'i': assign the variable in the first stage instead
// CHECK: {{^}}pipeline-initialiser-error.cpp:32:42: error: 'there' is const, but its initialiser reads 'number', which the rank of stage 1 alone has, so that the value has to travel: leave out 'const'
// CHECK: {{^}}pipeline-initialiser-error.cpp:32:34: note: 'there' declared here
// CHECK: {{^}}pipeline-initialiser-error.cpp:33:35: error: 'values' is const, but its initialiser reads 'number', which the rank of stage 1 alone has, so that the value has to travel: leave out 'const'
// CHECK: {{^}}pipeline-initialiser-error.cpp:33:28: note: 'values' declared here
// CHECK: {{^}}pipeline-initialiser-error.cpp:42:25: error: the initialiser of 'chosen' runs on every rank, but reads 'number', which the rank of stage 1 alone has: assign the variable in the first stage instead
// CHECK: {{^}}pipeline-initialiser-error.cpp:43:17: error: the initialiser of 'fixed' runs on every rank, but reads 'number', which the rank of stage 1 alone has: assign the variable in the first stage instead
