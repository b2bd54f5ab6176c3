// Sizes of a gen_block that are constants: one for each rank, none negative,
// together not less than the extent. The runtime checks all others.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

constexpr int sizes[4] = {1, 2, 3, 4};
struct Sizes {
  static constexpr std::array<long, 3> three = {{5, 0, 5}};
};

void f(std::vector<double> &a, std::vector<double> &b, long n) {
  const short negative[] = {1, -2, 3, 4};
  const int unknown[] = {1, static_cast<int>(n), 3, 4};
  int written[] = {1, 2, 3, 4};
#pragma redistribute a[10] from(gen_block(sizes) onto(4)) to(gen_block(Sizes::three) onto(3))
#pragma redistribute a[9] from(gen_block(written) onto(4)) to(gen_block(sizes) onto(4))
#pragma redistribute a[11] from(gen_block(sizes) onto(4)) to(block onto(3))
// CHECK: {{^}}gen-block-sizes-error.cpp:[[#@LINE-1]]:43: error: the sizes 'sizes' hold 10 elements, but the extent is 11
// CHECK: {{^}}gen-block-sizes-error.cpp:7:15: note: 'sizes' declared here
#pragma redistribute a[n][2] from(*, gen_block(negative) onto(4)) to(block, * onto(3))
// CHECK: {{^}}gen-block-sizes-error.cpp:[[#@LINE-1]]:48: error: size 1 of 'negative' must not be negative, found -2
// CHECK: {{^}}gen-block-sizes-error.cpp:13:15: note: 'negative' declared here
#pragma redistribute a[0 : 6 : 2] from(cyclic onto(4)) \
    to(gen_block(Sizes::three) onto(3)) into(b[0 : 6 : 2])
// CHECK: {{^}}gen-block-sizes-error.cpp:[[#@LINE-1]]:18: error: the sizes 'Sizes::three' hold 10 elements, but the section reaches element 10
// CHECK: {{^}}gen-block-sizes-error.cpp:9:40: note: 'three' declared here
#pragma redistribute a[99] from(gen_block(unknown) onto(4)) to(gen_block(written) onto(4))
}
