// The numbers of dimensions, of grid extents and of objects must fit.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"
#include "Inputs/array.h"

void dimensions(std::vector<double> &a, std::vector<double> &b,
                std::vector<double> &c, long n) {
#pragma redistribute a[n][n] from(block onto(4)) to(*, block onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:35: error: 'from' has 1 dimension, but 'a' has 2
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[n] from(block onto(4)) to(cyclic, block(2), * onto(4, 2))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:58: error: 'to' has 3 dimensions, but 'a' has 1
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[n][n], b[n] from(block, * onto(4)) to(*, block onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:31: error: 'b' has 1 dimension, but 'a' has 2
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[n][n] from(block, * onto(4)) to(*, block onto(4)) \
    into(b[n]) permute(0)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:10: error: 'b' has 1 dimension, but 'a' has 2
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:23: note: the brackets of 'a' are here
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:24: error: 'permute' has 1 dimension, but 'a' has 2
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-5]]:23: note: the brackets of 'a' are here
#pragma redistribute a[n, n] from(block, * onto(4)) to(*, block onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:27: error: expected one expression for the extent, found a list; an object has a pair of brackets for each dimension, as in 'a[n][m]'
#pragma redistribute a[n][n, n] from(block, * onto(4)) to(*, block onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:30: error: expected one expression for the extent, found a list; an object has a pair of brackets for each dimension, as in 'a[n][m]'
#pragma redistribute a[n] from(cyclic(2, 3) onto(4)) to(block onto(4) at(1, 2))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:42: error: expected one expression for the block size, found a list
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:77: error: expected one expression for the first rank, found a list
#pragma redistribute a[1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1] \
    from(*, *, *, *, *, *, *, *, *, *, *, *, *, *, *, *, * onto(1)) \
    to(*, *, *, *, *, *, *, *, *, *, *, *, *, *, *, *, * onto(1))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:71: error: an object has at most 16 dimensions
#pragma redistribute a[1][1][1][1][1][1][1][1][1][1][1][1][1][1][1][1] \
    from(*, *, *, *, *, *, *, *, *, *, *, *, *, *, *, * onto(1)) \
    to(*, *, *, *, *, *, *, *, *, *, *, *, *, *, *, * onto(1))
}
void grids(std::vector<double> &a, long n, int one) {
#pragma redistribute a[n][n] from(block, block onto(4)) to(*, block onto(4, 2))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:42: error: 'onto' has 1 extent for 2 distributed dimensions
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:77: error: 'onto' has 2 extents for 1 distributed dimension
#pragma redistribute a[n][n] from(block, block onto(4, 2, 1)) \
    to(*, * onto(2))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:59: error: 'onto' has 3 extents for 2 distributed dimensions
#pragma redistribute a[n][n] from(*, * onto(1, 1)) to(*, * onto(1))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:45: error: 'onto' has 2 extents for 0 distributed dimensions
#pragma redistribute a[n][n] from(*, * onto()) to(*, * onto(one))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:61: error: no dimension of this layout is distributed: expected 'onto(1)'
#pragma redistribute a[n][n] from(*, * onto(1)) to(*, block onto(0))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:66: error: number of ranks must be positive, found 0
}
template <int N> void grid(std::vector<double> &a, long n) {
#pragma redistribute a[n][n] from(*, * onto(N)) to(*, block onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:45: error: no dimension of this layout is distributed: expected 'onto(1)'
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:1: note: in the instantiation 'grid<2>'
}
template void grid<1>(std::vector<double> &, long);
template void grid<2>(std::vector<double> &, long);
void permutations(std::vector<double> &a, long n, int i) {
#pragma redistribute a[n][n] from(block, * onto(4)) to(*, block onto(4)) \
    permute(1, 2)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:16: error: 'permute' names dimension 2; dimensions are numbered from 0 to 1
#pragma redistribute a[n][n][n] from(block, *, * onto(4)) \
    to(*, *, block onto(4)) permute(2, 0, 2)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:43: error: 'permute' names dimension 2 twice, and leaves out 1
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:37: note: dimension 2 is first named here
#pragma redistribute a[n][n] from(block, * onto(4)) to(*, block onto(4)) \
    permute(i, -1)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:13: error: 'i' is not a constant, as the dimensions of 'permute' must be
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:16: error: 'permute' names dimension -1; dimensions are numbered from 0 to 1
#pragma redistribute a[n][n] from(block, * onto(4)) to(*, block onto(4)) \
    permute(1.5, 0)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:13: error: expected an integer for a dimension, found an expression of type 'double'
}
template <int I> void permuted(std::vector<double> &a, long n) {
#pragma redistribute a[n][n] from(block, * onto(4)) to(*, block onto(4)) \
    permute(I, 1 - I)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:13: error: 'permute' must be the same in all instantiations
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:1: note: in the instantiation 'permuted<1>'
}
template void permuted<0>(std::vector<double> &, long);
template void permuted<1>(std::vector<double> &, long);
void objects(std::vector<double> &a, std::vector<double> &b,
             std::vector<double> &c, std::vector<double> &d, long n) {
#pragma redistribute a[n], b[n] from(block onto(4)) to(cyclic onto(4)) into(c)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:77: error: 'into' names 1 object for 2 sources
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4)) into(c, d)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:74: error: 'into' names 2 objects for 1 source
#pragma redistribute a[n], b[n], a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:34: error: 'a' is named twice in one directive
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:22: note: 'a' is first named here
#pragma redistribute a[n], b[n] from(block onto(4)) to(cyclic onto(4)) \
    into(c, c)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:13: error: 'c' is named twice in one directive
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:10: note: 'c' is first named here
#pragma redistribute a[n], b[n] from(block onto(4)) to(cyclic onto(4)) \
    into(c, a)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:13: error: 'a' is named twice in one directive
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:22: note: 'a' is first named here
#pragma redistribute a[8], b[9] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:30: error: extent 9 of 'b' differs from 8 of 'a': objects of one directive have the same brackets
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[8][7], b[8][6] from(block, * onto(4)) \
    to(cyclic, * onto(4)) permute(1, 0) into(c[7][8], d[7][5])
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:36: error: extent 6 of 'b' differs from 7 of 'a': objects of one directive have the same brackets
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:26: note: the brackets of 'a' are here
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:60: error: extent 5 of 'd' differs from 8 of 'c': objects of one directive have the same brackets
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-4]]:50: note: the brackets of 'c' are here
#pragma redistribute a[8][7] from(block, * onto(4)) \
    to(cyclic, * onto(4)) permute(1, 0) into(c[8][7])
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:48: error: extent 8 of the destination differs from extent 7 of the object
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:26: note: the brackets of 'a' are here
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:51: error: extent 7 of the destination differs from extent 8 of the object
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-5]]:23: note: the brackets of 'a' are here
#pragma redistribute a[8], b[8] from(block onto(4)) to(cyclic onto(4)) \
    into(c[0 : 8], d)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:20: error: 'd' has 0 dimensions, but 'a' has 1
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:23: note: the brackets of 'a' are here
}
void lacking(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[n : 1][n] from(cyclic, * onto(4)) to(cyclic onto(4)) into(b[n])
#pragma redistribute a[0 : 1][0 : 1] from(block(2), * onto(4)) to(cyclic onto(4)) into(b[1 : 1])
#pragma redistribute a[n] from(cyclic onto(4)) to(*, *, cyclic onto(4)) into(b[n : 1][1][n])
#pragma redistribute a[0 : 1][0 : 1] from(block(2), * onto(4)) to(cyclic onto(4)) into(b[n])
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:88: error: 'b' has 1 dimension, but 'a' has 2: only dimensions of the constant length 1 may be missing on the other side{{$}}
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[n][n] from(cyclic, * onto(4)) to(cyclic onto(4)) into(b[n])
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:78: error: 'b' has 1 dimension, but 'a' has 2: only dimensions of the constant length 1 may be missing on the other side{{$}}
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:23: note: the brackets of 'a' are here
#pragma redistribute a[0 : 1][8][6] from(*, block, * onto(4)) to(block, * onto(4)) into(b[8][6]) permute(1, 0, 2)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:106: error: 'permute' has 3 numbers, but 2 dimensions are on both sides: those of the constant length 1 are left out{{$}}
#pragma redistribute a[0 : 1][8][6] from(*, block, * onto(4)) to(block, * onto(4)) into(b[8][6]) permute(1, 0)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:91: error: extent 8 of the destination differs from extent 6 of the object
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:33: note: the brackets of 'a' are here
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:94: error: extent 6 of the destination differs from extent 8 of the object
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-4]]:30: note: the brackets of 'a' are here
#pragma redistribute a[0 : 1][0 : 2] from(cyclic, * onto(4)) to(cyclic onto(4)) into(a[4 : 2])
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:86: error: 'a' is both source and destination, so 'from' and 'to' must be the same layout
}
template <int K, int L>
void lackingIn(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[0 : K][0 : L] from(cyclic, * onto(4)) to(cyclic onto(4)) into(b[n])
}
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:1: error: the same dimensions must be missing on the other side in all instantiations{{$}}
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:1: note: in the instantiation 'lackingIn<3, 1>'
void lackingInAll(std::vector<double> &a, std::vector<double> &b, long n) {
  lackingIn<1, 3>(a, b, n);
  lackingIn<3, 1>(a, b, n);
}
void arrays(redist::array<double, 2> &a, redist::array<double, 1> &b,
            const redist::array<double, 2> &c, redist::array<float, 2> &d,
            std::vector<double> &v, long n) {
#pragma redistribute a[n] to(block onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:22: error: 'a' is a 'redist::array' of 2 dimensions, found 1 pair of brackets
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-5]]:39: note: 'a' declared here
#pragma redistribute a[n][n] to(block, * onto(4)) into(b)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:56: error: 'b' is a 'redist::array' of 1 dimension, found 2 pairs of brackets
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-8]]:68: note: 'b' declared here
#pragma redistribute c[n][n] to(block, * onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:22: error: 'c' cannot be redistributed in place: its elements are const
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-10]]:45: note: 'c' declared here
#pragma redistribute c[n][n] to(block, * onto(4)) into(d)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:56: error: element type 'float' of destination 'd' differs from element type 'double' of 'c'
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-13]]:73: note: 'd' declared here
#pragma redistribute c[n][n] to(block, * onto(4)) into(a)
#pragma redistribute a[n][n] from(*, block onto(4)) to(block, * onto(4))
#pragma redistribute a[n][n] to(block, * onto(4)) into(v)
#pragma redistribute v[n][n] to(block, * onto(4)) into(a)
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' needs a 'from' clause
#pragma redistribute a[n][n], v[n][n] to(block, * onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' needs a 'from' clause
}
void extents(std::vector<double> &a, std::vector<double> &b,
             std::vector<double> &c, long n, long m) {
#pragma redistribute a[n][8], b[m][9] from(block, * onto(4)) \
    to(cyclic, * onto(4))
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-2]]:36: error: extent 9 of 'b' differs from 8 of 'a': objects of one directive have the same brackets
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-3]]:26: note: the brackets of 'a' are here
#pragma redistribute a[2 : -1] from(cyclic onto(4)) to(cyclic onto(4)) into(b[2 : 3])
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-1]]:28: error: length must not be negative, found -1
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-15]]:35: error: 'a' has layout 'block, * onto(4)' here, not '*, block onto(4)'
// CHECK: {{^}}dimensions-error.cpp:[[#@LINE-17]]:1: note: layout 'block, * onto(4)' is given here
}
template <int N> void sameExtents(std::vector<double> &a, std::vector<double> &b) {
#pragma redistribute a[N], b[8] from(block onto(4)) to(cyclic onto(4))
}
