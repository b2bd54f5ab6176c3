// What stages do to elements that travel with a pointer, as generated code shows
// it: memory of the runtime is theirs until the item ends, and is not the one
// that the stages before have.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/pipeline.h"

extern "C" void *malloc(unsigned long);
extern "C" void free(void *);
static double buffer[64];
static double sum;
/// Freed where another rank has it.
void freed(int n) {
#pragma pipeline carry(p[0 : n], q[0 : 4])
  for (int i = 0; i < n; ++i) {
    double *p = nullptr;
    double *q = nullptr;
#pragma pipeline stage
    {
      p = static_cast<double *>(malloc(8ul * n));
      p[0] = i;
      q = new double[4];
      q[0] = i;
    }
#pragma pipeline stage
    {
      sum += p[0] + q[0];
      free(p);
      delete[] q;
    }
  }
}
// CHECK: {{^}}pipeline-carry-memory-error.cpp:28:7: error: stage 2 frees what 'p' refers to, which 'carry' has made memory of the runtime: let the stage that allocates it, or a variable of the item as 'std::unique_ptr', free it
// CHECK: {{^}}pipeline-carry-memory-error.cpp:29:7: error: stage 2 frees what 'q' refers to, which 'carry' has made memory of the runtime
/// The serial program would find in the buffer what stage 2 has written.
void changed(int n) {
#pragma pipeline carry(p[0 : 2])
  for (int i = 0; i < n; ++i) {
    double *p;
#pragma pipeline stage
    {
      buffer[0] += i;
      p = buffer;
    }
#pragma pipeline stage
    p[0] *= 2;
#pragma pipeline stage
    sum += p[0];
  }
}
// CHECK: {{^}}pipeline-carry-memory-error.cpp:46:10: error: 'buffer' is written by stage 2, but stage 1 writes it
// CHECK: {{^}}pipeline-carry-memory-error.cpp:42:17: note: 'buffer' is written here
// CHECK: {{^}}pipeline-carry-memory-error.cpp:42:17: error: 'buffer' is read by stage 1, but stage 2 writes it
// CHECK: {{^}}pipeline-carry-memory-error.cpp:46:10: note: 'buffer' is written here
/// Used when the item has ended.
void kept(int n) {
  static double *last;
#pragma pipeline carry(p[0 : 2])
  for (int i = 0; i < n; ++i) {
    double *p;
#pragma pipeline stage
    {
      p = new double[2];
      p[0] = i;
    }
#pragma pipeline stage
    {
      if (last)
        sum += last[0];
      last = p;
    }
  }
}
// CHECK: {{^}}pipeline-carry-memory-error.cpp:69:16: error: stage 2 uses what 'last' refers to when the item has ended: 'carry' keeps it until then
/// Two copies of one memory.
void twice(int n) {
#pragma pipeline carry(p[0 : 2], q[0 : 1])
  for (int i = 0; i < n; ++i) {
    double *p, *q;
#pragma pipeline stage
    {
      p = new double[2];
      q = p + 1;
      q[0] = i;
    }
#pragma pipeline stage
    p[1] = 3;
#pragma pipeline stage
    sum += q[0];
  }
}
// CHECK: {{^}}pipeline-carry-memory-error.cpp:87:10: error: what 'p' refers to is reached on two ways from variables of the item: at stage 2, on another rank, they lead to two copies
