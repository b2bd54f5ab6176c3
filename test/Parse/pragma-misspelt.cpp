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
#pragma
#pragma once_more
}
