// Triples of any size reach the rank that they are for, in their order: short
// and long numbers, lengths of 1 and others, for each pair of ranks by chance.
//
// RUN: %mpicxx -std=c++20 -O1 -I%source_dir/include -I%source_dir/runtime %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
#include "Owners/Parcels.h"

#include <algorithm>
#include <cstdio>
#include <random>

using redist::runtime::exchanged;
using redist::runtime::Triple;
using redist::runtime::TripleLists;

/// What one rank has for another: the same wherever it is asked.
static std::vector<Triple> triplesOf(int round, int from, int to) {
  std::mt19937_64 random(static_cast<unsigned>((round * 64 + from) * 64 + to));
  const int kind = static_cast<int>(random() % 4);
  std::vector<Triple> made(random() % 5 * (random() % 40));
  for (Triple &one : made)
    for (std::int64_t &number : one) {
      const auto any = static_cast<std::int64_t>(random());
      // Around the bounds of 32 bits, too.
      const std::int64_t edge = (random() % 2 ? std::int64_t{1} << 31
                                              : -(std::int64_t{1} << 31) - 1) +
                                static_cast<std::int64_t>(random() % 3) - 1;
      number = kind == 3 ? any : kind == 2 ? edge : any >> 33;
    }
  if (kind == 0 || random() % 5 == 0)
    for (Triple &one : made)
      one[2] = 1;
  return made;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, size = 0, wrong = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &size);
  for (int round = 0; round < 300; ++round) {
    const TripleLists got = exchanged(
        size,
        [&](const auto &add) {
          for (int to = 0; to < size; ++to)
            for (const Triple &one : triplesOf(round, rank, to))
              add(to, one);
        },
        MPI_COMM_WORLD);
    for (int from = 0; from < size; ++from) {
      const std::vector<Triple> expected = triplesOf(round, from, rank);
      const TripleLists::Range part = got.of(from);
      bool isWrong = part.size() != expected.size();
      for (std::size_t i = 0; !isWrong && i < part.size(); ++i)
        isWrong = part[i] != expected[i];
      std::size_t next = 0;
      for (const Triple &one : part)
        isWrong |= next >= expected.size() || one != expected[next++];
      wrong += isWrong;
    }
  }
  if (wrong > 0)
    std::printf("rank %d: %d parcels are wrong\n", rank, wrong);
  MPI_Finalize();
  return wrong > 0;
}
