//===- pipeline_verified.cpp - A value that arrives as another ------------===//
//
// With REDIST_VERIFY=1, every rank is told of it. Runs on 2 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <string>
#include <vector>

/// Keeps three of its values where it is loaded.
struct Recent {
  std::vector<int> values;
  template <class Archive> void save(Archive &archive) const {
    archive(values);
  }
  template <class Archive> void load(Archive &archive) {
    archive(values);
    if (values.size() > 3)
      values.resize(3);
  }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  long sum = 0;
  std::string text;
  try {
#pragma pipeline onto(2)
    for (int i = 0; i < 20; ++i) {
      Recent recent;
#pragma pipeline stage at(0)
      for (int k = 0; k <= i; ++k)
        recent.values.push_back(k);
#pragma pipeline stage at(1)
      for (int value : recent.values)
        sum += value;
    }
  } catch (const redist::stage_error &problem) {
    text = problem.message();
  }
  show("caught", text);
  MPI_Finalize();
}
