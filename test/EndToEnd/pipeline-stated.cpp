// Stages that say what they use, and call what nobody sees: values travel, also
// those that are changed in part, states move with their stages, and a scratch
// buffer that no clause names is every rank's own.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial > %t.expected
// RUN: FileCheck %s < %t.expected
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t 2> %t.said
// RUN: FileCheck --allow-empty --check-prefix=QUIET %s < %t.said
// RUN: timeout 60 %mpirun 1 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 2 %t | diff %t.expected -
// RUN: timeout 60 %mpirun 4 %t | diff %t.expected -
// QUIET-NOT: pipeline-stated.cpp:{{[0-9]+}}:{{[0-9]+}}: warning
#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

struct Picture {
  int shape[4] = {};
  double mean = 0;
};

/// Of which the pipeline sees only pointers to functions.
struct Library {
  void (*load)(int, Picture &, std::vector<int> &space);
  void (*crop)(Picture &, std::vector<int> &space);
  void (*count)(const Picture &, long *, std::string &);
};

static const Library library = {
    [](int n, Picture &picture, std::vector<int> &space) {
      space.assign(50, n);
      for (int &value : picture.shape)
        value = space[3] + 1;
    },
    [](Picture &picture, std::vector<int> &space) {
      space.assign(picture.shape, picture.shape + 4);
      if (space[0] % 3 == 0)
        picture.shape[1] = space[0] * 2; // the rest stays
      picture.mean += space[2];
    },
    [](const Picture &picture, long *sum, std::string &text) {
      *sum = *sum * 3 % 1000003 + picture.shape[1] + picture.shape[3];
      text = std::to_string(picture.mean);
    }};

class Album {
public:
  explicit Album(const Library *calls) : use(calls) {}
  void fill(int count, long *sum) {
    std::vector<int> space;
#pragma pipeline
    for (int n = 0; n < count; ++n) {
      Picture picture;
      std::string text;
#pragma pipeline stage out(picture)
      use->load(n, picture, space);
#pragma pipeline stage out(picture, cropped) in(picture)
      {
        use->crop(picture, space);
        ++cropped;
      }
#pragma pipeline stage out(picture)
      picture.shape[3] = n % 5; // in part: the other values come along
#pragma pipeline stage out(text, *sum) in(picture)
      use->count(picture, sum, text);
#pragma pipeline stage out(this->titles) in(text, n)
      titles += std::to_string(n) + ": " + text + "\n";
    }
  }
  int cropped = 0;
  std::string titles;

private:
  const Library *use;
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  long sum = 0;
  Album album(&library);
  album.fill(100, &sum);
  // CHECK: 100 {{[0-9]+}}
  // CHECK: 99: 100.000000
  if (rank == 0)
    std::printf("%d %ld\n%s", album.cropped, sum, album.titles.c_str());
  MPI_Finalize();
}
