// State that cannot travel stays with its stage, and is told of where it is
// used.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
struct Sink {
  Sink(const Sink &) = delete;
  void write(const std::vector<int> &);
  void close();
};
void stays(int n, Sink &sink) {
  int *cursor = nullptr;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int> values;
#pragma pipeline stage
    values.push_back(produce(i));
#pragma pipeline stage
    {
      sink.write(values);
      ++cursor;
    }
  }
  sink.close();
}
// CHECK: {{^}}pipeline-state-stays.cpp:26:3: warning: 'sink' of type 'Sink' is up to date on the rank of stage 2 alone: it cannot travel
// CHECK: {{^}}pipeline-state-stays.cpp:22:7: note: 'sink' is written by stage 2 here
