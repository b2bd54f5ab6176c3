// As the lone body of a statement a directive would be more than one statement
// after rewriting.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

void f(std::vector<double> &a, long n, int x) {
  int some[3];
  if (x)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of an 'if' without braces
  if (x) {
  } else
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of an 'else' without braces
  for (;;)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a loop without braces
  while (x)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a loop without braces
  do
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a loop without braces
  while (x);
  for (int i : some)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a loop without braces
  switch (x)
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a 'switch' without braces
  switch (x) {
  case 1:
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a 'case' without braces
  default:
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a 'case' without braces
  }
label:
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of a label without braces
  [[likely]]
#pragma redistribute a[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}placement-lone-body-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' may not be the whole body of an attributed statement without braces
}
