//===- array.cpp - Arrays that know their layout -------------------------===//
//
// Construction, views, redistribution without from(), gathering, files. Runs on
// 4 ranks.
//
//===----------------------------------------------------------------------===//
#include "show.h"

#include <redist/redist.h>

#include <numeric>
#include <string>
#include <utility>
#include <vector>

/// Rows, each rank a block of them.
static redist::array<int, 2> makeTable() {
  redist::array<int, 2> table(
      {4, 6},
      redist::layout({redist::block(), redist::undistributed()}).onto({4}),
      MPI_COMM_WORLD);
  for (auto [index, value] : table.owned())
    value = static_cast<int>(10 * index[0] + index[1]);
  return table;
}

/// Adds up this rank's part by local indices.
static int sumOf(const redist::array<int, 2> &table) {
  const auto part = table.local();
  int sum = 0;
  for (std::int64_t i = 0; i < part.extent(0); ++i)
    for (std::int64_t j = 0; j < part.extent(1); ++j)
      sum += part(i, j);
  return sum;
}

static void throughFile(redist::array<int, 2> &table) {
  table.write("table.raw"); // 24 ints, row after row
  redist::array<int, 2> again(
      {4, 6},
      redist::layout({redist::cyclic(), redist::cyclic(2)}).onto({2, 2}));
  again.read("table.raw");
  show("from the file", again.data(), static_cast<int>(again.size()));

  again.write("table.npy"); // numpy.load("table.npy"): 4 rows of 6 int32
  table.read("table.npy");

  const std::int64_t bytes = 24 * sizeof(int);
  for (int step = 0; step < 3; ++step)
    table.write("steps.raw", step * bytes);
  again.read("steps.raw", 2 * bytes);
}

// clang-format off: it would take the * of a layout for a pointer's

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  redist::array<int, 2> table = makeTable();
  const long rows = 4, columns = 6;
  show("rows", table.data(), static_cast<int>(table.size()));

#pragma redistribute table[rows][columns] to(*, cyclic onto(4))
  show("columns", table.data(), static_cast<int>(table.size()));

#pragma redistribute table[rows][columns] to(block, * onto(4)) permute(1, 0)
  // Now it has 6 rows of 4: table.extents() is {6, 4}.
  show("transposed", table.data(), static_cast<int>(table.size()));

#pragma redistribute table[columns][rows] to(block, * onto(2)) permute(1, 0)    \
    order(column)
  show("by columns", table.data(), static_cast<int>(table.size()));

  std::vector<int> sums = {sumOf(table)};
  show("sums", sums);

  const std::vector<int> whole = table.gather(); // on rank 0, row after row
  show("gathered", whole);

  try {
    table.at(3, 5) += 100; // the rank that has it
  } catch (const redist::error &) {
    // The others: element (3, 5) is on rank 1, not on rank 0
  }
  std::vector<int> last;
  if (table.owns({3, 5}))
    last.push_back(table.at(3, 5));
  show("at", last);

  throughFile(table);
  MPI_Finalize();
}

// clang-format on
