// shift: an integer, which leaves every element an owner. What is cyclic may be
// shifted by any number. What is not constant the runtime checks.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

constexpr int sizes[4] = {1, 2, 3, 6};

void f(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[10] from(block shift(2) onto(4)) to(cyclic(3) shift(-7) onto(4))
#pragma redistribute a[10] from(block shift(n) onto(4)) to(cyclic(3) shift(1000) onto(4))
#pragma redistribute a[10] from(gen_block(sizes) shift(2) onto(4)) to(block(3) shift(2) onto(4))
#pragma redistribute a[n][10] from(* shift(-9), cyclic onto(4)) to(cyclic shift(1), cyclic(2) shift(n) onto(2, 2))
#pragma redistribute a[0 : 5 : 2] from(block(3) shift(3) onto(4)) to(cyclic onto(4)) into(b[0 : 5])
#pragma redistribute a[3 : 19 : n] from(block(13) shift(2) onto(1)) to(cyclic onto(4)) into(b[0 : 19]) // n may be 0
#pragma redistribute a[n : 19 : 0] from(block(13) shift(2) onto(1)) to(cyclic onto(4)) into(b[0 : 19])
#pragma redistribute a[10] from(block shift(3) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}shift-error.cpp:[[#@LINE-1]]:45: error: shift(3) puts element 9 at 12, but the places on the ranks are 0 to 11: an element without an owner
#pragma redistribute a[10] from(block(4) shift(-1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}shift-error.cpp:[[#@LINE-1]]:48: error: shift(-1) puts element 0 at -1, but the places on the ranks are 0 to 15: an element without an owner
#pragma redistribute a[10] from(gen_block(sizes) shift(3) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}shift-error.cpp:[[#@LINE-1]]:56: error: shift(3) puts element 9 at 12, but the places on the ranks are 0 to 11: an element without an owner
#pragma redistribute a[0 : 5 : 2] from(block(3) shift(4) onto(4)) to(cyclic onto(4)) into(b[0 : 5])
// CHECK: {{^}}shift-error.cpp:[[#@LINE-1]]:55: error: shift(4) puts element 8 at 12, but the places on the ranks are 0 to 11: an element without an owner
#pragma redistribute a[10] from(cyclic shift(1.5) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}shift-error.cpp:[[#@LINE-1]]:46: error: expected an integer for the shift, found an expression of type 'double'
}
