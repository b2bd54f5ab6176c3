// What nowait starts is waited for, once, where that can be told. The name that
// it declares is one of the program.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void never(std::vector<double> &a, long n, int x) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(lost)
  if (x) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(inner)
  }
  return;
#pragma redistribute wait(lost)
}
int names(std::vector<double> &a, long n) {
  int other = 3;
#pragma redistribute wait(other)
#pragma redistribute wait(othr)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:27: error: 'othr' is not a request: expected a name that 'nowait' declares
#pragma redistribute wait(unknown)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:27: error: 'unknown' is not a request: expected a name that 'nowait' declares
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(other)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:73: error: 'nowait' declares a request of a name that this scope has already
// CHECK: {{^}}requests-error.cpp:[[#@LINE-8]]:7: note: previous definition is here
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(twice)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(twice)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:73: error: 'nowait' declares a request of a name that this scope has already
// CHECK: {{^}}requests-error.cpp:[[#@LINE-3]]:73: note: previous definition is here
#pragma redistribute wait(twice)
  {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(inside)
#pragma redistribute wait(inside)
  }
#pragma redistribute wait(inside)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:27: error: 'inside' is not a request: expected a name that 'nowait' declares
  return other;
}
void twice(std::vector<double> &a, long n, int x) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(id)
#pragma redistribute wait(id)
  if (x)
    return;
#pragma redistribute wait(id)
}
void loop(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(id)
  for (int i = 0; i < n; ++i) {
#pragma redistribute wait(id) // the runtime tells if it comes here again
  }
  for (int i = 0; i < n; ++i) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(again)
    if (n > 3) {
#pragma redistribute wait(again)
    } else {
#pragma redistribute wait(again)
    }
#pragma redistribute wait(again)
  }
}
void jumps(std::vector<double> &a, long n) {
  switch (n) {
  case 1:;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(id)
#pragma redistribute wait(id)
  case 2:;
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:3: error: cannot jump from switch statement to this case label
// CHECK: {{^}}requests-error.cpp:[[#@LINE-4]]:73: note: jump bypasses variable initialization
// CHECK: {{^}}requests-error.cpp:[[#@LINE-60]]:73: error: request 'lost' of this directive is never waited for: no '#pragma redistribute wait(lost)' can be reached from here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-59]]:73: error: request 'inner' of this directive is never waited for: no '#pragma redistribute wait(inner)' can be reached from here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-53]]:27: error: 'other' is not a request: expected a name that 'nowait' declares
// CHECK: {{^}}requests-error.cpp:[[#@LINE-55]]:7: note: 'other' declared here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-29]]:27: error: request 'id' has been waited for on every way here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-34]]:73: note: request 'id' is started here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-17]]:27: error: request 'again' has been waited for on every way here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-24]]:73: note: request 'again' is started here
  }
}
void atOnce(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(id)
#pragma redistribute wait(id)
#pragma redistribute wait(id)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:27: error: request 'id' has been waited for on every way here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-4]]:73: note: request 'id' is started here
}
template <int N> void instance(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(id)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:73: error: request 'id' of this directive is never waited for: no '#pragma redistribute wait(id)' can be reached from here
// CHECK: {{^}}requests-error.cpp:[[#@LINE-2]]:1: note: in the instantiation 'instance<3>'
  if constexpr (N > 3) {
#pragma redistribute wait(id)
  }
}
template void instance<4>(std::vector<double> &, long);
template void instance<3>(std::vector<double> &, long);
template <int N> void uninstantiated(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(id)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:73: error: request 'id' of this directive is never waited for: no '#pragma redistribute wait(id)' can be reached from here
}
void lambdas(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(copied)
  auto wrong = [=] {
#pragma redistribute wait(copied)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:27: error: request 'copied' cannot be waited for in a lambda that captures it by copy
// CHECK: {{^}}requests-error.cpp:[[#@LINE-4]]:73: note: request 'copied' is started here
  };
  auto alone = [&] {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(inner)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:73: error: request 'inner' of this directive is never waited for: no '#pragma redistribute wait(inner)' can be reached from here
  };
}
struct Task {
  std::vector<double> a;
  int id;
  void start() {
#pragma redistribute a[8] from(block onto(4)) to(cyclic onto(4)) nowait(id)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:73: error: request 'id' of this directive is never waited for: no '#pragma redistribute wait(id)' can be reached from here
  }
  void end() {
#pragma redistribute wait(id)
// CHECK: {{^}}requests-error.cpp:[[#@LINE-1]]:27: error: 'id' is not a request: expected a name that 'nowait' declares
  }
};
