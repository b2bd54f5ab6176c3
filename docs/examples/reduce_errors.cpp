//===- reduce_errors.cpp - A combine that throws --------------------------===//
//
// The message of the exception reaches every rank, and no item has changed.
// Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <stdexcept>
#include <string>
#include <vector>

/// Where two lists disagree on a name, nobody knows who is right.
static std::vector<int> agreed(const std::vector<int> &a,
                               const std::vector<int> &b) {
  if (a != b)
    throw std::invalid_argument("the lists differ");
  return a;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  std::vector<int> names = {1, worldRank() == 2 ? 5 : 2};
  std::string text;
  int failed = -1;
  try {
#pragma reduce(agreed : names)
  } catch (const redist::reduce_error &problem) {
    text = problem.what();
    failed = problem.rank();
  }
  // "path/reduce_errors.cpp:28: error: rank 3: the lists differ"
  show("caught", text.substr(text.rfind('/') + 1));
  show("thrown on rank", failed);
  show("unchanged", names);
  MPI_Finalize();
}
