// Elements that are not the item's alone: the text shows it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <vector>

long neighbour(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    a[i] += a[i + 1];
#pragma pipeline stage
    sum += a[i];
  }
  return sum;
}
long ended(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      a[i] += i;
      if (i % 3)
        continue;
    }
#pragma pipeline stage
    a[i] *= 2;
  }
  return a[0];
}
long repeated(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; i = (i + 1) % 7) {
#pragma pipeline stage
    a[i] += i;
#pragma pipeline stage
    a[i] *= 2;
  }
  return a[0];
}
long narrow(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (unsigned char i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] += i;
#pragma pipeline stage
    a[i] *= 2;
  }
  return a[0];
}
long changed(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      a[i] += i;
      ++i;
    }
#pragma pipeline stage
    a[i] *= 2;
  }
  return a[0];
}
long grown(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    {
      a.push_back(i);
      a[i] += 1;
    }
  }
  return a[0];
}
long pointer(int n, long *a) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    a[i] += 1;
  }
  return a[0];
}
long otherName(int n) {
  long sum = 0;
  std::vector<long> a(99);
  long *p = a.data();
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    {
      p[i + 1] = 5;
      a[i] += 1;
    }
  }
  return a[0];
}
long twoParameters(int n, std::vector<long> &a, std::vector<long> &b) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    {
      a[i] += 1;
      sum += b[i];
    }
  }
  return sum;
}
// CHECK: {{^}}pipeline-elements-error.cpp:14:5: error: 'a' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-error.cpp:12:5: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-error.cpp:32:5: error: 'a' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-error.cpp:27:7: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-error.cpp:44:5: error: 'a' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-error.cpp:42:5: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-error.cpp:56:5: error: 'a' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-error.cpp:54:5: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-error.cpp:71:5: error: 'a' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-error.cpp:67:7: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-error.cpp:84:7: error: 'a' is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-error.cpp:81:5: note: 'a' is written by stage 1 here
// CHECK: {{^}}pipeline-elements-error.cpp:97:5: error: what 'a' refers to is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-elements-error.cpp:95:5: note: what 'a' refers to is written by stage 1 here
// CHECK: {{^}}pipeline-elements-error.cpp:108:5: error: 'a' is read by stage 1, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-elements-error.cpp:111:7: note: 'a' is written by stage 2 here
// CHECK: {{^}}pipeline-elements-error.cpp:126:14: error: 'b', read by stage 2, may be the same as 'a[i]', which stage 1 writes; declare pointers '__restrict' where they never meet
// CHECK: {{^}}pipeline-elements-error.cpp:122:5: note: 'a[i]' is written by stage 1 here
