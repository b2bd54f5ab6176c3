// Objects that cannot be redistributed, with a note at what they are.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include "../../Inputs/mock.h"

struct NotTrivial {
  NotTrivial(const NotTrivial &);
};
void variable(int n, int m) {
  double t[n][m];
#pragma redistribute t[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: element type 'double[m]' of 't' is an array of variable length
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:10: note: 't' declared here
}
void scalar(int n) {
#pragma redistribute n[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: 'n' is not contiguous storage: expected a pointer, an array, a range with 'data()' and 'size()', or a type that 'redist::storage_traits' describe, found 'int'; for one value declare a pointer to it, 'p = &n', and name 'p[1]' with 'capacity(1)'
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:17: note: 'n' declared here
}
void apart(double **r, std::vector<std::vector<double>> &v, int n) {
#pragma redistribute r[n][n] from(block, * onto(4)) to(cyclic, * onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: element of 'r' cannot travel between ranks: 'double *' is an address, which is nothing on another rank; rows that lie apart are those of a std::vector of std::vectors, or of a class with 'redist::storage_traits'
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:21: note: 'r' declared here
}
void bits(std::vector<bool> &b, int n) {
#pragma redistribute b[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: 'b' is a 'std::vector<bool>', which packs its elements: they have no addresses to send from
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:30: note: 'b' declared here
}
void notTrivial(std::vector<NotTrivial> &v, int n) {
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: element type 'NotTrivial' of 'v' is not trivially copyable
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:42: note: 'v' declared here
}
void changing(volatile int *p, std::vector<int> &v, int n) {
#pragma redistribute p[n] from(block onto(4)) to(cyclic onto(4)) into(v)
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: element type 'volatile int' of 'p' is volatile: elements move between processes as bytes
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:29: note: 'p' declared here
}
void constant(const std::vector<double> &c, std::vector<double> &v,
              std::span<const double> s, const double *p, int n) {
#pragma redistribute c[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: 'c' cannot be redistributed in place: its elements are const
// CHECK: {{^}}objects-error.cpp:[[#@LINE-4]]:42: note: 'c' declared here
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(4)) into(s)
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:71: error: 's' cannot be redistributed into: its elements are const
// CHECK: {{^}}objects-error.cpp:[[#@LINE-6]]:39: note: 's' declared here
#pragma redistribute c[n] from(block onto(4)) to(cyclic onto(4)) into(v)
#pragma redistribute p[n] from(block onto(4)) to(cyclic onto(4)) into(v)
}
void types(std::vector<double> &v, std::vector<float> &w, int n) {
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(4)) into(w)
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:71: error: element type 'float' of destination 'w' differs from element type 'double' of 'v'
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:56: note: 'w' declared here
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(4)) into(v)
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:71: error: destination 'v' is the object itself; leave 'into' out to redistribute in place
#pragma redistribute types[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: 'types' is not contiguous storage: expected a pointer, an array, a range with 'data()' and 'size()', or a type that 'redist::storage_traits' describe, found 'void (std::vector<double> &, std::vector<float> &, int)'
// CHECK: {{^}}objects-error.cpp:[[#@LINE-8]]:6: note: 'types' declared here
#pragma redistribute v[n] to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:1: error: '#pragma redistribute' needs a 'from' clause
}
struct NoDefault {
  explicit NoDefault(int);
};
struct Hidden {
  int *data() &&;
  unsigned long size() const;
};
struct Unsized {
  int *data();
  unsigned long size(int);
};
void resizing(std::vector<NoDefault> &v, NoDefault *p, int n) {
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: 'v' cannot be resized for the target layout: its element type 'NoDefault' has no default constructor
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:39: note: 'v' declared here
#pragma redistribute p[n] from(block onto(4)) to(cyclic onto(4)) into(v)
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:71: error: 'v' cannot be resized for the target layout: its element type 'NoDefault' has no default constructor
// CHECK: {{^}}objects-error.cpp:[[#@LINE-6]]:39: note: 'v' declared here
#pragma redistribute v[n] from(block onto(4)) to(cyclic onto(4)) into(p)
}
void uncallable(Hidden h, Unsized u, int n) {
#pragma redistribute h[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: 'h' is not contiguous storage: expected a pointer, an array, a range with 'data()' and 'size()', or a type that 'redist::storage_traits' describe, found 'Hidden'
// CHECK: {{^}}objects-error.cpp:[[#@LINE-3]]:24: note: 'h' declared here
#pragma redistribute u[n] from(block onto(4)) to(cyclic onto(4))
// CHECK: {{^}}objects-error.cpp:[[#@LINE-1]]:22: error: 'u' is not contiguous storage: expected a pointer, an array, a range with 'data()' and 'size()', or a type that 'redist::storage_traits' describe, found 'Unsized'
// CHECK: {{^}}objects-error.cpp:[[#@LINE-6]]:35: note: 'u' declared here
}
