// Every line after a directive keeps its number and file, whatever the shape
// of the directive: the asserts hold in the source and in what comes out.
//
// RUN: %redistc %s -o %t.cpp
// RUN: %mpicxx -std=c++17 -I %source_dir/include -fsyntax-only %s
// RUN: %mpicxx -std=c++17 -I %source_dir/include -fsyntax-only %t.cpp
#include <vector>
static_assert(__LINE__ == 8, "");

struct Storage {
  std::vector<int> part;
  void reblock(long n) {
    static_assert(__LINE__ == 13, "");
#pragma redistribute part[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4))
    static_assert(__LINE__ == 15, "");
    #pragma redistribute part[n] \
        from(cyclic(3) onto(4)) \
        to(cyclic(5) onto(4))
    static_assert(__LINE__ == 19, "");
#pragma redistribute part[n] from(cyclic(3) onto(4)) to(cyclic(5) onto(4))
#pragma redistribute part[n] from(cyclic(5) onto(4)) to(cyclic(3) onto(4))
    static_assert(__LINE__ == 22, "");
	#pragma redistribute part[n] from(cyclic(3) onto(4)) to(block onto(4)) // x
    static_assert(__LINE__ == 24, "");
#pragma redistribute part[n] from(cyclic(3) onto(4)) /* over
   two lines */ to(cyclic(5) onto(4)) /* and
   two more */
    static_assert(__LINE__ == 28, "");
    _Pragma("redistribute part[n] from(block onto(4)) to(cyclic onto(4))") n--;
    static_assert(__LINE__ == 30, "");
    n++; _Pragma("redistribute part[n] from(block onto(4)) to(cyclic onto(4))")
    static_assert(__LINE__ == 32, "");
  }
};
static_assert(__LINE__ == 35, "");
static_assert(sizeof(__FILE__) > sizeof("line-numbers.cpp"), "");
