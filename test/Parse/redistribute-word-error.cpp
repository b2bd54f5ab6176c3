// Words of a layout that stand where none of them can: as a clause, behind a comma, before
// or behind onto.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) shift(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'shift' does not stand here but behind the distribution of a dimension, as in 'cyclic shift(1)'
#pragma redistribute a[n] from(block onto(4), shift(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'shift' does not stand here but behind the distribution of a dimension, as in 'cyclic shift(1)'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) copies(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'copies' does not stand here but among the numbers of ranks, as in 'onto(4, copies(...))'
#pragma redistribute a[n] from(block onto(4), copies(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'copies' does not stand here but among the numbers of ranks, as in 'onto(4, copies(...))'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) partial(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'partial' does not stand here but among the numbers of ranks, as in 'onto(4, partial(...))'
#pragma redistribute a[n] from(block onto(4), partial(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'partial' does not stand here but among the numbers of ranks, as in 'onto(4, partial(...))'
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) at(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'at' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4), at(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'at' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) ranks(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'ranks' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4), ranks(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'ranks' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) room(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'room' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4), room(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'room' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) halo(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'halo' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4), halo(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'halo' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) lead(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:66: error: 'lead' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4), lead(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'lead' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block onto(4) shift(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:46: error: 'shift' does not stand here but behind the distribution of a dimension, as in 'cyclic shift(1)'
#pragma redistribute a[n] from(block onto(4) copies(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:46: error: 'copies' does not stand here but among the numbers of ranks, as in 'onto(4, copies(...))'
#pragma redistribute a[n] from(block onto(4) partial(1)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:46: error: 'partial' does not stand here but among the numbers of ranks, as in 'onto(4, partial(...))'
#pragma redistribute a[n] from(block copies(1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'copies' does not stand here but among the numbers of ranks, as in 'onto(4, copies(...))'
#pragma redistribute a[n] from(block partial(1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'partial' does not stand here but among the numbers of ranks, as in 'onto(4, partial(...))'
#pragma redistribute a[n] from(block at(1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'at' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block ranks(1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'ranks' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block room(1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'room' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block halo(1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'halo' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
#pragma redistribute a[n] from(block lead(1) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'lead' does not stand here but behind 'onto(...)', within 'from' or 'to' and without a comma
// Nothing else is said of what follows; another directive knows no such
// words.
#pragma redistribute a[n] from(block ranks(1) onto(4) at(1)) to(cyclic onto(4)) lead(1) comm(n)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:38: error: 'ranks' does not stand here
#pragma redistribute a[n] from(block onto(4), shift(1), room(1) at(2)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: 'shift' does not stand here
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-2]]:57: error: 'room' does not stand here
#pragma redistribute a[n] from(block shift(1) shift(2) onto(4)) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:47: error: clause 'shift' may appear only once
#pragma redistribute a[n] from(block onto(4), at) to(cyclic onto(4))
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:45: error: expected ')', found ','
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-2]]:31: note: to match this '('
#pragma reduce(+ : n) halo(1)
// CHECK: {{^}}redistribute-word-error.cpp:[[#@LINE-1]]:23: error: unknown clause 'halo'; expected one of
}
