// Prints which rank of MPI_COMM_WORLD ran each of three stages, or what is
// wrong. Arguments: how many ranks to use; "given": work, data and bandwidth
// are; "weights": work and data are; "speeds": speeds are; "measured": nothing
// is; "reversed": as given, on a communicator of ranks in reverse.
#define REDIST_REWRITTEN 1
#include "redist/Pipeline.h"

#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <thread>
#include <vector>

static int worldRank() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

static void run(int ranks, const std::string &what, MPI_Comm comm) {
  const redist::directive where = {"app.cpp", 1,       "pipeline",
                                   "auto",    nullptr, 0};
  redist::pipeline clauses = redist::pipeline().onto(ranks);
  redist::pipeline_stage stages[3];
  const double works[3] = {1, 8, 1};
  for (int k = 0; k < 3; ++k) {
    stages[k] = redist::pipeline_stage().movable();
    if (what != "measured" && what != "speeds")
      stages[k] = stages[k].work(works[k]).data(1);
  }
  if (what == "given" || what == "reversed")
    clauses = clauses.bandwidth(1000);
  if (what == "speeds")
    clauses = clauses.speeds({9, 1, 1});
  int ranOn[3] = {-1, -1, -1};
  redist::pipeline_run run(where, clauses, {stages[0], stages[1], stages[2]},
                           comm);
  for (int k = 0; k < 3; ++k)
    run.keep(k + 1, ranOn[k]);
  try {
    run.start();
    for (int i = 0; i < 16; ++i) {
      redist::pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> data;
      const auto stage = [&](int k) {
        if (!item.runs(k + 1))
          return;
        std::this_thread::sleep_for(
            std::chrono::duration<double>(works[k] * 1e-3));
        data.resize(100000);
        ranOn[k] = worldRank();
      };
      stage(0);
      item.pass(1, data);
      stage(1);
      item.pass(2, data);
      stage(2);
      item.ends(data);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  if (worldRank() == 0)
    std::printf("stages on %d %d %d\n", ranOn[0], ranOn[1], ranOn[2]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int ranks = std::atoi(argv[1]);
  const std::string what = argv[2];
  MPI_Comm comm = MPI_COMM_NULL;
  MPI_Comm_split(MPI_COMM_WORLD, 0, what == "reversed" ? -worldRank() : 0,
                 &comm);
  try {
    run(ranks, what, comm);
  } catch (const redist::error &e) {
    if (worldRank() == 0)
      std::printf("%s\n", e.what());
  }
  MPI_Comm_free(&comm);
  MPI_Finalize();
}
