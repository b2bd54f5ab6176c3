// Atomics that several stages use for more than adding: what one reads depends
// on the other.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <atomic>

long resultUsed(int n) {
  std::atomic<int> done{0};
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      ++done;
    }
#pragma pipeline stage
    if (++done % 10 == 0)
      sum += x;
  }
  return sum;
}
static int next(std::atomic<int> &number) { return number++; }
long resultOfHelperUsed(int n) {
  std::atomic<int> done{0};
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = next(done);
#pragma pipeline stage
    {
      sum += x;
      next(done);
    }
  }
  return sum;
}
long replaced(int n) {
  std::atomic<int> done{0};
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      ++done;
    }
#pragma pipeline stage
    {
      sum += x;
      done = 0;
    }
  }
  return sum + done;
}
long readByThird(int n) {
  std::atomic<int> done{0};
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = i;
      ++done;
    }
#pragma pipeline stage
    ++done;
#pragma pipeline stage
    sum += x + done;
  }
  return sum;
}
long otherName(int n) {
  std::atomic<int> done{0};
  std::atomic<int> &alias = done;
  const std::atomic<int> *watched = &done;
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      x = watched->load();
      ++done;
    }
#pragma pipeline stage
    {
      ++alias;
      sum += x;
    }
  }
  return sum;
}
// CHECK: {{^}}pipeline-atomics-error.cpp:19:11: warning: 'done' is counted by stages 1 and 2, which may run on different ranks: until the loop has ended, each rank knows what it has counted alone
// CHECK: {{^}}pipeline-atomics-error.cpp:36:7: warning: 'done' is counted by stages 1 and 2, which may run on different ranks: until the loop has ended, each rank knows what it has counted alone
// CHECK: {{^}}pipeline-atomics-error.cpp:55:7: warning: 'done' is counted by stages 1 and 2, which may run on different ranks: until the loop has ended, each rank knows what it has counted alone
// CHECK: {{^}}pipeline-atomics-error.cpp:72:7: warning: 'done' is counted by stages 1 and 2, which may run on different ranks: until the loop has ended, each rank knows what it has counted alone
// CHECK: {{^}}pipeline-atomics-error.cpp:93:9: warning: 'done' is counted by stages 1 and 2, which may run on different ranks: until the loop has ended, each rank knows what it has counted alone
// CHECK: {{^}}pipeline-atomics-error.cpp:19:9: error: 'done' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:16:7: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:16:7: error: 'done' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:19:9: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:36:7: error: 'done' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:24:52: note: in function 'next', here
// CHECK: {{^}}pipeline-atomics-error.cpp:32:9: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:24:52: note: in function 'next', here
// CHECK: {{^}}pipeline-atomics-error.cpp:32:9: error: 'done' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:24:52: note: in function 'next', here
// CHECK: {{^}}pipeline-atomics-error.cpp:36:7: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:24:52: note: in function 'next', here
// CHECK: {{^}}pipeline-atomics-error.cpp:55:12: error: 'done' is written by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:50:7: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:50:7: error: 'done' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:55:12: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:50:7: error: 'done' is written by stage 1, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-atomics-error.cpp:58:16: note: 'done' is read here
// CHECK: {{^}}pipeline-atomics-error.cpp:48:5: note: other ranks read what was there before the loop; where that is meant, state what stage 1 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-atomics-error.cpp:55:12: error: 'done' is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-atomics-error.cpp:58:16: note: 'done' is read here
// CHECK: {{^}}pipeline-atomics-error.cpp:53:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-atomics-error.cpp:72:5: error: 'done' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:69:7: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:74:16: error: 'done' is read by stage 3, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:69:7: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:69:7: error: 'done' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:72:5: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:93:7: error: 'done' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:89:7: note: 'done' is written here
// CHECK: {{^}}pipeline-atomics-error.cpp:88:20: error: 'done' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-atomics-error.cpp:93:7: note: 'done' is written here
