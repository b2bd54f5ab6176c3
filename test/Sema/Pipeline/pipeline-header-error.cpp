// Only stage 1 may write what the header reads, and a range is every rank's. What
// a condition declares is not always what another rank can have.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void headers(int n, std::vector<int> values) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x;
#pragma pipeline stage
    x = produce(i);
#pragma pipeline stage
    {
      --n;
      i += x;
    }
  }
  int limit = 10;
#pragma pipeline
  for (; int left = --limit + n;) {
    int x;
#pragma pipeline stage
    {
      x = produce(left);
      ++n;
    }
#pragma pipeline stage
    produce(x);
  }
#pragma pipeline
  while (auto left{--limit + n}) {
#pragma pipeline stage
    n += left;
#pragma pipeline stage
    produce(left);
  }
#pragma pipeline
  while (const int left = --limit + n) {
#pragma pipeline stage
    n += left;
#pragma pipeline stage
    produce(left);
  }
}
struct Numbers {
  struct Iterator {
    int operator*() const { return *current; }
    Iterator &operator++() {
      std::cin >> *current;
      return *this;
    }
    bool operator!=(const Iterator &) const { return *current != 0; }
    int *current;
  };
  Iterator begin();
  Iterator end();
};
void ranges(Numbers numbers) {
#pragma pipeline
  for (int number : numbers) {
    int x;
#pragma pipeline stage
    x = produce(number);
#pragma pipeline stage
    produce(x);
  }
}
// CHECK: {{^}}pipeline-header-error.cpp:17:7: error: 'i' is written by stage 2, but the header of the loop depends on it: only stage 1 may write what the header uses
// CHECK: {{^}}pipeline-header-error.cpp:10:19: note: the header uses 'i' here
// CHECK: {{^}}pipeline-header-error.cpp:16:9: error: 'n' is written by stage 2, but the header of the loop depends on it: only stage 1 may write what the header uses
// CHECK: {{^}}pipeline-header-error.cpp:10:23: note: the header uses 'n' here
// CHECK: {{^}}pipeline-header-error.cpp:22:14: error: the condition declares 'left', and the rank of stage 1 alone can evaluate it, since it depends on 'n', which stage 1 writes: declare the variable before the loop, and assign it in the condition
// CHECK: {{^}}pipeline-header-error.cpp:33:15: error: the condition declares 'left', and the rank of stage 1 alone can evaluate it, since it depends on 'n', which stage 1 writes: declare the variable before the loop, and assign it in the condition
// CHECK: {{^}}pipeline-header-error.cpp:40:20: error: 'left' is const, but its initialiser reads what the header uses, which the rank of stage 1 alone has, so that the value has to travel: leave out 'const'
// CHECK: {{^}}pipeline-header-error.cpp:40:20: note: 'left' declared here
// CHECK: {{^}}pipeline-header-error.cpp:62:19: error: every rank iterates over the range of a pipeline, which must be the same for all of them, but it changes 'numbers'; use a 'while' loop, whose condition the rank of stage 1 evaluates
// CHECK: {{^}}pipeline-header-error.cpp:62:3: note: the loop is here
