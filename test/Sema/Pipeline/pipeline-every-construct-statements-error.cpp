// Every kind of statement: what stage 1 changes in it is seen where stage 2
// reads it. ConstructsTest of the unit tests tells which kinds of Clang's syntax
// tree stand in the files pipeline-every-construct-*, and that none is left out.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include "Inputs/seen.h"

#include <initializer_list>

static long a, b, c, d, e, f, g, h, sum;
static long array[2];

void branches(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      ;
      if (i > 1)
        a = i;
      else
        b = i;
      if constexpr (sizeof(long) == 8)
        c = i;
      if (long x = 2 * i; x > 2) [[likely]]
        d = x;
      switch (i) {
      case 1:
        e = i;
        break;
      case 2 ... 5:
        f = i;
        [[fallthrough]];
      default:
        g = i;
      }
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>();
  }
}
void loops(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      while (h < i) {
        if (++a == 3)
          break;
        else
          continue;
      }
      do
        ++b;
      while (++c < i);
      for (d = 0; (e = d) < i; ++d)
        f = d;
      for (long x : {1L, 2L})
        g += x;
      for (h = 0; long &x : array)
        x = i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>() + seen<array>();
  }
}
static long returned(long x) {
  if (x > 4)
    return a = x;
  return b = x;
}
void jumps(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      returned(i);
      if (i == 3)
        goto behind;
      c = i;
    behind:
      d = i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>();
  }
}
static void jump(long x) {
  static const void *const places[] = {&&first, &&second};
  goto *places[x % 2];
first:
  a = x;
second:
  b = x;
}
void computedJumps(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    jump(i);
#pragma pipeline stage
    sum += seen<a>() + seen<b>();
  }
}
void exceptions(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      try {
        a = i;
        if (i > 3)
          throw b = i;
      } catch (long &thrown) {
        c = thrown;
        try {
          throw;
        } catch (...) {
          d = i;
        }
      }
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>();
  }
}
static void guarded(long x) try {
  if (x > 3)
    throw 5;
} catch (int) {
  a = x;
}
void guardedFunction(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    guarded(i);
#pragma pipeline stage
    sum += seen<a>();
  }
}
void captured(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
#pragma clang __debug captured
      {
        a = i;
      }
    }
#pragma pipeline stage
    sum += seen<a>();
  }
}
void statementExpression(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    a = ({
      b = i;
      2 * i;
    });
#pragma pipeline stage
    sum += seen<a>() + seen<b>();
  }
}
// Assembly may do more than it says.
// NEVER ACCEPTED: assembly: it may use all memory
void assembly(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    asm volatile("" : "=m"(a));
#pragma pipeline stage
    sum += seen<a>();
  }
}
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:39:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:20:11: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:39:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:22:11: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:39:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:24:11: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:39:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:26:11: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:39:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:29:11: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:40:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:32:11: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:40:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:35:11: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:65:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:49:13: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:65:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:55:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:65:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:56:14: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:65:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:57:14: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:65:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:57:22: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:66:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:58:11: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:66:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:60:11: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:66:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:61:14: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:66:48: error: 'array' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:62:11: note: 'array' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:87:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:79:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:71:14: note: in function 'returned', here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:87:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:79:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:72:12: note: in function 'returned', here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:87:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:82:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:87:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:84:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:104:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:102:5: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:94:5: note: in function 'jump', here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:104:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:102:5: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:96:5: note: in function 'jump', here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:126:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:113:11: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:126:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:115:19: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:126:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:117:11: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:126:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:121:13: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:141:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:139:5: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:133:5: note: in function 'guarded', here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:155:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:150:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:151:11: note: in function a function, here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:167:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:162:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:167:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:163:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:178:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:176:5: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:176:5: error: cannot see which memory stage 1 uses here: it may be 'sum', which stage 2 uses
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:178:9: note: 'sum' is read here
// CHECK: {{^}}pipeline-every-construct-statements-error.cpp:176:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
