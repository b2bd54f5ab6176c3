//===- assignments.cpp - Elements, rows and planes as sections ------------===//
//
// Assignments between sections of different numbers of dimensions, to all ranks
// and to all positions of a section: the kinds that XcalableMP's gmove has.
// Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <vector>

// clang-format off: it would take the * of a layout for a pointer's

/// A[4][6], a row on each rank: element (i, j) is 10 i + j.
static std::vector<int> rowsOfMatrix() {
  std::vector<int> a(6);
  std::iota(a.begin(), a.end(), 10 * worldRank());
  return a;
}

/// Of fewer dimensions.
static void fromRows(const std::vector<int> &a, long i) {
  std::vector<int> line(2), all(6), one(1);
#pragma redistribute a[i : 1 of 4][6] from(block, * onto(4)) \
    into(line[6]) to(block onto(3))
  show("a row is a vector", line.data(), worldRank() < 3 ? 2 : 0);

#pragma redistribute a[i : 1 of 4][6] from(block, * onto(4)) \
    into(all[6]) to(* onto(copies(4)))
  show("on all ranks", all);

#pragma redistribute a[i : 1 of 4][5 : 1 of 6] from(block, * onto(4)) \
    into(one[1]) to(* onto(copies(4)))
  show("an element on all ranks", one);
}

/// Of more dimensions: V[4] is the last column of A, D[2][3] a plane of C.
static void intoColumns(std::vector<int> a) {
  std::vector<int> v = {-worldRank()}, d(3), c(6);
#pragma redistribute v[4] from(block onto(4)) \
    into(a[4][5 : 1 of 6]) to(block, * onto(4))
  show("a vector is a column", a);

  std::iota(d.begin(), d.end(), 10 * (worldRank() + 1));
#pragma redistribute d[2][3] from(block, * onto(2)) \
    into(c[3][1 : 1 of 2][2]) permute(1, 0) to(block, *, * onto(3))
  show("a matrix is a plane, transposed", c.data(), worldRank() < 3 ? 4 : 0);
}

/// E[3][2][2], a plane on each of 3 ranks: element (i, j, k) is 100 i + 10 j + k.
static void fromPlanes(long i) {
  const int first = 100 * worldRank();
  const std::vector<int> e = {first, first + 1, first + 10, first + 11};
  std::vector<int> f(2);
#pragma redistribute e[i : 1 of 3][2][2] from(block, *, * onto(3)) \
    into(f[2][2]) to(*, block onto(2))
  show("a plane is a matrix", f.data(), worldRank() < 2 ? 2 : 0);
}

/// One element, row or vector for all positions.
static void spread(const std::vector<int> &a, long i) {
  const std::vector<int> v = {2 * worldRank(), 2 * worldRank() + 1};
  std::vector<int> w(2, -1), b(12, -1);
#pragma redistribute v[5 : 6 : 0] from(block(2) onto(4)) \
    into(w[1 : 6 of 8]) to(cyclic onto(4))
  show("element 5 in 1 to 6", w);

#pragma redistribute a[i : 4 : 0 of 4][6] from(block, * onto(4)) \
    into(b[4][6]) to(*, block onto(2))
  show("a row in all rows", b.data(), worldRank() < 2 ? 12 : 0);

#pragma redistribute v[0 : 4 : 0 of 1][6] from(*, block onto(3)) \
    into(b[4][6]) to(*, block onto(2))
  show("a vector in all rows", b.data(), worldRank() < 2 ? 12 : 0);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::vector<int> a = rowsOfMatrix();
  fromRows(a, 2);
  intoColumns(a);
  fromPlanes(1);
  spread(a, 1);
  MPI_Finalize();
}

// clang-format on
