// A stage that throws reaches every rank as a stage_error that names it; items
// before are complete, and nothing later is written. Another pipeline works
// afterwards. What every rank can see wrong is an error of its own.
//
// REQUIRES: compiler, runtime
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t | FileCheck %s
// RUN: timeout 60 %mpirun 2 %t | FileCheck %s
// RUN: timeout 60 %mpirun 3 %t | FileCheck %s
// RUN: timeout 60 %mpirun 5 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | FileCheck %s
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | FileCheck %s
// CHECK: 0 wrong of {{[1-9][0-9]+}}
#include <mpi.h>
#include <redist/redist.h>

#include <cstdio>
#include <stdexcept>
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

static long sumOverRanks(long mine) {
  long all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  return all;
}

static bool contains(const char *text, const std::string &part) {
  return std::string(text).find(part) != std::string::npos;
}

static int failUnless(bool good, int item) {
  if (!good)
    throw std::runtime_error("item " + std::to_string(item) + " is bad");
  return item;
}

/// What this rank has written, not brought to the others.
struct Written {
  std::vector<int> items;
  Written() = default;
  Written(const Written &) = delete;
};

static void throwsIn(int stage, int count, int bad) {
  Written written;
  bool isThrown = false;
  try {
#pragma pipeline
    for (int i = 0; i < count; ++i) {
      int item = 0;
      std::string text;
#pragma pipeline stage
      item = failUnless(stage != 1 || i != bad, i);
#pragma pipeline stage
      text = std::to_string(failUnless(stage != 2 || i != bad, item));
#pragma pipeline stage in(text) out(written)
      {
        failUnless(stage != 3 || i != bad, i);
        written.items.push_back(std::stoi(text));
      }
    }
  } catch (const redist::stage_error &error) {
    isThrown = true;
    expect(error.stage() == stage, __LINE__);
    expect(error.item() == bad, __LINE__);
    expect(contains(error.what(), "stage " + std::to_string(stage)), __LINE__);
    expect(contains(error.what(), "item " + std::to_string(bad) + " is bad"),
           __LINE__);
    expect(contains(error.what(), "pipeline-errors.cpp:"), __LINE__);
  }
  expect(isThrown == (bad < count), __LINE__);
  const int complete = bad < count ? bad : count;
  for (std::size_t k = 0; k < written.items.size(); ++k)
    expect(written.items[k] == static_cast<int>(k), __LINE__);
  expect(sumOverRanks(static_cast<long>(written.items.size())) == complete,
         __LINE__);
}

static void works() {
  long sum = 0;
#pragma pipeline
  for (int i = 0; i < 50; ++i) {
    int item = 0;
#pragma pipeline stage
    item = i;
#pragma pipeline stage
    sum += item;
  }
  expect(sum == 49 * 50 / 2, __LINE__);
}

/// Not a std::exception; from a header that one rank evaluates.
static bool more(int &left) {
  if (left == 0)
    throw 5;
  return --left >= 0;
}
static void throwsInHeader() {
  int left = 9;
  long sum = 0;
  bool isThrown = false;
  try {
#pragma pipeline
    while (more(left)) {
      int item = 0;
#pragma pipeline stage
      item = left;
#pragma pipeline stage
      sum += item;
    }
  } catch (const redist::stage_error &error) {
    isThrown = true;
    expect(error.stage() == 0, __LINE__);
    expect(error.item() == 9, __LINE__);
  }
  expect(isThrown, __LINE__);
}

template <class Act> static bool throwsError(Act act) {
  try {
    act();
  } catch (const redist::error &) {
    return true;
  }
  return false;
}

static void impossible(int ranks, int rank, int depth) {
  int item = 0, sum = 0;
  expect(throwsError([&] {
#pragma pipeline onto(ranks) depth(depth)
           for (int i = 0; i < 3; ++i) {
#pragma pipeline stage at(rank)
             item += i;
#pragma pipeline stage
             sum += i;
           }
         }),
         __LINE__);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &me);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int stage = 1; stage <= 3; ++stage)
    for (const int bad : {0, 1, 17, 39, 40}) {
      throwsIn(stage, 40, bad);
      works();
    }
  throwsInHeader();
  works();
  impossible(size + 1, 0, 2);
  impossible(0, 0, 2);
  impossible(size, size, 2);
  impossible(size, 0, 0);
  works();
  const long all = sumOverRanks(wrong), every = sumOverRanks(looked);
  if (me == 0)
    std::printf("%ld wrong of %ld\n", all, every);
  MPI_Finalize();
}
