//===- EveryWay.h - A call of each way in which data moves ------*- C++ -*-===//
//
// What the tests of broken and poor machines share: private storage, arrays,
// requests and pipelines, each large enough for the memory of a node. A
// function moves once, over all ranks, and ends the job where the outcome is
// wrong.
//
//===----------------------------------------------------------------------===//
#ifndef EVERYWAY_H
#define EVERYWAY_H

#define REDIST_REWRITTEN
#include "redist/Array.h"
#include "redist/Pipeline.h"
#include "redist/Redistribute.h"

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <string>
#include <vector>

struct World {
  int rank = 0, size = 1;
  World() {
    MPI_Comm_rank(MPI_COMM_WORLD, &rank);
    MPI_Comm_size(MPI_COMM_WORLD, &size);
  }
};

inline void require(bool holds, const std::string &what) {
  if (holds)
    return;
  std::fprintf(stderr, "rank %d: %s\n", World().rank, what.c_str());
  MPI_Abort(MPI_COMM_WORLD, 1);
}

constexpr std::int64_t elementCount = 400'003;

inline redist::directive everyWayAt(int line) {
  return {"app.cpp", line, "every way", "auto", nullptr, 0};
}
inline redist::layout blocks() {
  return redist::layout({redist::block()}).onto({World().size});
}
inline redist::layout threes() {
  return redist::layout({redist::cyclic(3)}).onto({World().size});
}
inline redist::redistribution toThrees() {
  return redist::redistribution({redist::whole(elementCount)})
      .from(blocks())
      .to(threes());
}

/// This rank's part of blocks; element i is i + salt.
inline std::vector<double> ownBlock(int salt) {
  const World world;
  const std::int64_t block = (elementCount + world.size - 1) / world.size;
  std::vector<double> values;
  for (std::int64_t i = world.rank * block;
       i < (world.rank + 1) * block && i < elementCount; ++i)
    values.push_back(static_cast<double>(i + salt));
  return values;
}

template <typename Range>
void requireThrees(const Range &found, int salt, const char *what) {
  const World world;
  std::int64_t next = 0;
  for (const double value : found) {
    const std::int64_t index =
        (next / 3 * world.size + world.rank) * 3 + next % 3;
    require(value == static_cast<double>(index + salt), what);
    ++next;
  }
}

inline void movePrivate(int salt) {
  std::vector<double> values = ownBlock(salt);
  redist::redistribute(everyWayAt(1), toThrees(), MPI_COMM_WORLD, values);
  requireThrees(values, salt, "private storage");
}

inline void moveArray(int salt) {
  redist::array<double, 1> values({elementCount}, blocks());
  const std::vector<double> own = ownBlock(salt);
  std::copy(own.begin(), own.end(), values.begin());
  values.redistribute(threes());
  requireThrees(values, salt, "an array");
}

inline void moveByRequest(int salt) {
  std::vector<double> values = ownBlock(salt);
  redist::request request = redist::start_redistribute(
      everyWayAt(2), toThrees(), MPI_COMM_WORLD, values);
  redist::wait(request);
  requireThrees(values, salt, "a request");
}

/// Two stages; each item brings a large value and a small one.
inline void movePipeline(int salt) {
  constexpr int items = 60;
  constexpr std::size_t length = 20'000;
  redist::pipeline_run run(everyWayAt(3), redist::pipeline(),
                           {redist::pipeline_stage(), redist::pipeline_stage()},
                           MPI_COMM_WORLD);
  int seen = 0;
  run.keep(2, seen);
  try {
    run.start();
    for (int i = 0; i < items; ++i) {
      redist::pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<int> values;
      int first = 0;
      if (item.runs(1)) {
        values.assign(length, i + salt);
        first = i;
      }
      item.pass(1, values, first);
      if (item.runs(2)) {
        require(first == i && values == std::vector<int>(length, i + salt),
                "a pipeline");
        ++seen;
      }
      item.ends(values, first);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(seen == items, "items of a pipeline");
}

struct Way {
  const char *name;
  void (*move)(int salt);
};
inline constexpr Way everyWay[] = {{"private", movePrivate},
                                   {"array", moveArray},
                                   {"request", moveByRequest},
                                   {"pipeline", movePipeline}};

#endif
