// Ranks of one node pass large messages through rings in shared memory: made
// for the first call that moves much, kept with the communicator, shared by its
// plans, and not used where any rank has REDIST_SHARED_MEMORY=0. Nothing of it
// is left behind.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t
// RUN: timeout 100 %mpirun 2 %t
// RUN: timeout 100 %mpirun 4 %t
// RUN: timeout 100 %mpirun 7 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 3 %t
// RUN: env REFUSING_RANK=1 timeout 100 %mpirun 3 %t
#include "Inputs/Check.h"

#include <fstream>

using namespace redist;

/// There and back; N is large enough for rings, or not.
template <typename T>
static void tryCase(std::int64_t n, const layout &from, const layout &to,
                    MPI_Comm comm, const char *what,
                    const char *strategy = "auto") {
  const int rank = rankOf(comm);
  const std::vector<T> a = filled<T>(n, from, rank);
  std::vector<T> b, back;
  for (int repeat = 0; repeat < 2; ++repeat) {
    redistribute_into(at(1, strategy), a, b, n, from, to, comm);
    check(b.data(), n, to, rank, std::string(what) + " there");
    redistribute_into(at(2, strategy), b, back, n, to, from, comm);
    check(back.data(), n, from, rank, std::string(what) + " back");
    std::fill(b.begin(), b.end(), T());
  }
}

/// Whether this process has a segment of ours mapped.
static bool hasRings() {
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    if (line.find("/redist-") != std::string::npos)
      return true;
  return false;
}

struct Large {
  std::int64_t words[4000]; // longer than a slot
  bool operator==(const Large &o) const {
    return words[0] == o.words[0] && words[3999] == o.words[3999];
  }
};
template <> Large valueOf<Large>(std::int64_t i) {
  Large value{};
  value.words[0] = i;
  value.words[3999] = -i;
  return value;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // Before the first directive, as a launcher would.
  const char *const refusing = std::getenv("REFUSING_RANK");
  if (refusing && std::atoi(refusing) == rankOf())
    setenv("REDIST_SHARED_MEMORY", "0", 1);
  const int size = sizeOf();
  const char *const asked = std::getenv("REDIST_SHARED_MEMORY");
  const bool expected =
      size > 1 && !refusing && !(asked && std::string(asked) == "0");
  const layout three = cyclic_layout(3, size, 0);
  const layout five = cyclic_layout(5, size, 0);
  const layout block = block_layout(size, 0);

  tryCase<double>(1000, three, five, MPI_COMM_WORLD, "small");
  require(!hasRings(), "rings for a small array");
  tryCase<double>(300007, three, five, MPI_COMM_WORLD, "large");
  require(hasRings() == expected, "rings where none, or none where rings");

  tryCase<char>(1500000, block, cyclic_layout(1, size, 0), MPI_COMM_WORLD,
                "bytes");
  tryCase<double>(400000, cyclic_layout(64, size, 0),
                  cyclic_layout(96, size, 0), MPI_COMM_WORLD, "64 to 96");
  tryCase<int>(400009, cyclic_layout(40000, size, 0), block, MPI_COMM_WORLD,
               "a long superblock");
  tryCase<Large>(100, three, five, MPI_COMM_WORLD, "elements beyond a slot");
  // One plan after the other in the same rings, small ones between.
  for (int i = 0; i < 20; ++i)
    tryCase<float>(i % 3 ? 300000 + i : 100 + i, three,
                   cyclic_layout(7 + i % 4, (size + 1) / 2, size / 2),
                   MPI_COMM_WORLD, "in turn",
                   i % 4 == 1   ? "stepwise"
                   : i % 4 == 2 ? "direct"
                                : "auto");

  // Rings of several communicators at once; freed, also by MPI_Finalize.
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rankOf() % 2, -rankOf(), &half);
  const int halfSize = sizeOf(half);
  tryCase<double>(200000, block_layout(halfSize, 0),
                  cyclic_layout(10, halfSize, 0), half, "half");
  for (int i = 0; i < 10; ++i) {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    tryCase<double>(150000 + i, five, three, copy, "a copy");
    MPI_Comm_free(&copy);
  }
  tryCase<double>(300007, three, five, MPI_COMM_WORLD, "large, at the end");
  MPI_Finalize();
  require(!hasRings(), "rings after MPI_Finalize");
}
