// Mappings are made for the links that there are: beside messages ranks work,
// but through the memory of their node they copy what they send and receive.
// Four stages of 10 ms whose items take 28 ms from rank to rank: two ranks take
// 28 ms an item by messages, one alone takes 40 ms, and two that copy 48 ms.
// The bandwidth is the one of the clause, or of the machine's profile.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: echo '{"alpha": 0, "beta": 0, "combine": 0, "bandwidth": 714286}' > %t.json
// RUN: env REDIST_PROFILE=%t.json timeout 60 %mpirun 2 %t aaaa
// RUN: env REDIST_PROFILE=%t.json REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 2 %t aabb
#include "Inputs/PipelineCheck.h"

#include <string>
#include <vector>

using namespace redist;

/// The ranks that ran the last item's stages, numbered as they come.
static std::string ranksOf(int line, const pipeline &what,
                           const pipeline_stage &stage) {
  constexpr int items = 10;
  int ranOn[4] = {-1, -1, -1, -1};
  const directive where = pipelineAt(line);
  pipeline_run run(where, what, {stage, stage, stage, stage}, MPI_COMM_WORLD);
  for (int k = 0; k < 4; ++k)
    run.keep(k + 1, ranOn[k]);
  try {
    run.start();
    for (int i = 0; i < items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> data;
      for (int k = 0; k < 4; ++k) {
        if (item.runs(k + 1)) {
          nap(10000);
          data.resize(20000);
          ranOn[k] = rankOf();
        }
        if (k < 3)
          item.pass(k + 1, data);
      }
      item.ends(data);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  std::string ranks;
  for (const int rank : ranOn)
    ranks += rank == ranOn[0] ? 'a' : 'b';
  return ranks;
}

int main(int, char **argv) {
  MPI_Init(nullptr, nullptr);
  const pipeline_stage any = pipeline_stage().movable();
  requireText(ranksOf(11, pipeline().bandwidth(1), any.work(10).data(28)),
              argv[1], "all given");
  requireText(ranksOf(12, pipeline().bandwidth(714286), any), argv[1],
              "works measured");
  requireText(ranksOf(13, {}, any), argv[1], "bandwidth of the profile");
  MPI_Finalize();
}
