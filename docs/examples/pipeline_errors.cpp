//===- pipeline_errors.cpp - A stage that throws --------------------------===//
//
// Every rank is told stage, item and message; items before it are complete.
// Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <stdexcept>
#include <string>

static int checked(int item) {
  if (item == 17)
    throw std::runtime_error("17 is not for me");
  return item;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int written = 0, stage = -1, item = -1;
  std::string text, message;
  try {
#pragma pipeline
    for (int i = 0; i < 40; ++i) {
      int value = 0;
#pragma pipeline stage
      value = i;
#pragma pipeline stage
      value = checked(value);
#pragma pipeline stage at(3)
      if (value >= 0)
        ++written;
    }
  } catch (const redist::stage_error &problem) {
    text = problem.what();
    message = problem.message();
    stage = problem.stage();
    item = static_cast<int>(problem.item());
  }
  // "path/pipeline_errors.cpp:26: error: stage 2, item 17: 17 is not for me"
  show("caught", text.substr(text.rfind('/') + 1));
  show("message", message);
  show("stage", stage);
  show("item", item);
  show("written", worldRank() == 3 ? written : 0);
  MPI_Finalize();
}
