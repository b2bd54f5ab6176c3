// What crosses a cut must be able to.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
struct Lock {
  Lock();
  Lock(const Lock &) = delete;
  int state;
};
struct Link {
  int *to;
};
void travel(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int> values;
    int *p = nullptr;
    std::string text;
    Lock lock;
    Link link;
    int array[n];
#pragma pipeline stage
    {
      values.push_back(i);
      p = values.data();
      lock.state = i;
      link.to = p;
      array[0] = 1;
    }
#pragma pipeline stage
    produce(*p + lock.state + *link.to + array[0]);
  }
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int> values(5);
    int *buffer = new int[5];
    int &front = values[0];
    int &whole = i;
#pragma pipeline stage
    {
      buffer[0] = i;
      front = whole;
      values.push_back(2);
    }
#pragma pipeline stage
    {
      produce(buffer[0]);
      produce(values[0]);
      produce(front);
      delete buffer;
    }
  }
}
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:33:23: error: 'lock' of type 'Lock' cannot travel from stage 1 to stage 2: 'Lock' can be neither copied nor moved
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:28:12: note: 'lock' is written by stage 1 here
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:33:37: error: 'link' of type 'Link' cannot travel from stage 1 to stage 2: 'int *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:29:12: note: 'link' is written by stage 1 here
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:33:42: error: 'array' of type 'int[n]' cannot travel from stage 1 to stage 2: 'int[n]' is incomplete
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:30:7: note: 'array' is written by stage 1 here
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:49:15: error: what 'buffer' refers to cannot travel to stage 2: 'buffer' is an address, which is nothing on another rank; if it has n elements, write '#pragma pipeline carry(buffer[0 : n])'
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:43:7: note: what 'buffer' refers to is written by stage 1 here
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:51:15: error: 'front' refers to elements of 'values', which are replaced when 'values' travels to stage 2
// CHECK: {{^}}pipeline-cannot-travel-error.cpp:39:10: note: 'front' declared here
