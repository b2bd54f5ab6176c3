// What goes wrong at run time is thrown on every rank, with the directive's
// place, and leaves the items as they were; the next reduction works.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 %s -o %t
// RUN: timeout 60 %mpirun 4 %t | FileCheck %s
// RUN: timeout 60 %mpirun 3 %t | FileCheck %s
// CHECK: 0 wrong of {{[1-9][0-9]+}}
#include <mpi.h>
#include <redist/redist.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

static int me, size;
static long wrong, looked;

static void expect(bool good, int line, const std::string &text = "") {
  ++looked;
  if (good)
    return;
  ++wrong;
  std::printf("line %d: wrong on rank %d of %d: %s\n", line, me, size,
              text.c_str());
}

/// Every rank has the same text.
static bool agreed(const std::string &text) {
  char first[400] = {}, own[400] = {};
  text.copy(own, sizeof own - 1);
  text.copy(first, sizeof first - 1);
  MPI_Bcast(first, sizeof first, MPI_CHAR, 0, MPI_COMM_WORLD);
  return std::string(first) == own;
}
static bool contains(const std::string &text, const std::string &part) {
  return text.find(part) != std::string::npos;
}

static std::vector<int> careful(const std::vector<int> &a,
                                const std::vector<int> &b) {
  if (a.empty() || b.empty())
    throw std::runtime_error("an empty list cannot be merged");
  std::vector<int> both = a;
  both.insert(both.end(), b.begin(), b.end());
  return both;
}

/// The combine throws wherever the list of `bad` arrives.
static void combines(int bad, bool toAll) {
  std::vector<int> list(me == bad ? 0 : 2, me);
  const std::vector<int> before = list;
  std::string text;
  try {
    if (toAll) {
#pragma reduce(careful : list)
    } else {
#pragma reduce(careful : list) root(1) ordered
    }
  } catch (const redist::reduce_error &error) {
    text = error.what();
    expect(error.rank() >= 0 && error.rank() < size, __LINE__);
    expect(contains(text, "reduce-errors.cpp:") &&
               contains(text, "rank " + std::to_string(error.rank()) + ": ") &&
               contains(text, "an empty list cannot be merged"),
           __LINE__, text);
  }
  expect(!text.empty(), __LINE__);
  expect(agreed(text), __LINE__, text);
  expect(list == before, __LINE__);
}

static void notStandard() {
  const auto broken = [](const std::string &, const std::string &) {
    throw 7;
    return std::string();
  };
  std::string item = "item";
  bool caught = false;
  try {
#pragma reduce(broken : item)
  } catch (const redist::reduce_error &error) {
    caught = true;
    expect(agreed(error.what()), __LINE__, error.what());
  }
  expect(caught && item == "item", __LINE__);
}

/// The same while it is under way.
static void requests() {
  std::vector<int> list(me == 0 ? 0 : 1, me);
  const std::vector<int> before = list;
#pragma reduce(careful : list) nowait(id)
  bool caught = false;
  try {
#pragma reduce wait(id)
  } catch (const redist::reduce_error &error) {
    caught = contains(error.what(), "an empty list cannot be merged");
  }
  expect(caught && list == before, __LINE__);
}

template <typename Call> static void fails(Call call, int line) {
  std::string text;
  try {
    call();
  } catch (const redist::error &error) {
    text = error.what();
  }
  expect(!text.empty() && agreed(text), line, text);
  expect(contains(text, "reduce-errors.cpp:"), line, text);
}

static void clauses() {
  int x = me;
  const int outside = size, negative = size - size - 1;
  std::vector<double> v(8, me);
  const double none = 0.0 * size;
  fails([&] {
#pragma reduce(+ : x) root(outside)
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : x) root(negative) strategy(greedy)
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : x) onto(outside + 1)
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : x) onto(outside - 1) root(outside - 1)
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : x) cost(transfer : 1.0, combine : none)
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : x) transfers(negative)
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : x) reducers(size - size)
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : v[0 : 4 + me % 2])
  }, __LINE__);
  fails([&] {
#pragma reduce(+ : v[5 : 4])
  }, __LINE__);
  expect(x == me && v == std::vector<double>(8, me), __LINE__);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int bad = 0; bad < size; ++bad) {
    combines(bad, false);
    combines(bad, true);
  }
  notStandard();
  requests();
  clauses();
  int sum = 1;
#pragma reduce(+ : sum)
  expect(sum == size, __LINE__);
  long all[2], mine[2] = {wrong, looked};
  MPI_Reduce(mine, all, 2, MPI_LONG, MPI_SUM, 0, MPI_COMM_WORLD);
  if (me == 0)
    std::printf("%ld wrong of %ld\n", all[0], all[1]);
  MPI_Finalize();
}
