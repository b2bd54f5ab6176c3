// Every kind of declaration: what stage 1 changes by its name, or beside it, is
// seen where stage 2 reads it. pipeline-every-construct-statements-error.cpp says
// more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include "Inputs/seen.h"

#include <utility>

static long a, b, c, d, e, f, g, h, sum;

asm("");
;
extern "C" {
static void changeC(long *to) { *to = 1; }
}
namespace outer {
namespace {
long hidden;
}
inline namespace inner {
static void change(long *to) { *to = 2; }
enum class Colour : long { Red = 1, Green };
} // namespace inner
} // namespace outer
using outer::missing __attribute__((using_if_exists));
void names(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      __label__ behind;
      static_assert(sizeof(long) > 1, "");
      typedef long *Pointer;
      using Reference = long &;
      namespace brief = outer::inner;
      using namespace outer;
      using outer::change;
      using enum Colour;
      enum { local = 5 };
      static long kept;
      extern void elsewhere();
      changeC(&a);
      brief::change(&b);
      *Pointer(&c) = local;
      hidden = long(Green);
      Reference same = d;
      same = i;
      kept = i;
      auto [first, second] = std::pair<long *, long *>(&e, &f);
      *first = *second = i;
      const long &longer = 7 + i;
      if (i > 3)
        goto behind;
      h = longer;
    behind:;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<outer::hidden>() +
           seen<d>() + seen<e>() + seen<f>() + seen<h>();
  }
}

class Members {
public:
  explicit Members(long *where) : first(where) {}
  ~Members() { *first = 1; }
  operator long *() { return first; }
  void put(long x) { *first = x; }
  static void putStatic(long *to) { *to = 3; }
  friend void befriended(Members &members) { *members.first = 4; }
  template <typename T> friend class Overloaded;

private:
  long *first;

public:
  union {
    long *second;
    long number;
  };
  long narrow : 5;
};
struct Nested {
  struct Inner {
    long *to;
    void put(long x) { *to = x; }
  };
};
void classes(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      struct Local {
        static void put(long *to) { *to = 6; }
      };
      Members(&a).put(i);
      *Members(&b) = i;
      Members::putStatic(&c);
      Members members(&d);
      befriended(members);
      members.second = &e;
      *members.second = i;
      Nested::Inner{&f}.put(i);
      Local::put(&g);
      h = members.narrow = i % 7;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>();
  }
}

struct Setter {
  long *to;
  void operator()(long x) { *to = x; }
  void set(long *other) { *other = 8; }
};
struct OtherSetter {
  long *to;
  void operator()(long *x) { *x = 9; }
};
template <typename... T> struct Joined : T... {
  using T::operator()...;
};
template <typename... T> Joined(T...) -> Joined<T...>;
template <typename T> struct Using : T {
  using T::set;
  using typename T::Kind;
  using T::T;
  void both(Kind *other) { set(other); }
};
struct Used {
  using Kind = long;
  Used(long *to) { *to = 10; }
  void set(long *other) { *other = 11; }
};
template <typename T> struct Class {
  static void put(T *to) { *to = 1; }
  struct Part {};
};
template <typename T> struct Class<T *> {
  static void put(T **to) { **to = 2; }
  template <typename U> friend struct Class<U>::Part;
};
template <> struct Class<int> {
  static void put(long *to) { *to = 3; }
};
template <typename T> using Alias = Class<T>;
template <template <typename> class Of, typename T> static void call(T *to) {
  Of<T>::put(to);
}
template <typename T> static T &variable = e;
template <typename T> static T &variable<T *> = f;
struct Value {
  long *to;
};
template <Value value, long number> static void through() {
  *value.to = number;
}
template <typename T>
concept Number = sizeof(T) >= sizeof(long);
template <Number T> static void constrained(T *to) {
  if (requires(T x) { x + 1; })
    *to = 4;
}
template <long... numbers>
static void count(long *to, std::integer_sequence<long, numbers...>) {
  *to = (numbers + ...);
}
void joined(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Joined both{Setter{&a}, OtherSetter{&c}};
      both(i);
      both(&b);
      Using<Used> made(&c);
      made.both(&d);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>();
  }
}
void templates(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    long *pointer = &a;
#pragma pipeline stage
    {
      Class<long *>::put(&pointer);
      Alias<int>::put(&b);
      call<Class>(&c);
      variable<long *> = i;
      variable<long> = i;
      through<Value{&d}, 5>();
      constrained(&g);
      count(&h, std::make_integer_sequence<long, 4>());
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>();
  }
}
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:59:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:43:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:15:37: note: in function 'changeC', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:59:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:44:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:22:36: note: in function 'change', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:59:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:45:20: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:59:48: error: 'hidden' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:46:14: note: 'hidden' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:60:12: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:48:12: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:60:24: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:51:14: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:60:36: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:51:24: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:60:48: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:55:9: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:110:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:98:19: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:69:29: note: in function 'put', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:110:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:99:20: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:110:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:100:7: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:70:41: note: in function 'putStatic', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:110:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:102:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:71:61: note: in function 'befriended', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:110:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:104:23: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:111:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:105:25: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:87:28: note: in function 'put', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:111:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:106:7: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:96:41: note: in function 'put', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:111:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:107:9: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:184:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:178:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:117:33: note: in function 'operator()', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:184:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:179:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:122:33: note: in function 'operator()', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:184:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:180:19: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:131:12: note: in function 'Used', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:131:12: note: in function 'Used', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:136:24: note: in function 'Used', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:184:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:181:12: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:132:28: note: in function 'both', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:137:34: note: in function 'set', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:203:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:193:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:144:34: note: in function 'put', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:203:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:194:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:148:35: note: in function 'put', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:203:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:195:7: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:152:3: note: in function 'call', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:140:32: note: in function 'put', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:203:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:198:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:160:13: note: in function 'through', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:203:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:197:22: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:204:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:196:24: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:204:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:199:7: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:166:9: note: in function 'constrained', here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:204:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:200:7: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-declarations-error.cpp:170:7: note: in function 'count', here
