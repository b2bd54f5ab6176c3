// What all code of a process shares: the environment, errno, open files.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

extern "C" {
int *__errno_location() noexcept;
long strtol(const char *, char **, int);
char *getenv(const char *);
int setenv(const char *, const char *, int);
long write(int, const void *, unsigned long);
}
#define errno (*__errno_location())
int produce(int);
bool parse(const char *text) {
  errno = 0;
  return strtol(text, nullptr, 10) != 0;
}
void environment(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    setenv("MODE", "1", 1);
#pragma pipeline stage
    getenv("MODE");
  }
}
void errors(int n, int failed) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    parse("1");
#pragma pipeline stage
    failed += errno != 0;
  }
}
void descriptors(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    write(1, "a", 1);
#pragma pipeline stage
    write(1, "b", 1);
  }
}
// CHECK: {{^}}pipeline-process-state-error.cpp:25:5: error: the environment is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-process-state-error.cpp:23:5: note: the environment is written by stage 1 here
// CHECK: {{^}}pipeline-process-state-error.cpp:34:15: error: 'errno' is read by stage 2, but is the state of stage 1, which writes it: a variable of the item can travel from stage to stage
// CHECK: {{^}}pipeline-process-state-error.cpp:13:16: note: expanded from macro 'errno'
// CHECK: {{^}}pipeline-process-state-error.cpp:32:5: note: 'errno' is written by stage 1 here
// CHECK: {{^}}pipeline-process-state-error.cpp:16:3: note: in function 'parse', here
// CHECK: {{^}}pipeline-process-state-error.cpp:13:16: note: expanded from macro 'errno'
// CHECK: {{^}}pipeline-process-state-error.cpp:43:5: error: standard output is written by two stages, 1 and 2: what outlives an item is the state of one stage
// CHECK: {{^}}pipeline-process-state-error.cpp:41:5: note: standard output is written by stage 1 here
