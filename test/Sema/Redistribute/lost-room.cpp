// Storage with room whose next layout does not mention it: told where nothing can
// have given the storage another size between the two.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -std=c++17 -ferror-limit=0
#include <algorithm>
#include <mpi.h>
#include <utility>
#include <vector>

using Vector = std::vector<double>;
void read(const Vector &);
void change(Vector &);
void raw(double *);

void plain(Vector &a, Vector &b, long n, int k) {
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(k))
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2)) into(b)
// CHECK: {{^}}lost-room.cpp:[[#@LINE-1]]:{{[0-9]+}}: warning: 'a' has room around its part, of which this 'from' says nothing: the first elements of the storage are taken; write 'room(0)' if that is meant
// CHECK: {{^}}lost-room.cpp:[[#@LINE-3]]:{{[0-9]+}}: note: this layout gives 'a' its room
#pragma redistribute b[n] from(cyclic onto(2)) to(block onto(2))
#pragma redistribute a[n] from(block onto(2) room(k)) to(cyclic onto(2)) into(b)
#pragma redistribute a[n] from(block onto(2) room(0)) to(cyclic onto(2)) into(b)
#pragma redistribute a[n] from(block onto(2) room(k)) to(block onto(2))
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))
}
void source(Vector &a, Vector &b, long n) {
  // A layout that was taken from it tells the same.
#pragma redistribute a[n] from(block onto(2) room(0 : 1)) to(cyclic onto(2)) into(b)
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}lost-room.cpp:[[#@LINE-1]]:{{[0-9]+}}: warning: 'a' has room around its part
// CHECK: {{^}}lost-room.cpp:[[#@LINE-3]]:{{[0-9]+}}: note: this layout gives 'a' its room
}
void loop(Vector t, long n, long m) {
  for (int step = 0; step < 10; ++step) {
#pragma redistribute t[n][m] from(block, block onto(2, 2) room(1, 1)) to(block, block onto(2, 2) halo(1, 1)) nowait(exchange)
    read(t);
#pragma redistribute wait(exchange)
    for (std::size_t i = 0; i < t.size(); ++i)
      t[i] += *(t.data() + i) / 2;
    std::fill(t.begin(), t.end(), 0.0);
#pragma reduce(+ : t[0 : 4])
  }
  double sum = t.back();
#pragma redistribute t[n][m] from(block, block onto(2, 2)) to(*, * onto(1))
// CHECK: {{^}}lost-room.cpp:[[#@LINE-1]]:{{[0-9]+}}: warning: 't' has room around its part
// CHECK: {{^}}lost-room.cpp:[[#@LINE-11]]:{{[0-9]+}}: note: this layout gives 't' its room
  (void)sum;
}
void pointer(double *p, long n) {
#pragma redistribute p[n] from(block onto(2) room(1)) to(block onto(2) halo(1))
  raw(p);
  p[1] = *p;
#pragma redistribute p[n] from(block onto(2)) to(cyclic onto(2)) capacity(n)
// CHECK: {{^}}lost-room.cpp:[[#@LINE-1]]:{{[0-9]+}}: warning: 'p' has room around its part
// CHECK: {{^}}lost-room.cpp:[[#@LINE-5]]:{{[0-9]+}}: note: this layout gives 'p' its room
}
template <typename T> void generic(std::vector<T> &a, long n) {
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}lost-room.cpp:[[#@LINE-1]]:{{[0-9]+}}: warning: 'a' has room around its part
// CHECK: {{^}}lost-room.cpp:[[#@LINE-3]]:{{[0-9]+}}: note: this layout gives 'a' its room
}
template void generic(std::vector<float> &, long);
template void generic(std::vector<int> &, long);

// What may have given it another size, or other storage.
void changed(Vector &a, Vector &b, double *p, long n, bool is) {
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  a.resize(n);
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  change(a);
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  a = b;
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  std::swap(b, a);
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  b = std::move(a);
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  auto &other = a;
  other.clear();
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  if (is)
    a.erase(a.begin());
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  [&] { a.clear(); }();
#pragma redistribute a[n] from(block onto(2)) to(block onto(2) room(1))
  a.erase(a.begin());
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))
  if (is) {
#pragma redistribute a[n] from(cyclic onto(2)) to(block onto(2) room(1))
  }
#pragma redistribute a[n] from(block onto(2)) to(cyclic onto(2))
#pragma redistribute p[n] from(block onto(2) room(1)) to(block onto(2) halo(1))
  p = b.data();
#pragma redistribute p[n] from(block onto(2)) to(cyclic onto(2)) capacity(n)
}
