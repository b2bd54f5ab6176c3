// Addresses that lead from the item's element to another one.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <vector>

long beside(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    sum += (&a[i])[1] + a[i];
  }
  return a[0];
}
long besideReference(int n) {
  long sum = 0;
  std::vector<long> a(99);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a[i] = i;
#pragma pipeline stage
    {
      const long &x = a[i];
      sum += (&x)[1];
    }
  }
  return a[0];
}
// CHECK: {{^}}pipeline-elements-beside-error.cpp:14:12: error: what 'a' refers to is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-elements-beside-error.cpp:12:10: note: what 'a' refers to is written here
// CHECK: {{^}}pipeline-elements-beside-error.cpp:28:14: error: what 'a' refers to is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-elements-beside-error.cpp:24:10: note: what 'a' refers to is written here
