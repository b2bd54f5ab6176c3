// What types tell is an error of the compiler that says what is missing.
// REQUIRES: runtime
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=1 %s 2>&1 | FileCheck %s --check-prefix=FORM
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=2 %s 2>&1 | FileCheck %s --check-prefix=SERIALIZE
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=3 %s 2>&1 | FileCheck %s --check-prefix=INNER
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=4 %s 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=5 %s 2>&1 | FileCheck %s --check-prefix=VECTOR
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=6 %s 2>&1 | FileCheck %s --check-prefix=CONST
// RUN: not %mpicxx -std=c++20 -fsyntax-only -I%source_dir/include -DCASE=7 %s 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=8 %s 2>&1 | FileCheck %s --check-prefix=BITS
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=9 %s 2>&1 | FileCheck %s --check-prefix=VALUE
// RUN: not %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=10 %s 2>&1 | FileCheck %s --check-prefix=POINTER
// RUN: %mpicxx -std=c++17 -fsyntax-only -I%source_dir/include -DCASE=0 %s
#include "redist/Reduce.h"

#include <map>
#include <memory>
#if __cplusplus >= 202002L
#include <span>
#endif

/// More than its members, and no words about how it travels.
struct Mute {
  Mute() {}
  ~Mute() {}
  int x = 0;
};

static void ofMute(Mute &a, const Mute &b) { a.x += b.x; }
static void ofMutes(std::map<int, Mute> &, const std::map<int, Mute> &) {}
static void ofPointers(int *&, int *const &) {}
static void ofText(std::string &, const std::string &) {}
#if __cplusplus >= 202002L
static void ofSpan(std::span<const int> &, const std::span<const int> &) {}
#endif
static void ofPointerPairs(std::pair<int, int *> &,
                           const std::pair<int, int *> &) {}

int main() {
  const redist::directive where = {"app.cpp", 1, "", "auto", nullptr, 0};
  const redist::reduction what;
  const MPI_Comm comm = MPI_COMM_WORLD;
  Mute mute;
  std::map<int, Mute> mutes;
  int number = 0;
  int *pointer = &number;
  std::pair<int, int *> pair;
  std::vector<int> v;
  std::vector<bool> bits;
  std::string text;
  redist::reduce(where, what, comm, ofText, text);
#if CASE == 1
  // FORM: the operator does not fit an item: T f(const T &, const T &) or void f(T &into, const T &from) is needed
  redist::reduce(where, what, comm, ofText, number);
#elif CASE == 2
  // SERIALIZE: this type cannot travel to another rank: it is neither trivially copyable nor an aggregate of up to 32 members, and has no cereal serialize function
  redist::reduce(where, what, comm, ofMute, mute);
#elif CASE == 3
  // INNER: require_serialization() [with T = Mute]
  // INNER: this type cannot travel to another rank
  redist::reduce(where, what, comm, ofMutes, mutes);
#elif CASE == 4
  // POINTER: a pointer or view owns nothing that could travel to another rank: reduce its elements as a section
  redist::reduce(where, what, comm, ofPointers, pointer);
#elif CASE == 5
  // VECTOR: the type of an item has no such operator; for the elements of a container name a section, v[0 : v.size()]
  redist::reduce(where, what, comm, redist::plus{}, v);
#elif CASE == 6
  // CONST: a reduction writes its items: this one is const
  redist::reduce(where, what, comm, ofText, std::as_const(text));
#elif CASE == 7
  std::span<const int> span(v);
  redist::reduce(where, what, comm, ofSpan, span);
#elif CASE == 8
  // BITS: the elements of std::vector<bool> have no addresses
  redist::reduce(where, what, comm, redist::plus{},
                 redist::elements(bits, 0, 3));
#elif CASE == 9
  // VALUE: an item of a reduction is a variable, not a value
  redist::reduce(where, what, comm, ofText, std::string());
#elif CASE == 10
  redist::reduce(where, what, comm, ofPointerPairs, pair);
#endif
  static_cast<void>(pointer);
}
