// Every kind of conversion and every operator: what stage 1 changes with it is
// seen where stage 2 reads it. pipeline-every-construct-statements-error.cpp says
// more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0 -fblocks -fenable-matrix -ffixed-point
#include "Inputs/seen.h"

static long a, b, c, d, e, f, g, h, sum;
static long array[2];

// Addresses as numbers of other types, and numbers as addresses. Where they are
// not followed, all memory is meant.
// NEVER ACCEPTED: boxes: an address in a double may be any
// NEVER ACCEPTED: rounded: an address in a double may be any
// NEVER ACCEPTED: halves: an address in two numbers may be any
// NEVER ACCEPTED: words: an address in two numbers may be any
static double boxed(long *to) { return __builtin_bit_cast(double, to); }
static long *unboxed(double number) {
  return __builtin_bit_cast(long *, number);
}
union Parts {
  long *to;
  float halves[2];
  int words[2];
};
static void copyParts(Parts &to, const Parts &from) {
  to.words[0] = from.words[0];
  to.words[1] = from.words[1];
}
void numbers(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      *reinterpret_cast<long *>(reinterpret_cast<unsigned long>(&a)) = i;
      reinterpret_cast<unsigned long &>(b) = i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>();
  }
}
void boxes(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    *unboxed(boxed(&c)) = i;
#pragma pipeline stage
    sum += seen<c>();
  }
}
void rounded(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      long double number = reinterpret_cast<unsigned long>(&d);
      *reinterpret_cast<long *>(static_cast<unsigned long>(number)) = i;
    }
#pragma pipeline stage
    sum += seen<d>();
  }
}
void halves(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Parts from, to;
      from.to = &e;
      to.halves[0] = from.halves[0];
      to.halves[1] = from.halves[1];
      *to.to = i;
    }
#pragma pipeline stage
    sum += seen<e>();
  }
}
void words(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Parts from, to;
      from.to = &f;
      copyParts(to, from);
      *to.to = i;
    }
#pragma pipeline stage
    sum += seen<f>();
  }
}

struct Base {
  long *first;
  void put(long x) { *first = x; }
};
struct Second {
  long *second;
};
struct Derived : Base, Second {};
void members(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Derived derived{{&a}, {&b}};
      Base &base = derived;
      Second *second = &derived;
      static_cast<Derived &>(base).first[0] = i;
      *static_cast<Derived *>(second)->second = i;
      void (Derived::*method)(long) = &Base::put;
      derived.first = &c;
      (derived.*method)(i);
      void (Base::*narrow)(long) = static_cast<void (Base::*)(long)>(method);
      base.first = &d;
      ((&base)->*narrow)(i);
      void (Base::*none)(long) = nullptr;
      e = method && !none;
      auto odd = reinterpret_cast<void (Second::*)(long)>(&Base::put);
      derived.first = &f;
      (base.*reinterpret_cast<void (Base::*)(long)>(odd))(i);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>();
  }
}

using Four = int __attribute__((ext_vector_type(4)));
using Longs = long __attribute__((vector_size(16)));
using Integers = int __attribute__((matrix_type(2, 2)));
using Doubles = double __attribute__((matrix_type(2, 2)));
static Four lanes;
static Longs wide;
static Doubles matrix;
static _Atomic(long) shared;
void arithmetic(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Integers given;
#pragma pipeline stage
    {
      a = static_cast<bool>(i) + (i * 0.5 ? 1 : 2);
      b = static_cast<float>(i * 0.5);
      lanes = i;
      wide = i > 2 & (Longs{1, 2} > Longs{2, 1});
      given[0][0] = i;
      matrix = static_cast<Doubles>(given);
      c = shared = i;
      d = shared;
      e = *(__attribute__((address_space(256))) char *)&f;
      (^{ f = i; })();
      void *any = (void *)^{ g = i; };
      ((void (^)())any)();
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<lanes>() + seen<wide>() +
           seen<matrix>();
  }
}
void complexNumbers(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      _Complex double exact = i * 0.5;
      _Complex float brief = exact;
      _Complex int whole = brief;
      _Complex long longer = whole;
      exact = longer;
      longer = i;
      a = exact ? 1 : 2;
      b = longer ? 3 : 4;
      c = (double)exact;
      d = (long)longer;
      e = __imag__ brief + __real__ whole;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>();
  }
}
void fixedPoint(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      _Accum some = i;
      long _Accum more = some;
      some = i * 0.5;
      a = more ? 1 : 2;
      b = more * 2.5;
      c = static_cast<double>(some);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>();
  }
}
void assignments(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      a += i, b -= i, c *= i;
      d /= i + 1;
      e %= i + 1;
      f <<= i & 7;
      g >>= i | 1;
      h &= i ^ 5;
      array[0] |= -i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>() + seen<array>();
  }
}
void operators(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      a ^= +i;
      b = i - 1 << 2 >> 1;
      c = i <= 3 || i / 2 == 4;
      d = i >= 3 && i != 7;
      i > 2 && (e = i);
      i > 2 || (f = i);
      g++, h--;
      --array[0], ++*&array[1];
      __extension__(array[0] = i % 3);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>() + seen<array>();
  }
}
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:39:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:35:70: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:39:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:36:44: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:46:25: error: cannot see which memory stage 1 uses here: it may be 'sum', which stage 2 uses
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:48:9: note: 'sum' is read here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:46:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:57:69: error: cannot see which memory stage 1 uses here: it may be 'sum', which stage 2 uses
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:60:9: note: 'sum' is read here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:55:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:72:14: error: cannot see which memory stage 1 uses here: it may be 'sum', which stage 2 uses
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:75:9: note: 'sum' is read here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:67:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:86:14: error: cannot see which memory stage 1 uses here: it may be 'sum', which stage 2 uses
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:89:9: note: 'sum' is read here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:82:5: note: state what stage 1 reads and writes with 'in(...)' and 'out(...)': what the analysis finds there then no longer counts
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:124:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:109:45: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:124:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:110:47: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:124:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:109:45: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:124:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:109:45: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:124:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:118:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:125:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:109:45: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:157:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:143:9: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:157:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:144:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:157:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:149:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:157:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:150:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:157:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:151:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:158:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:152:7: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:152:13: note: in function a function, here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:158:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:154:7: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:153:32: note: in function a function, here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:158:36: error: 'lanes' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:145:13: note: 'lanes' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:158:52: error: 'wide' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:146:12: note: 'wide' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:159:12: error: 'matrix' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:148:14: note: 'matrix' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:180:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:173:9: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:180:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:174:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:180:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:175:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:180:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:176:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:180:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:177:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:196:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:191:9: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:196:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:192:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:196:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:193:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:213:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:204:9: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:213:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:204:17: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:213:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:204:25: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:213:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:205:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:213:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:206:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:214:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:207:9: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:214:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:208:9: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:214:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:209:9: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:214:48: error: 'array' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:210:16: note: 'array' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:233:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:222:9: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:233:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:223:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:233:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:224:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:233:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:225:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:233:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:226:19: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:234:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:227:19: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:234:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:228:8: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:234:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:228:13: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:234:48: error: 'array' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-conversions-error.cpp:229:7: note: 'array' is written here
