// Every kind of expression that stands in templates alone, in their patterns and
// in their instances: what stage 1 changes with it is seen where stage 2 reads it.
// pipeline-every-construct-statements-error.cpp says more.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++20 -ferror-limit=0
#include "Inputs/seen.h"

static long a, b, c, d, e, f, g, h, none, sum;

struct Places {
  static inline long &first = a;
  long *second;
  long third() { return ++c; }
};
struct Made {
  long *to;
  Made(long *where, long x) : to(where) { *to = x; }
};
static void put(long *to) { *to = 1; }
static void put(int *to) { *to = 1; }
template <typename T, typename M> void dependent(int n) {
  T places{&b};
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      T::first = i;
      *places.second = i;
      T(places).third();
      put(static_cast<typename M::Target>(&d));
      M brief(&e, i);
      M{&f, i};
      *M(&g, i).to += 1;
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>();
  }
}
struct WithTarget : Made {
  using Made::Made;
  using Target = long *;
};
void dependentNames(int n) { dependent<Places, WithTarget>(n); }

template <typename T> struct Overloaded {
  T *to;
  void change(T x) { *to = x; }
  void change(T *x) { *x = 2; }
  void both(T *other, T x) {
    change(x);
    this->change(other);
  }
};
void overloadedMembers(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    Overloaded<long>{&a}.both(&b, i);
#pragma pipeline stage
    sum += seen<a>() + seen<b>();
  }
}

template <long *...to> struct Chosen {
  template <long... values> static void set() {
    ((*to = values), ...);
  }
  static void setHere() {
    [](auto... values) { ((*to = values), ...); }(1L, 2L);
  }
  template <typename... T> static void setAll(T... values) {
    (void)(... + (*to = values));
  }
};
template <typename... T> static void expand(T *...all) {
  const long count = sizeof...(all);
  long *copies[] = {all...};
  *copies[0] = count;
  *all...[1] = 2;
  [&](auto... values) { ((*all = values), ...); }(1L, 2L, 3L);
}
void packs(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      Chosen<&a, &b>::set<1, 2>();
      Chosen<&c, &d>::setAll(i, 4L);
      Chosen<&e, &f>::setHere();
      expand(&g, &h, &none);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>() + seen<d>() + seen<e>() +
           seen<f>() + seen<g>() + seen<h>();
  }
}
template <long x> static long given() { return a = x; }
struct Value {
  long *to;
};
template <Value value> static void through(long x) { *value.to = x; }
template <auto method> static void callOf(Places &places) {
  c = (places.*method)();
}
void arguments(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      given<3>();
      through<Value{&b}>(i);
      Places places{&d};
      callOf<&Places::third>(places);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<c>();
  }
}

template <typename T>
concept Writable = requires(T x) {
  { *x = 1 };
  requires sizeof(T) == sizeof(void *);
};
template <typename T> static void constrained(T to, long x) {
  if constexpr (Writable<T>)
    *to = x;
  if (requires { to->missing(); })
    c = x;
  else
    d = Writable<T>;
}
static void constrainedAuto(Writable auto to, long x) { *to = x; }
void concepts(int n) {
#pragma pipeline
  for (int i = 0; i < n; ++i) {
#pragma pipeline stage
    {
      constrained(&a, i);
      constrainedAuto(&b, i);
    }
#pragma pipeline stage
    sum += seen<a>() + seen<b>() + seen<d>();
  }
}
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:36:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:27:16: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:36:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:28:22: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:36:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:29:17: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:13:25: note: in function 'third', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:36:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:30:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:19:33: note: in function 'put', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:36:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:31:9: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:41:15: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:41:15: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:17:47: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:37:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:32:7: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:41:15: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:41:15: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:17:47: note: in function 'Made', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:37:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:33:20: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:61:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:59:26: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:51:5: note: in function 'both', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:48:26: note: in function 'change', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:61:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:59:26: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:52:11: note: in function 'both', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:49:26: note: in function 'change', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:94:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:88:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:67:11: note: in function 'set', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:94:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:88:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:67:11: note: in function 'set', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:94:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:89:7: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:73:23: note: in function 'setAll', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:94:48: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:89:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:73:23: note: in function 'setAll', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:94:60: error: 'e' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:90:7: note: 'e' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:70:5: note: in function 'setHere', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:70:32: note: in function 'operator()', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:95:12: error: 'f' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:90:7: note: 'f' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:70:5: note: in function 'setHere', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:70:32: note: in function 'operator()', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:95:24: error: 'g' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:91:7: note: 'g' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:79:14: note: in function 'expand', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:95:36: error: 'h' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:91:7: note: 'h' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:80:14: note: in function 'expand', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:117:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:111:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:98:50: note: in function 'given', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:117:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:112:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:102:64: note: in function 'through', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:117:36: error: 'c' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:114:7: note: 'c' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:104:5: note: in function 'callOf', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:144:12: error: 'a' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:140:7: note: 'a' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:128:9: note: in function 'constrained', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:144:24: error: 'b' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:141:7: note: 'b' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:134:61: note: in function 'constrainedAuto', here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:144:36: error: 'd' is read by stage 2, but stage 1 writes it: memory that outlives the item belongs to one stage
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:140:7: note: 'd' is written here
// CHECK: {{^}}pipeline-every-construct-templates-error.cpp:132:7: note: in function 'constrained', here
