// Each instantiation has its own schedule; equal ones share theirs, and the
// call takes the template's own expressions, so that it is chosen at run time.
//
// RUN: %redistc %s -o %t.cpp
// RUN: FileCheck %s --input-file=%t.cpp
// RUN: %mpicxx -std=c++17 -I %source_dir/include -fsyntax-only %t.cpp
#include <vector>

template <int K, typename T> void reblock(std::vector<T> &a, long n) {
#pragma redistribute a[n] from(cyclic(K) onto(15)) to(cyclic(5) onto(15))
}

void use(std::vector<float> &f, std::vector<double> &d) {
  reblock<3>(f, 10);
  reblock<4>(d, 10);
  reblock<3>(d, 10);
}

// CHECK: {{^}}  // in reblock<3, float>{{.*}}: CYCLIC(3) on 15 -> CYCLIC(5) on 15, superblock of 225, what stays on a rank is copied:
// CHECK: {{^}}  // in reblock<4, double>{{.*}}: CYCLIC(4) on 15 -> CYCLIC(5) on 15, superblock of 300:
// CHECK: {{^}}  // in reblock<3, double>{{.*}}: CYCLIC(3) on 15 -> CYCLIC(5) on 15, superblock of 225, what stays on a rank is copied:
// CHECK: {{^}}  // other instantiations: the runtime plans
// CHECK: {{^}}  static constexpr ::std::uint32_t redistWords0[] = {
// CHECK: {{^}}  static constexpr ::std::uint32_t redistWords1[] = {
// CHECK-NOT: redistWords2
// CHECK: {{^}}      "auto", redistSchedules, 2};
// CHECK: {{^}}  ::redist::redistribute(redistDirective, {{.*}}::redist::cyclic(static_cast<::std::int64_t>(K))}).onto({15})
