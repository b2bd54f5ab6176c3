//===- pipeline_carry.cpp - Pointers that travel with elements ------------===//
//
// A C program's buffers: lines of a text in one buffer that is used again, and
// blocks that the item owns. carry() says how many elements are behind a
// pointer. Runs on any number of ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <cstring>
#include <memory>
#include <string>

/// A line of a text, and where the next one begins.
struct Line {
  const char *begin;
  long length;
};

static bool next(const char *&text, Line &line) {
  const char *const end = std::strchr(text, '\n');
  if (!end)
    return false;
  static char buffer[80];
  line = {buffer, end - text};
  std::memcpy(buffer, text, static_cast<std::size_t>(line.length));
  text = end + 1;
  return true;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);

  const char *text = "a buffer\nthat is used\nfor each line\n";
  std::string words;
#pragma pipeline carry(line.begin[0 : line.length])
  while (true) {
    Line line;
#pragma pipeline stage
    if (!next(text, line))
      break;
#pragma pipeline stage
    words.append(line.begin, static_cast<std::size_t>(line.length)) += '/';
  }

  double total = 0;
#pragma pipeline carry(values[0 : count])
  for (int i = 0; i < 10; ++i) {
    int count = 0;
    double *values = nullptr;
    std::unique_ptr<double[]> memory; // frees it when the item ends
#pragma pipeline stage
    {
      count = i;
      memory.reset(new double[static_cast<std::size_t>(count)]);
      values = memory.get();
      for (int k = 0; k < count; ++k)
        values[k] = k;
    }
#pragma pipeline stage replicate(auto)
    for (int k = 0; k < count; ++k)
      values[k] *= values[k];
#pragma pipeline stage
    for (int k = 0; k < count; ++k)
      total += values[k];
  }
  if (worldRank() == 0)
    std::printf("%s\ntotal: %g\n", words.c_str(), total);
  MPI_Finalize();
}
