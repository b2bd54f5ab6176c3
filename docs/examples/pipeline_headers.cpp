//===- pipeline_headers.cpp - Loops that make a pipeline ------------------===//
//
// Over a range, over a source that one rank reads, with a header that the first
// stage steers, and with a first stage that ends the loop. Runs on any number
// of ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <sstream>
#include <string>
#include <vector>

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);

  const std::vector<std::string> names = {"read", "pack", "sum", "write"};
  std::string initials;
#pragma pipeline
  for (const std::string &name : names) { // on every rank
    char initial = ' ';
#pragma pipeline stage
    initial = name.front();
#pragma pipeline stage
    initials += initial;
  }

  std::istringstream source("3 1 4 1 5 9 2 6 5 3 5");
  int value = 0;
  long squares = 0;
#pragma pipeline
  while (source >> value) { // on the rank of stage 1; value travels
    long square = 0;
#pragma pipeline stage
    square = static_cast<long>(value) * value;
#pragma pipeline stage
    squares += square;
  }

  int n = 27, steps = 0, highest = 0;
#pragma pipeline
  for (; n != 1; ++steps) { // n is state of stage 1
    int height = 0;
#pragma pipeline stage
    {
      n = n % 2 == 0 ? n / 2 : 3 * n + 1;
      height = n;
    }
#pragma pipeline stage
    highest = height > highest ? height : highest;
  }

  std::istringstream words("items come in order end of the text");
  std::string sentence;
#pragma pipeline
  while (true) {
    std::string word;
#pragma pipeline stage
    if (!(words >> word) || word == "end")
      break; // no other stage sees this word
#pragma pipeline stage
    sentence += (sentence.empty() ? "" : " ") + word;
  }
  if (worldRank() == 0)
    std::printf("initials: %s\nsquares: %ld\n%d steps, up to %d\n"
                "sentence: %s\n",
                initials.c_str(), squares, steps, highest, sentence.c_str());
  MPI_Finalize();
}
