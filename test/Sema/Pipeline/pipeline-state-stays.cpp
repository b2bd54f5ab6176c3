// A state that cannot travel stays with its stage: what is read of it behind the
// loop is an error, or a warning where the stage states what it writes.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

class Sink {
public:
  Sink() = default;
  Sink(const Sink &) = delete;
  void write(const std::vector<int> &values) { bytes += values.size(); }
  long close() { return bytes; }

private:
  long bytes = 0;
};
long stays(int n, Sink &sink) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int> values;
#pragma pipeline stage
    values.push_back(i);
#pragma pipeline stage
    sink.write(values);
  }
  return sink.close();
}
long stated(int n, Sink &sink) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::vector<int> values;
#pragma pipeline stage
    values.push_back(i);
#pragma pipeline stage in(values) out(sink)
    sink.write(values);
  }
  return sink.close();
}
double own(int n) {
  double *kept = new double[100];
  double *scratch = new double[100];
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    int x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    kept[i] = scratch[x] = x;
  }
  const double first = kept[0];
  delete[] kept;
  delete[] scratch;
  return first;
}
// CHECK: {{^}}pipeline-state-stays.cpp:24:10: error: 'sink' is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-state-stays.cpp:11:54: note: in function 'write', here
// CHECK: {{^}}pipeline-state-stays.cpp:26:15: note: 'sink' is read here
// CHECK: {{^}}pipeline-state-stays.cpp:12:25: note: in function 'close', here
// CHECK: {{^}}pipeline-state-stays.cpp:24:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
// CHECK: {{^}}pipeline-state-stays.cpp:35:10: warning: 'sink' is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-state-stays.cpp:11:54: note: in function 'write', here
// CHECK: {{^}}pipeline-state-stays.cpp:37:15: note: 'sink' is read here
// CHECK: {{^}}pipeline-state-stays.cpp:12:25: note: in function 'close', here
// CHECK: {{^}}pipeline-state-stays.cpp:48:13: error: what 'kept' refers to is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-state-stays.cpp:50:24: note: what 'kept' refers to is read here
// CHECK: {{^}}pipeline-state-stays.cpp:48:5: note: other ranks read what was there before the loop; where that is meant, state what stage 2 reads and writes with 'in(...)' and 'out(...)' that do not name it
