// Unusual but legal objects: structured bindings, references to arrays, members,
// captures, objects in anonymous namespaces, names that are words of the
// language, extents with side effects, very long lines; with sanitizers.
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++20 -O1 -g -fsanitize=address,undefined %s -o %t
// RUN: env ASAN_OPTIONS=detect_leaks=0:verify_asan_link_order=0 timeout 60 %mpirun 4 %t | FileCheck %s
// RUN: %mpicxx -std=c++20 -fsyntax-only -Wno-unknown-pragmas %s
// CHECK: 0 wrong
#include <array>
#include <cstdio>
#include <initializer_list>
#include <memory>
#include <mpi.h>
#include <span>
#include <string>
#include <string_view>
#include <tuple>
#include <utility>
#include <valarray>
#include <vector>
using namespace std;
static int worldRank, wrong;
static vector<long> part(long n, long k, long P) {
  vector<long> v;
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
        printf("line %d rank %d\n", __LINE__, worldRank);                           \
        break;                                                                 \
      }                                                                        \
  } while (0)
namespace {
vector<long> anon;
struct Inner {
  static vector<long> s;
  vector<long> m;
};
vector<long> Inner::s;
} // namespace
static int calls;
static long ext() {
  ++calls;
  return 17;
}
#define FROM from(cyclic(2) onto(4))
#define TO(k) to(cyclic(k) onto(4))
#define ALL(n) v[n] FROM TO(3)
struct Holder {
  vector<long> data;
  long redist = 17, n = 17;
  unique_ptr<vector<long>> owned;
  vector<long> *ptr = &data;
  void go() {
    data = part(n, 2, 4);
#pragma redistribute data[n] FROM TO(3)
    COMPARE(data, 17, 3, 4);
    data = part(n, 2, 4);
#pragma redistribute this->data[this->n] FROM TO(3)
    COMPARE(data, 17, 3, 4);
    data = part(n, 2, 4);
    auto self = this;
#pragma redistribute self->data[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
    COMPARE(data, 17, 3, 4);
  }
};
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &worldRank);
  long n = 17;
  {
    auto [a, b] = make_pair(part(n, 2, 4), 3L);
#pragma redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(b) onto(4))
    COMPARE(a, n, 3, 4);
  }
  {
    pair<vector<long>, long> pr(part(n, 2, 4), 3);
    auto &[a, b] = pr;
#pragma redistribute a[n] from(cyclic(2) onto(4)) to(cyclic(b) onto(4))
    COMPARE(pr.first, n, 3, 4);
  }
  {
    long raw[17] = {};
    auto p = part(n, 2, 4);
    copy(p.begin(), p.end(), raw);
    long(&r)[17] = raw;
#pragma redistribute r[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
    COMPARE(raw, n, 3, 4);
  }
  {
    struct P {
      long x;
      char c;
      operator long() const { return x; }
    };
    array<P, 17> arr{};
    auto p = part(n, 2, 4);
    for (size_t i = 0; i < p.size(); ++i)
      arr[i].x = p[i];
#pragma redistribute arr[n] from(cyclic(2) onto(4)) to(cyclic(3) onto(4))
    COMPARE(arr, n, 3, 4);
  }
  Holder().go();
  {
    anon = part(n, 2, 4);
    Inner::s = part(n, 2, 4);
#pragma redistribute anon[n] FROM TO(3)
    COMPARE(anon, n, 3, 4);
#pragma redistribute Inner::s[n] FROM TO(3)
    COMPARE(Inner::s, n, 3, 4);
#pragma redistribute ::anon[n] from(cyclic(3) onto(4)) to(cyclic(2) onto(4))
    COMPARE(anon, n, 2, 4);
  }
  {
    auto v = part(17, 2, 4);
#pragma redistribute v[ext()] FROM TO(3)
    COMPARE(v, 17, 3, 4);
    if (calls != 1) {
      ++wrong;
      printf("calls %d\n", calls);
    }
  }
  {
    auto v = part(17, 2, 4);
#pragma redistribute ALL(17)
    COMPARE(v, 17, 3, 4);
  }
  {
    auto v = part(17, 2, 4);
    int redist = 4, from = 2, block = 3, cyclic = 1, onto = 4, to = 0, at = 0,
        comm = 1;
    (void)comm;
#pragma redistribute v[n] from(cyclic(from) onto(onto) at(at + to))            \
    to(cyclic(block *cyclic) onto(redist))
    COMPARE(v, 17, 3, 4);
  }
  {
    vector<long> from = part(17, 2, 4), to, into;
    int strategy = 3;
#pragma redistribute from[n] into(to) from(cyclic(2) onto(4))                  \
    to(cyclic(strategy) onto(4)) strategy(greedy)
    COMPARE(to, 17, 3, 4);
#pragma redistribute to[n] into(into[n]) from(cyclic(3) onto(4))               \
    to(block onto(4)) comm(MPI_COMM_WORLD)
    COMPARE(into, 17, 5, 4);
  }
  {
    auto v = part(17, 2, 4);
    span<long> s(v);
    vector<long> w(17);
#pragma redistribute s[n] FROM TO(3) into(w)
    COMPARE(w, 17, 3, 4);
  }
  {
    valarray<long> v(17);
    (void)v;
    string st(17, 'x');
    auto p = part(17, 2, 4);
    string str;
    for (long x : p)
      str += char(x);
#pragma redistribute str[n] FROM TO(3)
    COMPARE(str, 17, 3, 4);
  }
  {
    auto sp = make_unique<vector<long>>(part(17, 2, 4));
    auto &v = *sp;
#pragma redistribute v[n] FROM TO(3)
    COMPARE(v, 17, 3, 4);
  }
  {
    auto const k = 3;
    auto lam = [k](auto &v, auto n) {
#pragma redistribute v[n] FROM to(cyclic(k) onto(4))
    };
    auto v = part(17, 2, 4);
    lam(v, 17);
    COMPARE(v, 17, 3, 4);
    v = part(17, 2, 4);
    lam(v, 17LL);
    COMPARE(v, 17, 3, 4);
  }
  {
    auto v = part(17, 2, 4);
    unsigned char c = 17;
    enum : unsigned { three = 3 };
    bool one = true;
#pragma redistribute v[c] FROM to(cyclic(three *one) onto('\4'))
    COMPARE(v, 17, 3, 4);
  }
  {
    vector<long> vé = part(17, 2, 4);
    long größe = 17;
#pragma redistribute vé[größe] FROM TO(3)
    COMPARE(vé, 17, 3, 4);
  }
  {
    auto v = part(17, 2, 4);
#pragma redistribute v [ n ] from ( cyclic ( 2 ) onto ( 4 ) ) /* inside */ to (                                                                                    \
    cyclic(3) onto(4)) // tail
    COMPARE(v, 17, 3, 4);
  }
  {
    vector<vector<long>> vv(2);
    vv[1] = part(17, 2, 4);
    auto &row = vv[1];
#pragma redistribute row[n] FROM TO(3)
    COMPARE(row, 17, 3, 4);
  }
  {
    thread_local static vector<long> tl;
    tl = part(17, 2, 4);
#pragma redistribute tl[n] FROM TO(3)
    COMPARE(tl, 17, 3, 4);
  }
  {
    vector<long> src = part(17, 2, 4);
    vector<long> &&rv = std::move(src);
#pragma redistribute rv[n] FROM TO(3)
    COMPARE(rv, 17, 3, 4);
  }
  int all;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (!worldRank)
    printf("%d wrong\n", all);
  MPI_Finalize();
}
