// Aggregates travel member by member where these can be told apart, and none
// is an address.
// REQUIRES: compiler
// RUN: %check_redistc %s %t -- -ferror-limit=0
#include <bitset>
#include <chrono>
#include <complex>
#include <ctime>
#include <list>
#include <memory>
#include <random>
#include <string>
#include <vector>

struct Legal {
  std::chrono::steady_clock::time_point start;
  std::complex<double> number;
  std::mt19937 random;
  std::bitset<9> bits;
  std::tm when;
  std::string text;
  std::vector<std::unique_ptr<Legal>> inner;
};
struct WithIterator {
  std::list<long> all;
  std::list<long>::iterator at;
};
struct WithIterators {
  std::vector<std::vector<long>::iterator> all;
};
struct AsBytes {
  std::vector<long>::iterator at;
  int number;
};
struct WithPointer {
  std::string text;
  const char *at;
};
struct WithBits {
  std::string text;
  int bits : 3;
};
struct WithConst {
  std::string text;
  const int number = 1;
};
struct WithBase : WithIterators {
  std::string text;
};
struct WithUnion {
  std::string text;
  union {
    int a;
    float b;
  };
};
class WithPrivate {
  std::string text;

public:
  int number;
};

template <class T> void change(T &);
template <class T> long look(const T &);

long carryLegal(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Legal x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithIterator(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithIterator x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithIterators(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithIterators x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryAsBytes(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    AsBytes x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithPointer(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithPointer x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithBits(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithBits x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithConst(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithConst x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithBase(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithBase x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithUnion(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithUnion x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryWithPrivate(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithPrivate x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
// CHECK: {{^}}pipeline-aggregates-error.cpp:87:17: error: 'x' of type 'WithIterator' cannot travel from stage 1 to stage 2: '__detail::_List_node_base *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:85:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:99:17: error: 'x' of type 'WithIterators' cannot travel from stage 1 to stage 2: 'long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:97:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:111:17: error: 'x' of type 'AsBytes' cannot travel from stage 1 to stage 2: 'long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:109:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:123:17: error: 'x' of type 'WithPointer' cannot travel from stage 1 to stage 2: 'const char *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:121:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:135:17: error: 'x' of type 'WithBits' cannot travel from stage 1 to stage 2: 'WithBits' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:133:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:147:17: error: 'x' of type 'WithConst' cannot travel from stage 1 to stage 2: 'WithConst' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:145:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:159:17: error: 'x' of type 'WithBase' cannot travel from stage 1 to stage 2: 'WithBase' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:157:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:171:17: error: 'x' of type 'WithUnion' cannot travel from stage 1 to stage 2: 'WithUnion' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:169:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:183:17: error: 'x' of type 'WithPrivate' cannot travel from stage 1 to stage 2: 'WithPrivate' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:181:12: note: 'x' is written by stage 1 here
