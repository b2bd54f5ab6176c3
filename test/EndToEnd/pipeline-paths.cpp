// Names of files travel, and are keys: std::filesystem::path. The rank of stage
// 1 alone looks into the folder.
// REQUIRES: compiler, runtime
// RUN: rm -rf %t.folder && mkdir -p %t.folder
// RUN: echo -n "" > %t.folder/f0.in
// RUN: echo -n 12345 > %t.folder/f5.in
// RUN: echo -n 1234567 > %t.folder/f7.in
// RUN: echo -n 12345678 > %t.folder/f8.in
// RUN: %mpicxx -std=c++20 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial %t.folder > %t.out
// RUN: FileCheck %s < %t.out
// RUN: %redistc++ -std=c++20 -O1 %s -o %t
// RUN: timeout 60 %mpirun 2 %t %t.folder | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t %t.folder | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <filesystem>
#include <map>
#include <vector>

namespace fs = std::filesystem;

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::map<fs::path, std::size_t> sizes;
  std::size_t all = 0;
  fs::path last;
  fs::directory_iterator at(argv[1]), end;
#pragma pipeline
  while (at != end) {
    fs::path name;
    std::vector<fs::path> parts;
    std::size_t size = 0;
#pragma pipeline stage
    {
      name = at->path();
      ++at;
    }
#pragma pipeline stage
    {
      size = fs::file_size(name);
      name.replace_extension(".out");
      parts.assign(name.begin(), name.end());
    }
#pragma pipeline stage
    {
      all += size;
      sizes[parts.back()] = size;
      if (name > last)
        last = name;
    }
  }
  // CHECK: 20 bytes in 4 files, 7 in f7.out, the last one is f8.out
  if (rank == 0)
    std::printf("%zu bytes in %zu files, %zu in f7.out, the last one is %s\n",
                all, sizes.size(), sizes["f7.out"], last.filename().c_str());
  MPI_Finalize();
}
