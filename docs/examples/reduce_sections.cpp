//===- reduce_sections.cpp - A part of an array, element by element -------===//
//
// The operator applies to each element of a section with the same element of
// the other ranks. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <vector>

static void add(double *forces, long n) {
#pragma reduce(+ : forces[0 : n]) // a pointer does not say how many there are
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = worldRank();
  std::vector<int> v = {rank, rank, rank, rank, rank, rank};
#pragma reduce(+ : v[0 : 2])
  show("the first two", v);
#pragma reduce(max : v[3 : 2 : 2])
  show("and every other", v);

  std::vector<double> forces(3, 0.25);
  add(forces.data(), 2);
  show("pointer", std::vector<int>(forces.begin(), forces.end()));
  MPI_Finalize();
}
