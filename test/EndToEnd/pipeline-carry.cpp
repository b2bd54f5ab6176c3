// carry(p[0 : n]): pointers of the item travel with what is behind them. Of a
// buffer that is used again for each item, of memory of the item, of members;
// several of one item, none of some; strings of C, and elements that are no
// bytes; changed in place, dealt to several ranks, and while stages move. The
// program prints what the serial one prints, and no comparison finds a change.
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
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t | diff %t.expected -
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t | diff %t.expected -
#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <memory>
#include <string>

static void print(const char *what, int count, double sum,
                  const std::string &text) {
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (rank == 0)
    std::printf("%s %d: %.0f %s\n", what, count, sum, text.c_str());
}

/// One buffer for all items, as a C program has it; some items have nothing.
static void buffer(int count) {
  static double numbers[4000];
  double sum = 0;
  int empty = 0;
#pragma pipeline carry(p[0 : n])
  for (int i = 0; i < count; ++i) {
    const double *p = nullptr;
    int n = 0;
#pragma pipeline stage
    if (i % 4 != 3) {
      n = i % 6 == 5 ? 4000 : i;
      for (int k = 0; k < n; ++k)
        numbers[k] = i + k;
      p = numbers;
    }
#pragma pipeline stage replicate(auto)
    n -= n > 10;
#pragma pipeline stage
    {
      for (int k = 0; k < n; ++k)
        sum += p[k];
      empty += p == nullptr;
    }
  }
  print("buffer", count, sum, std::to_string(empty));
}

struct Tile {
  int row;
  double *cells;
  long count;
  float *weights;
};

static void fill(Tile &tile, double *cells, float *weights, int row) {
  tile = {row, cells, row % 5 + 1, weights};
  for (long k = 0; k < tile.count; ++k) {
    cells[k] = row * 10.0 + static_cast<double>(k);
    weights[2 * k] = 0.5f;
    weights[2 * k + 1] = static_cast<float>(k);
  }
}

/// Memory of the item that stages change one after the other.
template <typename Sum> static void members(int count) {
  Sum sum = 0;
  std::string rows;
#pragma pipeline carry(tile.cells[0 : tile.count],                             \
                           tile.weights[0 : 2 * tile.count]) depth(1)
  for (int i = 0; i < count; ++i) {
    Tile tile;
    std::unique_ptr<double[]> cells;
    std::unique_ptr<float[]> weights;
#pragma pipeline stage
    {
      cells.reset(new double[5]);
      weights.reset(new float[10]);
      fill(tile, cells.get(), weights.get(), i);
    }
#pragma pipeline stage replicate(auto)
    for (long k = 0; k < tile.count; ++k)
      tile.cells[k] *= 2;
#pragma pipeline stage
    {
      if (tile.row % 7 == 6)
        continue;
      tile.count /= 2;
      tile.weights[0] += 1;
    }
#pragma pipeline stage
    {
      for (long k = 0; k < tile.count; ++k)
        sum += static_cast<Sum>(tile.cells[k] *
                                static_cast<double>(tile.weights[2 * k]));
      rows += std::to_string(tile.row) + " ";
    }
  }
  print("members", count, static_cast<double>(sum), rows);
}

/// Words of a text, as C has them.
static void words(int count) {
  std::string text = "some words of a text that ends";
  for (int i = 0; i < count; ++i)
    text += " and " + std::to_string(i);
  std::string joined;
  std::size_t at = 0;
#pragma pipeline carry(word[0 : std::strlen(word) + 1])
  while (true) {
    char *word = nullptr;
    std::unique_ptr<char[]> memory;
#pragma pipeline stage
    {
      const std::size_t end = text.find(' ', at);
      if (end == std::string::npos)
        break;
      memory.reset(new char[end - at + 1]);
      word = memory.get();
      std::memcpy(word, text.data() + at, end - at);
      word[end - at] = '\0';
      at = end + 1;
    }
#pragma pipeline stage
    word[0] = static_cast<char>(word[0] == 'a' ? 'A' : word[0]);
#pragma pipeline stage
    joined += word;
  }
  print("words", count, static_cast<double>(at), joined);
}

/// Elements that travel by functions of theirs.
static void strings(int count) {
  std::string joined, longest;
#pragma pipeline carry(names[0 : n], sizes[0 : n])
  for (int i = 0; i < count; ++i) {
    std::unique_ptr<std::string[]> memory;
    const std::string *names = nullptr;
    const std::size_t *sizes = nullptr;
    std::unique_ptr<std::size_t[]> all;
    long n = 0;
#pragma pipeline stage
    {
      n = i % 3;
      memory.reset(new std::string[3]);
      all.reset(new std::size_t[3]);
      for (long k = 0; k < n; ++k) {
        memory[k] = std::string(static_cast<std::size_t>(i), 'x');
        all[k] = memory[k].size();
      }
      names = memory.get();
      sizes = all.get();
    }
#pragma pipeline stage
    for (long k = 0; k < n; ++k)
      joined += names[k].substr(0, sizes[k] / 2) + "/";
#pragma pipeline stage
    if (n > 1 && sizes[0] > 2)
      longest = names[1];
  }
  print("strings", count, static_cast<double>(longest.size()), joined);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // CHECK: buffer 9: {{[0-9]+}} 2
  // CHECK: members 9: {{[0-9]+}} 0 1 2 3 4 5 7 8
  // CHECK: words 9: {{[0-9]+}} somewordsofA
  // CHECK: strings 9
  // CHECK: buffer 30: {{[0-9]+}} 7
  for (const int count : {0, 1, 2, 7, 8, 9, 30}) {
    buffer(count);
    members<double>(count);
    members<long>(count);
    words(count);
    strings(count);
  }
  MPI_Finalize();
}
