// `break` in the first stage ends the loop before this item, whatever the loop
// is, and wherever the break falls: at the first item, where stages move, in
// the middle. What the stage did before stays done; no later stage sees the
// item.
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
#include <sstream>
#include <string>
#include <vector>

static void print(const char *what, int last, long reads, long sum,
                  const std::string &text) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%s %d: %ld %ld %s\n", what, last, reads, sum, text.c_str());
}

static void forever(int last) {
  long reads = 0, sum = 0;
  std::string text;
  int next = 0;
#pragma pipeline
  while (true) {
    std::string item;
    int number = 0;
#pragma pipeline stage
    {
      ++reads; // also of the item that is none
      if (next == last)
        break;
      number = next++;
      item.assign(static_cast<std::size_t>(number) * 300, 'x');
    }
#pragma pipeline stage
    if (number % 4 == 1)
      continue;
#pragma pipeline stage
    {
      sum = sum * 3 % 100003 + number;
      text = std::to_string(item.size());
    }
  }
  print("forever", last, reads, sum, text);
}

/// The stage is one statement; the loop's variable travels.
static void counted(int last) {
  long reads = 0, sum = 0;
  std::string text;
#pragma pipeline
  for (int i = 0; i < 20; ++i) {
    double half = i;
#pragma pipeline stage
    if (i == last)
      break;
    else
      half /= 2;
#pragma pipeline stage replicate(auto)
    half += 1;
#pragma pipeline stage
    sum += i * 100 + static_cast<long>(half * 2);
  }
  print("counted", last, reads, sum, text);
}

template <typename Number> static void endless(Number last) {
  long reads = 0, sum = 0;
  std::string text;
  Number i = 0;
#pragma pipeline
  for (;; ++i) {
    std::vector<Number> values;
#pragma pipeline stage
    {
      for (Number k = 0; k < 5; ++k) {
        if (k == 3)
          break; // of the stage's own loop
        values.push_back(i + k);
      }
      switch (i % 3) {
      case 0:
        ++reads;
        break;
      default:
        if (i == last + 1)
          reads += 1000;
      }
      if (i > last)
        break;
      if (i % 5 == 4)
        continue;
    }
#pragma pipeline stage
    for (const Number value : values)
      sum += value;
  }
  text = std::to_string(i);
  print("endless", static_cast<int>(last), reads, sum, text);
}

/// The header itself depends on stage 1, and may end the loop as well.
static void source(int last) {
  long reads = 0, sum = 0;
  std::string text;
  std::istringstream numbers("3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3 2 3 8 4");
  int number = 0;
#pragma pipeline
  while (numbers >> number) {
    int square = 0;
#pragma pipeline stage
    {
      if (++reads > last)
        break;
      square = number * number;
    }
#pragma pipeline stage
    sum += square;
#pragma pipeline stage
    text += std::to_string(number);
  }
  print("source", last, reads, sum, text);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: forever 0: 1 0 {{$}}
  // CHECK: counted 0: 0 0 {{$}}
  // CHECK: source 0: 1 0 {{$}}
  // CHECK: forever 9: 10
  // CHECK: counted 25: 0
  // CHECK: endless 25: {{[0-9]+}} {{[0-9]+}} 26
  // CHECK: source 25: 20
  for (const int last : {0, 1, 2, 6, 7, 8, 9, 10, 25}) {
    forever(last);
    counted(last);
    endless<int>(last);
    endless<long>(last);
    source(last);
  }
  MPI_Finalize();
}
