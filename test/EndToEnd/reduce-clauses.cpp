// Every clause of reduce at run time on 1, 3, 4 and 6 ranks: each result is
// compared with a serial fold; parameters are constants (embedded) in one place
// and run-time values in another, with the same bits.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t | FileCheck %s
// RUN: timeout 60 %mpirun 3 %t | FileCheck %s
// RUN: timeout 60 %mpirun 4 %t | FileCheck %s
// RUN: timeout 60 %mpirun 6 %t | FileCheck %s
// CHECK: 0 wrong of {{[1-9][0-9]+}}
#include <mpi.h>
#include <redist/redist.h>

#include <cstdio>
#include <cstring>
#include <functional>
#include <map>
#include <string>
#include <vector>

static int me, size;
static long wrong, looked;

static void expect(bool good, int line) {
  ++looked;
  if (good)
    return;
  ++wrong;
  std::printf("line %d: wrong on rank %d of %d\n", line, me, size);
}

/// Every rank has the same bits as rank 0.
static bool agreed(double value) {
  double first = value;
  MPI_Bcast(&first, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  return std::memcmp(&first, &value, sizeof value) == 0;
}

using Words = std::map<std::string, long>;

static void merge(Words &into, const Words &from) {
  for (const auto &[word, count] : from)
    into[word] += count;
}
static Words count(int share) {
  return {{"all", 1}, {"of " + std::to_string(share / 2), share + 1}};
}

static void roots() {
  Words all;
  for (int r = 0; r < size; ++r)
    merge(all, count(r));
  Words words = count(me);
#pragma reduce(merge : words) root(0) cost(transfer : 2.0e-3, combine : 3.1e-3)
  expect(words == (me == 0 ? all : count(me)), __LINE__);
  for (int root = 0; root < size; ++root) {
    words = count(me);
#pragma reduce(merge : words) root(root)
    expect(words == (me == root ? all : count(me)), __LINE__);
  }
  words = count(me);
#pragma reduce(merge : words)
  expect(words == all, __LINE__);
}

static std::string letter(int rank) {
  return std::string(static_cast<std::size_t>(rank % 3 + 1),
                     static_cast<char>('a' + rank));
}

/// Strings do not commute: any root, limit and strategy keeps their order.
static void ordered() {
  std::string all;
  for (int r = 0; r < size; ++r)
    all += letter(r);
  std::string text = letter(me);
#pragma reduce(+ : text) ordered
  expect(text == all, __LINE__);
  for (int root = 0; root < size; ++root)
    for (int limit = 1; limit < 3; ++limit) {
      text = letter(me);
#pragma reduce(+ : text) ordered root(root) transfers(limit)                   \
    cost(transfer : 1.0e-4, combine : limit * 1.0e-4)
      expect(text == (me == root ? all : letter(me)), __LINE__);
      text = letter(me);
#pragma reduce(+ : text) ordered root(root) reducers(limit)
      expect(text == (me == root ? all : letter(me)), __LINE__);
    }
  text = letter(me);
#pragma reduce(+ : text) ordered strategy(binomial)
  expect(text == all, __LINE__);
  text = letter(me);
#pragma reduce(+ : text) ordered strategy(fibonacci) root(size - 1)
  expect(text == (me == size - 1 ? all : letter(me)), __LINE__);
}

/// Rounding shows which tree it was: it is the same one every time.
template <int Ranks, typename Operator>
static double onConstantRanks(double value, Operator add) {
#pragma reduce(add : value) onto(Ranks)                                        \
    cost(transfer : 1.0e-3, combine : 2.5e-3)
  return value;
}

static void sameBits() {
  const auto add = [](double a, double b) { return a + b; };
  const double mine = me % 2 == 0 ? 1.0 / (me + 3) : 1.0e9 * (me + 1);
  double first = mine;
#pragma reduce(+ : first)
  expect(agreed(first), __LINE__);
  for (int i = 0; i < 10; ++i) {
    double again = mine;
    for (volatile int delay = (me * 7 + i * 3) % 5 * 20000; delay > 0;)
      delay = delay - 1;
#pragma reduce(+ : again)
    expect(std::memcmp(&again, &first, sizeof first) == 0, __LINE__);
  }
  double known = 0;
  switch (size) {
  case 1:
    known = onConstantRanks<1>(mine, add);
    break;
  case 3:
    known = onConstantRanks<3>(mine, add);
    break;
  case 4:
    known = onConstantRanks<4>(mine, add);
    break;
  default:
    known = onConstantRanks<6>(mine, add);
  }
  double planned = mine;
  const volatile double transfer = 1.0e-3;
#pragma reduce(add : planned) onto(size) cost(transfer : transfer, combine : 2.5 * transfer)
  expect(std::memcmp(&planned, &known, sizeof known) == 0, __LINE__);
  expect(agreed(known), __LINE__);
}

/// The other ranks call, and keep what they have.
static void fewerRanks() {
  for (int ranks = 1; ranks <= size; ++ranks) {
    long sum = 0;
    for (int r = 0; r < ranks; ++r)
      sum += r + 1;
    long x = me + 1;
#pragma reduce(+ : x) onto(ranks)
    expect(x == (me < ranks ? sum : me + 1), __LINE__);
    x = me + 1;
#pragma reduce(+ : x) onto(ranks) root(ranks - 1) strategy(greedy)
    expect(x == (me == ranks - 1 ? sum : me + 1), __LINE__);
  }
}

static void sectionsAndSeveralItems() {
  std::vector<long> v(12);
  for (std::size_t i = 0; i < v.size(); ++i)
    v[i] = static_cast<long>(i) * 100 + me;
  const std::vector<long> before = v;
  const long ranks = size * (size - 1) / 2;
  int low = 10 - me;
  double peak[2] = {double(-me), double(me)};
#pragma reduce(+ : v[1 : 4 : 3])
  for (std::size_t i = 0; i < v.size(); ++i)
    expect(v[i] == (i % 3 == 1 ? static_cast<long>(i) * 100 * size + ranks
                               : before[i]),
           __LINE__);
#pragma reduce(min : low, peak, v[0 : 1]) root(size - 1)
  const bool has = me == size - 1;
  expect(low == (has ? 11 - size : 10 - me), __LINE__);
  expect(peak[0] == -me && peak[1] == (has ? 0 : me), __LINE__);
  expect(v[0] == (has ? 0 : me), __LINE__);
}

static void communicators() {
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, me % 2, -me, &half);
  std::string text = letter(me), all;
#pragma reduce(+ : text) ordered comm(half)
  for (int r = size - 1; r >= 0; --r)
    if (r % 2 == me % 2)
      all += letter(r);
  expect(text == all, __LINE__);
  MPI_Comm_free(&half);
}

/// Several at once, waited for in another order, with a redistribution between.
static void requests() {
  std::string text = letter(me), all;
  for (int r = 0; r < size; ++r)
    all += letter(r);
  Words words = count(me), total;
  for (int r = 0; r < size; ++r)
    merge(total, count(r));
  std::vector<int> part(me == 0 ? 5 : 0, 7);
  long sum = 1;
#pragma reduce(+ : text) ordered nowait(first)
#pragma redistribute part[5] from(cyclic(5) onto(1)) to(cyclic onto(size))       \
    nowait(second)
#pragma reduce(merge : words) root(size - 1) nowait(third)
#pragma reduce(+ : sum) nowait(fourth)
#pragma reduce wait(third)
#pragma redistribute wait(second)
#pragma reduce wait(fourth)
#pragma reduce wait(first)
  expect(text == all && sum == size, __LINE__);
  expect(words == (me == size - 1 ? total : count(me)), __LINE__);
  expect(part.size() ==
             static_cast<std::size_t>((5 - me + size - 1) / size * (me < 5)),
         __LINE__);
}

/// Operators that are members use their object.
struct Scale {
  long factor;
  std::function<long(long, long)> chosen;
  long weighted(const long &a, const long &b) const {
    return a + b - factor; // associative and commutative, too
  }
  template <typename Number> static void keepLarger(Number &a, const Number &b) {
    if (a < b)
      a = b;
  }
  void run() {
    const long sum = size * (size + 1) / 2;
    long x = me + 1;
#pragma reduce(weighted : x)
    expect(x == sum - (size - 1) * factor, __LINE__);
    const auto nested = [this](long y) {
#pragma reduce(chosen : y)
      return y;
    };
    expect(nested(1L << me) == (1L << size) - 1, __LINE__);
    x = me % 3;
#pragma reduce(keepLarger : x)
    expect(x == (size > 2 ? 2 : size - 1), __LINE__);
  }
};

static int calls;
static int once(int value) {
  ++calls;
  return value;
}

/// Each expression is evaluated once, by every rank.
static void evaluatedOnce() {
  std::vector<long> v(6, me);
  const long sum = size * (size - 1) / 2;
#pragma reduce(+ : v[once(1) : once(2) : once(3)]) root(once(0))               \
    onto(once(size)) cost(transfer : once(1), combine : once(2))
  expect(calls == 7, __LINE__);
  expect(v == (me == 0 ? std::vector<long>{0, sum, 0, 0, sum, 0}
                       : std::vector<long>(6, me)),
         __LINE__);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  roots();
  ordered();
  sameBits();
  fewerRanks();
  sectionsAndSeveralItems();
  communicators();
  requests();
  Scale{3, [](long a, long b) { return a | b; }}.run();
  evaluatedOnce();
  long all[2], mine[2] = {wrong, looked};
  MPI_Reduce(mine, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%ld wrong of %ld\n", all[0], all[1]);
  MPI_Finalize();
}
