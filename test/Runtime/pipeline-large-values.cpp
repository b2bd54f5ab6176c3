// Large values are received ahead of their packets where the item before had
// the same: lengths that stay, shrink, grow, jump and end below what travels in
// packets; values that come and go, and take each other's place; some too large
// to be received ahead; an end at any item, by `continue` or by an exception,
// while receives wait; dealt to several ranks.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t
// RUN: timeout 100 %mpirun 2 %t
// RUN: timeout 100 %mpirun 3 %t
// RUN: timeout 100 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 3 %t
#include "Inputs/PipelineCheck.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

using namespace redist;

enum class Sizes { Same, Shrinking, Growing, Jumping, ComingAndGoing, Huge };

/// Of value number `value` of an item.
static std::size_t sizeOfValue(Sizes sizes, int item, int value) {
  const auto i = static_cast<std::size_t>(item);
  const auto v = static_cast<std::size_t>(value);
  switch (sizes) {
  case Sizes::Same:
    return 100000 + 10000 * v;
  case Sizes::Shrinking:
    return 200000 / (i + 1) + v;
  case Sizes::Growing:
    return 9000 + 3000 * i + v;
  case Sizes::Jumping: {
    constexpr std::size_t some[] = {50000, 50000, 20000, 60000, 30000, 29999,
                                    3,     15000, 15001, 0,     40000};
    return some[(i + v) % 11];
  }
  case Sizes::ComingAndGoing:
    return i / 2 % 3 == v ? 30000 : (i % 5 == v ? 10000 : 10);
  case Sizes::Huge:
    return v == 0 && i % 2 == 1 ? (std::size_t{64} << 20) + i : 100000;
  }
  return 0;
}

template <typename T>
static bool isFilled(const T &value, std::size_t size, int item) {
  using Element = typename T::value_type;
  return value.size() == size &&
         std::all_of(value.begin(), value.end(), [&](const Element &x) {
           return x == static_cast<Element>(item % 100);
         });
}

struct Case {
  Sizes sizes;
  int items;
  pipeline what;
  pipeline_stage middle;
  int continueAt = -1, failAt = -1;
};

static void runCase(const Case &c) {
  static int line = 0;
  const directive where = pipelineAt(++line);
  long count = 0;
  pipeline_run run(where, c.what,
                   {pipeline_stage(), c.middle, pipeline_stage()},
                   MPI_COMM_WORLD);
  run.keep(3, count);
  try {
    run.start();
    for (int i = 0; i < c.items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<char> bytes;
      std::string text;
      std::vector<double> numbers;
      const auto size = [&](int value) {
        return sizeOfValue(c.sizes, i, value);
      };
      const auto check = [&] {
        require(isFilled(bytes, size(0), i), "bytes");
        require(isFilled(text, size(1), i), "text");
        require(isFilled(numbers, size(2) / 8, i), "numbers");
      };
      if (item.runs(1)) {
        bytes.assign(size(0), static_cast<char>(i % 100));
        text.assign(size(1), static_cast<char>(i % 100));
        numbers.assign(size(2) / 8, i % 100);
      }
      item.pass(1, bytes, text, numbers);
      if (item.runs(2)) {
        check();
        if (i == c.failAt)
          throw std::runtime_error("stop");
        if (i == c.continueAt)
          continue;
      }
      item.pass(2, bytes, text, numbers);
      if (item.runs(3)) {
        check();
        ++count;
      }
      item.ends(bytes, text, numbers);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(count == c.items - (c.continueAt >= 0), "count");
}

static void failing(Case c) {
  std::string text;
  try {
    runCase(c);
  } catch (const stage_error &e) {
    text = e.what();
    require(e.stage() == 2 && e.item() == c.failAt, "stage and item");
  }
  require(text.find("stop") != std::string::npos, "stage_error");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const auto dealt = sizeOf() >= 4 ? pipeline_stage().replicate(2)
                                   : pipeline_stage().movable();
  for (const Sizes sizes : {Sizes::Same, Sizes::Shrinking, Sizes::Growing,
                            Sizes::Jumping, Sizes::ComingAndGoing})
    for (const pipeline &what : {pipeline(), pipeline().depth(1)})
      for (const pipeline_stage &middle : {pipeline_stage(), dealt}) {
        for (const int items : {1, 2, 3, 40})
          runCase({sizes, items, what, middle});
        runCase({sizes, 30, what, middle, 29});
        runCase({sizes, 30, what, middle, 12});
        failing({sizes, 30, what, middle, -1, 17});
        failing({sizes, 30, what, middle, -1, 29});
      }
  runCase({Sizes::Huge, 5, pipeline(), pipeline_stage()});
  MPI_Finalize();
}
