// Where stage 1 steers the loop, initialisers that read what it alone has are
// evaluated on its rank; the values travel. What cannot do harm elsewhere is
// left alone.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

struct Job {
  int id;
  double weight;
};
struct Queue {
  bool empty() const { return left == 0; }
  Job front() const { return {left, 0.5}; }
  void pop() { --left; }
  int left;
};
int length(const std::string &);
void initialisers(Queue queue, std::istream &in) {
  double sum = 0;
#pragma pipeline
  while (!queue.empty()) {
    Job job = queue.front();
    double twice = job.weight * 2;
#pragma pipeline stage
    queue.pop();
#pragma pipeline stage
    sum += job.id + twice;
  }
  std::string line;
#pragma pipeline
  while (std::getline(in, line)) {
    std::string copy = line;
    auto size = length(line);
    std::pair<int, int> both = {size, length(copy)};
    std::vector<int> values(size);
    int brace{values[0]};
#pragma pipeline stage
    ;
#pragma pipeline stage
    sum += copy.size() + both.first + values.size() + brace;
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 21{{$}}
// CHECK: {{^}}  header: first stage{{$}}
// CHECK-NEXT: {{^}}  initialised by stage 1: job{{$}}
// CHECK: {{^}}    carries: job (Job, 16 bytes), twice (double, 8 bytes){{$}}
// CHECK: {{^}}sema: pipeline 3 at line 31{{$}}
// CHECK: {{^}}  header: first stage{{$}}
// CHECK-NEXT: {{^}}  initialised by stage 1: copy, size, both, values, brace{{$}}
// CHECK: {{^}}    carries: copy (std::string), both (std::pair<int, int>, 8 bytes), values (std::vector<int>), brace (int, 4 bytes){{$}}
