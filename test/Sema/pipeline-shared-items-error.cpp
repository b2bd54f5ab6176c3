// Two variables of the item that lead to one object: each travels by itself.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <memory>
#include <vector>

long twoPointers(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<long> one, other;
#pragma pipeline stage
    {
      one = std::make_shared<long>(i);
      other = one;
    }
#pragma pipeline stage
    {
      ++*one;
      sum += *other;
    }
  }
  return sum;
}
long pointerAndList(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::shared_ptr<long> first;
    std::vector<std::shared_ptr<long>> all;
#pragma pipeline stage
    {
      first = std::make_shared<long>(i);
      all.push_back(first);
    }
#pragma pipeline stage
    {
      ++*all[0];
      sum += *first;
    }
  }
  return sum;
}
// CHECK: {{^}}pipeline-shared-items-error.cpp:19:7: error: what 'one' refers to is reached from two variables that travel to stage 2, which changes it: on another rank each has a copy of its own
// CHECK: {{^}}pipeline-shared-items-error.cpp:38:7: error: what 'first' refers to is reached from two variables that travel to stage 2, which changes it: on another rank each has a copy of its own
