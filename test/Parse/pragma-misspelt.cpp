// A misspelt directive would be lost among the pragmas that nobody knows. With
// a clause of ours it is an error, otherwise a warning; other pragmas are let
// alone.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../Inputs/mock.h"

#pragma unrelated stuff
void f(std::vector<double> &a, long n) {
#pragma omp parallel
#pragma redistrbute a[n] from(cyclic(3) onto(16)) to(block onto(2))
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma redistrbute'; did you mean 'redistribute'?
#pragma redistrbute foo
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: warning: unknown pragma 'redistrbute'; did you mean 'redistribute'?
#pragma redist a[n]
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: warning: unknown pragma 'redist'; did you mean 'redistribute'?
#pragma piepline
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: warning: unknown pragma 'piepline'; did you mean 'pipeline'?
#pragma reduction(+ : n)
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma reduction'; did you mean 'reduce'?
#pragma allreduce n
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: warning: unknown pragma 'allreduce'; did you mean 'reduce'?
#pragma redistribution a[n]
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: warning: unknown pragma 'redistribution'; did you mean 'redistribute'?
#pragma gather a[n] from(block onto(2)) to(* onto(1))
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: error: unknown directive '#pragma gather'; did you mean 'redistribute'?
#pragma broadcast
// CHECK: {{^}}pragma-misspelt.cpp:[[#@LINE-1]]:9: warning: unknown pragma 'broadcast'; did you mean 'redistribute'?
#pragma
#pragma once_more
#pragma omp for reduction(+ : n)
#pragma acc parallel loop reduction(+ : n)
#pragma GCC ivdep
#pragma vector aligned
#pragma simd reduction(+ : n)
#pragma weak f
#pragma pack(push)
#pragma comment(lib, "reduce")
}
