// An error of the user's code after a directive, or inside of one, is shown
// with the user's file and line; so is what a debugger reads.
//
// RUN: %redistc %s -o %t.cpp
// RUN: not %mpicxx -std=c++17 -I %source_dir/include -fsyntax-only \
// RUN:   -DUNDECLARED %t.cpp 2>&1 | FileCheck %s --check-prefix=ERROR
// RUN: %mpicxx -std=c++17 -I %source_dir/include -g -c -o %t.o %t.cpp
// RUN: objdump -dl %t.o | FileCheck %s --check-prefix=DEBUG
#include <vector>

void first(std::vector<int> &a) {
#pragma redistribute a[100] from(cyclic(3) onto(4)) to(cyclic(5) onto(4))
#ifdef UNDECLARED
  missing();
#endif
}

// ERROR: error-line.cpp:14:3: error: 'missing' was not declared
// DEBUG: error-line.cpp:12
