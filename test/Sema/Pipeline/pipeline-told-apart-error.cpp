// Bytes that must not be told apart: a count of the program, which the
// functions add to that also count the owners of a shared_ptr, and what lies
// behind the last array of an allocation, which has one element. What a deleter
// of the program writes is no end of what a shared_ptr owns.
//
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20
#include "Inputs/seen.h"

#include <cstdlib>
#include <ext/atomicity.h>
#include <memory>

struct Tail {
  int size;
  char text[1];
};
static _Atomic_word counted;
static Tail *tail;
struct Recycler {
  Tail *to;
  // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+1]]:34: note: in function 'operator()', here
  void operator()(int *) const { ++to->size; }
};
static Tail *used;
static int owned;

long count(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+1]]:5: note: 'counted' is written here
    __gnu_cxx::__exchange_and_add(&counted, 1);
#pragma pipeline stage
    // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+1]]:12: error: 'counted' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
    sum += seen<counted>();
  }
  return sum;
}
long write(int n) {
  long sum = 0;
  tail = static_cast<Tail *>(std::malloc(sizeof(Tail) + 60));
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+2]]:5: warning: what 'tail' refers to is up to date on the rank of stage 1 alone: the number of its elements is not known; a std::span knows it
    // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+1]]:24: note: what 'tail' refers to is written here
    tail->text[i % 50] = 'x';
#pragma pipeline stage
    // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+1]]:12: error: what 'tail' refers to is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
    sum += seenBehind<tail, 40>();
  }
  return sum;
}
long recycle(int n) {
  long sum = 0;
  used = new Tail();
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+1]]:5: note: what 'used' refers to is written here
    std::shared_ptr<int>(&owned, Recycler{used}).reset();
#pragma pipeline stage
    // CHECK-DAG: {{^}}pipeline-told-apart-error.cpp:[[#@LINE+1]]:12: error: what 'used' refers to is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
    sum += seenBehind<used, 0>();
  }
  return sum;
}
