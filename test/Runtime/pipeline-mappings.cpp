// The meaning does not depend on who runs what: stages dealt to several ranks,
// one after the other, in all combinations, with order restored; headers that
// one rank evaluates; stages that move with their state when their weights are
// known, and those that must not; mappings by name; pins; ranks of other
// communicators; pipelines one after the other; random delays.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t
#include "Inputs/PipelineCheck.h"

#include <algorithm>
#include <stdexcept>
#include <string>
#include <vector>

using namespace redist;

/// Which rank ran a stage for the last item.
struct Seen {
  std::vector<int> values;
  int rank = -1;
  template <class Archive> void serialize(Archive &archive) {
    archive(values, rank);
  }
};

struct Case {
  directive where;
  pipeline what;
  pipeline_stage stages[4];
  int items = 50;
  int naps[4] = {}; ///< microseconds
  int failAt = -1;  ///< item at which stage 2 throws
};

/// Four stages; the first and the last have states. Returns the ranks of these.
static std::pair<int, int> runCase(const Case &c,
                                   MPI_Comm comm = MPI_COMM_WORLD) {
  Seen read, written;
  const int rank = rankOf(comm);
  pipeline_run run(c.where, c.what,
                   {c.stages[0], c.stages[1], c.stages[2], c.stages[3]}, comm);
  run.keep(1, read);
  run.keep(4, written);
  try {
    run.start();
    for (int i = 0; i < c.items; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      std::vector<int> data;
      std::string name;
      if (item.runs(1)) {
        nap(c.naps[0]);
        require(static_cast<int>(read.values.size()) == i, "stage 1 in order");
        read.values.push_back(i);
        read.rank = rank;
        data.assign(static_cast<std::size_t>(i % 3 == 0 ? 20000 : i), i);
      }
      item.pass(1, data);
      if (item.runs(2)) {
        nap(c.naps[1] + (c.naps[1] > 0 ? i * 7919 % 300 : 0));
        if (i == c.failAt)
          throw std::runtime_error("stop");
        if (i % 10 == 9)
          continue;
        name = std::to_string(data.size());
      }
      item.pass(2, name, data);
      if (item.runs(3)) {
        nap(c.naps[2] + (c.naps[2] > 0 ? i * 104729 % 300 : 0));
        name += ":";
        for (int &x : data)
          x += 1;
      }
      item.pass(3, name, data);
      if (item.runs(4)) {
        nap(c.naps[3]);
        const std::size_t size =
            static_cast<std::size_t>(i % 3 == 0 ? 20000 : i);
        require(name == std::to_string(size) + ":", "name");
        require(data == std::vector<int>(size, i + 1), "data");
        written.values.push_back(i);
        written.rank = rank;
      }
      item.ends(data, name);
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  std::vector<int> all, kept;
  for (int i = 0; i < c.items; ++i) {
    all.push_back(i);
    if (i % 10 != 9)
      kept.push_back(i);
  }
  require(read.values == all, "state of stage 1");
  require(written.values == kept, "state of stage 4");
  return {read.rank, written.rank};
}

static void dealtStages() {
  const int size = sizeOf();
  int line = 100;
  for (int k = 1; k <= size; ++k)
    for (int l = 1; l <= size; ++l) {
      if (k + l > std::max(2, size - 2))
        continue;
      for (const std::int64_t depth : {0, 1, 3}) {
        Case c{pipelineAt(++line), {}, {}, 50, {}, -1};
        if (depth > 0)
          c.what = c.what.depth(depth);
        c.stages[1] = pipeline_stage().replicate(k);
        c.stages[2] = pipeline_stage().replicate(l);
        if (size >= 2)
          runCase(c);
        c.naps[1] = c.naps[2] = 20;
        if (size >= 2 && depth == 0)
          runCase(c);
        // A throwing replica; what is before it may still be under way.
        c.failAt = 17;
        if (size < 2)
          continue;
        std::string text;
        try {
          runCase(c);
        } catch (const stage_error &e) {
          text = e.what();
          require(e.stage() == 2 && e.item() == 17, "stage and item");
        }
        requireText(text,
                    "app.cpp:" + std::to_string(line) +
                        ": error: stage 2, item 17: stop",
                    "dealt");
      }
    }
  // The mapper deals what it likes.
  Case c{pipelineAt(90), {}, {}, 60, {10, 900, 10, 10}, -1};
  c.stages[1] = pipeline_stage().replicate_auto();
  c.stages[2] = pipeline_stage().replicate_auto();
  runCase(c);
  runCase(c);
}

/// The whole pipeline is dealt: there are no links.
static void dealtWhole() {
  const int size = sizeOf();
  std::vector<int> own;
  const pipeline_stage dealt = pipeline_stage().replicate(size);
  const directive where = pipelineAt(80);
  pipeline_run run(where, pipeline(), {dealt, dealt}, MPI_COMM_WORLD);
  try {
    run.start();
    for (int i = 0; i < 101; ++i) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      int value = 0;
      if (item.runs(1)) {
        value = i;
      }
      item.pass(1, value);
      if (item.runs(2)) {
        own.push_back(value);
      }
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  int count = static_cast<int>(own.size());
  for (const int i : own)
    require(size == 1 || i % size == rankOf(), "whose item");
  MPI_Allreduce(MPI_IN_PLACE, &count, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  require(count == 101, "all items");
}

/// A source that only the rank of stage 1 may read.
static void drivenLoops(const pipeline_stage &middle, int items) {
  static int line = 200;
  const directive where = pipelineAt(++line);
  int next = 0; // the source
  std::vector<int> found;
  std::string last;
  pipeline_run run(where, pipeline().driven(),
                   {pipeline_stage(), middle, pipeline_stage()},
                   MPI_COMM_WORLD);
  run.keep(1, next);
  run.keep(3, found);
  try {
    run.start();
    int current = -1;
    for (; run.next([&]() -> bool { return (current = next) < items; });
         run.step([&] { next += 1; })) {
      pipeline_item item(run);
      if (!item.begins())
        continue;
      long square = 0;
      if (item.runs(1)) {
        if (current % 7 == 3)
          continue;
      }
      item.pass(1, current);
      if (item.runs(2)) {
        nap(current % 5 * 50);
        square = static_cast<long>(current) * current;
      }
      item.pass(2, current, square);
      if (item.runs(3)) {
        require(square == static_cast<long>(current) * current, "square");
        found.push_back(current);
      }
      item.ends();
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  std::vector<int> expected;
  for (int i = 0; i < items; ++i)
    if (i % 7 != 3)
      expected.push_back(i);
  require(found == expected, "driven items");
  require(next == items, "the source");
}

static void drivenHeaderThrows() {
  const directive where = pipelineAt(70);
  int reads = 0;
  std::string text;
  try {
    pipeline_run run(where, pipeline().driven(),
                     {pipeline_stage(), pipeline_stage()}, MPI_COMM_WORLD);
    try {
      run.start();
      while (run.next([&]() -> bool {
        if (++reads > 30)
          throw std::runtime_error("broken source");
        return true;
      })) {
        pipeline_item item(run);
        if (!item.begins())
          continue;
        int value = 0;
        if (item.runs(1)) {
          value = reads;
        }
        item.pass(1, value);
        if (item.runs(2)) {
          require(value > 0, "value");
        }
        item.ends();
      }
    } catch (...) {
      run.fail();
    }
    run.finish();
  } catch (const stage_error &e) {
    text = e.what();
    require(e.stage() == 0 && e.item() == 30, "header");
  }
  requireText(text, "app.cpp:70: error: stage 0, item 30: broken source",
              "header");
}

/// Heavy stages get ranks of their own, the light ones meet.
static void movedStages() {
  const int size = sizeOf();
  Case c{pipelineAt(60), {}, {}, 40, {0, 0, 0, 3000}, -1};
  for (pipeline_stage &stage : c.stages)
    stage = stage.movable();
  const auto [first, second] = runCase(c);
  const auto [again, kept] = runCase(c);
  require(size != 2 || first != second, "the heavy stage is alone");
  require(again == first && kept == second, "the mapping is kept");
  // Nothing may move: with two ranks stage 4 stays with stage 3.
  Case fixed{pipelineAt(61), {}, {}, 40, {2000, 0, 0, 0}, -1};
  runCase(fixed);
  // Where the user says so.
  for (int rank = 0; rank < size; ++rank) {
    Case pinned = c;
    pinned.where = pipelineAt(62 + rank);
    pinned.stages[3] = pinned.stages[3].at(rank);
    require(runCase(pinned).second == rank, "at()");
  }
  // Weights that are given: no item runs elsewhere first.
  Case given{pipelineAt(50), pipeline().bandwidth(1e9), {}, 40, {}, -1};
  for (pipeline_stage &stage : given.stages)
    stage = stage.work(1).data(1);
  given.stages[3] = pipeline_stage().work(100);
  const auto [light, heavy] = runCase(given);
  require(size == 1 || light != heavy, "given weights");
  given.what = given.what.speeds(
      std::vector<double>(static_cast<std::size_t>(size), 2)); // a range
  runCase(given);
  given.what = pipeline().bandwidth(std::vector<std::vector<double>>(
      static_cast<std::size_t>(size),
      std::vector<double>(static_cast<std::size_t>(size), 1e9)));
  runCase(given);
}

static void namedMappings() {
  int line = 300;
  for (const char *name : {"auto", "interval", "exact", "h1a", "h1b", "h2",
                           "h3", "h4", "h5", "h6", "h7a", "h7b"}) {
    Case c{pipelineAt(++line, name), {}, {}, 20, {}, -1};
    for (pipeline_stage &stage : c.stages)
      stage = stage.movable();
    runCase(c);
  }
  if (sizeOf() >= 4) {
    Case c{pipelineAt(++line, "one_to_one"), {}, {}, 20, {}, -1};
    for (pipeline_stage &stage : c.stages)
      stage = stage.movable();
    runCase(c);
  }
}

static void otherCommunicators() {
  // Ranks the other way round, and both halves at once.
  const int rank = rankOf();
  MPI_Comm turned, half;
  MPI_Comm_split(MPI_COMM_WORLD, 0, -rank, &turned);
  MPI_Comm_split(MPI_COMM_WORLD, rank % 2, rank, &half);
  Case c{pipelineAt(40), {}, {}, 30, {}, -1};
  runCase(c, turned);
  runCase(c, half);
  runCase(c);
  MPI_Comm_free(&turned);
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  dealtStages();
  dealtWhole();
  for (const int items : {0, 1, 5, 8, 9, 60}) {
    drivenLoops(pipeline_stage(), items);
    drivenLoops(pipeline_stage().movable(), items);
    if (sizeOf() >= 4)
      drivenLoops(pipeline_stage().replicate(3), items);
  }
  drivenHeaderThrows();
  movedStages();
  namedMappings();
  otherCommunicators();
  MPI_Finalize();
}
