// Classes of the library that change things without an assignment, and parts of
// values that only a proxy, a comma-free call or a union leads to: accepted,
// and the output is that of the loop.
//
// All ranks look whether there is input, so that it has to end on all of them:
// MPICH's launcher keeps it open but on the first.
// REQUIRES: compiler, runtime
// UNSUPPORTED: mpich
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %python -c "print(*range(5, 30))" > %t.in
// RUN: %mpirun 1 %t.serial < %t.in > %t.out
// RUN: %redistc++ -std=c++20 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 2 %t < %t.in > %t.2
// RUN: timeout 60 %mpirun 3 %t < %t.in > %t.3
// RUN: diff %t.out %t.2
// RUN: diff %t.out %t.3
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t < %t.in | diff %t.out -
#include <mpi.h>

#include <bitset>
#include <cstdio>
#include <ctime>
#include <iostream>
#include <iterator>
#include <sstream>
#include <string>
#include <thread>
#include <valarray>
#include <variant>
#include <vector>

/// Rows of a matrix that the matrix hands out as values.
struct Row {
  double *first;
  double &operator[](int j) { return first[j]; }
};
struct Matrix {
  std::vector<double> all = std::vector<double>(40);
  Row operator[](int i) { return {all.data() + 4 * i}; }
  template <class Archive> void serialize(Archive &archive) { archive(all); }
};

static double proxies(int n) {
  double sum = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    Matrix matrix;
    std::bitset<16> bits;
    std::valarray<int> values(4);
#pragma pipeline stage
    {
      matrix[i % 10][1] = i;
      bits[static_cast<std::size_t>(i % 16)] = true;
      values[std::slice(0, 2, 2)] = i;
    }
#pragma pipeline stage
    {
      values = 1 + values[1];
      sum += matrix.all[static_cast<std::size_t>(4 * (i % 10) + 1)] +
             static_cast<double>(bits.to_ulong()) + values.sum();
    }
  }
  return sum;
}

static double callables(int n) {
  double sum = 0, inThread = 0;
#pragma pipeline
  for (int i = 0; i < n; ++i) {
    std::variant<int, double> either = 0.5;
    int number = -1;
#pragma pipeline stage
    {
      if (i % 2)
        either = i;
      number = i * 100;
    }
#pragma pipeline stage
    std::visit([i](auto &value) { value += i; }, either);
#pragma pipeline stage
    {
      std::thread([](double &in) { ++in; }, std::ref(inThread)).join();
      std::istringstream in(i % 3 ? "" : "7");
      in >> number; // at the end of the text, the old value stays
      sum +=
          number + std::visit([](auto value) { return value * 1.0; }, either);
    }
  }
  return sum + inThread;
}

/// Adds, where it should replace: what was there before counts.
struct Adds {
  int number = 0;
  Adds() = default;
  Adds(const Adds &) = default;
  Adds &operator=(const Adds &other) {
    number += other.number;
    return *this;
  }
  template <class Archive> void serialize(Archive &archive) { archive(number); }
};
struct Holder {
  Adds part;
  template <class Archive> void serialize(Archive &archive) { archive(part); }
};

/// A member without a name has members of the object.
struct Tagged {
  int kind = 0;
  union {
    long number = 0;
    double real;
  };
  void count(int n) {
#pragma pipeline
    for (int i = 0; i < n; ++i) {
      Holder holder;
      std::tm time = {};
#pragma pipeline stage
      {
        holder.part.number = i;
        time.tm_sec = i;
      }
#pragma pipeline stage
      {
        Holder more;
        more.part.number = 100;
        holder = more;
        number += holder.part.number + time.tm_sec;
      }
#pragma pipeline stage
      kind = i;
    }
  }
};

static long fromInput() {
  long sum = 0;
  std::istream_iterator<int> number(std::cin), end;
#pragma pipeline
  for (; number != end; ++number) {
    int x = 0;
#pragma pipeline stage
    x = *number;
#pragma pipeline stage
    sum = 3 * sum % 1000007 + x;
  }
  return sum;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  Tagged tagged;
  tagged.count(30);
  const double first = proxies(30), second = callables(30);
  const long third = fromInput();
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%g %g %ld, %d %ld\n", first, second, third, tagged.kind,
                tagged.number);
  MPI_Finalize();
}
