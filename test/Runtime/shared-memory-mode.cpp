// The files of the memory that ranks of a node share are closed to other users.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 2 %t
#include "Inputs/ArrayCheck.h"

#include <sys/stat.h>

#include <filesystem>

using namespace redist;
namespace fs = std::filesystem;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  redist::array<int, 1> a({1000}, block_layout(sizeOf(), 0));
  a.redistribute(cyclic_layout(3, sizeOf(), 0));
  int files = 0, all = 0;
  for (const auto &entry : fs::directory_iterator("/proc/self/fd")) {
    std::error_code ignored;
    const std::string name = fs::read_symlink(entry.path(), ignored).string();
    if (name.find("redist-node") == std::string::npos)
      continue;
    struct stat found{};
    require(stat(entry.path().c_str(), &found) == 0 &&
                (found.st_mode & 0777) == 0600,
            name + " is open to others");
    ++files;
  }
  MPI_Allreduce(&files, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  require(all > 0, "no memory is shared");
  MPI_Finalize();
}
