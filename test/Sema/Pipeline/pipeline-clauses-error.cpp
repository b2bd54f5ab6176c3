// Values that no clause can take.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
struct Matrix {};
void values(int n, Matrix matrix, std::vector<std::string> words) {
  const double few[2] = {1, 2};
#pragma pipeline onto(0) depth(0) latency(0) bandwidth(-1) mapping(intervals)
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage work(-1) data(-2.5) replicate(0)
    produce(i);
#pragma pipeline stage at(-1) work(words)
    produce(i);
  }
#pragma pipeline onto(3) speeds(1, 2) bandwidth(matrix) mapping(best)
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage at(3)
    produce(i);
#pragma pipeline stage replicate(4)
    produce(i);
  }
#pragma pipeline onto(3) speeds(few) bandwidth(words)
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    produce(i);
#pragma pipeline stage
    produce(i);
  }
#pragma pipeline speeds(1, 0)
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    produce(i);
#pragma pipeline stage
    produce(i);
  }
}
// CHECK: {{^}}pipeline-clauses-error.cpp:10:68: error: unknown mapping 'intervals'; did you mean 'interval'?
// CHECK: {{^}}pipeline-clauses-error.cpp:10:23: error: number of ranks must be positive, found 0
// CHECK: {{^}}pipeline-clauses-error.cpp:10:56: error: the bandwidth must be positive and finite, found '-1'
// CHECK: {{^}}pipeline-clauses-error.cpp:10:43: error: the latency must be positive and finite, found '0'
// CHECK: {{^}}pipeline-clauses-error.cpp:10:32: error: depth must be positive, found 0
// CHECK: {{^}}pipeline-clauses-error.cpp:12:29: error: the work must not be negative and must be finite, found '-1'
// CHECK: {{^}}pipeline-clauses-error.cpp:12:38: error: the size of the data must not be negative and must be finite, found '-2.5'
// CHECK: {{^}}pipeline-clauses-error.cpp:12:54: error: number of replicas must be positive, found 0
// CHECK: {{^}}pipeline-clauses-error.cpp:14:36: error: expected a number for the work, found an expression of type 'std::vector<std::string>' (aka 'vector<basic_string<char>>')
// CHECK: {{^}}pipeline-clauses-error.cpp:14:27: error: rank of a stage must not be negative, found -1
// CHECK: {{^}}pipeline-clauses-error.cpp:17:65: error: unknown mapping 'best'; expected one of 'auto', 'one_to_one', 'interval', 'exact', 'h1a', 'h1b', 'h2', 'h3', 'h4', 'h5', 'h6', 'h7a' or 'h7b'
// CHECK: {{^}}pipeline-clauses-error.cpp:17:33: error: 2 speeds for 3 ranks
// CHECK: {{^}}pipeline-clauses-error.cpp:17:23: note: the number of ranks is 3 here
// CHECK: {{^}}pipeline-clauses-error.cpp:17:49: error: expected a number or a range of numbers for the bandwidth, found an expression of type 'Matrix'
// CHECK: {{^}}pipeline-clauses-error.cpp:19:27: error: rank 3 takes no part: the ranks are 0 to 2
// CHECK: {{^}}pipeline-clauses-error.cpp:17:23: note: the number of ranks is 3 here
// CHECK: {{^}}pipeline-clauses-error.cpp:21:34: error: 4 replicas need as many ranks, but there are 3
// CHECK: {{^}}pipeline-clauses-error.cpp:17:23: note: the number of ranks is 3 here
// CHECK: {{^}}pipeline-clauses-error.cpp:24:33: error: 2 speeds for 3 ranks
// CHECK: {{^}}pipeline-clauses-error.cpp:24:23: note: the number of ranks is 3 here
// CHECK: {{^}}pipeline-clauses-error.cpp:31:28: error: a speed must be positive and finite, found '0'
