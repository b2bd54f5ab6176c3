// The ranks of a grid are said once: by at or by ranks.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, std::vector<int> &v, long n) {
#pragma redistribute a[n] from(block onto(4) at(1) ranks(v)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-1]]:52: error: 'at' and 'ranks' both say which ranks the grid has: one of them is enough
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-2]]:46: note: first 'at' is here
#pragma redistribute a[n] from(block onto(4) ranks(v) at(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-1]]:55: error: 'at' and 'ranks' both say which ranks the grid has: one of them is enough
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-2]]:46: note: first 'ranks' is here
#pragma redistribute a[n] from(block onto(4) ranks(v) ranks(v)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-1]]:55: error: clause 'ranks' may appear only once
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-2]]:46: note: first 'ranks' is here
#pragma redistribute a[n] from(block onto(4) rank(v)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-1]]:46: error: unknown word 'rank' in a layout; did you mean 'ranks'?
#pragma redistribute a[n] from(block onto(4) ranks()) to(cyclic onto(4))
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-1]]:52: error: expected an expression, found ')'
#pragma redistribute a[n] from(block onto(4) ranks) to(cyclic onto(4))
// CHECK: {{^}}redistribute-ranks-error.cpp:[[#@LINE-1]]:51: error: expected '('
}
