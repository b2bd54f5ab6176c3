// Items of all kinds of values come through, in order, at any number of ranks:
// small ones in packets, large vectors and strings, what is serialised, fixed
// values too large for a packet, many values; `continue` in any stage; state on
// every rank afterwards; any depth.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t
#include "Inputs/PipelineCheck.h"

#include <array>
#include <map>
#include <string>
#include <vector>

using namespace redist;

static const directive whereTypes = pipelineAt(10);
static const directive whereSmall = pipelineAt(20);
static const directive whereSkips = pipelineAt(30);

struct Point {
  double x, y;
  char tag;
};
struct Frame {
  std::array<int, 5000> pixels;
};

/// Sizes from nothing to beyond a packet.
static std::size_t sizeOfItem(int i) {
  constexpr std::size_t sizes[] = {0, 1, 100, 9000, 40000, 700000, 3};
  return sizes[i % 7] + static_cast<std::size_t>(i);
}

static void allTypes(const pipeline &what, int items) {
  std::vector<long> found;
  std::map<std::string, long> sums;
  pipeline_run run(whereTypes, what,
                   {pipeline_stage(), pipeline_stage(), pipeline_stage()},
                   MPI_COMM_WORLD);
  run.keep(3, found);
  run.keep(2, sums);
  try {
    run.start();
    for (int i = 0; i < items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> raw;
      std::string text;
      std::map<int, std::vector<double>> table;
      Point point{};
      Frame frame{};
      int matrix[3][4] = {};
      std::vector<bool> bits;
      long total = 0;
      if (item.runs(1)) {
        raw.assign(sizeOfItem(i), static_cast<char>(i));
        text = std::string(sizeOfItem(i + 3), 'a' + i % 20);
        for (int k = 0; k < i % 5; ++k)
          table[k].assign(static_cast<std::size_t>(k * i * 100), i);
        point = {i * 0.5, -1.0 * i, 'p'};
        frame.pixels.fill(i);
        matrix[2][3] = i;
        bits.assign(static_cast<std::size_t>(i), true);
      }
      item.pass(1, raw, text, table, point, frame, matrix, bits);
      if (item.runs(2)) {
        total = static_cast<long>(raw.size() + text.size() + table.size() +
                                  bits.size());
        require(matrix[2][3] == i, "matrix");
        require(point.x == i * 0.5 && point.tag == 'p', "point");
        for (int pixel : frame.pixels)
          require(pixel == i, "frame");
        for (char c : raw)
          require(c == static_cast<char>(i), "raw");
        sums[text.substr(0, 1)] += total;
        for (const auto &[k, row] : table)
          require(row == std::vector<double>(
                             static_cast<std::size_t>(k * i * 100), i),
                  "table");
      }
      item.pass(2, total, raw, text);
      if (item.runs(3)) {
        require(raw.size() == sizeOfItem(i), "raw");
        require(text == std::string(sizeOfItem(i + 3), 'a' + i % 20), "text");
        found.push_back(total);
      }
      item.ends(raw, text, table, bits);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(found.size() == static_cast<std::size_t>(items), "items");
  long all = 0;
  for (int i = 0; i < items; ++i) {
    require(found[static_cast<std::size_t>(i)] ==
                static_cast<long>(sizeOfItem(i) + sizeOfItem(i + 3)) + i % 5 +
                    i,
            "order");
    all += found[static_cast<std::size_t>(i)];
  }
  for (const auto &[key, sum] : sums)
    all -= sum;
  require(all == 0, "state of stage 2");
}

static void manySmall(const pipeline &what, long items) {
  long sum = 0;
  pipeline_run run(whereSmall, what,
                   {pipeline_stage(), pipeline_stage(), pipeline_stage()},
                   MPI_COMM_WORLD);
  run.keep(3, sum);
  try {
    run.start();
    for (long i = 0; i < items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      long value = 0;
      if (item.runs(1)) {
        value = i;
      }
      item.pass(1, value);
      if (item.runs(2)) {
        value = 3 * value + 1;
      }
      item.pass(2, value);
      if (item.runs(3)) {
        require(value == 3 * i + 1, "value");
        sum += value;
      }
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(sum == 3 * (items * (items - 1) / 2) + items, "sum");
}

/// Stage k ends items that are k modulo 5.
static void skippedItems(const pipeline &what, int items) {
  std::vector<int> seen[4];
  pipeline_run run(
      whereSkips, what,
      {pipeline_stage(), pipeline_stage(), pipeline_stage(), pipeline_stage()},
      MPI_COMM_WORLD);
  for (int k = 0; k < 4; ++k)
    run.keep(k + 1, seen[k]);
  try {
    run.start();
    for (int i = 0; i < items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      int value = -1;
      if (item.runs(1)) {
        seen[0].push_back(i);
        if (i % 5 == 1)
          continue;
        value = i;
      }
      item.pass(1, value);
      if (item.runs(2)) {
        seen[1].push_back(value);
        if (i % 5 == 2)
          continue;
      }
      item.pass(2, value);
      if (item.runs(3)) {
        seen[2].push_back(value);
        if (i % 5 == 3)
          continue;
      }
      item.pass(3, value);
      if (item.runs(4)) {
        seen[3].push_back(value);
        if (i % 5 == 4)
          continue;
      }
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  for (int k = 0; k < 4; ++k) {
    std::vector<int> expected;
    for (int i = 0; i < items; ++i)
      if (i % 5 == 0 || i % 5 > k)
        expected.push_back(i);
    require(seen[k] == expected, "stage " + std::to_string(k + 1));
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  for (int ranks = 1; ranks <= size; ++ranks) {
    const pipeline what = pipeline().onto(ranks);
    for (const int items : {0, 1, 2, 8, 9, 40}) {
      allTypes(what, items);
      allTypes(what.depth(1), items);
      skippedItems(what, items);
      skippedItems(what.depth(3), items);
      manySmall(what, items);
    }
    manySmall(what, 300000);
    manySmall(what.depth(4), 2000);
  }
  MPI_Finalize();
}
