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
struct WithEnd {
  std::string text;
  ~WithEnd();
};
struct TooWide {
  int m1, m2, m3, m4, m5, m6, m7, m8, m9, m10, m11, m12, m13, m14, m15, m16,
      m17, m18, m19, m20, m21, m22, m23, m24, m25, m26, m27, m28, m29, m30, m31,
      m32;
  std::string text;
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
long carryWithEnd(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    WithEnd x{};
#pragma pipeline stage
    change(x);
#pragma pipeline stage
    sum += look(x);
  }
  return sum;
}
long carryTooWide(int n) {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    TooWide x{};
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
// CHECK: {{^}}pipeline-aggregates-error.cpp:97:17: error: 'x' of type 'WithIterator' cannot travel from stage 1 to stage 2: '__detail::_List_node_base *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:95:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:109:17: error: 'x' of type 'WithIterators' cannot travel from stage 1 to stage 2: 'long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:107:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:121:17: error: 'x' of type 'AsBytes' cannot travel from stage 1 to stage 2: 'long *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:119:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:133:17: error: 'x' of type 'WithPointer' cannot travel from stage 1 to stage 2: 'const char *' is an address, which is nothing on another rank
// CHECK: {{^}}pipeline-aggregates-error.cpp:131:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:145:17: error: 'x' of type 'WithBits' cannot travel from stage 1 to stage 2: 'WithBits' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:143:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:157:17: error: 'x' of type 'WithConst' cannot travel from stage 1 to stage 2: 'WithConst' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:155:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:169:17: error: 'x' of type 'WithBase' cannot travel from stage 1 to stage 2: 'WithBase' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:167:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:181:17: error: 'x' of type 'WithUnion' cannot travel from stage 1 to stage 2: 'WithUnion' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:179:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:193:17: error: 'x' of type 'WithEnd' cannot travel from stage 1 to stage 2: 'WithEnd' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:191:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:205:17: error: 'x' of type 'TooWide' cannot travel from stage 1 to stage 2: 'TooWide' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:203:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:61:8: note: it travels with the member 'template <class Archive> void serialize(Archive &archive) { archive({{.*}}); }'
// CHECK: {{^}}pipeline-aggregates-error.cpp:217:17: error: 'x' of type 'WithPrivate' cannot travel from stage 1 to stage 2: 'WithPrivate' is neither trivially copyable nor does it have a 'serialize'
// CHECK: {{^}}pipeline-aggregates-error.cpp:215:12: note: 'x' is written by stage 1 here
// CHECK: {{^}}pipeline-aggregates-error.cpp:67:7: note: it travels with the member 'template <class Archive> void serialize(Archive &archive) { archive({{.*}}); }'
