// Where no statement may stand there is one error for the directive, and none
// about the braces that Clang was shown in its place.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

std::vector<double> a;
long n;
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
struct Inside {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
  int member;
};
struct Before
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:22: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-2]]:22: note: is a ';' missing before the directive?
{
  int member;
};
namespace space {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
}
enum Kind {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
};
int list[] = {
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
    1};
void f() {
  int value =
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' must stand where a statement may stand, inside a function body
      5;
}
void other() { undeclared(); }
// CHECK: {{^}}placement-outside-function-error.cpp:[[#@LINE-1]]:16: error: use of undeclared identifier 'undeclared'
