// Two stages use one array among the members of an object, or one of them may
// leave its array.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <array>
#include <vector>

static void addTo(std::vector<std::array<long, 8> *> all, long k) {
  for (auto *one : all)
    (*one)[k % 8] += k;
}
static long sumOf(const long *begin, long k) {
  long sum = 0;
  for (const long *p = begin; p != begin + k; ++p)
    sum += *p;
  return sum;
}
struct SameArray {
  long seen = 0;
  std::array<long, 8> first{};
  void elements(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      long v = i;
#pragma pipeline stage
      addTo({&first}, v);
#pragma pipeline stage
      seen += *(&first[2] + v % 4);
    }
  }
};
struct OtherMember {
  long seen = 0, count = 0;
  std::array<long, 8> first{};
  // From a number on, all of the object may be meant.
  void numbers(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      long v = i;
#pragma pipeline stage
      addTo({&first}, v);
#pragma pipeline stage
      seen += sumOf(&count, v % 4);
    }
  }
};
void callers() {
  SameArray same;
  same.elements(9);
  OtherMember other;
  other.numbers(9);
}
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:28:15: error: '*this' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:26:7: note: '*this' is written here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:10:19: note: in function 'addTo', here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:26:7: error: '*this' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:10:19: note: in function 'addTo', here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:28:12: note: '*this' is written here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:43:15: error: 'other' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:15:12: note: in function 'sumOf', here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:41:7: note: 'other' is written here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:10:19: note: in function 'addTo', here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:43:12: error: '*this' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:41:7: note: '*this' is written here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:10:19: note: in function 'addTo', here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:41:7: error: '*this' is read by stage 1, but stage 2 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:10:19: note: in function 'addTo', here
// CHECK: {{^}}pipeline-arrays-in-classes-error.cpp:43:12: note: '*this' is written here
