// However a directive is spelt, all of it and nothing else is replaced: split
// lines, comments inside, digraphs, what stands right behind a _Pragma.
//
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: FileCheck --input-file=%t.cpp %s
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -Wno-comment -I %source_dir/include %t.cpp
// CHECK-COUNT-10: {{^}}  ::redist::redistribute(redistDirective, {{.*}}, a);
// CHECK-NOT: ::redist::redistribute(
#include <mpi.h>

#include <vector>

#define TEXT "redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))"

int spellings(std::vector<int> &a, long n) {
%:pragma redistribute a<:n:> from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
# pragma   redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
#pra\
gma redis\
tribute a[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
/* c */ # /* d */ pragma /* e */ redistribute /* f */ a[n] from(cyclic(2) /* g
  */ onto(4)) to(cyclic(3) onto(4)) /* h */
n++;
_Pragma(TEXT)
_Pragma(R"(redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4)))")
_Pragma(L"redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))")n++;
_Pragma(TEXT)_Pragma(TEXT)
{_Pragma(TEXT)}return 1;}
