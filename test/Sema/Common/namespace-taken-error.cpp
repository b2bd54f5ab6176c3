// The namespace of the runtime and the types of MPI must be free at global scope,
// and only there; macros do not matter.
// REQUIRES: compiler
// RUN: split-file %s %t
// RUN: cp %S/../../Inputs/mock.h %t/mock.h
// RUN: not %redistc --check %t/variable.cpp 2>&1 | FileCheck %s --check-prefix=VARIABLE
// RUN: not %redistc --check %t/mpi.cpp 2>&1 | FileCheck %s --check-prefix=MPI
// RUN: %redistc --check %t/macro.cpp | count 0
// RUN: %redistc --check %t/inside.cpp | count 0
// RUN: %redistc --check %t/none.cpp | count 0
// VARIABLE: variable.cpp:2:5: error: global name 'redist' hides the namespace of the runtime, which the directives of this file need
// VARIABLE-NOT: error:
// MPI: mpi.cpp:1:8: error: global name 'MPI_Comm' hides a type of <mpi.h>, which the directives of this file need
// MPI-NOT: error:
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
//--- mpi.cpp
struct MPI_Comm {};
void f(double *a, double *b) {
#pragma redistribute a[9] from(block onto(4)) to(cyclic onto(4)) into(b)
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
