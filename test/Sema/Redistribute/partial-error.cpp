// partial in onto: of a source, by one operator that fits the elements.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

struct Pair {
  double x, y;
};
Pair together(const Pair &, const Pair &);

void f(std::vector<double> &a, std::vector<Pair> &pairs, long n, int k) {
#pragma redistribute a[n] from(* onto(partial(+, k))) to(* onto(copies(k)))
#pragma redistribute a[n] from(block onto(2, partial(min, k), copies(k))) to(* onto(1))
#pragma redistribute pairs[n] from(* onto(partial(together, 3))) to(* onto(1))
#pragma redistribute a[n] from(* onto(1)) to(* onto(partial(+, k + 1)))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:53: error: 'partial' is for 'from': a target gets values, and no parts of them; did you mean 'copies(k + 1)'?
#pragma redistribute a[n] from(* onto(partial(+, 2), partial(*, 2))) to(* onto(1))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:62: error: the parts of an element are combined by one operator, but 'partial' names '+' and '*'
#pragma redistribute a[n] from(* onto(partial(+, 0))) to(* onto(1))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:50: error: number of parts must be positive, found 0
#pragma redistribute a[n] from(* onto(partial(+, 2.5))) to(* onto(1))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:50: error: expected an integer for the number of parts, found an expression of type 'double'
#pragma redistribute a[n] from(* onto(partial(&, 2))) to(* onto(1))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:22: error: 'a' cannot be combined: type 'double' has no operator '&'
// CHECK: note: 'a' declared here
#pragma redistribute pairs[n] from(* onto(partial(+, 2))) to(* onto(1))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:22: error: 'pairs' cannot be combined: type 'Pair' has no operator '+'
// CHECK: note: 'Pair' declared here
#pragma redistribute a[n] from(* onto(partial(together, 2))) to(* onto(1))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:47: error: operator 'together' does not fit 'a' of type 'double': expected 'double together(const double &, const double &)' or 'void together(double &, const double &)'
// CHECK: note: 'together' has type
#pragma redistribute a[n] from(block onto(partial(+, 2))) to(* onto(1))
// CHECK: {{^}}partial-error.cpp:[[#@LINE-1]]:32: error: 'onto' has 0 extents for 1 distributed dimension
}
