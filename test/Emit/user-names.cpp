// Names that the block declares keep out of the way of the user's, and the
// header that is included after the user's macros names nothing as they do.
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: FileCheck --input-file=%t.cpp %s
// RUN: %mpicxx -std=c++17 -DOMPI_SKIP_MPICXX -Wall -Wextra -Werror -fsyntax-only -I %source_dir/include %t.cpp
#include <vector>

#define D 3
#define K 4
#define M 1000
#define N 1000
#define P 16
#define Q 16
#define T double

void f(std::vector<int> &redistDirective, long redistSchedules_) {
#pragma redistribute redistDirective[redistSchedules_] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
}
void g(std::vector<int> &redistWords0) {
#pragma redistribute redistWords0[9] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
}
// CHECK: std::uint32_t redistWords__0[]
// CHECK: redistSchedules__[]
// CHECK: ::redist::directive redistDirective__ =
// CHECK: ::redist::redistribute(redistDirective__, ::redist::redistribution({::redist::whole(static_cast<::std::int64_t>(redistSchedules_))})
// CHECK: std::uint32_t redistWords_0[]
// CHECK: ::redist::redistribute(redistDirective_, {{.*}}, redistWords0);
