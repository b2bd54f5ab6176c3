// Every kind of literal, operator and conversion: what stage 1 changes with it is
// seen where stage 2 reads it. pipeline-every-construct-statements-error.cpp says
// more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include "Inputs/seen.h"

#include <typeinfo>

using Four = long __attribute__((ext_vector_type(4)));
using FourInts = int __attribute__((ext_vector_type(4)));
static long a, b, c, d, e, f, g, h, sum;
static Four lanes, mixed, converted;
static _Complex double both;

// Literals, and what is computed when the program is compiled.
static long operator""_thousand(unsigned long long x) {
  a = 1;
  return 1000 * x;
}
enum class Colour : long { Red, Green };
static consteval long twice(long x) { return 2 * x; }
struct Pair {
  long first, second;
};
void literals(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      b = 2_thousand + twice(4);
      c = true + 'c' + 1;
      d = 2.5;
      e = "text"[i % 4] + __func__[0] + __builtin_LINE();
      *(i > 1000 ? nullptr : &f) = __null == nullptr;
      g = __real__(2.0i * 1.0);
      h = long(Colour::Green);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>();
  }
}
void traits(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      a = sizeof(long) + alignof(Pair);
      b = noexcept(i + 1);
      c = __is_class(Pair);
      d = __array_rank(long[2][3]);
      e = __is_lvalue_expr(i);
      f = __builtin_offsetof(Pair, second);
      g = requires(long x) {
        x + 1;
        typename Pair;
        requires true;
      };
      if (__builtin_available(macOS 10.12, *))
        h = typeid(Pair).name()[0];
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>();
  }
}
void embedded(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      const long text[] = {
#embed __FILE__ limit(40)
      };
      a = text[i % 40];
    }
#pragma pipeline stage
    sum += seen<a>();
  }
}

struct Base {
  long *to;
  virtual ~Base() { *to = 1; }
  virtual void write(long x) { *to = x; }
};
struct Derived : Base {
  explicit Derived(long *where) { to = where; }
  void write(long x) override { *to = x + 1; }
};
void operators(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long *none = nullptr;
#pragma pipeline stage
    {
      (a) += i;
      ++b;
      (i > 2 ? c : d) = i;
      *(none ?: &e) = (f = i);
      0 [&g] = i;
      (void)i, h = ~i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>();
  }
}
void conversions(int n) {
  const long *constant = &c;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      static_cast<long &>(a) = i;
      *reinterpret_cast<long *>(reinterpret_cast<char *>(&b)) = i;
      *const_cast<long *>(constant) = i;
      *(long *)(void *)&d = i;
      *__builtin_bit_cast(long *, &e) = i;
      using Reference = long &;
      (Reference(f)) = i;
      g = i * 2.5f;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>();
  }
}
static void writeTo(Base *base, long x) {
  dynamic_cast<Derived &>(*base).write(x);
}
void downcasts(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Derived derived(&a);
      writeTo(&derived, i);
    }
#pragma pipeline stage
    sum += seen<a>();
  }
}
void atomics(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      __atomic_fetch_add(&a, i, __ATOMIC_SEQ_CST);
      __atomic_store_n(&b, i, __ATOMIC_SEQ_CST);
      __sync_fetch_and_add(&c, i);
      long expected = 0;
      __atomic_compare_exchange_n(&d, &expected, i, false, __ATOMIC_SEQ_CST,
                                  __ATOMIC_SEQ_CST);
      e = __atomic_load_n(&f, __ATOMIC_SEQ_CST);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>();
  }
}
void vectors(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      lanes.xy = {i, i};
      mixed = __builtin_shufflevector(lanes, lanes, 0, 1, 6, 7);
      converted = __builtin_convertvector(FourInts{i, i, i, i}, Four);
      __real__ both = i;
    }
#pragma pipeline stage
    sum += seen<lanes>() + seen<mixed>() + seen<converted>() + seen<both>();
  }
}
void selections(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      _Generic(a, int: d, long: a) = i;
      *(long *[1]){&b}[0] = i;
      c = (Pair){i, 2}.first;
      __builtin_choose_expr(sizeof(long) == 8, d, e) = i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>();
  }
}
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:40:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:31:11: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:18:5: note: in function 'operator""_thousand', here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:40:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:31:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:40:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:32:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:40:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:33:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:40:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:34:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:41:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:35:34: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:41:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:36:9: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:41:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:37:9: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:64:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:49:9: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:64:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:50:9: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:64:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:51:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:64:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:52:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:64:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:53:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:65:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:54:9: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:65:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:55:9: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:65:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:61:11: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:79:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:76:9: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:106:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:98:11: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:106:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:99:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:106:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:100:23: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:106:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:100:23: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:106:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:101:21: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:107:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:101:26: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:107:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:102:14: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:107:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:103:18: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:126:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:116:30: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:126:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:117:63: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:126:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:118:37: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:126:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:119:27: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:126:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:120:39: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:127:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:122:22: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:127:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:123:9: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:142:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:139:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:131:34: note: in function 'writeTo', here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:86:36: note: in function 'write', here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:159:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:150:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:159:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:151:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:159:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:152:7: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:159:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:154:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:159:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:156:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:173:12: error: 'lanes' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:167:16: note: 'lanes' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:173:28: error: 'mixed' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:168:13: note: 'mixed' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:173:44: error: 'converted' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:169:17: note: 'converted' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:173:64: error: 'both' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:170:21: note: 'both' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:187:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:181:36: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:187:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:182:27: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:187:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:183:9: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:187:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-expressions-error.cpp:184:54: note: 'd' is written here
