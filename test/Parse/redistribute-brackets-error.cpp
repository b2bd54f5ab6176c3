// A bracket that is missing is told where it is, with a note at the one that
// it would close, and the clauses after it are still understood.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n, int p) {
#pragma redistribute a[n from(cyclic(3) onto(16)) to(cyclic(5) onto(16))
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:26: error: expected ']', found 'from'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-2]]:23: note: to match this '['
#pragma redistribute a[n] from(cyclic(3) onto(16) to(cyclic(5) onto(16))
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:51: error: expected ')', found 'to'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-2]]:31: note: to match this '('
#pragma redistribute a[n] from(cyclic(3 onto(16)) to(cyclic(5) onto(16))
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:41: error: expected ')', found 'onto'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-2]]:38: note: to match this '('
#pragma redistribute a[n] from(cyclic(3) onto(16)) to(cyclic(5) onto(16)
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:73: error: expected ')', found end of directive
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-2]]:54: note: to match this '('
#pragma redistribute a[n] from(cyclic(3) onto(16))) to(cyclic(5) onto(16))
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:51: error: expected a clause, found ')'
#pragma redistribute a[n] from(block onto(2;)) to(block onto(2)) strategy()
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:44: error: expected ')', found ';'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-2]]:42: note: to match this '('
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-3]]:75: error: expected the name of a strategy, found ')'
#pragma redistribute a[(n] from(block onto(2)) to(block onto(2)
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:26: error: expected ')', found ']'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-2]]:24: note: to match this '('
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-3]]:64: error: expected ')', found end of directive
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-4]]:50: note: to match this '('
#pragma redistribute a[{n] from(block onto(f[2)) to(block onto(2))
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-1]]:26: error: expected '}', found ']'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-2]]:24: note: to match this '{'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-3]]:47: error: expected ']', found ')'
// CHECK: {{^}}redistribute-brackets-error.cpp:[[#@LINE-4]]:45: note: to match this '['
}
