// Clauses that leave out what the text of the stage shows: a warning for each
// variable. None where a function is not seen, nor for what is read from outside
// the loop.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "Inputs/pipeline.h"

void unseen(int &);
void left(int n, int offset) {
  int count = 0;
  std::vector<int> all, seen;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int value, shift;
#pragma pipeline stage out(value, shift)
    {
      value = i + offset;
      shift = i;
    }
#pragma pipeline stage in(value) out(value)
    {
      ++count;
      all.push_back(i);
      value *= 2;
    }
#pragma pipeline stage out(seen) in(value)
    seen.push_back(value + shift);
#pragma pipeline stage in(value)
    unseen(value);
  }
}
// CHECK: {{^}}pipeline-stated-unnamed.cpp:22:9: warning: 'count' is changed by stage 2, whose clauses do not name it in 'out': it counts as if it were not
// CHECK: {{^}}pipeline-stated-unnamed.cpp:23:7: warning: 'all' is changed by stage 2, whose clauses do not name it in 'out': it counts as if it were not
// CHECK: {{^}}pipeline-stated-unnamed.cpp:27:28: warning: 'shift' is read by stage 3, whose clauses do not name it in 'in': it counts as if it were not
