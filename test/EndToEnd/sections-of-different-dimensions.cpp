// Sections of different numbers of dimensions, and one element for all
// positions, with every clause: copies, room, halo and lead, permute, shift,
// ranks, gen_block, nowait, several objects, accumulate, relabel, arrays of
// arrays, constants and not. Random directives (random-directives.test) draw
// the layouts.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: timeout 100 %mpirun 4 %t | FileCheck %s
// RUN: timeout 100 %mpirun 6 %t | FileCheck %s
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t | FileCheck %s
// CHECK: 0 wrong, 2 of 2 refused
#include <redist/redist.h>

#include <cstdio>
#include <string>
#include <vector>

using redist::block, redist::cyclic, redist::layout, redist::undistributed;

static int me, ranks, wrong, refused;

static int number(long i, long j, long k = 0) {
  return static_cast<int>(10000 * i + 100 * j + k + 1);
}

template <typename Found, typename Wanted>
static void expect(int line, Found found, Wanted wanted) {
  if (found == wanted)
    return;
  if (++wrong < 9)
    std::printf("rank %d: line %d\n", me, line);
}

/// Every own element must be value(index).
template <typename Array, typename Value>
static void expectAll(int line, Array &array, Value value) {
  for (auto [index, found] : array.owned())
    expect(line, found, value(index));
}

using Matrix = redist::array<int, 2>;
using Vector = redist::array<int, 1>;

static Matrix matrix(long n, long m, const layout &dealt) {
  Matrix made({n, m}, dealt);
  for (auto [index, value] : made.owned())
    value = number(index[0], index[1]);
  return made;
}

// clang-format off: it would take the * of a layout for a pointer's

/// Rows and columns of arrays, in both directions.
static void rowsAndColumns(long i, long j) {
  const Matrix a = matrix(7, 9, layout({cyclic(2), block()}).onto({2, 2}));
  Vector row({9}, layout({cyclic()}).onto({3}));
  const std::vector<int> turned = {3, 0, 2, 1}, sizes = {0, 5, 2, 2};
#pragma redistribute a[i : 1][0 : 9] to(cyclic onto(3)) into(row[0 : 9])
  expectAll(__LINE__, row, [&](auto at) { return number(i, at[0]); });
  row.fill(-1);
#pragma redistribute a[2 : 1][8 : 4 : -2] to(cyclic onto(3)) into(row[1 : 4])
  expectAll(__LINE__, row, [](auto at) {
    return at[0] < 1 || at[0] > 4 ? -1 : number(2, 8 - 2 * (at[0] - 1));
  });
#pragma redistribute a[i : 1][9] to(gen_block(sizes) onto(4) ranks(turned)) into(row[9])
  expectAll(__LINE__, row, [&](auto at) { return number(i, at[0]); });
  // A column of the one is a row of the other, in the background.
  Matrix b({9, 7}, layout({undistributed(), cyclic()}).onto({4}));
  b.fill(-1);
#pragma redistribute a[0 : 7][j : 1] to(*, cyclic onto(4)) into(b[j : 1][0 : 7]) permute(1, 0) nowait(moved)
#pragma redistribute wait(moved)
  expectAll(__LINE__, b, [&](auto at) {
    return at[0] == j ? number(at[1], j) : -1;
  });
#pragma redistribute row[0 : 7] to(*, cyclic onto(4)) into(b[0 : 1][7])
  expectAll(__LINE__, b, [&](auto at) {
    return at[0] == j ? number(at[1], j)
           : at[0] == 0 ? number(i, at[1])
                        : -1;
  });
}

/// Planes and lines of a block, transposed, of several objects.
static void planes(long k) {
  const layout dealt = layout({block(), undistributed(), cyclic(2)}).onto({2, 2});
  redist::array<int, 3> a({4, 5, 6}, dealt), twice({4, 5, 6}, dealt);
  for (auto [index, value] : a.owned())
    value = number(index[0], index[1], index[2]);
  for (auto [index, value] : twice.owned())
    value = 2 * number(index[0], index[1], index[2]);
  const layout tiles = layout({block(), block()}).onto({2, 2});
  Matrix plane({6, 4}, tiles), other({6, 4}, tiles);
#pragma redistribute a[4][k : 1][6], twice[4][k : 1][6] permute(1, 0) \
    to(block, block onto(2, 2)) into(plane[6][4], other[6][4])
  expectAll(__LINE__, plane, [&](auto at) { return number(at[1], k, at[0]); });
  expectAll(__LINE__, other, [&](auto at) { return 2 * number(at[1], k, at[0]); });
#pragma redistribute plane[6][4] permute(1, 0) accumulate(+) \
    to(block, *, cyclic(2) onto(2, 2)) into(a[4][0 : 1][6])
  expectAll(__LINE__, a, [&](auto at) {
    const int own = number(at[0], at[1], at[2]);
    return at[1] == 0 ? own + number(at[0], k, at[2]) : own;
  });
  int one = 0;
  int *const x = &one;
#pragma redistribute twice[3 : 1][k : 1][5 : 1] into(x[1]) to(* onto(copies(4)))
  expect(__LINE__, one, me < 4 ? 2 * number(3, k, 5) : 0);
}

/// One element, one row, for all; from copies; relabelled.
static void spread(long i) {
  const Matrix a = matrix(6, 8, layout({cyclic(), cyclic(3)}).onto({2, 2}));
  Matrix b({5, 8}, layout({block(), undistributed()}).onto({4}));
#pragma redistribute a[i : 5 : 0][8] to(block, * onto(4)) into(b[5][8])
  expectAll(__LINE__, b, [&](auto at) { return number(i, at[1]); });
#pragma redistribute a[3 : 5 : 0][7 : 8 : 0] to(block, * onto(4)) into(b[5][8])
  expectAll(__LINE__, b, [](auto) { return number(3, 7); });
#pragma redistribute a[4 : 2 : 0][1 : 3 : 2] to(block, * onto(4)) into(b[1 : 2][2 : 3])
  expectAll(__LINE__, b, [](auto at) {
    const bool isIn = at[0] >= 1 && at[0] < 3 && at[1] >= 2 && at[1] < 5;
    return isIn ? number(4, 1 + 2 * (at[1] - 2)) : number(3, 7);
  });
  const std::vector<int> held(3, 17);
  std::vector<int> all(9, -1);
#pragma redistribute held[1 : 9 : 0 of 3] from(* onto(copies(4))) to(block onto(3)) into(all[9])
  for (std::size_t t = 0; me < 3 && t < 3; ++t)
    expect(__LINE__, all[t], 17);
  std::vector<int> part;
  int position = -2;
#pragma redistribute a[5 : 1][8] to(block onto(4)) into(part[8]) relabel(position)
  expect(__LINE__, part.size(), std::size_t(position < 0 ? 0 : 2));
  for (std::size_t t = 0; t < part.size(); ++t)
    expect(__LINE__, part[t], number(5, 2 * position + static_cast<long>(t)));
}

/// Storage with room, a halo, a lead; arrays of arrays.
static void storage(long lead) {
  Vector row({12}, layout({block()}).onto({4}));
  for (auto [index, value] : row.owned())
    value = number(0, index[0]);
  // Rows 0 and 1 of 12 columns, with room for a column on either side.
  const long n = 3;
  std::vector<int> b(me < 4 ? static_cast<std::size_t>(2 * lead) : 0, -1);
#pragma redistribute row[12] into(b[1 : 1 of 2][12]) \
    to(*, block onto(4) halo(0, 1) lead(lead))
  for (long t = -1; me < 4 && t <= n; ++t) {
    const long at = n * me + t;
    expect(__LINE__, b[static_cast<std::size_t>(lead + 1 + t)],
           at < 0 || at > 11 ? -1 : number(0, at));
    expect(__LINE__, b[static_cast<std::size_t>(1 + t)], -1);
  }
  int table[2][3] = {{-1, -1, -1}, {-1, -1, -1}};
  int line[3] = {};
#pragma redistribute row[12] into(table[1 : 1 of 2][12]) to(*, block onto(4))
#pragma redistribute table[1 : 1 of 2][12] from(*, block onto(4)) into(line[12]) to(block onto(4))
  for (long t = 0; me < 4 && t < n; ++t) {
    expect(__LINE__, table[1][t], number(0, n * me + t));
    expect(__LINE__, table[0][t], -1);
    expect(__LINE__, line[t], number(0, n * me + t));
  }
}

/// In a template, and what is wrong.
template <long Width> static void instance(long i) {
  const Matrix a = matrix(5, Width, layout({cyclic(), undistributed()}).onto({4}));
  Vector row({Width}, layout({cyclic()}).onto({4}));
#pragma redistribute a[i : 1][0 : Width] to(cyclic onto(4)) into(row[Width])
  expectAll(__LINE__, row, [&](auto at) { return number(i, at[0]); });
}

static void errors(long m) {
  const Matrix a = matrix(5, 6, layout({cyclic(), undistributed()}).onto({4}));
  Vector row({6}, layout({cyclic()}).onto({4}));
  try {
#pragma redistribute a[5 : m : 0][2 : 1] to(cyclic onto(4)) into(row[0 : m])
  } catch (const redist::error &e) {
    refused += std::string(e.what()).find("the section of dimension 0 has the "
                                          "index 5, but the extent is 5") !=
               std::string::npos;
  }
  try {
#pragma redistribute a[0 : 1][0 : m] to(cyclic onto(4)) into(row[0 : m - 1])
  } catch (const redist::error &e) {
    refused += std::string(e.what()).find(
                   "length 3 of the destination differs from length 4 of "
                   "dimension 1 of the object") != std::string::npos;
  }
}

// clang-format on

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (long i = 0; i < 3; ++i) {
    rowsAndColumns(2 * i, i + 3);
    planes(i + 1);
    spread(i);
    storage(5 + i);
    instance<9>(i);
    instance<4>(i);
  }
  errors(4);
  int all = 0;
  MPI_Reduce(&wrong, &all, 1, MPI_INT, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%d wrong, %d of 2 refused\n", all, refused);
  MPI_Finalize();
}
