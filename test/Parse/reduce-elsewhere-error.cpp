// A reduction in a header, or in the text of a macro, is never ignored; one in
// a region that is left out is left alone.
// REQUIRES: compiler
// RUN: %check_redistc %s %t
#include "../Inputs/mock.h"

#define SUM(item) _Pragma("reduce(+ : item)")
void f(long n) {
#include "Inputs/reduce.h"
// CHECK: {{^}}{{.*}}Inputs/reduce.h:2:1: error: '#pragma reduce' in a header: only the main file is rewritten
  SUM(n)
// CHECK: {{^}}reduce-elsewhere-error.cpp:[[#@LINE-1]]:3: error: '_Pragma("reduce ...")' inside a macro: the text of a macro cannot be rewritten
// CHECK: {{^}}reduce-elsewhere-error.cpp:[[#@LINE-6]]:19: note: expanded from macro 'SUM'
#if 0
#pragma reduce(nonsense
#endif
}
