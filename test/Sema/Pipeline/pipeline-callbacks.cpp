// Objects that call what they were given, each for itself.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

using Handler = std::function<void(int)>;
struct Bus {
  std::vector<Handler> handlers;
  void on(Handler handler) { handlers.push_back(std::move(handler)); }
  void fire(int x) {
    for (auto &handler : handlers)
      handler(x);
  }
};
struct Hooks {
  Handler begin, end;
};
void apart(int n) {
  Bus bus, other;
  int total = 0, most = 0, begun = 0, ended = 0;
  bus.on([&total](int x) { total += x; });
  other.on([&most](int x) { most = x; });
  Hooks hooks{[&begun](int) { ++begun; }, [&ended](int) { ++ended; }};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      bus.fire(i);
      hooks.begin(i);
    }
#pragma pipeline stage
    {
      other.fire(i);
      hooks.end(i);
    }
  }
}
struct Panel {
  Bus first, second;
  Handler own;
  int one = 0, two = 0, three = 0;
  Panel() {
    own = [this](int x) { one += x; };
    first.on([this](int x) { two += x; });
    second.on([this](int x) { three += x; });
  }
  void run(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
#pragma pipeline stage
      own(i);
#pragma pipeline stage
      first.fire(i);
#pragma pipeline stage
      second.fire(i);
    }
  }
};
// CHECK: {{^}}sema: pipeline 0 at line 24{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 26, stays: it calls '__range1', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 31, stays: it calls '__range1', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}  state: total (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: begun (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: most (int) of stage 2{{$}}
// CHECK-NEXT: {{^}}  state: ended (int) of stage 2{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 0{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK: {{^}}sema: pipeline 3 at line 48{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 50, stays: it calls a function object, whose body is not visible{{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 52, stays: it calls '__range1', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}  stage: 3 at line 54, stays: it calls '__range1', whose body is not visible{{$}}
// CHECK-NEXT: {{^}}  state: this->one (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: this->two (int) of stage 2{{$}}
// CHECK-NEXT: {{^}}  state: this->three (int) of stage 3{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 0{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
// CHECK-NEXT: {{^}}    stage 3 bytes: 0{{$}}
