// Names that the block declares keep out of the way of the user's.
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: FileCheck --input-file=%t.cpp %s
// RUN: %mpicxx -std=c++17 -DOMPI_SKIP_MPICXX -Wall -Wextra -Werror -fsyntax-only -I %source_dir/include %t.cpp
#include <vector>

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
