// Every kind of statement, expression and declaration that an option of Clang
// lets into C++: what stage 1 changes with it is seen where stage 2 reads it.
// pipeline-every-construct-statements-error.cpp says more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0 -fblocks -fenable-matrix -fms-extensions -ffixed-point -fopenacc
#include "Inputs/seen.h"

static long a, b, c, d, e, f, g, h, sum;
using Matrix = double __attribute__((matrix_type(2, 3)));
static Matrix matrix;
#pragma comment(lib, "other")
#pragma detect_mismatch("name", "value")

void blocks(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    ^{
      a = i;
    }();
#pragma pipeline stage
    sum += seen<a>();
  }
}
void matrices(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    matrix[1][i % 3] = i;
#pragma pipeline stage
    sum += seen<matrix>();
  }
}
struct Properties {
  long *to;
  __declspec(property(get = read, put = write)) long value;
  __declspec(property(get = readAt, put = writeAt)) long values[];
  long read() { return ++*to; }
  void write(long x) { *to = x; }
  long readAt(long x) { return *to += x; }
  void writeAt(long x, long value) { to[x] = value; }
};
void properties(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Properties{&a}.value = i;
      b = Properties{&c}.value;
      Properties(&d).values[0] = i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>();
  }
}
struct First {
  long *first;
};
struct Second {
  long *second;
};
template <typename T> static void write(T places) {
  __if_exists(T::first) { *places.first = 1; }
  __if_not_exists(T::first) { *places.second = 2; }
}
void existing(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      write(First{&a});
      write(Second{&b});
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>();
  }
}
struct _GUID {
  unsigned long first;
  unsigned short second, third;
  unsigned char fourth[8];
};
struct __declspec(uuid("00000000-0000-0000-C000-000000000046")) Identified {};
void identifiers(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a = __uuidof(Identified).first;
#pragma pipeline stage
    sum += seen<a>();
  }
}
void fixedPoint(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a = 2.5k * i;
#pragma pipeline stage
    sum += seen<a>();
  }
}
void accelerated(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long values[4] = {};
#pragma pipeline stage
    {
#pragma acc parallel copy(values[0 : 4])
      {
        a = i;
        values[0] = i;
      }
#pragma acc loop
      for (int k = 0; k < 4; ++k)
        b = k;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>();
  }
}
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:22:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:18:5: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:19:9: note: in function a function, here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:31:12: error: 'matrix' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:29:22: note: 'matrix' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:53:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:48:22: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:39:28: note: in function 'write', here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:53:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:49:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:53:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:49:26: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:38:24: note: in function 'read', here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:53:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:50:22: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:41:44: note: in function 'writeAt', here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:75:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:71:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:63:41: note: in function 'write', here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:75:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:72:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:64:46: note: in function 'write', here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:90:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:88:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:99:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:97:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:118:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:110:11: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:118:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-extensions-error.cpp:115:11: note: 'b' is written here
