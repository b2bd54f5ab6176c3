// A request lives in the user's block, wherever that is: templates, lambdas,
// nested blocks, loops; several directives with nowait stand side by side, and
// what comes out is C++17 to C++23 without a warning.
//
// REQUIRES: compiler
// RUN: %redistc %s -o %t.cpp -- -std=c++17
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++23 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: env OMPI_CXX=clang++ MPICH_CXX=clang++ %mpicxx -Qunused-arguments -std=c++17 @%S/Inputs/warnings.txt -I %source_dir/include %t.cpp
// RUN: %mpicxx -std=c++17 @%S/Inputs/warnings.txt -Wno-unknown-pragmas -Wno-unused %s
#include <mpi.h>

#include <tuple>
#include <vector>

using Part = std::vector<double>;

template <int K, typename Extent> void inTemplate(Part &a, Extent n) {
#pragma redistribute a[n] from(cyclic(K) onto(4)) to(cyclic onto(4)) nowait(id)
  n = 0;
#pragma redistribute wait(id)
}

void several(Part &a, Part &b, Part &c, long n, int redistDirective4_) {
#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic onto(4))           \
    nowait(first)
  {
#pragma redistribute b[n] from(cyclic(3) onto(4)) to(cyclic onto(4))           \
    nowait(second)
    for (int i = 0; i < 2; ++i) {
#pragma redistribute c[n] from(cyclic(redistDirective4_) onto(4))              \
    to(cyclic onto(4)) nowait(third)
      const auto finish = [&] {
#pragma redistribute wait(third)
      };
      finish();
    }
#pragma redistribute wait(second)
  }
#pragma redistribute wait(first)
}

void places(std::tuple<Part, long> &both, int what) {
  auto &[a, n] = both; // which no lambda of C++17 may capture
  switch (what) {
  case 1: {
#pragma redistribute a[n] from(cyclic(3) onto(4)) to(cyclic onto(4)) nowait(id)
#pragma redistribute wait(id)
    break;
  }
  default:
    break;
  }
  const auto generic = [](auto &part, auto extent) {
    _Pragma("redistribute part[extent] from(cyclic(2) onto(4)) to(cyclic onto(4)) nowait(id)") extent = 1;
    _Pragma("redistribute wait(id)") extent = 2;
  };
  generic(a, n);
  inTemplate<3>(a, n);
  inTemplate<4>(a, 7);
}
