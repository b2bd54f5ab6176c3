// Members of *this are objects of their own.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
struct App {
  int read = 0, written = 0;
  std::vector<int> results;
  int seen() const { return read; }
  void note(int x) { results.push_back(x); }
  void hidden();
  void run(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      int x;
#pragma pipeline stage
      {
        x = produce(i);
        ++read;
      }
#pragma pipeline stage
      {
        ++this->written;
        note(x);
      }
#pragma pipeline stage
      {
        x = seen();
        results.clear();
      }
    }
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      int x;
#pragma pipeline stage
      {
        x = produce(i);
        ++read;
      }
#pragma pipeline stage
      hidden();
    }
  }
};
// CHECK: {{^}}pipeline-members-error.cpp:30:9: error: 'results' is written by two stages, 2 and 3: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-members-error.cpp:25:9: note: 'results' is written by stage 2 here
// CHECK: {{^}}pipeline-members-error.cpp:11:22: note: in function 'note', here
// CHECK: {{^}}pipeline-members-error.cpp:29:13: error: 'read' is read by stage 3, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-members-error.cpp:10:29: note: in function 'seen', here
// CHECK: {{^}}pipeline-members-error.cpp:20:11: note: 'read' is written by stage 1 here
// CHECK: {{^}}pipeline-members-error.cpp:42:7: error: '*this' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-members-error.cpp:39:11: note: 'read' is written by stage 1 here
