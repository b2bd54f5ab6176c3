// What is not the grammar is told at the token where it stops to be, and the
// next clause is parsed all the same.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, long n, int p) {
#pragma redistribute
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:21: error: expected an object, 'name[extent]', found end of directive
#pragma redistribute a from(cyclic(3) onto(16)) to(cyclic(5) onto(16))
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:24: error: expected '[' and the extent after object 'a', found 'from'
#pragma redistribute a[] from(cyclic() onto(16)) to(cyclic(5) onto())
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:24: error: expected an expression, found ']'
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-2]]:38: error: expected an expression, found ')'
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-3]]:68: error: expected an expression, found ')'
#pragma redistribute (a)[n] from(cyclic(3) onto(16)) to(block onto(2))
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:22: error: expected an object, 'name[extent]', found '('
#pragma redistribute 3[n] from(cyclic(3) onto(16)) to(block onto(2)) 3
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:22: error: expected an object, 'name[extent]', found '3'
#pragma redistribute a[n] from(cyclic(3)) to(cyclic(5) onto(16) at(1) at(2))
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:41: error: expected 'onto(...)' after the distribution, found ')'
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-2]]:71: error: clause 'at' may appear only once
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-3]]:65: note: first 'at' is here
#pragma redistribute a[n] from(cyclic(3) onto(16) onto(4)) to(block onto(2))
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:51: error: clause 'onto' may appear only once
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-2]]:42: note: first 'onto' is here
#pragma redistribute a[n] from cyclic(3) onto(16) to(block onto(2))
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:32: error: expected '(' after 'from', found 'cyclic'
#pragma redistribute a[n] from(cylic(3) onto(16)) to(foo onto(2))
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:32: error: unknown distribution 'cylic'; did you mean 'cyclic'?
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-2]]:54: error: expected '*', 'block', 'block(...)', 'cyclic', 'cyclic(...)', 'gen_block(...)', 'indirect(...)' or 'listed(...)', found 'foo'
#pragma redistribute a[n] from(onto(16)) to() into()
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:32: error: expected '*', 'block', 'block(...)', 'cyclic', 'cyclic(...)', 'gen_block(...)', 'indirect(...)' or 'listed(...)', found 'onto'
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-2]]:45: error: expected '*', 'block', 'block(...)', 'cyclic', 'cyclic(...)', 'gen_block(...)', 'indirect(...)' or 'listed(...)', found ')'
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-3]]:52: error: expected an object, 'name[extent]', found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) strategy(3)
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:74: error: expected the name of a strategy, found '3'
#pragma redistribute a[n] from(block onto(2)) to
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:49: error: expected '(' after 'to', found end of directive
#pragma redistribute a[n] from(block oto(2)) to(cyclic onto(2) att(1))
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:38: error: unknown word 'oto' in a layout; did you mean 'onto'?
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-2]]:64: error: unknown word 'att' in a layout; did you mean 'at'?
#pragma redistribute frob(id)
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:26: error: expected '[' and the extent after object 'frob', found '('
#pragma redistribute wiat(id)
// CHECK: {{^}}redistribute-syntax-error.cpp:[[#@LINE-1]]:22: error: unknown word 'wiat' after '#pragma redistribute'; did you mean 'wait'?
}
