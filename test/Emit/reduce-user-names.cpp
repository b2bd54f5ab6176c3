// Names that the block of a reduction declares keep out of the way of the
// user's, in operators and items, too; the header that is included after the
// user's macros names nothing as they do.
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: FileCheck --input-file=%t.cpp %s
// RUN: %mpicxx -std=c++17 -DOMPI_SKIP_MPICXX -Wall -Wextra -Werror -fsyntax-only -I %source_dir/include %t.cpp
#include <map>
#include <string>
#include <vector>

#define A 1
#define B 2
#define D 3
#define N 1000
#define T double
#define TT 4

int redistOperands(const int &a, const int &b) { return a + b; }

void f(int &redistDirective, int redistSchedules_) {
#pragma reduce(redistOperands : redistDirective) root(redistSchedules_)
}
// CHECK: ::redist::directive redistDirective__ =
// CHECK: ::redist::reduce(redistDirective__, {{.*}}[&](auto &&...redistOperands__) noexcept(noexcept(redistOperands(static_cast<decltype(redistOperands__)>(redistOperands__)...)))
