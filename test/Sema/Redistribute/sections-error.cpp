// Sections: their numbers, where they may stand, and what they must have in
// common.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"
#include "Inputs/array.h"

void numbers(std::vector<double> &a, std::vector<double> &b, long n, double d) {
#pragma redistribute a[-1 : n] from(cyclic onto(4)) to(cyclic onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:24: error: lower bound must not be negative, found -1
#pragma redistribute a[0 : -n][0 : -2] from(cyclic, * onto(4)) \
    to(cyclic, * onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:36: error: length must not be negative, found -2
#pragma redistribute a[0 : n] from(cyclic onto(4)) to(cyclic onto(2)) into(b[0 : n : 0])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:86: error: stride must not be 0
#pragma redistribute a[0 : n : 0] from(cyclic onto(4)) to(cyclic onto(2))
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:32: error: stride must not be 0
#pragma redistribute a[0 : n : 0] from(cyclic onto(4)) to(cyclic onto(2)) into(b)
#pragma redistribute a[4 : 4 : -2] from(cyclic onto(4)) to(cyclic onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:23: error: section from element 4 on with stride -2 goes below element 0
#pragma redistribute a[4 : 3 : -2] from(cyclic onto(4)) to(cyclic onto(2)) into(b)
#pragma redistribute a[-1 : 0] from(cyclic onto(4)) to(cyclic onto(2)) into(b)
#pragma redistribute a[d : d : d] from(cyclic onto(4)) to(cyclic onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:24: error: expected an integer for the lower bound, found an expression of type 'double'
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:28: error: expected an integer for the length, found an expression of type 'double'
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:32: error: expected an integer for the stride, found an expression of type 'double'
#pragma redistribute a[1 : 0x7fffffffffffffff] from(cyclic onto(4)) \
    to(cyclic onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:23: error: section ends beyond the range of a signed 64-bit integer
}
void lengths(std::vector<double> &a, std::vector<double> &b,
             std::vector<double> &c, long n) {
#pragma redistribute a[0 : 8] from(cyclic onto(4)) to(cyclic onto(2)) into(b[7])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:78: error: extent 7 of the destination differs from length 8 of the object
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[8] from(cyclic onto(4)) to(cyclic onto(2)) \
    into(b[5 : 7 : 2])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:16: error: length 7 of the destination differs from extent 8 of the object
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:23: note: the brackets of 'a' are here
#pragma redistribute a[0 : 8][0 : 6] from(cyclic, * onto(4)) \
    to(cyclic, * onto(2)) into(b[0 : 8][0 : 6]) permute(1, 0)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:38: error: length 8 of the destination differs from length 6 of the object
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:30: note: the brackets of 'a' are here
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:45: error: length 6 of the destination differs from length 8 of the object
// CHECK: {{^}}sections-error.cpp:[[#@LINE-5]]:23: note: the brackets of 'a' are here
#pragma redistribute a[0 : 8], c[1 : 8] from(cyclic onto(4)) \
    to(cyclic onto(2)) into(b[0 : 8 : 2], c[0 : 8 : 3])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:34: error: lower bound 1 of 'c' differs from 0 of 'a': objects of one directive have the same brackets
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:23: note: the brackets of 'a' are here
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:53: error: stride 3 of 'c' differs from 2 of 'b': objects of one directive have the same brackets
// CHECK: {{^}}sections-error.cpp:[[#@LINE-4]]:30: note: the brackets of 'b' are here
}
void blocks(std::vector<double> &a, std::vector<double> &b,
            redist::array<double, 1> &r, redist::array<double, 1> &s, long n) {
#pragma redistribute a[0 : n] from(block onto(4)) to(block onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:36: error: expected 'block(...)': a section does not tell the whole extent, which 'block' divides, unless 'of' does
#pragma redistribute a[n] from(block onto(4)) to(block onto(2)) into(b[2 : n])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:50: error: expected 'block(...)': a section does not tell the whole extent, which 'block' divides, unless 'of' does
#pragma redistribute a[3 : 14] from(block(4) onto(4)) to(block(7) onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:43: error: 'block(4)' on 4 ranks holds 16 elements, but the section reaches element 16
#pragma redistribute a[3 : 13] from(block(4) onto(4)) to(block(6) onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:64: error: 'block(6)' on 2 ranks holds 12 elements, but the extent is 13
#pragma redistribute a[3 : 5 of 9] from(block(2) onto(4)) to(block onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:47: error: 'block(2)' on 4 ranks holds 8 elements, but the extent is 9
#pragma redistribute a[3 : 5 of n] from(block onto(4)) to(block onto(2)) into(b[0 : 5 of 2 * n])
  // A redist::array knows its extent.
#pragma redistribute r[0 : n] from(block onto(4)) to(block onto(2)) into(s[0 : n])
}
void extents(std::vector<double> &a, std::vector<double> &b,
             std::vector<double> &c, long n, double d) {
#pragma redistribute a[2 : 3 : 3 of 8] from(block onto(4)) to(cyclic onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:23: error: section reaches element 8, but the extent is 8
#pragma redistribute a[8 : 3 : -1 of 9] from(block onto(4)) to(cyclic onto(2)) into(b)
#pragma redistribute a[n : 0 of 0] from(block onto(4)) to(cyclic onto(2)) into(b)
#pragma redistribute a[0 : n of -1] from(block onto(4)) to(cyclic onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:33: error: extent must not be negative, found -1
#pragma redistribute a[0 : n of d] from(block onto(4)) to(cyclic onto(2)) into(b)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:33: error: expected an integer for the extent, found an expression of type 'double'
#pragma redistribute a[0 : 4 of 8], c[0 : 4 of 9] from(block onto(4)) to(cyclic onto(2)) into(b, c)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:48: error: whole extent 9 of 'c' differs from 8 of 'a': objects of one directive have the same brackets
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[0 : 4], c[0 : 4 of 9] from(block(3) onto(4)) to(cyclic onto(2)) into(b, c)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:33: error: the section of 'c' tells the whole extent, that of 'a' does not: objects of one directive have the same brackets
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
}
void same(std::vector<double> &a, std::vector<double> &b, double *p, long n) {
#pragma redistribute a[0 : n] from(cyclic onto(4)) to(cyclic onto(2))
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:23: error: a section of 'a' cannot be redistributed in place: the other elements would be in both layouts; use 'into'
#pragma redistribute a[n][2 : 3] from(cyclic, * onto(4)) to(cyclic, * onto(2))
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:26: error: a section of 'a' cannot be redistributed in place: the other elements would be in both layouts; use 'into'
#pragma redistribute a[n] from(cyclic onto(4)) to(cyclic onto(2)) into(a[n])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:72: error: destination 'a' is the object itself; leave 'into' out to redistribute in place
#pragma redistribute a[0 : 8] from(cyclic onto(4)) to(cyclic onto(4)) \
    into(a[7 : 8])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:10: error: source and target sections of 'a' overlap
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:22: note: 'a' is first named here
#pragma redistribute a[0 : 8] from(cyclic onto(4)) to(cyclic onto(4)) \
    into(a[8 : 8])
#pragma redistribute a[0 : 8 : 2] from(cyclic onto(4)) to(cyclic onto(4)) \
    into(a[15 : 8 : -2])
#pragma redistribute a[0 : 8 : 3] from(cyclic onto(4)) to(cyclic onto(4)) \
    into(a[20 : 8 : 5])
#pragma redistribute a[9 : 4 : 3] from(cyclic onto(4)) to(cyclic onto(4)) \
    into(a[5 : 4 : 5])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:10: error: source and target sections of 'a' overlap
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:22: note: 'a' is first named here
#pragma redistribute a[0 : 8][0 : 4] from(cyclic, * onto(4)) \
    to(cyclic, * onto(4)) into(a[0 : 8][4 : 4])
#pragma redistribute a[0 : 8][0 : 4] from(cyclic, * onto(4)) \
    to(cyclic, * onto(4)) into(a[1 : 8][3 : 4])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:32: error: source and target sections of 'a' overlap
// CHECK: {{^}}sections-error.cpp:[[#@LINE-3]]:22: note: 'a' is first named here
#pragma redistribute a[0 : 8] from(cyclic onto(4)) to(cyclic onto(2)) \
    into(a[8 : 8])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:10: error: 'a' is both source and destination, so 'from' and 'to' must be the same layout
#pragma redistribute a[0 : n] from(cyclic onto(4)) to(cyclic onto(2)) into(a[n])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:76: error: destination 'a' is the object itself; leave 'into' out to redistribute in place
#pragma redistribute a[0 : n] from(cyclic onto(n)) to(cyclic onto(2)) \
    into(a[n : n])
#pragma redistribute a[0 : 8] from(block(5) onto(4)) to(cyclic onto(4)) \
    into(a[8 : 8])
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:10: error: 'a' is both source and destination, so 'from' and 'to' must be the same layout
}
// A section in place stays where it is: an error where the layouts are plainly
// not the same, for the runtime to compare where they may be.
void stays(std::vector<double> &a, double *p, double (&c)[5],
           redist::array<double, 1> &r, long n, long k) {
#pragma redistribute a[2 : 10] from(cyclic(3) onto(4)) to(cyclic(3) onto(4))
#pragma redistribute a[n][2 : 3] from(*, block(5) onto(4)) \
    to(*, cyclic(5) onto(4)) relabel(k)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:38: error: expected a variable of type 'int' that can be written, found one of type 'long'
#pragma redistribute a[2 : 10] from(cyclic(k) onto(4)) to(cyclic(3) onto(n))
#pragma redistribute p[2 : n] from(cyclic(k) onto(4)) to(cyclic(k) onto(4))
#pragma redistribute c[2 : n] from(cyclic(k) onto(4)) to(cyclic(k) onto(4))
#pragma redistribute r[2 : n] to(cyclic(3) onto(4))
#pragma redistribute r[2 : n] from(block onto(4)) to(block(k) onto(4))
#pragma redistribute a[2 : 10] from(cyclic(3) onto(4)) \
    to(cyclic(3) onto(4) at(1))
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:23: error: a section of 'a' cannot be redistributed in place
#pragma redistribute p[n][2 : 3] from(*, block(4) onto(4)) \
    to(*, cyclic(3) onto(4))
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:26: error: a section of 'p' cannot be redistributed in place
#pragma redistribute a[0 : 4][0 : 4] from(cyclic, * onto(4)) \
    to(cyclic, * onto(4)) permute(1, 0)
// CHECK: {{^}}sections-error.cpp:[[#@LINE-2]]:23: error: a section of 'a' cannot be redistributed in place
#pragma redistribute r[2 : n] from(block onto(4)) to(block onto(2))
// CHECK: {{^}}sections-error.cpp:[[#@LINE-1]]:23: error: a section of 'r' cannot be redistributed in place
}
