// Errors in instances name the instance.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

template <typename T> void instances(int n) {
  T state{};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    T x{};
#pragma pipeline stage
    x = state;
#pragma pipeline stage
    state = x;
  }
}
template void instances<int>(int);
template void instances<long>(int);
template <typename T> void uninstantiated(int n, T sink) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    T x{};
#pragma pipeline stage
    x = sink.get(i);
#pragma pipeline stage
    sink.put(x);
  }
}
// CHECK: {{^}}pipeline-template-error.cpp:12:9: error: 'state' is read by stage 1, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-template-error.cpp:14:5: note: 'state' is written by stage 2 here
// CHECK: {{^}}pipeline-template-error.cpp:8:1: note: in the instantiation 'instances<int>'
