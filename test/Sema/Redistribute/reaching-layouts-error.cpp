// from() that no layout agrees with which can reach the directive is an error;
// where another layout may, the runtime judges.
//
// RUN: not %redistc --check %s 2>&1 | FileCheck %s --implicit-check-not=error:
#include <redist/redist.h>

using Array = redist::array<double, 2>;
using redist::layout;
void change(Array &);

void wrong(long n, bool first) {
  Array a({n, 8}, layout({redist::cyclic(3), redist::undistributed()}).onto({4}));
#pragma redistribute a[n][8] from(cyclic(3), * onto(2)) to(*, cyclic onto(4))
// CHECK: :[[@LINE-1]]:35: error: 'a' has layout 'cyclic(3), * onto(4)' here, not 'cyclic(3), * onto(2)'
// CHECK: :[[@LINE-3]]:{{[0-9]+}}: note: layout 'cyclic(3), * onto(4)' is given here
#pragma redistribute a[n][8] from(*, cyclic onto(4) at(1)) to(*, block onto(4))
// CHECK: :[[@LINE-1]]:35: error: 'a' has layout '*, cyclic(1) onto(4)' here, not '*, cyclic(1) onto(4) at(1)'
// CHECK: :[[@LINE-5]]:1: note: layout '*, cyclic(1) onto(4)' is given here
#pragma redistribute a[n][8] from(*, cyclic(2) onto(4)) to(*, block(4) onto(4))
  // As many as fit: block(4) on 4 ranks deals 8 elements as cyclic(4) does.
#pragma redistribute a[n][8] from(*, cyclic(4) onto(4)) to(*, cyclic onto(4))
  if (first) {
#pragma redistribute a[n][8] to(*, cyclic(5) onto(4))
  }
#pragma redistribute a[n][8] from(*, cyclic onto(4)) to(cyclic, * onto(4))
  change(a);
#pragma redistribute a[n][8] from(*, cyclic onto(4)) to(cyclic, * onto(4))
}

// A section in place stays where it is.
void part(long n) {
  Array a({n, 8}, layout({redist::cyclic(3), redist::undistributed()}).onto({4}));
#pragma redistribute a[2 : 3][8] to(cyclic(3), * onto(4))
#pragma redistribute a[2 : 3][8] to(cyclic(3), * onto(2))
// CHECK: :[[@LINE-1]]:23: error: a section of 'a' cannot be redistributed in place: the other elements would be in both layouts; use 'into'
// CHECK: :[[@LINE-3]]:1: note: layout 'cyclic(3), * onto(4)' is given here
  change(a);
#pragma redistribute a[2 : 3][8] to(*, cyclic onto(4))
}

template <int K> void instance(long n) {
  Array a({n, n}, layout({redist::cyclic(K), redist::cyclic(2)}).onto({2, 2}));
#pragma redistribute a[n][n] from(cyclic(3), cyclic(2) onto(2, 2)) to(block(K), * onto(4))
// CHECK: :[[@LINE-1]]:35: error: 'a' has layout 'cyclic(4), cyclic(2) onto(2, 2)' here, not 'cyclic(3), cyclic(2) onto(2, 2)'
// CHECK: :[[@LINE-2]]:1: note: in the instantiation 'instance<4>'
}
template void instance<3>(long);
template void instance<4>(long);
