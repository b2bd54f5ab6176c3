// For every pipeline: its mapping or why the runtime maps, who evaluates the
// header, and at each stage its state, why it stays, and what leaves it.
//
// RUN: %redistc --remarks %s -o %t.cpp 2>&1 | FileCheck %s \
// RUN:   --implicit-check-not=remark: --implicit-check-not=error:
// RUN: %redistc %s -o %t.cpp 2>&1 | not grep remark:
// RUN: %redistc --remarks --max-embedded-entries=4 %s -o %t.cpp 2>&1 \
// RUN:   | FileCheck %s --check-prefix=LIMIT
#include <string>
#include <vector>

bool read(int &value);
struct Sink {
  void write(const std::vector<char> &bytes) { written += bytes.size(); }
  Sink(const Sink &) = delete;
  std::size_t written = 0;
};
void embedded(int n, double &total) {
#pragma pipeline onto(3) bandwidth(8)
  for (int i = 0; i < n; ++i) {
    double a = 0, b = 0;
#pragma pipeline stage work(4)
    a = i;
#pragma pipeline stage work(2)
    b = a + 1;
#pragma pipeline stage work(4)
    total += b;
  }
}
// CHECK-DAG: pipeline-remarks.cpp:19:1: remark: mapping embedded: stage{{.*}}; period 4, the least possible; latency {{.*}}
// CHECK-DAG: pipeline-remarks.cpp:19:1: remark: every rank evaluates the header of the loop
// CHECK-DAG: pipeline-remarks.cpp:22:1: remark: from stage 1 to stage 2: a (double, 8 bytes)
// CHECK-DAG: pipeline-remarks.cpp:24:1: remark: from stage 2 to stage 3: b (double, 8 bytes)
// CHECK-DAG: pipeline-remarks.cpp:26:1: remark: total (double) is state of stage 3, and up to date on every rank after the loop
// LIMIT: pipeline-remarks.cpp:19:1: remark: the runtime maps: the mapping has 6 table entries, more than --max-embedded-entries=4

void atRunTime(Sink &sink, long &count, int ranks) {
  int value = 0;
#pragma pipeline onto(ranks)
  while (read(value)) {
    std::vector<char> raw;
#pragma pipeline stage
    { raw.assign(9, 'x'); ++count; }
#pragma pipeline stage work(2)
    sink.write(raw);
  }
}
// CHECK-DAG: pipeline-remarks.cpp:39:1: remark: the runtime maps: 'ranks' is not a constant; no work(...) is given for stage 1: the runtime measures the first items; what leaves stage 1 has no fixed size; no bandwidth(...) is given: the runtime measures
// CHECK-DAG: pipeline-remarks.cpp:39:1: remark: the rank of stage 1 evaluates the header of the loop
// CHECK-DAG: pipeline-remarks.cpp:42:1: remark: from stage 1 to stage 2: raw (std::vector<char>, any size)
// CHECK-DAG: pipeline-remarks.cpp:42:1: remark: count (long) is state of stage 1, and up to date on every rank after the loop
// CHECK-DAG: pipeline-remarks.cpp:44:1: remark: sink (Sink) is state of stage 2, and stays on its rank
// CHECK-DAG: pipeline-remarks.cpp:44:1: remark: stage 2 keeps its rank after the first items: {{.*}}
