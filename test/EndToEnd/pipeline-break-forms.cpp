// `break` in the first stage of `while (true)`, wherever it stands: deep in
// conditions, blocks and a try, beside loops and a switch of the stage's own,
// from a macro, before and behind `continue`; with variables of the item that
// are declared before, some by what stage 1 has; with stages that are dealt out
// or kept at a rank, few items in flight, and fewer ranks than there are; in a
// lambda, a template and a loop around; when the first item ends the loop.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %redistc++ -std=c++17 -O1 -Wall -Werror %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 2 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 3 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 4 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.expected -
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t | diff %t.expected -
#include <mpi.h>

#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#define LEAVE_IF(condition)                                                    \
  if (condition)                                                               \
  break

static void print(const char *what, int last, long reads, long sum) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%s %d: %ld %ld\n", what, last, reads, sum);
}

/// Items 0, 1, 2, ...
class Source {
public:
  explicit Source(int end) : last(end) {}
  bool next(int &item) {
    ++reads;
    if (at == last)
      return false;
    item = at++;
    return true;
  }
  bool isOdd() const { return at % 2 == 1; }
  long reads = 0;

private:
  int at = 0, last;
};

static int checked(int item) {
  if (item % 5 == 4)
    throw std::runtime_error("not this one");
  return item;
}

static void nested(int last) {
  Source source(last);
  long reads = 0, sum = 0;
#pragma pipeline depth(1)
  while (true) {
    int item = 0;
    std::vector<int> digits;
    const int base = 10;
#pragma pipeline stage
    {
      if (source.isOdd()) {
        if (!source.next(item)) {
          ++reads;
          {
            break;
          }
        } else if (item % 7 == 3) {
          continue;
        }
      } else {
        try {
          if (!source.next(item))
            break;
          checked(item);
        } catch (const std::runtime_error &) {
          if (item > 3)
            continue;
        }
      }
      for (int rest = item;; rest /= base) {
        if (rest == 0)
          break; // of the stage's own loop
        digits.push_back(rest % base);
      }
    }
#pragma pipeline stage
    for (int &digit : digits)
      digit = base - digit;
#pragma pipeline stage
    for (const int digit : digits)
      sum = sum * 7 % 100003 + digit;
  }
  print("nested", last, reads, sum);
}

/// The initialiser needs what the rank of stage 1 has.
static void initialised(int last, int ranks) {
  std::vector<int> left;
  for (int i = 0; i < last; ++i)
    left.push_back(i);
  long reads = 0, sum = 0;
#pragma pipeline onto(ranks) depth(3)
  while (true) {
    std::size_t count = left.size();
    int item = 0;
#pragma pipeline stage at(ranks - 1)
    {
      ++reads;
      LEAVE_IF(count == 0);
      item = left.back();
      left.pop_back();
    }
#pragma pipeline stage
    sum += item * static_cast<long>(count);
  }
  print("initialised", last, reads, sum);
}

template <bool IsShort> static void dealt(int last) {
  Source source(last);
  long reads = 0, sum = 0;
  const auto run = [&] {
#pragma pipeline
    while (true) {
      int item = -1;
#pragma pipeline stage
      {
        if constexpr (IsShort) {
          if (!source.next(item))
            break;
        } else {
          const bool isThere = source.next(item);
          switch (item) {
          case 2:
            ++reads;
            break; // of the switch
          default:
            break;
          }
          if (!isThere || item == 11)
            break;
        }
      }
#pragma pipeline stage replicate(auto)
      item = item * item;
#pragma pipeline stage
      if (item % 3 == 1)
        continue;
#pragma pipeline stage
      sum = sum * 3 % 100003 + item;
    }
  };
  run();
  print("dealt", last, source.reads + reads, sum);
}

/// Again and again.
static void repeated(int last) {
  long sum = 0, ends = 0;
  for (int turn = 0; turn < 3; ++turn) {
    Source source(last - turn);
    if (last < turn)
      break; // of the loop around
#pragma pipeline
    while (true) {
      std::string text;
#pragma pipeline stage
      {
        int item = 0;
        if (source.next(item))
          text.assign(static_cast<std::size_t>(item) * 100, 'r');
        else
          break;
      }
#pragma pipeline stage
      sum += static_cast<long>(text.size());
    }
    ends += source.reads;
  }
  print("repeated", last, ends, sum);
}

/// `do` would be a loop of the stage's own; the others have no condition.
static void forms(int last) {
  long reads = 0, sum = 0;
  int next = 0;
#pragma pipeline
  for (;;) {
    int item = 0;
#pragma pipeline stage
    {
      do {
        if (++reads % 2 == 0)
          break;
      } while (reads % 3 != 0);
      if (next >= last)
        break;
      item = next++;
    }
#pragma pipeline stage
    sum += item;
  }
#pragma pipeline
  while (next < last + 10) {
    int item = 0;
#pragma pipeline stage
    if ((item = next) == last + 5)
      break;
    else
      ++next;
#pragma pipeline stage
    sum += item;
  }
  print("forms", last, reads, sum);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: nested 0: 0 0
  // CHECK: initialised 0: 1 0
  // CHECK: dealt 0: 1 0
  // CHECK: repeated 0: 1 0
  // CHECK: initialised 9: 10 240
  int size;
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (const int last : {0, 1, 2, 6, 7, 8, 9, 10, 40}) {
    nested(last);
    initialised(last, size > 1 ? 2 : 1);
    dealt<true>(last);
    dealt<false>(last);
    repeated(last);
    forms(last);
  }
  MPI_Finalize();
}
