// What objects call that were given closures or functions.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

using Handler = std::function<void(int)>;
int produce(int);
int global;
void count(int) { ++global; }
class Bus {
  std::vector<Handler> handlers;
  Handler last;

public:
  void on(Handler handler) { handlers.push_back(std::move(handler)); }
  void keep(const Handler &handler) { last = handler; }
  void fire(int x) {
    for (auto &handler : handlers)
      handler(x);
  }
  void fireLast(int x) { last(x); }
};
void observers(int n) {
  Bus bus, other, third;
  int total = 0, most = 0;
  bus.on([&total](int x) { total += x; });
  auto named = [&](int x) { most = x; };
  other.keep(named);
  third.on(count);
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    bus.fire(i);
#pragma pipeline stage
    other.fireLast(i);
#pragma pipeline stage
    third.fire(i);
#pragma pipeline stage
    produce(total);
#pragma pipeline stage
    produce(most);
#pragma pipeline stage
    produce(global);
  }
}
struct Panel {
  Bus bus;
  Handler own;
  int pressed = 0, moved = 0;
  Panel() {
    own = [this](int x) { pressed += x; };
    bus.on([this](int x) { moved += x; });
  }
  void run(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
#pragma pipeline stage
      own(i);
#pragma pipeline stage
      bus.fire(i);
#pragma pipeline stage
      produce(pressed);
#pragma pipeline stage
      produce(moved);
    }
  }
};
// CHECK: {{^}}pipeline-callbacks-error.cpp:39:13: error: 'total' is read by stage 4, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-callbacks-error.cpp:33:9: note: 'total' is written by stage 1 here
// CHECK: {{^}}pipeline-callbacks-error.cpp:26:28: note: in function 'operator()', here
// CHECK: {{^}}pipeline-callbacks-error.cpp:41:13: error: 'most' is read by stage 5, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-callbacks-error.cpp:35:11: note: 'most' is written by stage 2 here
// CHECK: {{^}}pipeline-callbacks-error.cpp:27:29: note: in function 'operator()', here
// CHECK: {{^}}pipeline-callbacks-error.cpp:43:13: error: 'global' is read by stage 6, but is the state of stage 3, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-callbacks-error.cpp:37:11: note: 'global' is written by stage 3 here
// CHECK: {{^}}pipeline-callbacks-error.cpp:9:21: note: in function 'count', here
// CHECK: {{^}}pipeline-callbacks-error.cpp:62:15: error: 'pressed' is read by stage 3, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-callbacks-error.cpp:58:7: note: 'pressed' is written by stage 1 here
// CHECK: {{^}}pipeline-callbacks-error.cpp:51:27: note: in function 'operator()', here
// CHECK: {{^}}pipeline-callbacks-error.cpp:64:15: error: 'moved' is read by stage 4, but is the state of stage 2, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-callbacks-error.cpp:60:11: note: 'moved' is written by stage 2 here
// CHECK: {{^}}pipeline-callbacks-error.cpp:52:28: note: in function 'operator()', here
