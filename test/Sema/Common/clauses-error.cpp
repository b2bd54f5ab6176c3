// Words, variables and sizes of the clauses that say nothing of elements, and
// the sizes of gen_block.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

struct Bits {
  int field : 4;
  int whole;
};
void orders(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) order(colum)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) order(fortran)
}
void relabelled(std::vector<double> &a, long n, const int c, volatile int v,
                unsigned u, Bits bits, int where) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(3)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(n)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(c)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(u)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(v)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) \
    relabel(bits.field)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) \
    relabel(bits.whole)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(where)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(there)
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-1]]:74: error: use of undeclared identifier 'there'; did you mean 'where'?
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-13]]:44: note: 'where' declared here
}
template <typename T> void relabelledTo(std::vector<double> &a, long n, T t) {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) relabel(t)
}
template void relabelledTo(std::vector<double> &, long, int);
template void relabelledTo(std::vector<double> &, long, short);
void sizes(std::vector<double> &a, std::vector<int> &v, std::vector<double> &d,
           std::array<long, 3> &three, double *p, int m, long n) {
  const int four[] = {1, 2, 3, 4};
  int table[2][2];
#pragma redistribute a[n] from(gen_block(m) onto(4)) to(gen_block(p) onto(4))
#pragma redistribute a[n] from(gen_block(d) onto(4)) to(gen_block(table) onto(2))
#pragma redistribute a[n] from(gen_block(three) onto(4)) \
    to(gen_block(four) onto(3))
#pragma redistribute a[n][n] from(*, gen_block(three) onto(3)) \
    to(gen_block(four), gen_block(v) onto(4, 5))
#pragma redistribute a[n] from(gen_block(v) onto(n)) to(gen_block(w) onto(n))
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-1]]:67: error: use of undeclared identifier 'w'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-36]]:72: error: unknown order 'colum'; did you mean 'column'?
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-36]]:72: error: unknown order 'fortran'; expected one of 'row' or 'column'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-33]]:74: error: expected a variable of type 'int' that can be written, found a value of type 'int'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-33]]:74: error: expected a variable of type 'int' that can be written, found one of type 'long'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-33]]:74: error: expected a variable of type 'int' that can be written, found one of type 'const int'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-33]]:74: error: expected a variable of type 'int' that can be written, found one of type 'unsigned int'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-33]]:74: error: expected a variable of type 'int' that can be written, found one of type 'volatile int'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-32]]:13: error: expected a variable of type 'int' that can be written, found one of type 'int'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-24]]:74: error: expected a variable of type 'int' that can be written, found one of type 'short'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-25]]:1: note: in the instantiation 'relabelledTo<short>'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-18]]:42: error: 'm' is not a range of sizes: expected an array, a pointer or a range with 'data()' and 'size()' of integers, found 'int'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-22]]:55: note: 'm' declared here
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-20]]:67: error: 'p' is not a range of sizes: expected an array, a pointer or a range with 'data()' and 'size()' of integers, found 'double *'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-24]]:48: note: 'p' declared here
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-21]]:42: error: 'd' is not a range of sizes: expected an array, a pointer or a range with 'data()' and 'size()' of integers, found 'std::vector<double>'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-27]]:78: note: 'd' declared here
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-23]]:67: error: 'table' is not a range of sizes: expected an array, a pointer or a range with 'data()' and 'size()' of integers, found 'int[2][2]'
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-26]]:7: note: 'table' declared here
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-24]]:42: error: 'three' holds 3 sizes, but there are 4 ranks in this dimension
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-30]]:33: note: 'three' declared here
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-25]]:18: error: 'four' holds 4 sizes, but there are 3 ranks in this dimension
// CHECK: {{^}}clauses-error.cpp:[[#@LINE-31]]:13: note: 'four' declared here
}
