// Clauses that are unknown, misspelt, written twice or missing.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] form(cyclic(3) onto(16)) too(cyclic(5) onto(16))
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-1]]:27: error: unknown clause 'form'; did you mean 'from'?
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-2]]:52: error: unknown clause 'too'; did you mean 'to'?
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) foo(3) bar
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-1]]:65: error: unknown clause 'foo'; expected one of 'from', 'to', 'into', 'comm', 'strategy', 'order', 'permute', 'relabel', 'nowait', 'capacity' or 'accumulate'
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-2]]:72: error: unknown clause 'bar'; expected one of 'from', 'to', 'into', 'comm', 'strategy', 'order', 'permute', 'relabel', 'nowait', 'capacity' or 'accumulate'
#pragma redistribute a[n] from(cyclic(3) onto(16)) from(block onto(2))
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-1]]:52: error: clause 'from' may appear only once
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-2]]:27: note: first 'from' is here
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-3]]:71: error: '#pragma redistribute' needs a 'to' clause
#pragma redistribute a[n] to(block onto(2)) \
    from(block onto(3)) to(cyclic onto(2))
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-1]]:25: error: clause 'to' may appear only once
// CHECK: {{^}}redistribute-clauses-error.cpp:[[#@LINE-3]]:27: note: first 'to' is here
}
