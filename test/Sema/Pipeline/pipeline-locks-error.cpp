// A lock that one stage takes and another one gives back: each rank has its own.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
// CHECK: {{^}}pipeline-locks-error.cpp:26:7: warning: 'guard' is used by stages 1 and 2, which may run on different ranks: a lock excludes only threads of one rank
#include <mutex>

std::mutex guard;
void take() { guard.lock(); }

long run(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    {
      // CHECK: {{^}}pipeline-locks-error.cpp:[[#@LINE+2]]:7: error: stage 1 locks 'guard', and does not unlock it: each rank has a lock of its own
      // CHECK: {{^}}pipeline-locks-error.cpp:8:21: note: in function 'take', here
      take();
      x = i;
    }
#pragma pipeline stage
    {
      sum += x;
      // CHECK: {{^}}pipeline-locks-error.cpp:[[#@LINE+1]]:13: error: stage 2 unlocks 'guard', and does not lock it: each rank has a lock of its own
      guard.unlock();
    }
  }
  return sum;
}
