// What the first items show decides who runs what: medians, the first item left
// out; works that are given stand beside measured ones as shares of what their
// stages took together; data that is given is in the unit of the bandwidth.
// Four stages sleep for known times on two ranks; where the cut between the two
// lies tells the weights.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 120 %mpirun 2 %t
#include "Inputs/PipelineCheck.h"

#include <chrono>
#include <string>
#include <thread>
#include <vector>

using namespace redist;

struct Case {
  const char *name;
  pipeline what;
  pipeline_stage stages[4];
  int naps[4]; ///< milliseconds
  std::string ranks;
  int firstNap = 0; ///< more, of stage 1 for the first item
  int jumpNap = 0;  ///< more, of stage 1 for the item after that
  int items = 10;
};

/// The ranks that ran the last item's stages, numbered as they come.
static std::string ranksOf(const Case &c, int line) {
  int ranOn[4] = {-1, -1, -1, -1};
  const directive where = pipelineAt(line);
  pipeline_run run(where, c.what,
                   {c.stages[0], c.stages[1], c.stages[2], c.stages[3]},
                   MPI_COMM_WORLD);
  for (int k = 0; k < 4; ++k)
    run.keep(k + 1, ranOn[k]);
  try {
    run.start();
    for (int i = 0; i < c.items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> data;
      const auto stage = [&](int k) {
        if (!item.runs(k + 1))
          return;
        int nap = c.naps[k];
        if (k == 0)
          nap += i == 0 ? c.firstNap : i == 1 ? c.jumpNap : 0;
        std::this_thread::sleep_for(std::chrono::milliseconds(nap));
        data.resize(20000);
        ranOn[k] = rankOf();
      };
      stage(0);
      item.pass(1, data);
      stage(1);
      item.pass(2, data);
      stage(2);
      item.pass(3, data);
      stage(3);
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

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const pipeline_stage any = pipeline_stage().movable();
  const pipeline_stage one = any.data(1);
  const Case cases[] = {
      {"measured, heavy first",
       {},
       {any, any, any, any},
       {30, 10, 10, 10},
       "abbb"},
      {"measured, heavy last",
       {},
       {any, any, any, any},
       {10, 10, 10, 30},
       "aaab"},
      // 1 ms each but for two items: no mean would leave stage 1 alone.
      {"medians", {}, {any, any, any, any}, {10, 10, 10, 10}, "aabb", 150, 150},
      // One given work is its own measure, whatever its unit.
      {"one given",
       {},
       {any.work(1000), any, any, any},
       {30, 10, 10, 10},
       "abbb"},
      // Two of 10 ms count as 18 and 2.
      {"two given",
       {},
       {any.work(9), any, any, any.work(1)},
       {10, 10, 10, 10},
       "abbb"},
      // Nothing is left to calibrate with: 9 : 1 : 1 : 1 of 40 ms.
      {"all given",
       {},
       {any.work(9), any.work(1), any.work(1), any.work(1)},
       {10, 10, 10, 10},
       "abbb"},
      {"no work", {}, {any.work(0), any, any, any}, {30, 10, 10, 1}, "aabb"},
      // Bytes, or what data() says, in the unit of the bandwidth.
      {"slow links",
       pipeline().bandwidth(2e4),
       {any, any, any, any},
       {10, 10, 10, 10},
       "aaaa"},
      {"data given",
       pipeline().bandwidth(1),
       {one, one, one, one},
       {10, 10, 10, 10},
       "aaaa"},
      {"little data",
       pipeline().bandwidth(1e6),
       {one, one, one, one},
       {10, 10, 10, 10},
       "aabb"},
      // Only behind stage 3 is a cut cheap.
      {"one cut",
       pipeline().bandwidth(1),
       {one, one, any.data(0), one},
       {10, 10, 10, 10},
       "aaab"},
      // What takes 10 ms on the rank that is four times as fast is work for 40.
      {"speeds",
       pipeline().speeds({1, 4}),
       {any, any, any, any},
       {20, 20, 10, 10},
       "abbb"},
  };
  int line = 10;
  for (const Case &c : cases) {
    ++line;
    requireText(ranksOf(c, line), c.ranks, c.name);
    // The next execution finds the mapping.
    Case again = c;
    again.items = 1;
    requireText(ranksOf(again, line), c.ranks, std::string(c.name) + ", again");
  }
  MPI_Finalize();
}
