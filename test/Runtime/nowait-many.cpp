// What a call costs does not grow with the requests that are pending: it looks
// at a few of those under way, in turn, at none that are done, and at the
// memory of those alone that it touches. Looks are counted, on operations that
// do nothing; then 800 real requests of both kinds are pending at once.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++20 -O1 -I%source_dir/include -I%source_dir/runtime %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 2 %t threads
#include "Inputs/Check.h"

#include "redist/Reduce.h"

#include "Communicator/CommunicatorState.h"
#include "Progress/Progress.h"
#include "Support/ItemMemory.h"

#include <cstring>
#include <memory>

using namespace redist;
using runtime::MemoryRange;

/// Moves nothing, is done when it is told so, and counts who looks at it.
class CountedOperation final : public runtime::Operation {
public:
  CountedOperation(runtime::CommunicatorState &owner, MemoryRange ownMemory,
                   MemoryRange usedSource)
      : Operation(owner, runtime::Recorder(0, {})), memory(ownMemory),
        source(usedSource) {
    file = "app.cpp";
  }

  MemoryRange memory, source;
  int looks = 0;
  mutable int comparisons = 0;
  bool mayEnd = false;

  const char *noun() const override { return "redistribution"; }
  void launch(int, runtime::Recorder *) override {}
  void appendMemory(runtime::TouchedMemory &touched) const override {
    touched.read.push_back(source);
    touched.written.push_back(memory);
  }
  bool conflictsWith(std::span<const detail::object_entry>, std::int64_t,
                     std::int64_t) const override {
    ++comparisons;
    return true;
  }
  bool conflictsWith(std::span<const detail::memory_row> rows) const override {
    ++comparisons;
    const detail::memory_row own{
        memory.begin, static_cast<std::size_t>(memory.end - memory.begin), 1,
        0};
    return runtime::shareMemory({&own, 1}, rows);
  }
  void complete() override {}

private:
  bool poll() override {
    ++looks;
    return mayEnd;
  }
};

/// Operations that are under way, each with a part of one array.
class Pending {
public:
  Pending(runtime::CommunicatorState &state, int count)
      : storage(static_cast<std::size_t>(count)) {
    for (double &one : storage)
      operations.push_back(std::make_unique<CountedOperation>(
          state, MemoryRange::of(&one, sizeof one),
          MemoryRange::of(&source, sizeof source)));
    for (const auto &one : operations)
      progress.start(*one, 0, false);
    for (const auto &one : operations)
      one->looks = 0;
  }

  runtime::Progress progress;
  double source = 0; ///< of all of them
  std::vector<double> storage;
  std::vector<std::unique_ptr<CountedOperation>> operations;

  int looks() const {
    int all = 0;
    for (const auto &one : operations)
      all += one->looks;
    return all;
  }
  int comparisons() const {
    int all = 0;
    for (const auto &one : operations)
      all += one->comparisons;
    return all;
  }
  const runtime::Operation *userOf(const double *first, std::int64_t count) {
    const detail::memory_row row{
        reinterpret_cast<const std::byte *>(first),
        sizeof *first * static_cast<std::size_t>(count), 1, 0};
    return progress.findConflict({&row, 1});
  }
  const runtime::Operation *readerOf(const double *from, double *to) {
    detail::object_entry entry;
    entry.element_size = sizeof *from;
    entry.source = from;
    entry.target = to;
    return progress.findConflict({&entry, 1}, 1, 1);
  }
};

constexpr int most = 32; ///< looks of one call

static void looksAtFewInTurn(runtime::CommunicatorState &state, int count) {
  Pending all(state, count);
  int calls = 1;
  while (!all.progress.advance()) {
    require(all.looks() <= calls * most, "looks at too many at once");
    ++calls;
  }
  for (const auto &one : all.operations)
    require(one->looks == 1, "each has its turn in a round");

  // What waits for one looks at it each time, and at a few others.
  CountedOperation &last = *all.operations.back();
  last.mayEnd = true;
  all.progress.waitFor(last);
  require(last.isDone && all.looks() <= count + most, "waits for one alone");
  require(all.progress.isIdle() == (count == 1), "others are under way");

  for (const auto &one : all.operations)
    one->mayEnd = true;
  while (!all.progress.isIdle())
    all.progress.advance();
  const int looks = all.looks();
  all.progress.advance();
  require(all.looks() == looks, "looks at what is done");
  require(all.progress.hasPending(), "nobody has waited for them");
  for (std::size_t i = 0; i < all.operations.size(); ++i) {
    require(all.progress.findPending(nullptr) == all.operations[i].get(),
            "the first one that is pending");
    all.progress.waitFor(*all.operations[i]);
    all.progress.remove(*all.operations[i]);
  }
  require(!all.progress.hasPending() && all.looks() == looks, "all are gone");
}

static void comparesWhatIsTouched(runtime::CommunicatorState &state,
                                  int count) {
  Pending all(state, count);
  const double other = 0;
  require(!all.userOf(&other, 1) && all.comparisons() == 0,
          "compares with nothing");
  double target = 0;
  require(!all.readerOf(&all.source, &target) && all.comparisons() == 0,
          "all read one source");
  require(all.readerOf(&other, &all.source) == all.operations[0].get() &&
              all.readerOf(&all.storage[0], &target) == all.operations[0].get(),
          "what is read must not be written, nor the other way");
  for (const auto &one : all.operations)
    one->comparisons = 0;
  const auto middle = static_cast<std::size_t>(count / 2);
  const std::int64_t touched = std::min(3, count);
  require(all.userOf(&all.storage[middle], touched) ==
              all.operations[middle].get(),
          "the first user");
  require(all.comparisons() <= 3, "compares with what it touches");
  for (std::size_t i = 0; i < all.operations.size(); i += 2)
    all.progress.remove(*all.operations[i]);
  require(!all.userOf(all.storage.data(), 1), "of what is removed");
  require(all.userOf(all.storage.data(), count) ==
              (count > 1 ? all.operations[1].get() : nullptr),
          "the first one that is left");
}

static void realRequests(int count) {
  const std::int64_t n = 1000;
  const int rank = rankOf(), size = sizeOf();
  const layout from = cyclic_layout(3, size, 0), to = cyclic_layout(5, size, 0);
  const auto a = filled<double>(n, from, rank);
  std::vector<std::vector<double>> moved(static_cast<std::size_t>(count));
  std::vector<std::int64_t> sums(moved.size(), rank);
  std::vector<request> requests;
  for (std::size_t i = 0; i < moved.size(); ++i) {
    requests.push_back(start_redistribute_into(
        at(1), redistribution({whole(n)}).from(from).to(to), MPI_COMM_WORLD,
        objects(a), objects(moved[i])));
    requests.push_back(start_reduce(
        {"app.cpp", 2, "", "auto", nullptr, 0}, reduction(), MPI_COMM_WORLD,
        [](std::int64_t x, std::int64_t y) { return x + y; }, sums[i]));
  }
  for (std::size_t i = 0; i < requests.size(); ++i) // odd ones first
    wait(requests[(2 * i + 1) % (requests.size() + 1)]);
  for (const auto &one : moved)
    check(one.data(), n, to, rank, "one of many");
  for (const std::int64_t sum : sums)
    require(sum == size * (size - 1) / 2, "a sum of many");
}

int main(int argc, char **argv) {
  const bool threads = argc > 1 && std::strcmp(argv[1], "threads") == 0;
  int provided = 0;
  MPI_Init_thread(&argc, &argv,
                  threads ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE, &provided);
  if (!threads) {
    runtime::CommunicatorState &state =
        runtime::CommunicatorState::of(MPI_COMM_WORLD);
    for (const int count : {1, 100, 800}) {
      looksAtFewInTurn(state, count);
      comparesWhatIsTouched(state, count);
    }
  }
  realRequests(400);
  MPI_Finalize();
}
