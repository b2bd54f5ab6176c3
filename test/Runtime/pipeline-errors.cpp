// What is thrown in a pipeline reaches every rank as the same stage_error: from
// any stage on any rank, from the header, from an item's declarations, before
// the first item and at the last, whatever is thrown; also while large values
// are under way. Items before it are complete, nothing later is written,
// nothing hangs, and the next pipeline works. Clauses that make no sense, or
// differ, and headers that do not give the same everywhere are errors on every
// rank.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 60 %mpirun 3 %t
#include "Inputs/PipelineCheck.h"

#include <cmath>
#include <functional>
#include <stdexcept>
#include <vector>

using namespace redist;

struct Thrown {
  std::string text;
  int stage = -1;
  long long item = -1;
};

/// stage k of item i: what it does.
using Stages = std::function<void(int k, int i)>;

struct Loop {
  pipeline what;
  int items = 20;
  bool isLarge = false;
  std::vector<pipeline_stage> stages = {pipeline_stage(), pipeline_stage(),
                                        pipeline_stage()};
  const char *mapping = "auto";
  int line = 7;
};

/// Three stages; 0 is the header, -1 an item's declarations.
static Thrown runLoop(const Loop &loop, const Stages &does,
                      std::vector<int> *written = nullptr) {
  static directive where;
  where = pipelineAt(loop.line, loop.mapping);
  std::vector<int> ignored;
  std::vector<int> &sink = written ? *written : ignored;
  try {
    pipeline_run run(where, loop.what,
                     {loop.stages[0], loop.stages[1], loop.stages[2]},
                     MPI_COMM_WORLD);
    try {
      run.start();
      for (int i = 0; does(0, i), i < loop.items; ++i) {
        pipeline_item item(run);
        if (!item.begins())
          continue;
        does(-1, i);
        std::vector<int> data;
        if (item.runs(1)) {
          does(1, i);
          data.assign(loop.isLarge ? 100000 : 3, i);
        }
        item.pass(1, data);
        if (item.runs(2)) {
          does(2, i);
          for (int &x : data)
            ++x;
        }
        item.pass(2, data);
        if (item.runs(3)) {
          does(3, i);
          require(data.size() == (loop.isLarge ? 100000u : 3u), "size");
          require(data.back() == i + 1, "data");
          sink.push_back(i);
        }
        item.ends(data);
      }
    } catch (...) {
      run.fail();
    }
    run.finish();
  } catch (const stage_error &e) {
    requireAlike(e.what());
    return {e.what(), e.stage(), e.item()};
  } catch (const error &e) {
    requireAlike(e.what());
    return {e.what(), -1, -1};
  }
  requireAlike("");
  return {};
}

static int sum(const std::vector<int> &values) {
  int total = 0;
  for (int value : values)
    total += value;
  return total;
}

/// The next one works; its state is not kept here, so that one rank has it.
static void requireWorking(const Loop &like) {
  Loop loop = like;
  loop.items = 12;
  std::vector<int> written;
  const Thrown none = runLoop(loop, [](int, int) {}, &written);
  requireText(none.text, "", "afterwards");
  int own = sum(written), all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  require(all == 66, "afterwards");
}

static void requireFailure(const Loop &loop, int stage, int at) {
  std::vector<int> written;
  const Thrown thrown = runLoop(
      loop,
      [&](int k, int i) {
        if (k == stage && i == at)
          throw std::runtime_error("no more");
      },
      &written);
  const int shown = stage < 0 ? 0 : stage;
  const std::string name =
      "stage " + std::to_string(shown) + ", item " + std::to_string(at);
  requireText(thrown.text, "app.cpp:7: error: " + name + ": no more", name);
  require(thrown.stage == shown && thrown.item == at, name);
  // All items before it, and none after it, are written.
  int own = sum(written), all = 0;
  MPI_Allreduce(&own, &all, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  require(all == at * (at - 1) / 2, name + ": " + std::to_string(all));
  if (at == 17)
    requireWorking(loop);
}

static void everywhere() {
  for (int ranks = 1; ranks <= sizeOf(); ++ranks)
    for (const bool isLarge : {false, true})
      for (int stage = -1; stage <= 3; ++stage)
        for (const int at : {0, 8, 17}) {
          Loop loop;
          loop.what = pipeline().onto(ranks);
          loop.isLarge = isLarge;
          requireFailure(loop, stage, at);
          if (at != 17)
            continue;
          loop.what = loop.what.depth(1);
          requireFailure(loop, stage, at);
        }
}

/// The lowest item counts, whoever is first; of one item the lowest stage.
static void several() {
  const Thrown thrown = runLoop(Loop(), [](int k, int i) {
    if (k == 3 && i == 4)
      throw std::runtime_error("third");
    if (k == 2 && i == 9)
      throw std::runtime_error("second");
    if (k == 1 && i == 15)
      throw std::runtime_error("first");
  });
  requireText(thrown.text, "app.cpp:7: error: stage 3, item 4: third",
              "several");
}

static void strangeThings() {
  const Thrown number = runLoop(Loop(), [](int k, int i) {
    if (k == 2 && i == 1)
      throw 5;
  });
  requireText(number.text,
              "app.cpp:7: error: stage 2, item 1: unknown exception", "int");
  const Thrown empty = runLoop(Loop(), [](int k, int i) {
    if (k == 2 && i == 1)
      throw std::runtime_error("");
  });
  requireText(empty.text,
              "app.cpp:7: error: stage 2, item 1: unknown exception", "empty");
  // Nobody but an exception ends this loop.
  Loop endless;
  endless.items = 2000000000;
  const Thrown last = runLoop(endless, [](int k, int i) {
    if (k == 1 && i == 3000)
      throw std::runtime_error("the end");
  });
  requireText(last.text, "app.cpp:7: error: stage 1, item 3000: the end",
              "endless");
}

/// Its destructor throws where it is told so.
struct Brittle {
  long value = 0;
  bool breaks = false;
  Brittle() = default;
  Brittle(const Brittle &) = default;
  Brittle &operator=(const Brittle &) = default;
  ~Brittle() noexcept(false) {
    if (breaks)
      throw std::runtime_error("broken");
  }
  template <class Archive> void serialize(Archive &archive) { archive(value); }
};

/// What is thrown behind the last stage, too, is of the item in hand.
static void destructors() {
  for (const int stage : {1, 2})
    for (const bool continues : {false, true}) {
      std::string text;
      const directive where = pipelineAt(7);
      try {
        pipeline_run run(where, pipeline(),
                         {pipeline_stage(), pipeline_stage()}, MPI_COMM_WORLD);
        try {
          run.start();
          for (int i = 0; i < 20; ++i) {
            pipeline_item item(run);
            if (!item.begins())
              continue;
            Brittle data;
            const auto breaks = [&](int k) {
              if (k != stage || i != 12)
                return false;
              data.breaks = true;
              return continues;
            };
            if (item.runs(1) && breaks(1))
              continue;
            item.pass(1, data);
            if (item.runs(2) && breaks(2))
              continue;
            item.ends(data);
          }
        } catch (...) {
          run.fail();
        }
        run.finish();
      } catch (const stage_error &e) {
        text = e.what();
        requireAlike(text);
      }
      requireText(text,
                  "app.cpp:7: error: stage " +
                      std::to_string(sizeOf() == 1 && !continues ? 2 : stage) +
                      ", item 12: broken",
                  "destructor");
    }
}

static void headersThatDiffer() {
  const int size = sizeOf();
  if (size == 1)
    return;
  for (const int odd : {0, size - 1})
    for (const int items : {5, 30})
      for (const int difference : {-1, 1}) {
        Loop loop;
        loop.items = items + (rankOf() == odd ? difference : 0);
        const Thrown thrown = runLoop(loop, [](int, int) {});
        require(
            thrown.text.find("app.cpp:7: error: the loop's header gives ") == 0,
            "headers: " + thrown.text);
        require(thrown.text.find(" on rank " + std::to_string(odd)) !=
                    std::string::npos,
                "headers: " + thrown.text);
        requireWorking(Loop());
      }
}

static void requireError(Loop loop, const std::string &text) {
  const Thrown thrown =
      runLoop(loop, [](int k, int) { require(k == 0, "a stage has run"); });
  requireText(thrown.text, "app.cpp:7: error: " + text, "clause");
  requireWorking(Loop());
}

static Loop with(const pipeline &what) {
  Loop loop;
  loop.what = what;
  return loop;
}
static Loop with(const pipeline_stage &second,
                 const pipeline &what = pipeline()) {
  Loop loop;
  loop.what = what;
  loop.stages[1] = second;
  return loop;
}

static void impossibleClauses() {
  const int size = sizeOf();
  const std::string many = std::to_string(size + 1);
  const std::string all =
      std::to_string(size) + (size == 1 ? " rank" : " ranks");
  requireError(with(pipeline().onto(size + 1)),
               "onto(): " + many + " ranks do not fit a communicator of " +
                   std::to_string(size));
  requireError(with(pipeline().onto(0)),
               "onto(): 0 ranks cannot run a pipeline, at least 1 is needed");
  requireError(with(pipeline().depth(0)),
               "depth(): it is 0, but at least 1 is needed");
  requireError(with(pipeline().latency(-1)),
               "latency(): it is -1, but a time above 0 is needed");
  requireError(with(pipeline().bandwidth(0)),
               "bandwidth(): it is 0, but a number above 0 is needed");
  requireError(with(pipeline().onto(1).speeds({1, 2})),
               "speeds(): 2 for 1 rank, one for each is needed");
  requireError(with(pipeline().onto(1).speeds({0})),
               "speeds(): that of rank 0 is 0, but a number above 0 is needed");
  requireError(with(pipeline().onto(1).speeds({std::nan("")})),
               "speeds(): that of rank 0 is nan, but a number above 0 is "
               "needed");
  requireError(with(pipeline().onto(1).bandwidth(std::vector<double>{1, 2, 3})),
               "bandwidth(): 3 numbers, but one, or a matrix of 1 rows of 1 is "
               "needed for 1 rank");
  requireError(with(pipeline_stage().work(-2)),
               "work() of stage 2: it is -2, but it must not be negative");
  requireError(with(pipeline_stage().data(-2)),
               "data() of stage 2: it is -2, but it must not be negative");
  requireError(with(pipeline_stage().replicate(0)),
               "replicate() of stage 2: 0 ranks cannot run it, at least 1 is "
               "needed");
  requireError(with(pipeline_stage().replicate(2), pipeline().onto(1)),
               "replicate() of stage 2: 2 ranks, but only 1 takes part");
  requireError(with(pipeline_stage().at(size)),
               "at() of stage 2: rank " + std::to_string(size) +
                   " is not among the " + all + " that take part");
  Loop unknown;
  unknown.mapping = "h8";
  requireError(unknown, "unknown mapping 'h8'");
  if (size == 1)
    return;
  Loop slow;
  slow.what = pipeline().bandwidth(1).latency(2.5);
  slow.stages.assign(3, pipeline_stage().work(1).data(1));
  requireError(slow, "no interval mapping keeps the limit on the latency");
  Loop cramped; // its weights would be known after some items
  cramped.mapping = "one_to_one";
  cramped.what = pipeline().onto(2);
  requireError(cramped, "one_to_one needs a processor for every stage: 3 are "
                        "needed, there are 2");
  Loop torn;
  torn.stages[0] = pipeline_stage().at(0);
  torn.stages[1] = pipeline_stage().at(1);
  torn.stages[2] = pipeline_stage().at(0);
  requireError(torn,
               "at(): stages 1 and 3 are to be on rank 0, but one between them "
               "is not, and a rank runs consecutive stages");
  Loop differing;
  differing.what = pipeline().depth(rankOf() == 1 ? 3 : 2);
  requireError(differing,
               "the depth differs between ranks: it is 2 on rank 0 and 3 on "
               "rank 1 of the communicator");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  impossibleClauses();
  strangeThings();
  several();
  destructors();
  headersThatDiffer();
  everywhere();
  MPI_Finalize();
}
