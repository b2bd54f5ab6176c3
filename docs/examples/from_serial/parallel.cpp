//===- parallel.cpp - The same on many ranks ------------------------------===//
//
// serial.cpp with its loop as a pipeline, and with one rank for what every rank
// would do otherwise.
//
//===----------------------------------------------------------------------===//
#include <mpi.h>

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <random>
#include <string>

using Clock = std::chrono::steady_clock;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (argc != 3) {
    if (rank == 0)
      std::fprintf(stderr, "usage: %s text sample\n", argv[0]);
    MPI_Finalize();
    return 2;
  }
  const char *given = std::getenv("WORD");
  const std::string word = given ? given : "the";
  const Clock::time_point begin = Clock::now();
  std::ifstream text(argv[1]); // read by one rank, opened by all
  const std::string name = argv[2];
  std::ofstream sample; // opened by the rank that writes
  std::mt19937 random(7);
  long lines = 0, found = 0;

  std::string line;
#pragma pipeline
  while (std::getline(text, line)) {
    bool isFound = false;
#pragma pipeline stage
    ++lines;
#pragma pipeline stage replicate(auto)
    isFound = line.find(word) != std::string::npos;
#pragma pipeline stage
    {
      if (!sample.is_open())
        sample.open(name);
      found += isFound;
      if (isFound && random() % 2 == 0) // a state of this stage
        sample << line << '\n';
    }
  }

  const std::chrono::duration<double> seconds = Clock::now() - begin;
  if (rank == 0) {
    std::fprintf(stderr, "%.3f s\n", seconds.count());
    std::printf("%ld of %ld lines\n", found, lines);
  }
  MPI_Finalize();
  return found == 0 ? 1 : 0; // the same on every rank
}
