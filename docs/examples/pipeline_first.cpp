//===- pipeline_first.cpp - Three stages on as many ranks -----------------===//
//
// The shortest pipelines there are. Runs on any number of ranks, and prints the
// same.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <string>
#include <vector>

static std::vector<int> divisors(int n) {
  std::vector<int> found;
  for (int i = 1; i <= n; ++i)
    if (n % i == 0)
      found.push_back(i);
  return found;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int count = 30;
  std::string primes;
  long sum = 0;
#pragma pipeline
  for (int n = 2; n < count; ++n) {
    std::vector<int> found; // travels with the item
    long mine = 0;
#pragma pipeline stage
    found = divisors(n);
#pragma pipeline stage
    for (int divisor : found)
      mine += divisor;
#pragma pipeline stage
    {
      if (found.size() == 2)
        primes += std::to_string(n) + " ";
      sum += mine;
    }
  }
  if (worldRank() == 0)
    std::printf("primes: %s\nsum of all divisors: %ld\n", primes.c_str(), sum);
  MPI_Finalize();
}
