//===- stations.cpp - Least, mean and most for each key, as MapReduce -----===//
//
// mpirun -n P stations FILE
//
// Lines of the file are "station value". Each rank takes every P-th line and
// keeps a table; a reduction merges the tables.
//
//   redistc++ -O2 stations.cpp -o stations
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>

#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <string>

/// What is kept of the values of a station: enough to combine two of them.
struct Summary {
  double least, most, sum;
  long count;
};

static Summary both(const Summary &a, const Summary &b) {
  return {std::min(a.least, b.least), std::max(a.most, b.most), a.sum + b.sum,
          a.count + b.count};
}

using Table = std::map<std::string, Summary>;

static void add(Table &table, const std::string &station, const Summary &more) {
  const auto [entry, isNew] = table.emplace(station, more);
  if (!isNew)
    entry->second = both(entry->second, more);
}

static void merge(Table &into, const Table &from) {
  for (const auto &[station, summary] : from)
    add(into, station, summary);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);

  // Map: each line becomes a key and a value.
  Table table;
  std::ifstream file(argc > 1 ? argv[1] : "");
  std::string station;
  double value = 0;
  for (long line = 0; file >> station >> value; ++line)
    if (line % ranks == rank)
      add(table, station, {value, value, value, 1});

  // Reduce: tables become one.
#pragma reduce(merge : table) root(0)

  if (rank == 0)
    for (const auto &[name, of] : table)
      std::printf("%s: %.1f to %.1f, mean %.2f of %ld\n", name.c_str(),
                  of.least, of.most, of.sum / of.count, of.count);
  MPI_Finalize();
}
