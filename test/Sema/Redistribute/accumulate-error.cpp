// Operators of accumulate(), and what it needs.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

struct Stats {
  long count;
};
Stats merge(const Stats &, const Stats &);
void subtract(double &, const double &);
double minus(double a, double b) { return a - b; }
void f(std::vector<double> &a, std::vector<double> &b, std::vector<Stats> &s,
       std::vector<Stats> &t, std::vector<double[3]> &v, double *p, long n,
       int where) {
  // Each element is combined once: no order matters.
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(minus)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(p) accumulate(subtract)
#pragma redistribute s[n] from(block onto(4)) to(cyclic onto(4)) into(t) accumulate(merge)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) accumulate(+)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:77: error: 'accumulate' needs 'into': what arrives is combined with what a destination has
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) relabel(where) accumulate(+)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:100: error: 'relabel' gives a rank another part of the array, and 'accumulate' combines what arrives with the part that it has
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(&)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:71: error: 'b' cannot be combined: type 'double' has no operator '&'
// CHECK: {{^}}accumulate-error.cpp:12:53: note: 'b' declared here
#pragma redistribute s[n] from(block onto(4)) to(cyclic onto(4)) into(t) accumulate(+)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:71: error: 't' cannot be combined: type 'Stats' has no operator '+'
// CHECK: {{^}}accumulate-error.cpp:6:8: note: 'Stats' declared here
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(merge)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:85: error: operator 'merge' does not fit 'b' of type 'double': expected 'double merge(const double &, const double &)' or 'void merge(double &, const double &)'
// CHECK: {{^}}accumulate-error.cpp:9:7: note: 'merge' has type 'Stats (const Stats &, const Stats &)'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(b) accumulate(n)
// CHECK: {{^}}accumulate-error.cpp:[[#@LINE-1]]:85: error: 'n' is no operator: expected a function, a functor object or a lambda, found an expression of type 'long'
// CHECK: {{^}}accumulate-error.cpp:13:74: note: 'n' declared here
}
