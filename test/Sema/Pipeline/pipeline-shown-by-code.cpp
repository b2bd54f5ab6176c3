// What the syntax does not show and generated code does: the plan has it.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include <initializer_list>
#include <memory>
#include <vector>

// A variable of the item, changed through addresses in a list.
long items(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long a = 0, b = 0;
#pragma pipeline stage
    {
      const std::initializer_list<long *> both = {&a, &b};
      for (long *one : both)
        *one = i;
    }
#pragma pipeline stage
    sum += a + b;
  }
  return sum;
}
// A state, changed through an object that keeps its address.
struct Action {
  virtual ~Action() = default;
  virtual void run(int i) = 0;
};
struct Append : Action {
  explicit Append(std::vector<long> &all) : target(all) {}
  void run(int i) override { target.push_back(i); }
  std::vector<long> &target;
};
std::size_t states(int n) {
  std::vector<long> all;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    x = i;
#pragma pipeline stage
    {
      std::vector<std::unique_ptr<Action>> actions;
      actions.push_back(std::make_unique<Append>(all));
      for (const auto &action : actions)
        action->run(static_cast<int>(x));
    }
  }
  return all.size();
}
// CHECK: {{^}}sema: pipeline 0 at line 11{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 14, movable{{$}}
// CHECK-NEXT: {{^}}    carries: a (long, 8 bytes), b (long, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 20, movable{{$}}
// CHECK-NEXT: {{^}}  state: sum (long) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: a, b{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 16{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 3 at line 37{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 40, movable{{$}}
// CHECK-NEXT: {{^}}    carries: x (long, 8 bytes){{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 42, stays: it calls 'run', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}  state: all (std::vector<long>) of stage 2{{$}}
// CHECK-NEXT: {{^}}  item: x{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 8{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
