// What the language has and this version has not is refused by its name.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/mock.h"

void f(std::vector<double> &a, std::vector<double> &b, long n) {
#pragma redistribute a[n], b[n] from(cyclic(3) onto(16)) to(block onto(2))
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:28: error: several objects in one directive are not supported by this version of redistc
#pragma redistribute a[n][n] from(cyclic(3), block onto(16, 4)) \
                             to(*, gen_block(v) onto(2))
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-2]]:26: error: several dimensions are not supported by this version of redistc
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-3]]:44: error: several dimensions are not supported by this version of redistc
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-3]]:33: error: distribution '*' is not supported by this version of redistc
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-4]]:34: error: several dimensions are not supported by this version of redistc
#pragma redistribute a[n] from(block onto(2)) to(gen_block(v) onto(2))
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:50: error: distribution 'gen_block' is not supported by this version of redistc
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) order(row)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:65: error: clause 'order' is not supported by this version of redistc
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) permute(1, 0)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:65: error: clause 'permute' is not supported by this version of redistc
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) relabel(x)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:65: error: clause 'relabel' is not supported by this version of redistc
#pragma redistribute a[n] from(block onto(2)) to(block onto(2)) nowait(id)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:65: error: clause 'nowait' is not supported by this version of redistc
#pragma redistribute a[0 : n] from(block onto(2)) to(block onto(2)) into(b, a)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:26: error: array sections with ':' are not supported by this version of redistc
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-2]]:75: error: several objects in 'into' are not supported by this version of redistc
#pragma redistribute wait(id)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:22: error: '#pragma redistribute wait' is not supported by this version of redistc
#pragma reduce(+ : n) root(0)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:9: error: '#pragma reduce' is not supported by this version of redistc
#pragma reduce wait(id)
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:9: error: '#pragma reduce' is not supported by this version of redistc
#pragma pipeline
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:9: error: '#pragma pipeline' is not supported by this version of redistc
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
// CHECK: {{^}}later-work-error.cpp:[[#@LINE-1]]:9: error: '#pragma pipeline' is not supported by this version of redistc
    {}
  }
}
