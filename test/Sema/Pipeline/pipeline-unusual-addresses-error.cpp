// Ways of addresses that are no assignment: functions of which there are
// versions, parts that are copied one by one, formats that write, vectors.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "Inputs/seen.h"

#include <cstdarg>
#include <cstdio>
#include <immintrin.h>

static long a, b, c, d, e, f, sum;
static int g, h;

__attribute__((target_clones("default", "avx2"))) void cloned(long x) { a = x; }

__attribute__((target("default"))) void versioned(long x) { b = x; }
__attribute__((target("avx2"))) void versioned(long x) { b = x; }

static void target(long x) { c = x; }
extern "C" {
void (*chosen())(long) { return target; }
void resolved(long) __attribute__((ifunc("chosen")));
}
__attribute__((target("avx512f"))) static void scatter(long x) {
  _mm512_mask_i64scatter_epi64(nullptr, 1,
                               _mm512_set1_epi64(reinterpret_cast<long>(&d)),
                               _mm512_set1_epi64(x), 1);
}
static void scan(const char *text, ...) {
  va_list list;
  va_start(list, text);
  std::vsscanf(text, "%ld", list);
  va_end(list);
}
static void print(char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  std::vsnprintf(text, 40, format, list);
  va_end(list);
}
void calls(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      cloned(i);
      versioned(i);
      resolved(i);
      scatter(i);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>();
  }
}
void writes(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      long *p = &e;
      char bytes[sizeof p];
      for (unsigned k = 0; k < sizeof p; ++k)
        bytes[k] = reinterpret_cast<char *>(&p)[k];
      long *q;
      __builtin_memcpy(&q, bytes, sizeof q);
      *q = i;
      char text[40];
      std::snprintf(text, sizeof text, "%0*d%n", i + 1, 0, &g);
      scan(text, &f);
      print(text, "%d%n", i, &h);
    }
#pragma pipeline stage
    sum += seen<e>() + seen<f>() + seen<g>() + seen<h>();
  }
}
// What a format does not write stays as it is.
void prints(int n) {
  static long limit = 4;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long x = 0;
#pragma pipeline stage
    {
      char text[40];
      std::snprintf(text, sizeof text, "%d of %p, 100%%n", i, static_cast<void *>(&limit));
      x = i;
    }
#pragma pipeline stage
    sum += x + limit;
  }
}
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:52:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:46:7: note: 'a' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:14:75: note: in function 'cloned', here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:52:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:47:7: note: 'b' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:17:60: note: in function 'versioned', here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:52:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:48:7: note: 'c' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:19:32: note: in function 'target', here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:52:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:49:7: note: 'd' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:25:3: note: in function 'scatter', here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:49:7: error: cannot see which memory stage 1 uses here: it may be 'sum', which stage 2 uses
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:25:3: note: in function 'scatter', here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:52:9: note: 'sum' is read here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:45:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:73:12: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:66:10: note: 'e' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:73:24: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:69:7: note: 'f' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:32:3: note: in function 'scan', here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:73:36: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:68:7: note: 'g' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:73:48: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:70:7: note: 'h' is written here
// CHECK: {{^}}pipeline-unusual-addresses-error.cpp:38:3: note: in function 'print', here
