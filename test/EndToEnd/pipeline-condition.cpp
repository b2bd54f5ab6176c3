// `while (auto job = queue.pop())`: the rank of stage 1 takes the job, which
// travels to the stages that read it; also a job that cannot travel, where the
// first stage alone uses it, and one that a stage changes.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 2 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 3 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 5 %t | diff %t.expected -
#include <mpi.h>

#include <cstdio>
#include <memory>
#include <optional>
#include <queue>
#include <string>
#include <vector>

class Queue {
public:
  explicit Queue(int count) {
    for (int i = 0; i < count; ++i)
      names.push(std::string(static_cast<std::size_t>(i % 7), 'q'));
  }
  std::optional<std::string> pop() {
    if (names.empty())
      return std::nullopt;
    std::optional<std::string> first(names.front());
    names.pop();
    return first;
  }
  /// Null at the end, as of a C library.
  std::unique_ptr<std::string> take() {
    std::optional<std::string> first = pop();
    return first ? std::make_unique<std::string>(*first) : nullptr;
  }
  int left() const { return static_cast<int>(names.size()); }

private:
  std::queue<std::string> names;
};

struct Item {
  int value = 0;
  explicit operator bool() const { return value > 0; }
};

static void print(const char *what, int count, long sum,
                  const std::string &text) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%s %d: %ld %s\n", what, count, sum, text.c_str());
}

static void optionals(int count) {
  Queue queue(count);
  long sum = 0;
  std::string text;
#pragma pipeline
  while (auto job = queue.pop()) {
    std::size_t length = 0;
#pragma pipeline stage
    {
      length = job->size();
      *job += 'x';
    }
#pragma pipeline stage
    if (length == 3)
      continue;
    else
      job->insert(0, "y");
#pragma pipeline stage
    {
      sum = sum * 3 % 10007 + static_cast<long>(length);
      text += *job;
    }
  }
  print("optionals", count, sum, text);
}

static void owners(int count) {
  Queue queue(count);
  long sum = 0;
  std::string text;
#pragma pipeline
  while (const std::unique_ptr<std::string> job = queue.take()) {
    std::string name;
#pragma pipeline stage
    {
      name = *job;
      if (queue.left() == 2)
        break;
    }
#pragma pipeline stage
    text += std::to_string(name.size());
#pragma pipeline stage
    sum += static_cast<long>(name.size());
  }
  print("owners", count, sum, text);
}

template <typename Number> static void numbers(Number left) {
  long sum = 0;
  std::string text;
  std::vector<int> taken;
#pragma pipeline
  while (Item item{static_cast<int>(left--)}) {
    int twice = item.value * 2;
#pragma pipeline stage
    taken.push_back(item.value);
#pragma pipeline stage replicate(auto)
    twice += item.value;
#pragma pipeline stage
    sum += twice;
  }
  print("numbers", static_cast<int>(taken.size()), sum, text);
}

/// Evaluated by every rank.
static void everywhere(int count) {
  const std::vector<int> values(30, 1);
  std::string text;
  long sum = 0;
  int at = 0;
#pragma pipeline
  while (int left = count - at++) {
#pragma pipeline stage
    left += values[static_cast<std::size_t>(left) % values.size()];
#pragma pipeline stage
    sum += left;
  }
  print("everywhere", count, sum, text);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: optionals 1: 0 yx
  // CHECK: owners 1: 0 0
  // CHECK: numbers 8: 108
  // CHECK: everywhere 9: 54
  // CHECK: optionals 30: {{[0-9]+}} yx
  // CHECK: owners 30: {{[0-9]+}} 0123456
  for (const int count : {0, 1, 2, 7, 8, 9, 10, 30}) {
    optionals(count);
    owners(count);
    numbers(count);
    numbers<long>(count);
    everywhere(count);
  }
  MPI_Finalize();
}
