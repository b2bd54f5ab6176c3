// Random redistributions in which elements lie on any ranks: indirect and
// listed on either side or both, the owners on every rank or in an array of any
// layout, beside all other distributions in other dimensions, copies,
// permutations, sections, one element for all positions, dimensions that one
// side lacks, storage orders, ranks in any order, several objects of several
// sizes, nowait, in place and into, maps that change between calls of one
// directive and maps that come back. Each element holds its index; a model that
// lists every element of every rank says what a rank must have. Targets name
// what others name too, and indices twice.
// Arguments: seed, number of cases.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t 1 100
// RUN: timeout 100 %mpirun 2 %t 2 100
// RUN: timeout 100 %mpirun 3 %t 3 100
// RUN: timeout 100 %mpirun 4 %t 4 150
// RUN: timeout 100 %mpirun 6 %t 5 100
// RUN: timeout 100 %mpirun 8 %t 6 60
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t 7 60
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t 8 100
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 100 %mpirun 5 %t 9 60
// RUN: env REDIST_RANKS_PER_NODE=2 REDIST_TWO_LEVELS=1 timeout 100 %mpirun 5 %t 9 60
#include "Inputs/OwnerRedistributions.h"

int main(int argc, char **argv) { return runCases(argc, argv, runOwnerCase); }
