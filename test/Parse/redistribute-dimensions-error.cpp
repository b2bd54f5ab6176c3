// Brackets, lists and words of several dimensions that are not the grammar.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

void f(std::vector<double> &a, std::vector<double> &b, int *v, long n) {
#pragma redistribute a[n][] from(block, * onto(4)) to(*, block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:27: error: expected an expression, found ']'
#pragma redistribute a[n], from(block onto(4)) to(block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:28: error: expected an object, 'name[extent]', found 'from'
#pragma redistribute a[n], b from(block onto(4)) to(block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:30: error: expected '[' and the extent after object 'b', found 'from'
#pragma redistribute a[: n] from(block(n) onto(4)) to(block(n) onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:24: error: expected an expression, found ':'
#pragma redistribute a[0 :] from(block(n) onto(4)) to(block(n) onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:27: error: expected an expression, found ']'
#pragma redistribute a[0 :: 2] from(block(n) onto(4)) to(block(n) onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:26: error: expected ')'
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:23: note: to match this '('
#pragma redistribute a[0 : n : 1 : 2] from(block(n) onto(4)) \
    to(block(n) onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:34: error: expected ']': a section is 'lower : length' or 'lower : length : stride'
#pragma redistribute a[n of 8] from(block onto(4)) to(block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:26: error: expected ']' before 'of': what stands alone is the whole extent; a section is 'lower : length of extent'
#pragma redistribute a[0 : n of] from(block onto(4)) to(block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:32: error: expected an expression, found ']'
#pragma redistribute a[0 : of 8] from(block onto(4)) to(block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:28: error: expected an expression, found ']'
#pragma redistribute a[0 : 1 : 2 : 3 of 4] from(block onto(4)) to(block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:34: error: expected ']': a section is 'lower : length' or 'lower : length : stride'
#pragma redistribute a[n][n] from(block, onto(4)) to(*, , block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:42: error: expected '*', 'block', 'block(...)', 'cyclic', 'cyclic(...)', 'gen_block(...)', 'indirect(...)' or 'listed(...)', found 'onto'
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:57: error: expected '*', 'block', 'block(...)', 'cyclic', 'cyclic(...)', 'gen_block(...)', 'indirect(...)' or 'listed(...)', found ','
#pragma redistribute a[n][n] from(block * onto(4)) to(*; block onto(4))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:41: error: expected 'onto(...)' after the distribution, found '*'
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:56: error: expected 'onto(...)' after the distribution, found ';'
#pragma redistribute a[n][n] from(block, block onto(2, )) \
    to(block, block onto(, 2))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:56: error: expected an expression, found ')'
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:26: error: expected an expression, found ','
#pragma redistribute a[n] from(gen_block onto(2)) to(gen_block() onto(2))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:42: error: expected '(' after 'gen_block', found 'onto'
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:64: error: expected an expression, found ')'
#pragma redistribute a[n] from(gen_blok(v) onto(2)) to(block onto(2))
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:32: error: unknown distribution 'gen_blok'; did you mean 'gen_block'?
#pragma redistribute a[n][n] from(*, * onto()) to(block, * onto())
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:65: error: expected an expression, found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) into(b, )
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:73: error: expected an object, 'name[extent]', found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) order()
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:71: error: expected 'row' or 'column', found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) order(row, row)
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:74: error: expected ')', found ','
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:70: note: to match this '('
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) permute()
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:73: error: expected an expression, found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) permute(0,)
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:75: error: expected an expression, found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) relabel()
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:73: error: expected an expression, found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) nowait()
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:72: error: expected the name of a request, found ')'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) nowait(3)
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:72: error: expected the name of a request, found '3'
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) nowait(x + 1)
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:74: error: expected ')', found '+'
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:71: note: to match this '('
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) nowait(int)
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:72: error: expected the name of a request, found 'int'
#pragma redistribute wait()
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:27: error: expected the name of a request, found ')'
#pragma redistribute wait(id) comm(MPI_COMM_WORLD)
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:31: error: expected nothing after 'wait(...)', found 'comm'
#pragma redistribute wait(id
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:29: error: expected ')', found end of directive
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:26: note: to match this '('
#pragma redistribute wait(id, id)
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-1]]:29: error: expected ')', found ','
// CHECK: {{^}}redistribute-dimensions-error.cpp:[[#@LINE-2]]:26: note: to match this '('
}
