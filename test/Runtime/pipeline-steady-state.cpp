// Once a pipeline flows, its links allocate nothing: small items, vectors that
// are moved into a link, strings and structures that are copied; dealt stages,
// and items that `continue` has ended. Memory does not grow with items either.
// A million of them arrive in order.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t
// RUN: timeout 100 %mpirun 2 %t
// RUN: timeout 100 %mpirun 4 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t
#include "Inputs/PipelineCheck.h"

#include <cstdint>
#include <new>
#include <vector>

static long allocations = 0;

// GCC 12 warns of allocations and frees that it has inlined unevenly.
[[gnu::noinline]] void *operator new(std::size_t size) {
  ++allocations;
  if (void *memory = std::malloc(size ? size : 1))
    return memory;
  throw std::bad_alloc();
}
void *operator new[](std::size_t size) { return ::operator new(size); }
[[gnu::noinline]] void operator delete(void *memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void *memory) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete(void *memory, std::size_t) noexcept {
  std::free(memory);
}
[[gnu::noinline]] void operator delete[](void *memory, std::size_t) noexcept {
  std::free(memory);
}

using namespace redist;

/// Of this process, in kB.
static long residentSize() {
  long size = 0, resident = 0;
  if (std::FILE *const file = std::fopen("/proc/self/statm", "r")) {
    if (std::fscanf(file, "%ld %ld", &size, &resident) != 2)
      resident = 0;
    std::fclose(file);
  }
  return 4 * resident;
}

struct Table {
  std::int64_t rows[200]; // more than a small item has
};

/// Allocations in the calls of all items of the second half.
struct Counts {
  /// What is made once may be made late: memory of the packets in flight, which
  /// are few where the next stage is fast.
  static constexpr long most = 16;

  long made = 0, atItem = -1;
  template <class Call> void during(int item, bool counts, Call call) {
    const long before = allocations;
    call();
    if (counts && allocations != before) {
      made += allocations - before;
      atItem = item;
    }
  }
};

/// Three stages; `make(i)` and `look(value, i)` allocate as they like.
template <class Value, class Make, class Look>
static Counts flow(int line, int items, bool isDealt, Make make, Look look) {
  const int warm = items / 2;
  const pipeline_stage any = pipeline_stage().work(1).data(1);
  const directive where = pipelineAt(line);
  pipeline_run run(where, pipeline().bandwidth(1e9),
                   {any, isDealt ? any.replicate(2) : any, any},
                   MPI_COMM_WORLD);
  Counts counts;
  long seen = 0;
  run.keep(3, seen);
  Value value{}; // with memory from item to item, where it has any
  try {
    run.start();
    for (int i = 0; i < items; ++i) {
      const bool isWarm = i >= warm;
      const auto call = [&](auto what) { counts.during(i, isWarm, what); };
      pipeline_item item(run);
      bool begins = false;
      call([&] { begins = item.begins(); });
      if (!begins)
        continue;
      if (item.runs(1)) {
        if (i % 7 == 3)
          continue;
        make(value, i);
      }
      call([&] { item.pass(1, value); });
      if (item.runs(2) && i % 7 == 5)
        continue;
      call([&] { item.pass(2, value); });
      if (item.runs(3)) {
        look(value, i);
        ++seen;
      }
      call([&] { item.ends(value); });
    }
  } catch (...) {
    run.fail();
  }
  run.finish();
  require(seen == items - (items + 3) / 7 - (items + 1) / 7, "items");
  return counts;
}

template <class Value, class Make, class Look>
static void requireNone(const std::string &name, Make make, Look look) {
  static int line = 0;
  for (const bool isDealt : {false, true}) {
    if (isDealt && sizeOf() < 4)
      continue; // two replicas stand between two ranks
    const Counts counts = flow<Value>(++line, 2000, isDealt, make, look);
    require(
        counts.made <= Counts::most,
        name + (isDealt ? ", dealt: " : ": ") + std::to_string(counts.made) +
            " allocations, the last for item " + std::to_string(counts.atItem));
  }
}

static void numbers() {
  requireNone<int>(
      "number", [](int &value, int i) { value = i; },
      [](int value, int i) { require(value == i, "number"); });
  requireNone<Table>(
      "table", [](Table &value, int i) { value.rows[199] = i; },
      [](const Table &value, int i) {
        require(value.rows[199] == i, "table");
      });
}

static void memory() {
  for (const int size : {100, 20000}) {
    const auto bytes = static_cast<std::size_t>(size);
    requireNone<std::string>(
        "string of " + std::to_string(size),
        [=](std::string &value, int i) {
          value.assign(bytes, static_cast<char>('a' + i % 26));
        },
        [=](const std::string &value, int i) {
          require(value.size() == bytes && value.back() == 'a' + i % 26,
                  "string");
        });
    requireNone<std::vector<short>>(
        "vector of " + std::to_string(size),
        [=](std::vector<short> &value, int i) {
          value.assign(bytes, static_cast<short>(i));
        },
        [=](const std::vector<short> &value, int i) {
          require(value.size() == bytes && value.back() == i, "vector");
        });
  }
}

static void manyItems() {
  long order = 0;
  constexpr int items = 1000000;
  const Counts counts = flow<std::int64_t>(
      1000, items, false, [](std::int64_t &value, int i) { value = i; },
      [&](std::int64_t value, int i) { order += value == i ? 0 : 1; });
  require(order == 0, "a million items");
  require(counts.made <= Counts::most, "a million items");
}

/// 2 GB in all.
static void muchMemory() {
  constexpr std::size_t bytes = 400000;
  const auto send = [&](int items) {
    flow<std::vector<char>>(
        2000, items, false,
        [&](std::vector<char> &value, int i) {
          value.resize(bytes);
          value.back() = static_cast<char>(i);
        },
        [&](const std::vector<char> &value, int i) {
          require(value.back() == static_cast<char>(i), "large items");
        });
  };
  send(200);
  const long before = residentSize();
  send(5000);
  const long grown = residentSize() - before;
  require(grown < 10000,
          "memory has grown by " + std::to_string(grown) + " kB");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  numbers();
  memory();
  manyItems();
  muchMemory();
  MPI_Finalize();
}
