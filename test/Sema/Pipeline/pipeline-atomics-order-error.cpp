// Atomics that several stages write, and that cannot be counted by each rank
// alone: the header reads them, or the sum depends on the order.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <atomic>

long readByHeader(int n) {
  std::atomic<int> done{0};
  long sum = 0;
#pragma pipeline
  while (done < n) {
    long x = 0;
#pragma pipeline stage
    {
      x = 1;
      ++done;
    }
#pragma pipeline stage
    {
      ++done;
      sum += x;
    }
  }
  return sum;
}
long rounded(int n) {
  std::atomic<double> all{0};
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      all = all + 0.1;
    }
#pragma pipeline stage
    {
      all = all + 1e9;
      sum += x;
    }
  }
  return sum;
}
// CHECK: {{^}}pipeline-atomics-order-error.cpp:20:9: error: 'done' is written by stage 2, but the header of the loop depends on it: only stage 1 may write what the header uses
// CHECK: {{^}}pipeline-atomics-order-error.cpp:11:10: note: the header uses 'done' here
// CHECK: {{^}}pipeline-atomics-order-error.cpp:20:9: warning: 'done' is counted by stages 1 and 2, which may run on different ranks: until the loop has ended, each rank knows what it has counted alone
// CHECK: {{^}}pipeline-atomics-order-error.cpp:39:7: error: 'all' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-atomics-order-error.cpp:35:7: note: 'all' is written by stage 1 here
