// Unusual but legal clauses: made by macros, with lambdas, casts and literals
// inside, in templates of templates, packs, specializations and concepts'
// abbreviated functions; in a program of several sources.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++20 -O2 -Wall -Wextra -Werror -Wno-comment -DOMPI_SKIP_MPICXX %s \
// RUN:   %S/Inputs/other_source.cpp -o %t
// RUN: timeout 60 %mpirun 4 %t | FileCheck %s
// CHECK: 0 wrong
#include <cstdio>
#include <mpi.h>
#include <vector>
// macros named like words of the language
#define block_size 3
#define NR onto(4)
#define LAYOUT(k) cyclic(k) NR
#define DIRECTIVE_TAIL strategy(auto) comm(MPI_COMM_WORLD)
#define OBJ(a) a[n]
#define EMPTY
#define VA(...) __VA_ARGS__
#define STR(x) #x
template <class T> using Vec = std::vector<T>;
static int worldRank, wrong;
static Vec<long> part(long n, long k, long P) {
  Vec<long> v;
  for (long i = 0; i < n; ++i)
    if (i / k % P == worldRank)
      v.push_back(i);
  return v;
}
#define COMPARE(v, n, k, P)                                                    \
  do {                                                                         \
    auto e_ = part(n, k, P);                                                   \
    for (size_t i_ = 0; i_ < e_.size(); ++i_)                                  \
      if ((long)(v)[i_] != e_[i_]) {                                           \
        ++wrong;                                                               \
        std::printf("line %d rank %d\n", __LINE__, worldRank);                      \
        break;                                                                 \
      }                                                                        \
  } while (0)
namespace redist_user {
namespace redist {
int layout;
}
int redistribute = 5;
void f() {
  auto a = part(17, 2, 4);
  long n = 17;
  int MPI = 0;
  (void)MPI;
#pragma redistribute a[n] from(LAYOUT(2)) to(LAYOUT(block_size)) DIRECTIVE_TAIL
  COMPARE(a, n, 3, 4);
#pragma redistribute OBJ(a) EMPTY from(VA(cyclic(3) onto(4)))                  \
    VA(to(block onto(4)))
  COMPARE(a, n, 5, 4);
  a = part(17, 2, 4);
#pragma redistribute a[sizeof(char[17])] from(cyclic(alignof(short)) onto(4))  \
    to(cyclic(__LINE__ - __LINE__ + 3) onto(4))
  COMPARE(a, n, 3, 4);
  a = part(17, 2, 4);
#pragma redistribute a[n] from(cyclic(n > 3 ? 2 : 5) onto(4))                  \
    to(cyclic([&]{return 3;}()) onto([](int x){return x;}(4)))
  COMPARE(a, n, 3, 4);
  a = part(17, 2, 4);
#pragma redistribute a[n] from(cyclic(static_cast<int>(2.9)) onto(int{4}))     \
    to(cyclic(long(3)) onto((4)))
  COMPARE(a, n, 3, 4);
}
} // namespace redist_user
using namespace redist_user;
template <int K, class T> struct Tmpl {
  Vec<T> v;
  static constexpr int P = 4;
  template <int Q> void go(long n) {
#pragma redistribute v[n] from(cyclic(K) onto(P)) to(cyclic(K + 1) onto(Q))
  }
  template <int... Ks> void pack(long n) {
#pragma redistribute v[n] from(cyclic(K) onto(P))                              \
    to(cyclic((Ks + ...)) onto(sizeof...(Ks)))
  }
  struct Nested {
    static void run(Tmpl &t, long n) {
#pragma redistribute t.v[n] from(cyclic(K) onto(P))                            \
    to(cyclic(K + 1) onto(Tmpl::P))
    }
  };
};
template <class V> auto generic(V &&v, auto n) -> decltype(n) {
#pragma redistribute v[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
  return n;
}
template <> struct Tmpl<9, long> {
  Vec<long> v;
  void go(long n) {
#pragma redistribute v[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
  }
};
extern "C" int other(long *, long);
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &worldRank);
  redist_user::f();
  Tmpl<2, long> t{part(17, 2, 4)};
  t.go<4>(17);
  COMPARE(t.v, 17, 3, 4);
  t.v = part(17, 2, 4);
  t.go<2>(17);
  COMPARE(t.v, 17, 3, 2);
  t.v = part(17, 2, 4);
  t.pack<1, 2, 4>(17);
  COMPARE(t.v, 17, 7, 3);
  t.v = part(17, 2, 4);
  Tmpl<2, long>::Nested::run(t, 17);
  COMPARE(t.v, 17, 3, 4);
  Tmpl<9, long> s{part(17, 2, 4)};
  s.go(17);
  COMPARE(s.v, 17, 3, 4);
  auto g = part(17, 2, 4);
  generic(g, 17);
  COMPARE(g, 17, 3, 4);
  auto h = part(17, 2, 4);
  generic(h, 17UL);
  COMPARE(h, 17, 3, 4);
  long raw[17] = {};
  auto p = part(17, 2, 4);
  for (size_t i = 0; i < p.size(); ++i)
    raw[i] = p[i];
  generic(raw, short(17));
  COMPARE(raw, 17, 3, 4);
  wrong += other(p.data(), 17);
  if (worldRank >= 0) {
    switch (worldRank) {
    default: {
      auto a = part(17, 2, 4);
      int i = 0;
      do {
#pragma redistribute a[17] from(cyclic(2) onto(4))                             \
    to(cyclic(2) onto(4) at(0 * i))
      } while (++i < 3);
      COMPARE(a, 17, 2, 4);
    }
    }
  }
  for (int k = 1; k < 20; ++k) {
    auto a = part(17, 2, 4);
    _Pragma("redistribute a[17] from(cyclic(2) onto(4)) to(cyclic(k) onto(1 + k % 4))") COMPARE(a, 17, k, 1 + k % 4);
  }
  int all;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (!worldRank)
    std::printf("%d wrong\n", all);
  MPI_Finalize();
}
