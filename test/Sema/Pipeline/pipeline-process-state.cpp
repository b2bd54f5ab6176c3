// Stages that each set errno before they read it, and read the environment.
// REQUIRES: compiler
// RUN: %check_redistc %s %t --dump=sema
#include "Inputs/pipeline.h"

extern "C" {
int *__errno_location() noexcept;
long strtol(const char *, char **, int);
char *getenv(const char *);
int open(const char *, int);
long write(int, const void *, unsigned long);
}
#define errno (*__errno_location())
bool parse(const char *text) {
  errno = 0;
  return strtol(text, nullptr, 10) != 0 && errno == 0;
}
void each(int n, int file, int other) {
  int bad = 0, failed = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      bad += !parse(getenv("A"));
      write(file, "a", 1);
      write(1, "a", 1);
    }
#pragma pipeline stage
    {
      if (open(getenv("B"), 0) < 0)
        failed = errno;
      write(other, "b", 1);
      write(2, "b", 1);
    }
  }
}
// CHECK: {{^}}sema: pipeline 0 at line 20{{$}}
// CHECK-NEXT: {{^}}  comm: MPI_COMM_WORLD{{$}}
// CHECK-NEXT: {{^}}  mapping: auto{{$}}
// CHECK-NEXT: {{^}}  header: every rank{{$}}
// CHECK-NEXT: {{^}}  stage: 1 at line 22, stays: it uses standard output{{$}}
// CHECK-NEXT: {{^}}  stage: 2 at line 28, stays: it uses standard error{{$}}
// CHECK-NEXT: {{^}}  state: bad (int) of stage 1{{$}}
// CHECK-NEXT: {{^}}  state: failed (int) of stage 2{{$}}
// CHECK-NEXT: {{^}}  instance: (here){{$}}
// CHECK-NEXT: {{^}}    stage 1 bytes: 0{{$}}
// CHECK-NEXT: {{^}}    stage 2 bytes: 0{{$}}
