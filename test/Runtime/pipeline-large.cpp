// More than 2^31 bytes in one item, with small ones before and after. They are
// moved into the link and out of it: 4.4 GB of memory.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O2 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 200 %mpirun 2 %t
#include "Inputs/PipelineCheck.h"

#include <cstdint>
#include <vector>

using namespace redist;

constexpr std::int64_t large = (std::int64_t{1} << 31) + 12345;

static char byteOf(std::int64_t i) {
  return static_cast<char>(i * 7 + (i >> 9) + (i >> 30));
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::int64_t sizes[] = {10, large, 0, 100000};
  long seen = 0;
  const directive where = pipelineAt(1);
  const pipeline_stage any = pipeline_stage().work(1).data(1);
  pipeline_run run(where, pipeline().bandwidth(1e9).onto(2),
                   {any.at(0), any.at(1)}, MPI_COMM_WORLD);
  run.keep(2, seen);
  try {
    run.start();
    for (const std::int64_t size : sizes) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> bytes;
      if (item.runs(1)) {
        bytes.resize(static_cast<std::size_t>(size));
        for (std::int64_t i = 0; i < size; ++i)
          bytes[static_cast<std::size_t>(i)] = byteOf(i);
      }
      item.pass(1, bytes);
      if (item.runs(2)) {
        require(static_cast<std::int64_t>(bytes.size()) == size, "size");
        for (std::int64_t i = 0; i < size; ++i)
          if (bytes[static_cast<std::size_t>(i)] != byteOf(i))
            require(false, "byte " + std::to_string(i));
        ++seen;
      }
      item.ends(bytes);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(seen == 4, "items");
  MPI_Finalize();
}
