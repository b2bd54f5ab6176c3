// The state of a class that cannot travel is read behind the loop: the note says
// that a 'serialize' brings its value to all ranks, and with one it is accepted.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <cstdio>
#include <string>
#include <vector>

class Queue {
  std::vector<std::string> waiting;

public:
  void push(const std::string &one) { waiting.push_back(one); }
  std::size_t size() const { return waiting.size(); }
};

class Serialised {
  std::vector<std::string> waiting;

public:
  void push(const std::string &one) { waiting.push_back(one); }
  std::size_t size() const { return waiting.size(); }
  template <typename Archive> void serialize(Archive &archive) {
    archive(waiting);
  }
};

class Field {
  double *cells = new double[8]();

public:
  Field() = default;
  Field(const Field &) = delete;
  ~Field() { delete[] cells; }
  void add(int i, double x) { cells[i % 8] += x; }
  double first() const { return cells[0]; }
};

void run(int n) {
  Queue queue;
  Field field;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double x;
#pragma pipeline stage
    { x = i * 0.5; }
#pragma pipeline stage
    { queue.push(std::to_string(x)); }
#pragma pipeline stage
    { field.add(i, x); }
  }
  std::printf("%zu %g\n", queue.size(), field.first());
}

void runWith(int n) {
  Serialised queue;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    double x;
#pragma pipeline stage
    { x = i * 0.5; }
#pragma pipeline stage
    { queue.push(std::to_string(x)); }
  }
  std::printf("%zu\n", queue.size());
}
// CHECK: {{^}}pipeline-state-serialize-error.cpp:48:13: error: 'queue' is written by stage 2, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-state-serialize-error.cpp:13:47: note: in function 'push', here
// CHECK: {{^}}pipeline-state-serialize-error.cpp:52:33: note: 'queue' is read here
// CHECK: {{^}}pipeline-state-serialize-error.cpp:14:45: note: in function 'size', here
// CHECK: {{^}}pipeline-state-serialize-error.cpp:9:7: note: with a 'serialize' of class 'Queue' its value would come to all ranks behind the loop
// CHECK: {{^}}pipeline-state-serialize-error.cpp:50:13: error: what 'field' refers to is written by stage 3, and read behind the loop, but is up to date on the rank of that stage alone
// CHECK: {{^}}pipeline-state-serialize-error.cpp:35:44: note: in function 'add', here
// CHECK: {{^}}pipeline-state-serialize-error.cpp:52:47: note: what 'field' refers to is read here
// CHECK: {{^}}pipeline-state-serialize-error.cpp:36:33: note: in function 'first', here
// CHECK: {{^}}pipeline-state-serialize-error.cpp:28:7: note: with a 'serialize' of class 'Field' its value would come to all ranks behind the loop
