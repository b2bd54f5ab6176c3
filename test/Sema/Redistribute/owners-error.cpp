// What indirect and listed take, and what does not go with them.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void numbers(std::vector<double> &a, long n, int *p, std::vector<double> &d) {
#pragma redistribute a[n] from(indirect(p) onto(4)) to(listed(p) onto(4))
// CHECK: {{^}}owners-error.cpp:[[#@LINE-1]]:41: error: 'p' is not a range of owners: expected an array or a range with 'data()' and 'size()' of integers, found 'int *', whose length is not known: use a 'std::vector'
// CHECK: {{^}}owners-error.cpp:[[#@LINE-3]]:51: note: 'p' declared here
// CHECK: {{^}}owners-error.cpp:[[#@LINE-3]]:63: error: 'p' is not a range of indices: expected an array or a range with 'data()' and 'size()' of integers, found 'int *', whose length is not known: use a 'std::vector'
// CHECK: {{^}}owners-error.cpp:[[#@LINE-5]]:51: note: 'p' declared here
  int v[n];
#pragma redistribute a[n] from(listed(v) onto(4)) to(block onto(4))
// CHECK: {{^}}owners-error.cpp:[[#@LINE-1]]:39: error: 'v' is not a range of indices: expected an array or a range with 'data()' and 'size()' of integers, found 'int[n]', whose length is not known: use a 'std::vector'
// CHECK: {{^}}owners-error.cpp:[[#@LINE-3]]:7: note: 'v' declared here
#pragma redistribute a[n] from(indirect(d) onto(4)) to(block onto(4))
// CHECK: {{^}}owners-error.cpp:[[#@LINE-1]]:41: error: 'd' is not a range of owners: expected an array or a range with 'data()' and 'size()' of integers, found 'std::vector<double>'
// CHECK: {{^}}owners-error.cpp:[[#@LINE-12]]:75: note: 'd' declared here
}

void shifts(std::vector<double> &a, long n, std::vector<int> &v) {
#pragma redistribute a[n] from(indirect(v) shift(1) onto(4)) \
    to(listed(v) shift(2) onto(4))
// CHECK: {{^}}owners-error.cpp:[[#@LINE-2]]:50: error: 'indirect' has no 'shift': it says itself where elements lie
// CHECK: {{^}}owners-error.cpp:[[#@LINE-2]]:24: error: 'listed' has no 'shift': it says itself where elements lie
}

namespace redist {
template <typename T, unsigned long D> struct array {
  T *data() const;
  unsigned long size() const;
};
} // namespace redist

void arrays(std::vector<double> &a, long n, redist::array<int, 2> &m,
            redist::array<int, 1> &v) {
#pragma redistribute a[n] from(indirect(v) onto(4)) to(listed(v) onto(4))
#pragma redistribute a[n] from(indirect(m) onto(4)) to(block onto(4))
// CHECK: {{^}}owners-error.cpp:[[#@LINE-1]]:41: error: 'm' is not a range of owners: expected an array or a range with 'data()' and 'size()' of integers, found 'redist::array<int, 2>'
// CHECK: {{^}}owners-error.cpp:[[#@LINE-5]]:68: note: 'm' declared here
}
