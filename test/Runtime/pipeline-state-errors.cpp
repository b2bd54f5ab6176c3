// A state that cannot be saved, or not be loaded on another rank, is the same
// stage_error on every rank, whatever is thrown: at the end, and where its
// stage moves to another rank after the first items. Nothing hangs, and the
// next pipeline works.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 3 %t
#include "Inputs/PipelineCheck.h"

#include <chrono>
#include <stdexcept>
#include <thread>

using namespace redist;

enum class Fault { None, Save, Load, SaveNumber, LoadNumber };

/// Counts items; it is not plain, and fails once so many have been counted.
struct Counter {
  long count = 0;
  long badFrom = 1000;
  Fault fault = Fault::None;
  std::string name = "counter";

  template <class Archive> void save(Archive &archive) const {
    fail(Fault::Save, Fault::SaveNumber);
    archive(count, badFrom, fault, name);
  }
  template <class Archive> void load(Archive &archive) {
    archive(count, badFrom, fault, name);
    fail(Fault::Load, Fault::LoadNumber);
  }

private:
  void fail(Fault usual, Fault strange) const {
    if (count < badFrom)
      return;
    if (fault == usual)
      throw std::runtime_error("no " + name);
    if (fault == strange)
      throw 5;
  }
};

struct Thrown {
  std::string text;
  int stage = -1;
  long long item = -1;
};

/// Stage 2's state of four; the first stage is said to weigh most by far, so
/// that the second, where it may move, leaves its rank before item 8.
static Thrown run(int line, Counter &state, bool moves, int items) {
  const pipeline_stage first = pipeline_stage().work(9);
  const pipeline_stage fixed = pipeline_stage().work(1);
  const pipeline_stage any = fixed.movable();
  long sum = 0;
  const directive where = pipelineAt(line);
  try {
    pipeline_run run(where, pipeline().onto(2),
                     {first, moves ? any : fixed, any, any}, MPI_COMM_WORLD);
    run.keep(2, state);
    run.keep(4, sum);
    try {
      run.start();
      for (int i = 0; i < items; ++i) {
        pipeline_item item(run);
        if (!item.begins())
          continue;
        const auto runs = [&](int k) {
          if (!item.runs(k))
            return false;
          std::this_thread::sleep_for(std::chrono::milliseconds(1));
          return true;
        };
        long data = 0;
        if (runs(1))
          data = i;
        item.pass(1, data);
        if (runs(2))
          ++state.count;
        item.pass(2, data);
        if (runs(3))
          ++data;
        item.pass(3, data);
        if (runs(4))
          sum += data;
        item.ends(data);
      }
    } catch (...) {
      run.fail();
    }
    run.finish();
  } catch (const stage_error &e) {
    requireAlike(e.what());
    return {e.what(), e.stage(), e.item()};
  }
  requireAlike("");
  require(sum == items * (items + 1) / 2, "sum");
  return {};
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int line = 0;
  for (const bool moves : {false, true})
    for (const long badFrom : {8, 12})
      for (const Fault fault : {Fault::None, Fault::Save, Fault::Load,
                                Fault::SaveNumber, Fault::LoadNumber}) {
        const std::string name = "moves " + std::to_string(moves) + ", bad " +
                                 std::to_string(badFrom) + ", fault " +
                                 std::to_string(static_cast<int>(fault));
        Counter state;
        state.badFrom = badFrom;
        state.fault = fault;
        const Thrown thrown = run(++line, state, moves, 12);
        if (fault == Fault::None) {
          requireText(thrown.text, "", name);
          require(state.count == 12, name);
          continue;
        }
        const bool isEarly = moves && badFrom == 8;
        const bool isNumber =
            fault == Fault::SaveNumber || fault == Fault::LoadNumber;
        requireText(
            thrown.text,
            "app.cpp:" + std::to_string(line) + ": error: stage 2, " +
                (isEarly ? "before item 8: " : "after the last item: ") +
                (isNumber ? "unknown exception" : "no counter"),
            name);
        require(thrown.stage == 2, name);
        require(thrown.item == (isEarly ? 8 : 12), name);
        Counter next;
        requireText(run(++line, next, moves, 12).text, "", name + ", next");
        require(next.count == 12, name + ", next");
      }
  MPI_Finalize();
}
