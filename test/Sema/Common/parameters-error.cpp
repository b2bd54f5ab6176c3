// Extents, block sizes and ranks: their types, and their values where these are
// constant.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

enum class Scoped { Value = 4 };
enum Plain { four = 4 };
void types(std::vector<double> &a, long n, double d, int *p) {
#pragma redistribute a[d] from(cyclic(p) onto(2.5)) to(block onto(Scoped::Value))
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:24: error: expected an integer for the extent, found an expression of type 'double'
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-2]]:39: error: expected an integer for the block size, found an expression of type 'int *'
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-3]]:47: error: expected an integer for the number of ranks, found an expression of type 'double'
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-4]]:67: error: expected an integer for the number of ranks, found an expression of type 'Scoped'
#pragma redistribute a[n] from(block onto(4, 5)) to(block onto(2))
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:46: error: 'onto' has 2 extents for 1 distributed dimension
#pragma redistribute a[n] from(block onto(four)) to(block onto(0x8000000000000000))
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:64: error: '0x8000000000000000' is too large: 9223372036854775808 does not fit a signed 64-bit integer
}
template <int N> void instance(std::vector<double> &a, long n) {
#pragma redistribute a[n] from(block onto(N)) to(block onto(4 - N))
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:61: error: number of ranks must be positive, found 0
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-2]]:1: note: in the instantiation 'instance<4>'
}
template void instance<4>(std::vector<double> &, long);
template void instance<5>(std::vector<double> &, long);
template void instance<3>(std::vector<double> &, long);
void values(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[n] from(cyclic(0) onto(-1)) \
                          to(block(-3) onto(0) at(-1))
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-2]]:39: error: block size must be positive, found 0
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-3]]:47: error: number of ranks must be positive, found -1
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-3]]:36: error: block size must be positive, found -3
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-4]]:45: error: number of ranks must be positive, found 0
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-5]]:51: error: first rank must not be negative, found -1
#pragma redistribute a[-1] from(block(3) onto(4)) to(block(3) onto(5))
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:24: error: extent must not be negative, found -1
#pragma redistribute a[16] from(block(3) onto(4)) to(block(3) onto(6))
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:39: error: 'block(3)' on 4 ranks holds 12 elements, but the extent is 16
#pragma redistribute a[16] from(block onto(4)) to(block onto(5)) into(b[17])
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:73: error: extent 17 of the destination differs from extent 16 of the object
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[n] from(block onto(4)) to(block onto(5)) comm(5)
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:70: error: expected an 'MPI_Comm', found an expression of type 'int'
#pragma redistribute a[n] from(block onto(4)) to(block onto(5)) strategy(fast)
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:74: error: unknown strategy 'fast'; expected one of 'auto', 'exact', 'circulant', 'classes', 'stepwise', 'greedy', 'caterpillar', 'alltoall' or 'direct'
#pragma redistribute a[n] from(block onto(4)) to(block onto(5)) \
                          strategy(cateprillar)
// CHECK: {{^}}parameters-error.cpp:[[#@LINE-1]]:36: error: unknown strategy 'cateprillar'; did you mean 'caterpillar'?
}
