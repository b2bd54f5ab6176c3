// The namespace of the runtime must be free at global scope, and only there.
// REQUIRES: compiler
// RUN: split-file %s %t
// RUN: cp %S/../Inputs/mock.h %t/mock.h
// RUN: not %redistc --check %t/variable.cpp 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not %redistc --check %t/macro.cpp 2>&1 | FileCheck %s --check-prefix=MACRO
// RUN: %redistc --check %t/inside.cpp | count 0
// RUN: %redistc --check %t/none.cpp | count 0
// VARIABLE: variable.cpp:2:5: error: global name 'redist' hides the namespace of the runtime, which the directives of this file need
// VARIABLE-NOT: error:
// MACRO: macro.cpp:2:9: error: macro 'redist' hides the namespace of the runtime, which the directives of this file need
// MACRO-NOT: error:
//--- variable.cpp
#include "mock.h"
int redist = 3;
void f(std::vector<double> &a) {
#pragma redistribute a[9] from(block onto(4)) to(cyclic onto(redist))
#pragma redistribute a[9] from(cyclic onto(redist)) to(block onto(4))
}
//--- macro.cpp
#include "mock.h"
#define redist 3
void f(std::vector<double> &a) {
#pragma redistribute a[9] from(block onto(4)) to(cyclic onto(redist))
}
//--- inside.cpp
#include "mock.h"
namespace redist {}
namespace user {
static int redist = 4;
void f(std::vector<double> &a) {
#pragma redistribute a[9] from(block onto(4)) to(cyclic onto(redist))
  int redist = 3;
#pragma redistribute a[9] from(block onto(4)) to(cyclic onto(redist))
}
} // namespace user
//--- none.cpp
int redist = 3;
