// Every kind of call and of construction: what stage 1 changes with it is seen
// where stage 2 reads it. pipeline-every-construct-statements-error.cpp says more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include "Inputs/seen.h"

#include <compare>
#include <cstdarg>
#include <initializer_list>
#include <new>
#include <typeinfo>

static long a, b, c, d, e, f, g, h, sum;
static long array[2];

static long byDefault(long x, long y = ++a) { return x + y; }
static void variadic(int count, ...) {
  va_list list;
  va_start(list, count);
  for (int i = 0; i < count; ++i)
    *va_arg(list, long *) = i;
  va_end(list);
}
struct Counter {
  long *to;
  explicit Counter(long *where) : to(where) {}
  void add(long x) { this->to[0] += x; }
  Counter &operator+=(long x) {
    *to += x;
    return *this;
  }
  operator long() const { return ++*to; }
};
using Number = long;
void calls(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      byDefault(i);
      variadic(1, &b);
      Counter counter(&c);
      counter.add(i);
      Counter(&d) += i;
      long converted = Counter(&e);
      (Counter(&f).*(&Counter::add))(converted);
      (g = i, &h)->~Number();
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>();
  }
}
struct Compared {
  long value;
  std::strong_ordering operator<=>(const Compared &other) const {
    a = other.value;
    return value <=> other.value;
  }
  bool operator==(const Compared &other) const {
    b = value;
    return value == other.value;
  }
};
void rewritten(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      if (Compared{i} < Compared{2})
        c = i;
      if (Compared{i} != Compared{2})
        d = i;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>();
  }
}
struct Ending {
  long *to;
  ~Ending() { *to += 1; }
};
static Ending ending(long *to) { return {to}; }
struct Made {
  long *to;
  Made(long *where, long x) : to(where) { *to = x; }
  Made(std::initializer_list<long *> all) : to(*all.begin()) { *to = 5; }
};
struct Inheriting : Made {
  using Made::Made;
};
struct WithDefault {
  long kept = ++e;
  long zero{};
};
void constructions(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Ending local{&a};
      ending(&b);
      const Ending &longer = ending(&c);
      Made(&d, i);
      WithDefault defaults{};
      Made{&f};
      Inheriting inheriting(&g, i);
      h = long() + (*longer.to > 0) + defaults.zero;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>();
  }
}
struct Part {
  long first, second;
};
struct Whole {
  Part part;
  long values[3];
};
static Part partOf(long x) { return {a = x, b = x}; }
struct Both {
  Ending ending;
  long other;
};
void aggregates(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Whole whole = {.part = partOf(i), .part.second = (c = i), .values = {1}};
      Whole zeroes = {.values = {[1] = (d = i)}};
      Part brief(e = i, 2);
      Both both({&f}, i);
      g = whole.part.second + zeroes.values[1] + brief.first + both.other;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>();
  }
}
struct Virtual {
  long *to;
  virtual ~Virtual() { *to += 1; }
};
struct Over : Virtual {
  explicit Over(long *where) { to = where; }
};
void allocations(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      delete new Over(&a);
      delete[] new Ending[2]{{&b}, {&c}};
      new (&d) long(i);
      e = typeid(*new Over(&(f = i, g))).name()[0];
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>();
  }
}
void lambdas(int n) {
  long copied[2] = {};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      [&] { a = i; }();
      [to = &b, copied, i]() mutable { *to = copied[1] = i; }();
      [](auto *to) { *to = 4; }(&c);
      auto [first, second] = copied;
      auto &[third, fourth] = array;
      d = first;
      third = second;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<array>();
  }
}
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:50:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:40:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:50:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:41:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:21:27: note: in function 'variadic', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:50:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:43:15: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:27:34: note: in function 'add', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:50:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:44:19: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:29:9: note: in function 'operator+=', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:50:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:45:24: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:32:34: note: in function 'operator long', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:51:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:46:7: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:27:34: note: in function 'add', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:51:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:47:10: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:76:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:70:23: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:57:7: note: in function 'operator<=>', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:76:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:72:23: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:61:7: note: in function 'operator==', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:76:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:71:11: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:76:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:73:11: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:111:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:109:5: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:13: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:19: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:111:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:102:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:13: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:19: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:111:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:109:5: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:13: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:19: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:111:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:104:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:86:41: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:86:47: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:111:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:100:5: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:112:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:106:7: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:87:62: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:87:68: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:112:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:107:18: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:90:15: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:90:15: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:86:47: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:112:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:108:9: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:139:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:132:30: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:122:40: note: in function 'partOf', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:139:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:132:30: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:122:47: note: in function 'partOf', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:139:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:132:59: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:139:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:133:43: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:139:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:134:20: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:140:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:137:5: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:123:8: note: in function '~Both', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:123:8: note: in function '~Both', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:13: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:19: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:140:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:136:9: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:161:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:155:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:145:22: note: in function '~Virtual', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:145:22: note: in function '~Virtual', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:145:28: note: in function '~Virtual', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:161:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:156:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:13: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:19: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:161:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:156:7: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:13: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:81:19: note: in function '~Ending', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:161:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:157:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:161:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:158:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:162:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:158:32: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:180:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:171:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:171:15: note: in function 'operator()', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:180:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:172:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:172:44: note: in function 'operator()', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:180:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:173:7: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:173:26: note: in function 'operator()', here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:180:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:176:9: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:180:60: error: 'array' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-objects-error.cpp:177:13: note: 'array' is written here
