// Values of clauses that cannot be, and what is started and waited for.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/containers.h"

struct Number {
  operator double() const;
};
enum { four = 4 };
struct Costs {
  static constexpr double d = -1.5e-3;
  static constexpr int none = 0;
};
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE+64]]:21: error: 'runing' is not a request; did you mean 'running'?
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE+62]]:30: note: 'running' declared here
void f(long n, double x, std::string text, Number number, MPI_Comm comm) {
#pragma reduce(+ : n) root(-1)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:28: error: root must not be negative, found -1
#pragma reduce(+ : n) root(four) onto(2 * 2)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:28: error: root 4 takes no part: the ranks are 0 to 3
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:39: note: the number of ranks is 4 here
#pragma reduce(+ : n) root(x)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:28: error: expected an integer for the root, found an expression of type 'double'
#pragma reduce(+ : n) onto(0) transfers(0) reducers(-3)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:28: error: number of ranks must be positive, found 0
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:41: error: number of transfers must be positive, found 0
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-3]]:53: error: number of reducers must be positive, found -3
#pragma reduce(+ : n) transfers(x) reducers("2")
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:33: error: expected an integer for the number of transfers, found an expression of type 'double'
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:45: error: expected an integer for the number of reducers, found an expression of type 'const char[2]'
#pragma reduce(+ : n) cost(transfer: 0, combine: -1e-3)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:38: error: the cost of a transfer must be positive and finite, found '0'
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:50: error: the cost of a combine must be positive and finite, found '-1e-3'
#pragma reduce(+ : n) cost(transfer: text, combine: 1e400)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:38: error: expected a number of seconds for the cost of a transfer, found an expression of type 'std::string' (aka 'basic_string<char>')
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:53: error: the cost of a combine must be positive and finite, found '1e400'
#pragma reduce(+ : n) cost(transfer: Costs::d, combine: Costs::none)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:38: error: the cost of a transfer must be positive and finite, found 'Costs::d', which is -0.0015
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:57: error: the cost of a combine must be positive and finite, found 'Costs::none', which is 0
#pragma reduce(+ : n) cost(transfer: 1 - 1.5, combine: -(Costs::d / 0))
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:38: error: the cost of a transfer must be positive and finite, found '1 - 1.5', which is -0.5
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:56: error: the cost of a combine must be positive and finite, found '-(Costs::d / 0)', which is inf
#pragma reduce(+ : n) cost(transfer: number, combine: (n, x))
#pragma reduce(+ : n) comm(n)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:28: error: expected an 'MPI_Comm', found an expression of type 'long'
#pragma reduce(+ : n) strategy(greddy)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:32: error: unknown strategy 'greddy'; did you mean 'greedy'?
#pragma reduce(+ : n) strategy(caterpillar)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:32: error: unknown strategy 'caterpillar'; expected one of 'auto', 'greedy', 'binomial', 'fibonacci' or 'mpi'
#pragma reduce(+ : n, text) strategy(mpi)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:23: error: 'strategy(mpi)' needs values of one size: 'text' of type 'std::string' (aka 'basic_string<char>') is not trivially copyable
// CHECK: {{^}}reduce-clauses-error.cpp:16:38: note: 'text' declared here
}
template <int N> void instance(long n) {
#pragma reduce(+ : n) root(N)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:28: error: root must not be negative, found -2
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-2]]:1: note: in the instantiation 'instance<-2>'
}
template void instance<3>(long);
template void instance<-2>(long);
void requests(long n, std::vector<double> &a) {
#pragma reduce(+ : n) nowait(never)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:30: error: request 'never' of this directive is never waited for: no '#pragma reduce wait(never)' can be reached from here
#pragma reduce(+ : n) nowait(twice)
#pragma reduce wait(twice)
#pragma reduce wait(twice)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:21: error: request 'twice' has been waited for on every way here
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-4]]:30: note: request 'twice' is started here
#pragma reduce(+ : n) nowait(mixed)
#pragma redistribute wait(mixed)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:27: error: request 'mixed' is started by '#pragma reduce': expected '#pragma reduce wait(mixed)'
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-3]]:30: note: request 'mixed' is started here
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) nowait(other)
#pragma reduce wait(other)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:21: error: request 'other' is started by '#pragma redistribute': expected '#pragma redistribute wait(other)'
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-3]]:73: note: request 'other' is started here
#pragma reduce(+ : n) nowait(running)
#pragma reduce wait(runing)
#pragma reduce wait(n)
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-1]]:21: error: 'n' is not a request: expected a name that 'nowait' declares
// CHECK: {{^}}reduce-clauses-error.cpp:[[#@LINE-20]]:20: note: 'n' declared here
}
