// What Clang itself says of names and conversions comes through, in the user's
// terms.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/containers.h"

struct Stats {
  long count;
};
Stats merge(const Stats &, const Stats &);
namespace other {
Stats hidden(const Stats &, const Stats &);
}
class Closed {
  static Stats join(const Stats &, const Stats &);
};
void f(Stats stats, int n, double x, std::string text) {
#pragma reduce(merg : stats)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:16: error: use of undeclared identifier 'merg'; did you mean 'merge'?
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-10]]:7: note: 'merge' declared here
#pragma reduce(nothing : stats)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:16: error: use of undeclared identifier 'nothing'
#pragma reduce(other::missing : stats)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:23: error: no member named 'missing' in namespace 'other'
#pragma reduce(Closed::join : stats)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:24: error: 'join' is a private member of 'Closed'
// CHECK: {{^}}reduce-names-error.cpp:15:16: note: implicitly declared private here
#pragma reduce(+ : n) root(x) onto(text)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:36: error: expected an integer for the number of ranks, found an expression of type 'std::string' (aka 'basic_string<char>')
#pragma reduce(+ : unknown)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:20: error: use of undeclared identifier 'unknown'
#pragma reduce(+ : int)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:23: error: expected expression
#pragma reduce(+ : n +, n)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:23: error: expected expression
  auto adder = [](int a, int b) { return a + b; };
  auto inner = [n]() mutable {
#pragma reduce(adder : n)
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-1]]:16: error: variable 'adder' cannot be implicitly captured in a lambda with no capture-default specified
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-4]]:8: note: 'adder' declared here
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-4]]:16: note: lambda expression begins here
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-5]]:18: note: capture 'adder' by value
// CHECK: {{^}}reduce-names-error.cpp:[[#@LINE-6]]:18: note: capture 'adder' by reference
  };
}
