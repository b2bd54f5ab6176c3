//===- serial.cpp - A sample of the lines with a word ---------------------===//
//
// A program as it is before it has several ranks: arguments, the environment,
// two files, random numbers, the time, output, an exit code.
//
//===----------------------------------------------------------------------===//
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

using Clock = std::chrono::steady_clock;

int main(int argc, char **argv) {
  if (argc != 3) {
    std::fprintf(stderr, "usage: %s text sample\n", argv[0]);
    return 2;
  }
  const char *given = std::getenv("WORD");
  const std::string word = given ? given : "the";
  const Clock::time_point begin = Clock::now();
  std::ifstream text(argv[1]);
  std::ofstream sample(argv[2]);
  std::mt19937 random(7);
  long lines = 0, found = 0;

  std::string line;
  while (std::getline(text, line)) {
    ++lines;
    const bool isFound = line.find(word) != std::string::npos;
    found += isFound;
    if (isFound && random() % 2 == 0)
      sample << line << '\n';
  }

  const std::chrono::duration<double> seconds = Clock::now() - begin;
  std::fprintf(stderr, "%.3f s\n", seconds.count());
  std::printf("%ld of %ld lines\n", found, lines);
  return found == 0 ? 1 : 0;
}
