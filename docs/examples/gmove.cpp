//===- gmove.cpp - Each kind of assignment of XcalableMP's gmove ----------===//
//
// The lines of docs/from-hpf.md, "gmove": a directive for each kind of
// assignment between arrays that are distributed, held by all ranks, or held by
// some. Most sources have several layouts, one after the other. Every
// assignment is compared with the same one in a serial program. Runs on 1 to 8
// ranks.
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>

#include <array>
#include <cstdio>
#include <vector>

using redist::block, redist::copies, redist::cyclic, redist::gen_block,
    redist::layout, redist::undistributed;

static int me, p;   // this rank, and how many there are
static int q, r;    // a grid of q x r ranks
static int u, v, w; // one of u x v x w
static long count, wrong;

/// A whole array in the serial program.
template <std::size_t D> struct Serial {
  std::array<long, D> extents{};
  std::vector<int> values;

  /// Elements that no other array has.
  Serial(std::array<long, D> ofArray, int first) : extents(ofArray) {
    long size = 1;
    for (const long extent : extents)
      size *= extent;
    for (int i = 0; i < size; ++i)
      values.push_back(first + i);
  }
  int &at(const std::array<long, D> &index) {
    long linear = 0;
    for (std::size_t k = 0; k < D; ++k)
      linear = linear * extents[k] + index[k];
    return values.at(static_cast<std::size_t>(linear));
  }
  template <typename... Index> int &operator()(Index... index) {
    return at({static_cast<long>(index)...});
  }
  /// The same array, distributed.
  redist::array<int, D> dealt(const layout &as) {
    redist::array<int, D> made(extents, as);
    for (auto [index, value] : made.owned())
      value = at(index);
    return made;
  }
};

template <std::size_t D>
static void same(int line, const redist::array<int, D> &found,
                 Serial<D> &wanted) {
  long differ = 0;
  for (auto [index, value] : found.owned())
    differ += value != wanted.at(index);
  if (differ != 0)
    std::printf("line %d, rank %d: %ld elements are wrong\n", line, me, differ);
  wrong += differ;
  ++count;
}

/// What every rank has of its own.
template <std::size_t D>
static void same(int line, const std::vector<int> &found, Serial<D> &wanted) {
  if (found != wanted.values) {
    std::printf("line %d, rank %d: the copy is wrong\n", line, me);
    ++wrong;
  }
  ++count;
}

/// Sizes of a gen_block on `coordinates` ranks: 0 and 2 in turn, and the last
/// rank has the rest.
static std::vector<int> uneven(int coordinates, long n) {
  std::vector<int> sizes(static_cast<std::size_t>(coordinates));
  for (int i = 1; i < coordinates; ++i)
    n -= sizes[static_cast<std::size_t>(i - 1)] = i % 2 ? 0 : 2;
  sizes.back() = static_cast<int>(n);
  return sizes;
}

static std::vector<layout> ofVectors(const std::vector<int> &sizes) {
  return {layout({block()}).onto({p}),
          layout({cyclic()}).onto({p}),
          layout({cyclic(3)}).onto({p}),
          layout({gen_block(sizes)}).onto({p}),
          layout({block()}).onto({q, copies(r)}),
          layout({cyclic(2)}).onto({copies(q), r}),
          layout({block()}).onto({p - p / 2}).at(p / 2),
          layout({undistributed()}).onto({1}).at(p - 1),
          layout({undistributed()}).onto({copies(p)})};
}

static std::vector<layout> ofMatrices(const std::vector<int> &sizes) {
  return {layout({block(), undistributed()}).onto({p}),
          layout({undistributed(), cyclic()}).onto({p}),
          layout({block(), cyclic(2)}).onto({q, r}),
          layout({gen_block(sizes), undistributed()}).onto({p}),
          layout({cyclic(), block()}).onto({r, q}),
          layout({undistributed(), block()}).onto({copies(q), r}),
          layout({undistributed(), undistributed()}).onto({copies(p)})};
}

static std::vector<layout> ofCubes() {
  return {layout({block(), cyclic(), undistributed()}).onto({q, r}),
          layout({undistributed(), block(), cyclic(2)}).onto({q, r}),
          layout({block(), block(), block()}).onto({u, v, w}),
          layout({cyclic(2), cyclic(), cyclic(3)}).onto({w, u, v}),
          layout({block(), undistributed(), cyclic()}).onto({u, copies(v), w})};
}

// clang-format off: it would take the * of a layout for a pointer's

/// From a vector.
static void fromVector(const layout &as, long n, long i, long j) {
  Serial<1> A({n}, 1000);
  const redist::array<int, 1> a = A.dealt(as);
  const std::vector<int> sizes = uneven(p, n);
  {
    Serial<1> X({n}, 1);
    std::vector<int> x = X.values;
#pragma redistribute a[n] to(* onto(copies(p))) into(x[n])
    for (long k = 0; k < n; ++k) X(k) = A(k);
    same(__LINE__, x, X);
  }
  {
    Serial<1> X({n}, 1);
    std::vector<int> x = X.values;
#pragma redistribute a[0 : 4] to(* onto(copies(p))) into(x[4 : 4 of n])
    for (long k = 0; k < 4; ++k) X(4 + k) = A(k);
#pragma redistribute a[1 : 3 : 2] to(* onto(copies(p))) into(x[n - 1 : 3 : -1 of n])
    for (long k = 0; k < 3; ++k) X(n - 1 - k) = A(1 + 2 * k);
#pragma redistribute a[i : 1] to(* onto(copies(p))) into(x[j : 1 of n])
    X(j) = A(i);
    same(__LINE__, x, X);
  }
  {
    Serial<1> X({n}, 1);
    std::vector<int> x = X.values;
#pragma redistribute a[i : n - 2 : 0] to(* onto(copies(p))) into(x[1 : n - 2 of n])
    for (long k = 1; k < n - 1; ++k) X(k) = A(i);
    same(__LINE__, x, X);
  }
  {
    Serial<1> S({1}, 1);
    std::vector<int> s = S.values;
#pragma redistribute a[i : 1] to(* onto(copies(p))) into(s[1])
    S(0) = A(i);
    same(__LINE__, s, S);
  }
  {
    Serial<1> B({n}, 1);
    redist::array<int, 1> b = B.dealt(layout({block()}).onto({q, copies(r)}));
#pragma redistribute a[1 : n - 1] to(block onto(q, copies(r))) into(b[1 : n - 1])
    for (long k = 1; k < n; ++k) B(k) = A(k);
    same(__LINE__, b, B);
#pragma redistribute a[i : 5 : 0] to(block onto(q, copies(r))) into(b[0 : 5])
    for (long k = 0; k < 5; ++k) B(k) = A(i);
    same(__LINE__, b, B);
#pragma redistribute a[n] to(cyclic(2) onto(copies(q), r)) into(b)
    for (long k = 0; k < n; ++k) B(k) = A(k);
    same(__LINE__, b, B);
#pragma redistribute a[n] to(gen_block(sizes) onto(p)) into(b)
    same(__LINE__, b, B);
#pragma redistribute a[n] to(block onto(p - p / 2) at(p / 2)) into(b)
    same(__LINE__, b, B);
  }
  {
    Serial<1> B({n}, 1);
    redist::array<int, 1> b = B.dealt(layout({cyclic()}).onto({p}));
#pragma redistribute a[4 : 4] to(cyclic onto(p)) into(b[1 : 4])
    for (long k = 0; k < 4; ++k) B(1 + k) = A(4 + k);
    same(__LINE__, b, B);
#pragma redistribute a[i : n : 0] to(cyclic onto(p)) into(b[0 : n])
    for (long k = 0; k < n; ++k) B(k) = A(i);
    same(__LINE__, b, B);
#pragma redistribute a[n] to(cyclic onto(p)) into(b) nowait(moved)
#pragma redistribute wait(moved)
    for (long k = 0; k < n; ++k) B(k) = A(k);
    same(__LINE__, b, B);
#pragma redistribute a[i : 1] to(cyclic onto(p)) into(b[j : 1])
    B(j) = A(i);
    same(__LINE__, b, B);
  }
  {
    Serial<2> B({n, n}, 1);
    redist::array<int, 2> b = B.dealt(layout({block(), cyclic()}).onto({q, r}));
#pragma redistribute a[n] to(block, cyclic onto(q, r)) into(b[i : 1][n])
    for (long k = 0; k < n; ++k) B(i, k) = A(k);
#pragma redistribute a[n] to(block, cyclic onto(q, r)) into(b[n][j : 1])
    for (long k = 0; k < n; ++k) B(k, j) = A(k);
#pragma redistribute a[j : 1] to(block, cyclic onto(q, r)) into(b[i : 1][j : 1])
    B(i, j) = A(j);
    same(__LINE__, b, B);
  }
  {
    Serial<3> B({n, n, n}, 1);
    redist::array<int, 3> b = B.dealt(layout({block(), block(), block()}).onto({u, v, w}));
#pragma redistribute a[n] to(block, block, block onto(u, v, w)) into(b[n][i : 1][j : 1])
    for (long k = 0; k < n; ++k) B(k, i, j) = A(k);
#pragma redistribute a[1 : 4 : 2] to(block, block, block onto(u, v, w)) into(b[i : 1][3 : 4][j : 1])
    for (long k = 0; k < 4; ++k) B(i, 3 + k, j) = A(1 + 2 * k);
    same(__LINE__, b, B);
  }
}

/// From a matrix.
static void fromMatrix(const layout &as, long n, long i, long j) {
  Serial<2> A({n, n}, 1000);
  const redist::array<int, 2> a = A.dealt(as);
  const std::vector<int> sizes = uneven(p, n);
  {
    Serial<2> X({n, n}, 1);
    std::vector<int> x = X.values;
#pragma redistribute a[1 : n - 1][1 : n - 1] to(*, * onto(copies(p))) into(x[1 : n - 1 of n][1 : n - 1 of n])
    for (long k = 1; k < n; ++k)
      for (long l = 1; l < n; ++l) X(k, l) = A(k, l);
    same(__LINE__, x, X);
#pragma redistribute a[4 : 4][4 : 4] to(*, * onto(copies(p))) into(x[0 : 4 of n][0 : 4 of n])
    for (long k = 0; k < 4; ++k)
      for (long l = 0; l < 4; ++l) X(k, l) = A(4 + k, 4 + l);
    same(__LINE__, x, X);
#pragma redistribute a[n][n] to(*, * onto(copies(p))) into(x[n][n])
    same(__LINE__, x, X = A);
  }
  {
    Serial<1> X({n}, 1), S({1}, 1);
    std::vector<int> x = X.values, s = S.values;
#pragma redistribute a[i : 1][n] to(* onto(copies(p))) into(x[n])
    for (long k = 0; k < n; ++k) X(k) = A(i, k);
    same(__LINE__, x, X);
#pragma redistribute a[0 : 3][j : 1] to(* onto(copies(p))) into(x[1 : 3 of n])
    for (long k = 0; k < 3; ++k) X(1 + k) = A(k, j);
    same(__LINE__, x, X);
#pragma redistribute a[i : 1][j : 1] to(* onto(copies(p))) into(s[1])
    S(0) = A(i, j);
    same(__LINE__, s, S);
  }
  {
    Serial<2> B({n, n}, 1);
    redist::array<int, 2> b = B.dealt(layout({undistributed(), block()}).onto({copies(q), r}));
#pragma redistribute a[0 : 2][n] to(*, block onto(copies(q), r)) into(b[0 : 2][n])
    for (long k = 0; k < 2; ++k)
      for (long l = 0; l < n; ++l) B(k, l) = A(k, l);
    same(__LINE__, b, B);
#pragma redistribute a[n][n] to(*, block onto(q, copies(r))) into(b)
    same(__LINE__, b, B = A);
#pragma redistribute a[n][n] to(cyclic, block onto(u, v, copies(w))) into(b)
    same(__LINE__, b, B);
#pragma redistribute a[n][n] to(*, cyclic onto(p)) into(b)
    same(__LINE__, b, B);
#pragma redistribute a[n][n] to(gen_block(sizes), * onto(p)) into(b)
    same(__LINE__, b, B);
  }
  {
    Serial<2> B({n, n}, 1);
    redist::array<int, 2> b = B.dealt(layout({cyclic(2), cyclic(2)}).onto({q, r}));
#pragma redistribute a[4 : 4][4 : 4] to(cyclic(2), cyclic(2) onto(q, r)) into(b[1 : 4][1 : 4])
    for (long k = 0; k < 4; ++k)
      for (long l = 0; l < 4; ++l) B(1 + k, 1 + l) = A(4 + k, 4 + l);
    same(__LINE__, b, B);
#pragma redistribute a[i : 1][n] to(cyclic(2), cyclic(2) onto(q, r)) into(b[n][j : 1]) permute(1, 0)
    for (long k = 0; k < n; ++k) B(k, j) = A(i, k);
    same(__LINE__, b, B);
#pragma redistribute a[0 : 4 : 2][j : 1] to(cyclic(2), cyclic(2) onto(q, r)) into(b[0 : 4 : 2][i : 1])
    for (long k = 0; k < 8; k += 2) B(k, i) = A(k, j);
    same(__LINE__, b, B);
#pragma redistribute a[i : n : 0][j : 4 : 0] to(cyclic(2), cyclic(2) onto(q, r)) into(b[n][0 : 4 : 2])
    for (long k = 0; k < n; ++k)
      for (long l = 0; l < 4; ++l) B(k, 2 * l) = A(i, j);
    same(__LINE__, b, B);
  }
  {
    Serial<1> B({n}, 1);
    redist::array<int, 1> b = B.dealt(layout({block()}).onto({p}));
#pragma redistribute a[i : 1][n] to(block onto(p)) into(b[n])
    for (long k = 0; k < n; ++k) B(k) = A(i, k);
    same(__LINE__, b, B);
#pragma redistribute a[n][j : 1] to(block onto(p)) into(b[n])
    for (long k = 0; k < n; ++k) B(k) = A(k, j);
    same(__LINE__, b, B);
#pragma redistribute a[i : n : 0][j : 1] to(block onto(p)) into(b[n])
    for (long k = 0; k < n; ++k) B(k) = A(i, j);
    same(__LINE__, b, B);
#pragma redistribute a[i : 1][j : 1] to(block onto(p)) into(b[j : 1])
    B(j) = A(i, j);
    same(__LINE__, b, B);
#pragma redistribute a[i : 1][n] to(gen_block(sizes) onto(p)) into(b[n])
    for (long k = 0; k < n; ++k) B(k) = A(i, k);
    same(__LINE__, b, B);
  }
  {
    Serial<1> B({n}, 1);
    redist::array<int, 1> b = B.dealt(layout({cyclic(2)}).onto({copies(q), r}));
#pragma redistribute a[3 : 1][2 : 5] to(cyclic(2) onto(copies(q), r)) into(b[2 : 5])
    for (long k = 2; k < 7; ++k) B(k) = A(3, k);
    same(__LINE__, b, B);
  }
  {
    Serial<1> B({n}, 1);
    redist::array<int, 1> b = B.dealt(layout({cyclic(3)}).onto({q}));
#pragma redistribute a[i : 1][3 : 4] to(cyclic(3) onto(q)) into(b[3 : 4])
    for (long k = 3; k < 7; ++k) B(k) = A(i, k);
    same(__LINE__, b, B);
  }
  {
    Serial<3> B({n, n, n}, 1);
    redist::array<int, 3> b = B.dealt(layout({block(), cyclic(), undistributed()}).onto({q, r}));
#pragma redistribute a[n][n] to(block, cyclic, * onto(q, r)) into(b[n][i : 1][n])
    for (long k = 0; k < n; ++k)
      for (long l = 0; l < n; ++l) B(k, i, l) = A(k, l);
#pragma redistribute a[n][n] to(block, cyclic, * onto(q, r)) into(b[j : 1][n][n]) permute(1, 0)
    for (long k = 0; k < n; ++k)
      for (long l = 0; l < n; ++l) B(j, k, l) = A(l, k);
    same(__LINE__, b, B);
  }
}

/// From an array of three dimensions.
static void fromCube(const layout &as, long n, long i, long j) {
  Serial<3> A({n, n, n}, 1000);
  const redist::array<int, 3> a = A.dealt(as);
  const std::vector<int> sizes = uneven(v, n), more = uneven(w, n);
  {
    Serial<3> X({n, n, n}, 1);
    std::vector<int> x = X.values;
#pragma redistribute a[n / 2 : n / 4 : 2][0 : 4][0 : n - 5] to(*, *, * onto(copies(p))) into(x[0 : n / 4 of n][n / 2 : 4 of n][4 : n - 5 of n])
    for (long k = 0; k < n / 4; ++k)
      for (long l = 0; l < 4; ++l)
        for (long m = 0; m < n - 5; ++m) X(k, n / 2 + l, 4 + m) = A(n / 2 + 2 * k, l, m);
    same(__LINE__, x, X);
#pragma redistribute a[3 : n / 4 : 0][4 : 4 : 0][5 : n - 5 : 0] to(*, *, * onto(copies(p))) into(x[0 : n / 4 of n][n / 2 : 4 of n][4 : n - 5 of n])
    for (long k = 0; k < n / 4; ++k)
      for (long l = 0; l < 4; ++l)
        for (long m = 0; m < n - 5; ++m) X(k, n / 2 + l, 4 + m) = A(3, 4, 5);
    same(__LINE__, x, X);
#pragma redistribute a[3 : 1][4 : 1][5 : 1] to(*, *, * onto(copies(p))) into(x[7 : 1 of n][6 : 1 of n][5 : 1 of n])
    X(7, 6, 5) = A(3, 4, 5);
    same(__LINE__, x, X);
#pragma redistribute a[n][n][n] to(*, *, * onto(copies(p))) into(x[n][n][n])
    same(__LINE__, x, X = A);
  }
  {
    Serial<2> X({n, n}, 1);
    Serial<1> Y({n}, 1), S({1}, 1);
    std::vector<int> x = X.values, y = Y.values, s = S.values;
#pragma redistribute a[i : 1][n][n] to(*, * onto(copies(p))) into(x[n][n])
    for (long k = 0; k < n; ++k)
      for (long l = 0; l < n; ++l) X(k, l) = A(i, k, l);
    same(__LINE__, x, X);
#pragma redistribute a[i : 1][n][j : 1] to(* onto(copies(p))) into(y[n])
    for (long k = 0; k < n; ++k) Y(k) = A(i, k, j);
    same(__LINE__, y, Y);
#pragma redistribute a[3 : 1][4 : 1][5 : 1] to(* onto(copies(p))) into(s[1])
    S(0) = A(3, 4, 5);
    same(__LINE__, s, S);
  }
  {
    Serial<3> B({n, n, n}, 1);
    redist::array<int, 3> b = B.dealt(layout({block(), block(), undistributed()}).onto({q, r}).room({0, 2, 1}));
#pragma redistribute a[n / 2 : n / 4 : 2][0 : 4][0 : n - 5] to(block, block, * onto(q, r) room(0, 2, 1)) into(b[0 : n / 4][n / 2 : 4][4 : n - 5])
    for (long k = 0; k < n / 4; ++k)
      for (long l = 0; l < 4; ++l)
        for (long m = 0; m < n - 5; ++m) B(k, n / 2 + l, 4 + m) = A(n / 2 + 2 * k, l, m);
    same(__LINE__, b, B);
#pragma redistribute a[3 : n / 4 : 0][4 : 4 : 0][5 : n - 5 : 0] to(block, block, * onto(q, r) room(0, 2, 1)) into(b[0 : n / 4][n / 2 : 4][4 : n - 5])
    for (long k = 0; k < n / 4; ++k)
      for (long l = 0; l < 4; ++l)
        for (long m = 0; m < n - 5; ++m) B(k, n / 2 + l, 4 + m) = A(3, 4, 5);
    same(__LINE__, b, B);
#pragma redistribute a[3 : 1][4 : 1][5 : 1] to(block, block, * onto(q, r) room(0, 2, 1)) into(b[7 : 1][6 : 1][5 : 1])
    B(7, 6, 5) = A(3, 4, 5);
    same(__LINE__, b, B);
#pragma redistribute a[i : 1][n][n] to(block, block, * onto(q, r) room(0, 2, 1)) into(b[n][n][j : 1]) permute(1, 2, 0)
    for (long k = 0; k < n; ++k)
      for (long l = 0; l < n; ++l) B(k, l, j) = A(i, k, l);
    same(__LINE__, b, B);
#pragma redistribute a[n][j : 1][n] to(block, block, * onto(q, r) room(0, 2, 1)) into(b[i : 1][n][n]) permute(1, 0, 2)
    for (long k = 0; k < n; ++k)
      for (long l = 0; l < n; ++l) B(i, k, l) = A(k, j, l);
    same(__LINE__, b, B);
#pragma redistribute a[n][n][n] to(*, block, block onto(copies(u), v, w)) into(b)
    same(__LINE__, b, B = A);
#pragma redistribute a[n][n][n] to(*, gen_block(sizes), gen_block(more) onto(copies(u), v, w)) into(b)
    same(__LINE__, b, B);
#pragma redistribute a[n][n][n] to(*, block, block onto(copies(u), v, w) room(0, 0, 1)) into(b)
    same(__LINE__, b, B);
#pragma redistribute a[n][n][n] to(*, cyclic, * onto(p)) into(b)
    same(__LINE__, b, B);
  }
  {
    Serial<1> B({n}, 1);
    redist::array<int, 1> b = B.dealt(layout({cyclic()}).onto({p}));
#pragma redistribute a[i : 1][n][j : 1] to(cyclic onto(p)) into(b[n])
    for (long k = 0; k < n; ++k) B(k) = A(i, k, j);
    same(__LINE__, b, B);
#pragma redistribute a[i : n : 0][j : 1][4 : 1] to(cyclic onto(p)) into(b[n])
    for (long k = 0; k < n; ++k) B(k) = A(i, j, 4);
    same(__LINE__, b, B);
  }
  {
    Serial<2> B({n, n}, 1);
    redist::array<int, 2> b = B.dealt(layout({cyclic(), block()}).onto({q, r}));
#pragma redistribute a[i : 1][n][n] to(cyclic, block onto(q, r)) into(b[n][n])
    for (long k = 0; k < n; ++k)
      for (long l = 0; l < n; ++l) B(k, l) = A(i, k, l);
    same(__LINE__, b, B);
  }
}

/// From what every rank has of its own: nothing is sent.
static void fromCopies(long n, long i) {
  Serial<3> X({n, n, n}, 1000), B({n, n, n}, 1);
  Serial<1> Y({n}, 3000), S({1}, 4000);
  const std::vector<int> x = X.values, y = Y.values;
  const int *const s = S.values.data();
  redist::array<int, 3> b = B.dealt(layout({block(), cyclic(), undistributed()}).onto({q, r}));
#pragma redistribute x[n / 2 : n / 4 : 2 of n][0 : 4 of n][0 : n - 5 of n] from(*, *, * onto(copies(p))) to(block, cyclic, * onto(q, r)) into(b[0 : n / 4][n / 2 : 4][4 : n - 5])
  for (long k = 0; k < n / 4; ++k)
    for (long l = 0; l < 4; ++l)
      for (long m = 0; m < n - 5; ++m) B(k, n / 2 + l, 4 + m) = X(n / 2 + 2 * k, l, m);
  same(__LINE__, b, B);
#pragma redistribute x[3 : n / 4 : 0 of n][4 : 4 : 0 of n][5 : n - 5 : 0 of n] from(*, *, * onto(copies(p))) to(block, cyclic, * onto(q, r)) into(b[0 : n / 4][n / 2 : 4][4 : n - 5])
  for (long k = 0; k < n / 4; ++k)
    for (long l = 0; l < 4; ++l)
      for (long m = 0; m < n - 5; ++m) B(k, n / 2 + l, 4 + m) = X(3, 4, 5);
  same(__LINE__, b, B);
#pragma redistribute x[3 : 1 of n][4 : 1 of n][5 : 1 of n] from(*, *, * onto(copies(p))) to(block, cyclic, * onto(q, r)) into(b[7 : 1][6 : 1][5 : 1])
  B(7, 6, 5) = X(3, 4, 5);
  same(__LINE__, b, B);
#pragma redistribute s[0 : n / 4 : 0 of 1][0 : 4 : 0 of 1][0 : n - 5 : 0 of 1] from(*, *, * onto(copies(p))) to(block, cyclic, * onto(q, r)) into(b[0 : n / 4][n / 2 : 4][4 : n - 5])
  for (long k = 0; k < n / 4; ++k)
    for (long l = 0; l < 4; ++l)
      for (long m = 0; m < n - 5; ++m) B(k, n / 2 + l, 4 + m) = S(0);
  same(__LINE__, b, B);
#pragma redistribute s[1] from(* onto(copies(p))) to(block, cyclic, * onto(q, r)) into(b[8 : 1][2 : 1][i : 1])
  B(8, 2, i) = S(0);
  same(__LINE__, b, B);
#pragma redistribute y[n] from(* onto(copies(p))) to(block, cyclic, * onto(q, r)) into(b[i : 1][n][2 : 1])
  for (long k = 0; k < n; ++k) B(i, k, 2) = Y(k);
  same(__LINE__, b, B);
}

/// Other ranks, other numbers of dimensions, neighbours.
static void others(long n) {
  const int half = p > 1 ? p / 2 : 1;
  {
    Serial<4> A({4, 5, 6, 7}, 1000), B({4, 5, 6, 7}, 1);
    redist::array<int, 4> a = A.dealt(layout({block(), block(), undistributed(), cyclic()}).onto({u, v, w}));
    redist::array<int, 4> b = B.dealt(layout({cyclic(2), undistributed(), cyclic(2), cyclic(2)}).onto({u, v, w}));
#pragma redistribute a[2 : 2][1 : 4][2 : 4][3 : 4] to(cyclic(2), *, cyclic(2), cyclic(2) onto(u, v, w)) into(b[1 : 2][1 : 4][1 : 4][1 : 4])
    for (long k = 0; k < 2; ++k)
      for (long l = 0; l < 4; ++l)
        for (long m = 0; m < 4; ++m)
          for (long o = 0; o < 4; ++o) B(1 + k, 1 + l, 1 + m, 1 + o) = A(2 + k, 1 + l, 2 + m, 3 + o);
    same(__LINE__, b, B);
    std::vector<int> x = A.values;
#pragma redistribute b[1 : 3][1 : 4][1 : 5][1 : 6] to(*, *, *, * onto(copies(p))) into(x[1 : 3 of 4][1 : 4 of 5][1 : 5 of 6][1 : 6 of 7])
    Serial<4> X = A;
    for (long k = 1; k < 4; ++k)
      for (long l = 1; l < 5; ++l)
        for (long m = 1; m < 6; ++m)
          for (long o = 1; o < 7; ++o) X(k, l, m, o) = B(k, l, m, o);
    same(__LINE__, x, X);
    redist::array<int, 4> c = A.dealt(layout({undistributed(), block(), cyclic(2), undistributed()}).onto({copies(u), v, w}));
#pragma redistribute b[1 : 3][1 : 4][1 : 5][1 : 6] to(*, block, cyclic(2), * onto(copies(u), v, w)) into(c[1 : 3][1 : 4][1 : 5][1 : 6])
    same(__LINE__, c, X);
  }
  {
    Serial<7> A({2, 3, 2, 2, 3, 2, 5}, 1000);
    const auto any = undistributed();
    redist::array<int, 7> a = A.dealt(layout({any, any, any, any, any, any, block()}).onto({p}));
    redist::array<int, 7> b({2, 3, 2, 2, 3, 2, 5}, layout({any, any, any, any, any, any, any}).onto({1}));
#pragma redistribute a[2][3][2][2][3][2][5] to(*, cyclic, *, *, *, *, * onto(p)) into(b)
    same(__LINE__, b, A);
  }
  {
    Serial<2> A({n, n}, 1000), B({n, n}, 1);
    redist::array<int, 2> a = A.dealt(layout({block(), undistributed()}).onto({half}));
    redist::array<int, 2> b = B.dealt(layout({undistributed(), block()}).onto({half}).at(p - half));
#pragma redistribute a[n][n] to(*, block onto(half) at(p - half)) into(b)
    same(__LINE__, b, A);
#pragma redistribute a[n][n] to(*, * onto(copies(half)) at(p - half)) into(b)
    same(__LINE__, b, A);
#pragma redistribute b[n][n] to(block, block onto(q, r) halo(1, 2)) into(a)
    same(__LINE__, a, A);
    std::vector<int> turned; // the grid column by column
    for (int k = 0; k < p; ++k)
      turned.push_back(k % q * r + k / q);
#pragma redistribute a[n][n] to(block, block onto(r, q) ranks(turned)) into(b)
    same(__LINE__, b, A);
#pragma redistribute a[n][n] to(cyclic, * onto(1) at(p - 1)) into(b)
    same(__LINE__, b, A);
#pragma redistribute a[n][n] to(cyclic, * onto(1) at(p - 1))
#pragma redistribute a[n][n], b[n][n] to(block, cyclic(3) onto(q, r))
    same(__LINE__, a, A);
    same(__LINE__, b, A);
  }
  {
    Serial<1> X({n}, me == 0 ? 1000 : 1), A({n}, 1000);
    std::vector<int> x = X.values;
#pragma redistribute x[n] from(* onto(1)) to(* onto(copies(p)))
    same(__LINE__, x, A);
    struct { std::vector<int> x; } own = {A.values};
    redist::array<int, 1> a = A.dealt(layout({cyclic(2)}).onto({p}));
#pragma redistribute own.x[0 : 3 of n] from(* onto(copies(p))) to(cyclic(2) onto(p)) into(a[n - 3 : 3])
    for (long k = 0; k < 3; ++k) A(n - 3 + k) = own.x[static_cast<std::size_t>(k)];
    same(__LINE__, a, A);
#pragma redistribute a[5 : 3] to(cyclic(2) onto(p)) into(a[0 : 3])
    for (long k = 0; k < 3; ++k) A(k) = A(5 + k);
    same(__LINE__, a, A);
  }
}

// clang-format on

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &p);
  q = p % 2 == 0 ? 2 : 1;
  r = p / q;
  v = r % 2 == 0 ? 2 : 1;
  u = q;
  w = r / v;
  const long n = 9;
  const std::vector<int> sizes = uneven(p, n);
  for (const layout &as : ofVectors(sizes))
    fromVector(as, n, 3, 7);
  for (const layout &as : ofMatrices(sizes))
    fromMatrix(as, n, 2, 6);
  for (const layout &as : ofCubes())
    fromCube(as, n, 5, 1);
  fromCopies(n, 4);
  others(n);
  long all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%ld assignments, %ld wrong\n", count, all);
  MPI_Finalize();
}
