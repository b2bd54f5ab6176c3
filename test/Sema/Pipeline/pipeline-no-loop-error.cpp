// What stands behind '#pragma pipeline' must be a for or while loop.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

int produce(int);
void none(int n) {
#pragma pipeline
  n = 1;
#pragma pipeline
  do {
  } while (n > 0);
#pragma pipeline
  if (n)
    n = 2;
#pragma pipeline
#pragma reduce(+ : n)
  for (;;) {
#pragma pipeline
  }
#pragma pipeline
  // OpenMP would take the turns out of their order.
 # pragma omp parallel for
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    produce(i);
#pragma pipeline stage
#pragma omp parallel for
    for (int k = 0; k < n; ++k)
      produce(k);
  }
#pragma pipeline /*
#pragma omp parallel for */
  _Pragma ( "omp parallel for" )
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    produce(i);
#pragma pipeline stage
    produce(n);
  }
#pragma pipeline
  /* No directive:
#pragma omp parallel for
  */
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    produce(i);
#pragma pipeline stage
    produce(n);
  }
}
// CHECK: {{^}}pipeline-no-loop-error.cpp:9:3: error: expected a 'for' or 'while' loop after '#pragma pipeline', found an assignment
// CHECK: {{^}}pipeline-no-loop-error.cpp:11:3: error: expected a 'for' or 'while' loop after '#pragma pipeline', found a 'do' statement
// CHECK: {{^}}pipeline-no-loop-error.cpp:14:3: error: expected a 'for' or 'while' loop after '#pragma pipeline', found an 'if' statement
// CHECK: {{^}}pipeline-no-loop-error.cpp:17:1: error: expected a 'for' or 'while' loop after '#pragma pipeline', found '#pragma reduce'
// CHECK: {{^}}pipeline-no-loop-error.cpp:19:1: error: expected a 'for' or 'while' loop after '#pragma pipeline', found the end of the block
// CHECK: {{^}}pipeline-no-loop-error.cpp:23:2: error: expected a 'for' or 'while' loop after '#pragma pipeline', found '#pragma omp'
// CHECK: {{^}}pipeline-no-loop-error.cpp:34:3: error: expected a 'for' or 'while' loop after '#pragma pipeline', found '#pragma omp'
