// Halos: in place (nothing inside is copied, no storage is exchanged), into,
// from other layouts, in the background, of several objects, of sections, of
// arrays; widths beyond a neighbour's
// part, empty parts, extents known to the compiler or not. Every place is
// compared with what the definition says, and with what it had outside.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: %mpirun 1 %t | FileCheck %s
// RUN: %mpirun 2 %t | FileCheck %s
// RUN: %mpirun 4 %t | FileCheck %s
// RUN: %mpirun 6 %t | FileCheck %s
// RUN: env REDIST_SHARED_MEMORY=0 %mpirun 4 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 %mpirun 4 %t | FileCheck %s
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
  if (++wrong < 5)
    std::printf("rank %d: %s (%ld, %ld)\n", me, what, i, j);
}

/// This rank's part of an n x m matrix in blocks on P x Q ranks, `before` and
/// `after` elements of room beside it.
struct Part {
  long n, m, P, Q, before, after;
  long blockRows = (n + P - 1) / P, blockColumns = (m + Q - 1) / Q;
  long top = me / Q * blockRows, left = me % Q * blockColumns;
  long rows = redist::local_extent(n, blockRows, P, me / Q);
  long columns = redist::local_extent(m, blockColumns, Q, me % Q);
  bool isEmpty = rows == 0 || columns == 0;
  long width = before + columns + after;

  std::size_t size() const {
    return static_cast<std::size_t>(
        isEmpty ? 0 : (before + rows + after) * width);
  }
  std::size_t at(long i, long j) const {
    return static_cast<std::size_t>((i + before) * width + j + before);
  }
  std::vector<double> filled() const {
    std::vector<double> all(size(), -1);
    for (long i = 0; i < rows && !isEmpty; ++i)
      for (long j = 0; j < columns; ++j)
        all[at(i, j)] = number(top + i, left + j);
    return all;
  }
  /// `outside`: what is there where the array has nothing; 0: anything.
  template <typename Value>
  void check(Value value, const char *what, double outside = -1) const {
    for (long i = -before; i < rows + after && !isEmpty; ++i)
      for (long j = -before; j < columns + after; ++j) {
        const long row = top + i, column = left + j;
        const bool isIn = row >= 0 && row < n && column >= 0 && column < m;
        if (isIn || outside != 0)
          expect(value(i, j) == (isIn ? number(row, column) : outside), what, i,
                 j);
      }
  }
  void check(const std::vector<double> &found, const char *what,
             double outside = -1) const {
    expect(found.size() == size(), "size");
    if (found.size() == size())
      check([&](long i, long j) { return found[at(i, j)]; }, what, outside);
  }
};

static void matrices(long n, long m, long w, long v) {
  const long P = ranks % 2 == 0 ? 2 : 1, Q = ranks / P;
  const Part part{n, m, P, Q, w, v};
  std::vector<double> a = part.filled(), b = a, c = a, d = a, e;
  const double *const storage = a.data();
  for (int turn = 0; turn < 3; ++turn) {
#pragma redistribute a[n][m] from(block, block onto(P, Q) room(w : v, w : v))  \
    to(block, block onto(P, Q) halo(w : v, w : v))
  }
  part.check(a, "in place");
  expect(a.data() == storage, "storage");
#pragma redistribute b[n][m], c[n][m]                                          \
    from(block, block onto(P, Q) room(w : v, w : v))                           \
    to(block, block onto(P, Q) halo(w : v, w : v)) nowait(going)
  for (long i = 0; i < part.rows && !part.isEmpty; ++i) // may be read meanwhile
    expect(b[part.at(i, 0)] == number(part.top + i, part.left), "inside", i);
#pragma redistribute wait(going)
  part.check(b, "in the background");
  part.check(c, "second object");
#pragma redistribute d[n][m] from(block, block onto(P, Q) room(w : v, w : v))  \
    to(block, block onto(P, Q) halo(w : v, w : v)) into(e)
  part.check(e, "into", 0);
  std::vector<double> dealt;
  for (long i = me; i < n; i += ranks)
    for (long j = 0; j < m; ++j)
      dealt.push_back(number(i, j));
#pragma redistribute dealt[n][m] from(cyclic, * onto(ranks))                   \
    to(block, block onto(P, Q) halo(w : v, w : v))
  part.check(dealt, "from cyclic", 0);
  // And back: a halo is room where it is the source.
#pragma redistribute dealt[n][m]                                               \
    from(block, block onto(P, Q) halo(w : v, w : v)) to(cyclic, * onto(ranks))
  for (long i = me, at = 0; i < n; i += ranks)
    for (long j = 0; j < m; ++j, ++at)
      expect(dealt[static_cast<std::size_t>(at)] == number(i, j), "back", i, j);
  redist::array<double, 2> x(
      {n, m}, redist::layout({redist::block(), redist::block()})
                  .onto({P, Q})
                  .room({{w, v}, {w, v}}));
  x.fill(-1);
  for (auto [index, value] : x.owned())
    value = number(index[0], index[1]);
  const double *const own = x.data();
#pragma redistribute x[n][m] to(block, block onto(P, Q) halo(w : v, w : v))
  expect(x.data() == own, "array's storage");
  part.check([&](long i, long j) { return x.local()(i, j); }, "array");
}

static void lines(long n, long w) {
  const long block = n > ranks ? (n + ranks - 1) / ranks : 1;
  const long own = redist::local_extent(n, block, ranks, me);
  const auto place = [&](long i) { return static_cast<std::size_t>(i + w); };
  const auto filled = [&] {
    std::vector<int> all(static_cast<std::size_t>(own ? own + 2 * w : 0), -1);
    for (long i = 0; i < own; ++i)
      all[place(i)] = static_cast<int>(block * me + i);
    return all;
  };
  std::vector<int> a = filled(), b = filled();
  const long lo = 1, length = n > 2 ? n - 2 : 0;
#pragma redistribute a[n] from(block onto(ranks) room(w))                      \
    to(block onto(ranks) halo(w))
#pragma redistribute b[lo : length of n] from(block onto(ranks) room(w))       \
    to(block onto(ranks) halo(w))
  for (long i = -w; i < own + w && own > 0; ++i) {
    const long global = block * me + i;
    const bool isOwn = i >= 0 && i < own, isIn = global >= 0 && global < n;
    const bool isPart = global >= lo && global < lo + length;
    expect(a[place(i)] == (isIn ? global : -1), "line", i);
    expect(b[place(i)] == (isOwn || isPart ? global : -1), "part of a line", i);
  }
}

/// Known to the compiler: the schedule is embedded.
static void constants() {
  if (ranks != 4)
    return;
  const Part part{9, 7, 2, 2, 1, 1};
  std::vector<double> a = part.filled();
#pragma redistribute a[9][7] from(block, block onto(2, 2) room(1, 1))          \
    to(block, block onto(2, 2) halo(1, 1))
  part.check(a, "constants");
  const int sizes[] = {3, 0, 5, 2};
  const int begins[] = {0, 3, 3, 8, 10};
  std::vector<int> line, widened;
  for (int i = begins[me]; i < begins[me + 1]; ++i)
    line.push_back(i);
#pragma redistribute line[10] from(gen_block(sizes) onto(4))                   \
    to(gen_block(sizes) onto(4) halo(4 : 1)) into(widened)
  for (int i = -4; i < sizes[me] + 1 && sizes[me] > 0; ++i) {
    const int global = begins[me] + i;
    if (global >= 0 && global < 10)
      expect(widened[static_cast<std::size_t>(i + 4)] == global, "gen_block",
             i);
  }
}

static void errors(long n) {
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
  if (ranks == 1)
    return;
  refused(
      [&] {
#pragma redistribute a[n] from(block onto(ranks)) to(cyclic onto(ranks) halo(1))
      },
      "to(): halo needs one interval of elements on each rank: cyclic(1) on " +
          std::to_string(ranks) + " ranks deals " + std::to_string(n) +
          " elements in several blocks a rank");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  for (const long n : {12, 7, 2})
    for (const long m : {9, 5})
      for (const long w : {1, 3, 0})
        matrices(n, m, w, w == 0 ? 2 : 1);
  for (const long n : {0, 1, 5, 30})
    for (const long w : {0, 1, 2, 40})
      lines(n, w);
  constants();
  errors(20);
  int all = 0;
  MPI_Allreduce(&wrong, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%d wrong\n", all);
  MPI_Finalize();
}
