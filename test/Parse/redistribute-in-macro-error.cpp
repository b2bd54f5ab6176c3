// The text of a macro cannot be replaced at one of its uses.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "../Inputs/mock.h"

#define DEAL(object)                                                           \
  _Pragma("redistribute object[n] from(block onto(2)) to(cyclic onto(2))")
#define SAME(text) text
void f(std::vector<double> &a, long n) {
  DEAL(a)
// CHECK: {{^}}redistribute-in-macro-error.cpp:[[#@LINE-1]]:3: error: '_Pragma("redistribute ...")' inside a macro: the text of a macro cannot be rewritten
// CHECK: {{^}}redistribute-in-macro-error.cpp:[[#@LINE-5]]:3: note: expanded from macro 'DEAL'
  SAME(_Pragma("redistribute a[n] from(block onto(2)) to(cyclic onto(2))"))
// CHECK: {{^}}redistribute-in-macro-error.cpp:[[#@LINE-1]]:8: error: '_Pragma("redistribute ...")' inside a macro: the text of a macro cannot be rewritten
}
