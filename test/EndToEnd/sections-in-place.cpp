// A section without into() stays where it is: in vectors, arrays, behind
// pointers and in a redist::array, with constants and with numbers of the run.
// Where the layouts turn out to be different, every rank throws.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: %mpirun 4 %t | FileCheck %s
// CHECK: 7 of 7 thrown, 0 wrong
#include <redist/redist.h>

#include <array>
#include <cstdio>
#include <string>
#include <vector>

static int caught, wrong;

template <typename Body> static void expectRefusal(Body body) {
  try {
    body();
  } catch (const redist::error &problem) {
    const std::string text = problem.what();
    caught += text.find("error: a section needs into(): in place the other "
                        "elements would be in both layouts") !=
              std::string::npos;
  }
}

template <typename Range>
static void expectUnchanged(const Range &now, const Range &before) {
  wrong += now != before;
}

static void constants(const std::vector<int> &filled) {
  std::vector<int> a = filled;
#pragma redistribute a[2 : 10] from(cyclic(3) onto(4)) to(cyclic(3) onto(4))
  expectUnchanged(a, filled);
#pragma redistribute a[2 : 10] from(cyclic(3) onto(4)) to(cyclic(3) onto(4))   \
    nowait(under_way)
#pragma redistribute wait(under_way)
  expectUnchanged(a, filled);
#pragma redistribute a[8][5 : 3] from(block, * onto(4)) to(block, * onto(4))
  expectUnchanged(a, filled);
  int raw[2][3] = {{1, 2, 3}, {4, 5, 6}};
#pragma redistribute raw[2 : 3][0 : 3] from(block(2), * onto(4))               \
    to(cyclic(2), * onto(4))
  wrong += raw[0][2] != 3 || raw[1][1] != 5;
}

static void numbersOfTheRun(const std::vector<int> &filled, long n, int k,
                            int ranks) {
  std::vector<int> a = filled;
  int *const pointer = a.data();
  std::array<int, 40> fixed{};
  fixed.fill(ranks);
  const auto asFilled = fixed;
  for (int i = 0; i < 2; ++i) {
#pragma redistribute a[2 : n : 2] from(cyclic(k) onto(ranks))                  \
    to(cyclic(3) onto(4))
#pragma redistribute pointer[2 : n] from(cyclic(k) onto(ranks))                \
    to(cyclic(k) onto(ranks))
#pragma redistribute pointer[2 : n][1 : k] from(cyclic(k), * onto(ranks))      \
    to(cyclic(3), * onto(4))
#pragma redistribute fixed[2 : n] from(block(k + 2) onto(ranks))               \
    to(cyclic(5) onto(ranks))
  }
  expectUnchanged(a, filled);
  expectUnchanged(fixed, asFilled);
  expectRefusal([&] {
#pragma redistribute a[2 : n] from(cyclic(k) onto(4)) to(cyclic(k + 1) onto(4))
  });
  expectRefusal([&] {
#pragma redistribute pointer[2 : n] from(cyclic(k) onto(4))                    \
    to(cyclic(k) onto(ranks - 1))
  });
  expectRefusal([&] {
#pragma redistribute fixed[2 : n] from(cyclic(k) onto(ranks - 2))              \
    to(cyclic(k) onto(ranks - 2) at(ranks - 2))
  });
  expectUnchanged(a, filled);
  expectUnchanged(fixed, asFilled);
}

static void knownLayouts(redist::array<int, 1> &a, redist::array<int, 2> &b,
                         long n) {
  const std::vector<int> before(a.data(), a.data() + a.size());
  // Of 40 elements `block` deals as many to each of 4 ranks as block(10).
#pragma redistribute a[3 : n] to(block onto(4))
#pragma redistribute a[3 : n] to(cyclic(10) onto(4))
#pragma redistribute a[3 : n] from(block(10) onto(4)) to(block onto(4))
  wrong += a.size() != 10;
#pragma redistribute b[8][1 : 4] to(block, * onto(4))
  expectRefusal([&] {
#pragma redistribute a[3 : n] to(cyclic onto(4))
  });
  expectRefusal([&] {
#pragma redistribute a[3 : n] to(block onto(4) at(n - n)) order(row)
#pragma redistribute b[8][1 : 4] to(block, * onto(4)) order(column)
  });
  expectRefusal([&] {
#pragma redistribute b[0 : 4][6] to(*, block onto(4))
  });
  int position = -1;
#pragma redistribute a[3 : n] to(block onto(4)) relabel(position)
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  wrong += position != rank;
  expectUnchanged(std::vector<int>(a.data(), a.data() + a.size()), before);
  // What a section is refused, the whole array gets.
#pragma redistribute a[40] to(cyclic onto(4))
  wrong += a.size() != 10 || (rank == 1 && a.at({5}) != 6);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  std::vector<int> filled(30);
  for (std::size_t i = 0; i < filled.size(); ++i)
    filled[i] = 100 * rank + static_cast<int>(i);
  constants(filled);
  numbersOfTheRun(filled, 10, 3, ranks);
  const auto blocks = redist::layout({redist::block()}).onto({4});
  const auto lines =
      redist::layout({redist::block(), redist::undistributed()}).onto({4});
  redist::array<int, 1> a({40}, blocks, MPI_COMM_WORLD);
  a.for_each([](const auto &index, int &value) {
    value = static_cast<int>(index[0]) + 1;
  });
  redist::array<int, 2> b({8, 6}, lines, MPI_COMM_WORLD);
  knownLayouts(a, b, 7);
  expectRefusal([&] {
    int zero = ranks - 4;
    std::vector<int> none;
#pragma redistribute none[0 : zero] from(cyclic(ranks) onto(4))                \
    to(cyclic(3) onto(4))
  });
  const int mine[2] = {caught, wrong};
  int least = 0, most = 0;
  MPI_Reduce(&mine[0], &least, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
  MPI_Reduce(&mine[1], &most, 1, MPI_INT, MPI_MAX, 0, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("%d of 7 thrown, %d wrong\n", least, most);
  MPI_Finalize();
}
