// An address, however deep, is refused in all families with the way to it; what
// functions serialise may hold any.
// REQUIRES: compiler, runtime
// RUN: %check_redistc %s %t -- -std=c++17 -ferror-limit=0
#include <complex>
#include <ctime>
#include <mpi.h>
#include <optional>
#include <string_view>
#include <tuple>
#include <variant>
#include <vector>

struct Node {
  Node *next;
  int value;
};
struct Derived : Node {
  double weight;
};
struct Hidden {
  Hidden(int number) : n(number), text("t") {}

private:
  int n;
  const char *text;
};
struct Outer {
  int n;
  std::optional<Node> node[2];
};
struct Inner {
  std::vector<Node> nodes;
};
struct Named {
  std::string_view name;
  int n;
};
union Either {
  int n;
  double *p;
};
struct Member {
  int Node::*which;
};
template <typename T> struct View : private std::tuple<T *, long> {
  using std::tuple<T *, long>::tuple;
};
struct Buffer {
  long size;
  char *data;
  template <typename A> void save(A &archive) const {
    archive(size, std::vector<char>(data, data + size));
  }
  template <typename A> void load(A &archive);
};
struct Scaled {
  int value, loaded;
  template <typename A> void serialize(A &archive) { archive(value); }
};
struct Both { // taken apart
  Buffer buffer;
  Scaled scaled;
};
struct Sealed { // not an aggregate
  Sealed() : scaled() {}

private:
  Scaled scaled;
};
struct Weighted : Scaled {
  double weight;
};
template <typename D> struct Mixin {
  template <typename A> void serialize(A &archive) {
    static_cast<D &>(*this).all(archive);
  }
};
struct Mixed : Mixin<Mixed> {
  int n;
  template <typename A> void all(A &archive) { archive(n); }
};
template <typename T> T first(const T &a, const T &) { return a; }

void reductions(Node node, Derived derived, Hidden hidden, Outer outer,
                std::vector<Inner> inner, Either either, Member member,
                View<double> view, Named named) {
#pragma reduce(first : node)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: 'node' of type 'Node' cannot travel between ranks: 'Node *' is an address, which is nothing on another rank: member 'next' of 'Node'
// CHECK: note: 'node' declared here
#pragma reduce(first : derived)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: {{.*}}: 'Node *' is an address, which is nothing on another rank: member 'next' of 'Node' in base 'Node' of 'Derived'
// CHECK: note:
#pragma reduce(first : hidden)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: {{.*}}: 'const char *' is an address, which is nothing on another rank: member 'text' of 'Hidden'
// CHECK: note:
#pragma reduce(first : outer)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: {{.*}}: 'Node *' is an address, which is nothing on another rank: member 'next' of 'Node' in 'std::optional<Node>' in member 'node' of 'Outer'
// CHECK: note:
#pragma reduce(first : inner)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: {{.*}}: 'Node *' is an address, which is nothing on another rank: member 'next' of 'Node' in 'std::vector<Node>' in member 'nodes' of 'Inner' in 'std::vector<Inner>'
// CHECK: note:
#pragma reduce(first : either)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: {{.*}}: 'double *' is an address, which is nothing on another rank: member 'p' of 'Either'
// CHECK: note:
#pragma reduce(first : member)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: {{.*}}: 'int Node::*' is an address, which is nothing on another rank: member 'which' of 'Member'
// CHECK: note:
#pragma reduce(first : view)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: 'view' {{.*}}
// CHECK: note:
#pragma reduce(first : named)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: {{.*}} does not own its elements: member 'name' of 'Named'
// CHECK: note:
}

void allowed(Buffer buffer, Both both, std::vector<Buffer> many, std::tm time,
             std::variant<int, Buffer> either, std::complex<double> z,
             Mixed mixed, Node *nodes) {
#pragma reduce(first : buffer, both, many, time, either, z, mixed)
}

void functions(Sealed sealed, Weighted weighted, Scaled scaled) {
#pragma reduce(first : sealed)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: 'sealed' of type 'Sealed' cannot travel between ranks: 'Scaled' is serialised by functions of its own, but what holds it has none
// CHECK: note:
#pragma reduce(first : weighted)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: 'weighted' cannot travel between ranks: 'Weighted' has members that the 'serialize' of its base leaves out
// CHECK: note:
#pragma reduce(first : scaled) strategy(mpi)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:24: error: 'strategy(mpi)' needs values of one size: 'scaled' of type 'Scaled' is serialised by functions of its own
// CHECK: note:
}

void moved(double **rows, double **others, std::vector<Node> &nodes, int n,
           std::vector<Scaled> &scaled, Buffer *buffers) {
#pragma redistribute rows[n] from(block onto(2)) to(cyclic onto(2)) into(others)
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:22: error: element of 'rows' cannot travel between ranks: 'double *' is an address, which is nothing on another rank
// CHECK: note:
#pragma redistribute nodes[n] from(block onto(2)) to(cyclic onto(2))
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:22: error: element of 'nodes' cannot travel between ranks: 'Node *' is an address, which is nothing on another rank: member 'next' of 'Node'
// CHECK: note:
#pragma redistribute scaled[n] from(block onto(2)) to(cyclic onto(2))
#pragma redistribute buffers[n] from(block onto(2)) to(block onto(2))
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:22: error: element of 'buffers' cannot travel between ranks: 'char *' is an address, which is nothing on another rank: member 'data' of 'Buffer'
// CHECK: note:
}

long flows(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Outer outer;
    Buffer buffer;
#pragma pipeline stage
    {
      outer.n = i;
      buffer.size = i;
    }
#pragma pipeline stage
    sum += outer.n + buffer.size;
// CHECK: {{^}}addresses-error.cpp:[[#@LINE-1]]:18: error: 'outer' of type 'Outer' cannot travel from stage 1 to stage 2: 'Node *' is an address, which is nothing on another rank: member 'next' of 'Node' in 'std::optional<Node>' in member 'node' of 'Outer'
// CHECK: note:
  }
  return sum;
}
