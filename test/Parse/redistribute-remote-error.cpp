// remote stands alone in place of a layout.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n, MPI_Comm other) {
#pragma redistribute a[n] from(remote onto(2)) to(block onto(2)) comm(other)
// CHECK: {{^}}redistribute-remote-error.cpp:[[#@LINE-1]]:39: error: expected ')', found 'onto'
// CHECK: {{^}}redistribute-remote-error.cpp:[[#@LINE-2]]:31: note: to match this '('
#pragma redistribute a[n] from(block onto(2)) to(remot) comm(other)
// CHECK: {{^}}redistribute-remote-error.cpp:[[#@LINE-1]]:50: error: unknown distribution 'remot'; did you mean 'remote'?
#pragma redistribute a[n] from(remote, block onto(2)) to(block onto(2)) comm(other)
// CHECK: {{^}}redistribute-remote-error.cpp:[[#@LINE-1]]:38: error: expected ')', found ','
// CHECK: {{^}}redistribute-remote-error.cpp:[[#@LINE-2]]:31: note: to match this '('
}
