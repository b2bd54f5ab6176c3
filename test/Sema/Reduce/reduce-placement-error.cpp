// A reduction stands where a statement may stand, between others.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

long n;
#pragma reduce(+ : n)
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-1]]:1: error: '#pragma reduce' must stand where a statement may stand, inside a function body
void merge(long &, const long &);
void e(bool b) {
  if (b)
    n = 3;
#pragma reduce(+ : n) ordered
  else
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-1]]:3: error: 'else' after '#pragma reduce': no directive may stand between an 'if' and its 'else'
    n = 4;
}
void d() {
  do
#pragma reduce(+ : n) ordered
    ;
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-1]]:5: error: '#pragma reduce' may not be the whole body of a loop without braces
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-4]]:3: note: to match this 'do'
  while (n);
}
void f(bool b) {
  if (b)
#pragma reduce(merge : n)
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-1]]:1: error: '#pragma reduce' may not be the whole body of an 'if' without braces
    n = 3;
  for (; b;)
#pragma reduce(merge : n) ordered
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-1]]:1: error: '#pragma reduce' may not be the whole body of a loop without braces
    n = 3;
  if (b) {
#pragma reduce(merge : n) ordered
  } else {
#pragma reduce(+ : n)
  }
  switch (n) {
  case 3:;
#pragma reduce(+ : n)
  }
}
constexpr int c(long m) {
#pragma reduce(merge : m)
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-1]]:1: error: '#pragma reduce' in a constexpr function: no communication is a constant expression
  return 3;
}
void body(long m) try
#pragma reduce(+ : m)
// CHECK: {{^}}reduce-placement-error.cpp:[[#@LINE-1]]:1: error: '#pragma reduce' stands in place of a body: expected '{' before it
catch (...) {
}
