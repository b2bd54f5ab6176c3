// Storage with room around the part of a rank, and with leading dimensions that
// differ from rank to rank: in place, into, transposed, of arrays; nothing but
// the part is touched. A lead that is too small on one rank is an error on all.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: %mpirun 1 %t %t.bin | FileCheck %s
// RUN: %mpirun 3 %t %t.bin | FileCheck %s
// RUN: %mpirun 4 %t %t.bin | FileCheck %s
// RUN: %mpirun 8 %t %t.bin | FileCheck %s
// CHECK: 0 wrong
#include <redist/redist.h>

#include <cstdio>
#include <string>
#include <vector>

static int me, ranks, wrong;

static double number(long i, long j) {
  return static_cast<double>(1000 * i + j);
}

static void expect(bool isRight, const char *what, long i = 0, long j = 0) {
  if (isRight)
    return;
  ++wrong;
  std::printf("rank %d: %s (%ld, %ld)\n", me, what, i, j);
}

/// This rank's rows of an n x m matrix, cyclic(2), `lead` apart; -1 between.
static std::vector<double> rows(long n, long m, long lead) {
  const long own = redist::local_extent(n, 2, ranks, me);
  std::vector<double> part(static_cast<std::size_t>(own * lead), -1);
  for (long i = 0; i < own; ++i)
    for (long j = 0; j < m; ++j)
      part[static_cast<std::size_t>(i * lead + j)] =
          number(redist::global_index(i, 2, ranks, me), j);
  return part;
}

/// Columns in blocks with `before` columns of room, one row above and below.
static void check(const std::vector<double> &found, long n, long m, long before,
                  long after, double room) {
  const long block = (m + ranks - 1) / ranks;
  const long own = redist::local_extent(m, block, ranks, me);
  const long width = own == 0 ? 0 : before + own + after;
  if (own == 0)
    return;
  for (long i = -1; i < n + 1; ++i)
    for (long j = -before; j < own + after; ++j) {
      const bool isIn = i >= 0 && i < n && j >= 0 && j < own;
      const auto at = static_cast<std::size_t>((i + 1) * width + j + before);
      if (isIn || room != 0)
        expect(found[at] == (isIn ? number(i, me * block + j) : room),
               "element", i, j);
    }
}

static void vectors(long n, long m) {
  const long ld = m + me;
  std::vector<double> a = rows(n, m, ld);
  std::vector<double> b(static_cast<std::size_t>((n + 2) * (m + 3)), -7);
  double *const p = b.data();
#pragma redistribute a[n][m] from(cyclic(2), * onto(ranks) lead(ld))           \
    to(*, block onto(ranks) room(1, 1 : 2)) into(p)
  check(b, n, m, 1, 2, -7);
#pragma redistribute a[n][m] from(cyclic(2), * onto(ranks) lead(ld))           \
    to(*, block onto(ranks) room(1, 2 : 1))
  const long own =
      redist::local_extent(m, (m + ranks - 1) / ranks, ranks, me);
  expect(a.size() == static_cast<std::size_t>(own ? (n + 2) * (own + 3) : 0),
         "size");
  check(a, n, m, 2, 1, 0);
  // The same layout: nothing moves, and the room keeps its values.
  std::vector<double> before(a.size(), 5);
  a.swap(before);
  const double *const stays = a.data();
#pragma redistribute a[n][m] from(*, block onto(ranks) room(1, 2 : 1))         \
    to(*, block onto(ranks) room(1, 2 : 1))
  expect(a.data() == stays && a == std::vector<double>(a.size(), 5), "stays");
}

/// By columns, and transposed.
static void columns(long n, long m) {
  const long own = redist::local_extent(n, 3, ranks, me), lld = own + 2;
  std::vector<double> a(static_cast<std::size_t>(own ? lld * m : 0), -1);
  for (long i = 0; i < own; ++i)
    for (long j = 0; j < m; ++j)
      a[static_cast<std::size_t>(j * lld + i)] =
          number(redist::global_index(i, 3, ranks, me), j);
  std::vector<double> t;
#pragma redistribute a[n][m] from(cyclic(3), * onto(ranks) lead(lld))          \
    to(*, cyclic onto(ranks) room(0 : 1, 2)) permute(1, 0) order(column)       \
    into(t[m][n])
  const long mine = redist::local_extent(n, 1, ranks, me), width = m + 1;
  for (long i = 0; i < mine; ++i)
    for (long j = 0; j < m; ++j)
      expect(t[static_cast<std::size_t>((i + 2) * width + j)] ==
                 number(redist::global_index(i, 1, ranks, me), j),
             "transposed", i, j);
}

static void arrays(long n, long m, const std::string &path) {
  using redist::layout;
  redist::array<double, 2> x({n, m},
                             layout({redist::block(), redist::undistributed()})
                                 .onto({ranks})
                                 .room({1, {2, 0}}));
  for (auto [index, value] : x.owned())
    value = number(index[0], index[1]);
  const auto local = x.local();
  for (long i = 0; i < x.local_extent(0); ++i)
    for (long j = 0; j < m; ++j)
      expect(local(i, j) == number(x.global_index({i, j})[0], j), "local", i,
             j);
#pragma redistribute x[n][m] to(*, cyclic onto(ranks) room(2, 1))
  long count = 0;
  x.for_each([&](const auto &index, double value) {
    ++count;
    expect(value == number(index[0], index[1]), "visited", index[0], index[1]);
    expect(x.at(index) == value, "at", index[0], index[1]);
  });
  expect(count == x.local_extent(0) * x.local_extent(1) &&
             x.owned().size() == static_cast<std::size_t>(count),
         "count");
  for (auto [index, value] : x.owned())
    expect(value == number(index[0], index[1]), "owned", index[0], index[1]);
  const std::vector<double> whole = x.gather(0);
  for (long i = 0; me == 0 && i < n; ++i)
    for (long j = 0; j < m; ++j)
      expect(whole[static_cast<std::size_t>(i * m + j)] == number(i, j),
             "gathered", i, j);
  x.write(path);
  redist::array<double, 2> y({n, m},
                             layout({redist::cyclic(), redist::undistributed()})
                                 .onto({ranks})
                                 .room({1, 1}));
  y.read(path);
  for (auto [index, value] : y.owned())
    expect(value == number(index[0], index[1]), "read", index[0], index[1]);
}

static void errors(long n, long m) {
  std::vector<double> a(1000);
  const auto refused = [](auto call, const std::string &wanted) {
    std::string found;
    try {
      call();
    } catch (const redist::error &problem) {
      found = problem.what();
    }
    if (found.find(wanted) == std::string::npos)
      std::printf("found: %s\n", found.c_str());
    expect(found.find(wanted) != std::string::npos, wanted.c_str());
  };
  const long few = me == 0 ? m - 1 : m;
  refused(
      [&] {
#pragma redistribute a[n][m] from(cyclic, * onto(ranks) lead(few))             \
    to(*, block onto(ranks))
      },
      "lead() of from() on rank 0 of the communicator is 6, but its rows have "
      "7 elements");
  refused(
      [&] {
#pragma redistribute a[n][m] from(cyclic, * onto(ranks) lead(m - 8))           \
    to(*, block onto(ranks))
      },
      "is -1, which is negative");
  const long w = m - 9;
  refused(
      [&] {
#pragma redistribute a[n][m] from(cyclic, * onto(ranks))                       \
    to(*, block onto(ranks) room(0, w))
      },
      "the width of dimension 1 of to() is -2, which is negative");
  expect(a.size() == 1000, "unchanged");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  vectors(11, 7);
  vectors(3, 20);
  columns(10, 6);
  arrays(11, 7, argv[argc - 1]);
  arrays(2, 3, argv[argc - 1]);
  errors(11, 7);
  int all = 0;
  MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%d wrong\n", all);
  MPI_Finalize();
}
