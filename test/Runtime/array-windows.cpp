// Storage of arrays lies where the other ranks of a node see it, and is copied
// from there: in place, into other arrays and into vectors, of all sizes, in
// turn with what goes by rings and messages; ranks read from each other's
// arrays, or write to them. Nothing of it is left behind, it may outlive MPI,
// and it is not used where any rank has REDIST_SHARED_MEMORY=0.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include -I%source_dir/runtime %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t
// RUN: timeout 100 %mpirun 2 %t
// RUN: timeout 100 %mpirun 4 %t
// RUN: timeout 100 %mpirun 7 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 3 %t
// RUN: env REFUSING_RANK=1 timeout 100 %mpirun 3 %t
#include "Support/CacheSize.h"
#include "Inputs/ArrayCheck.h"

#include <unistd.h>

#include <array>
#include <fstream>
#include <optional>

using namespace redist;
using Vector = redist::array<double, 1>;

/// Kilobytes of shared segments of ours that are in memory.
static long sharedKilobytes() {
  std::ifstream maps("/proc/self/smaps");
  long total = 0;
  bool isOurs = false;
  for (std::string line; std::getline(maps, line);) {
    if (line.find('-') < line.find(' '))
      isOurs = line.find("/redist-") != std::string::npos;
    if (isOurs && line.rfind("Rss:", 0) == 0)
      total += std::atol(line.c_str() + 4);
  }
  return total;
}

static void inPlace(std::int64_t n, int size) {
  const layout layouts[] = {
      layout({block()}).onto({size}), layout({cyclic()}).onto({size}),
      layout({cyclic(3)}).onto({size}), layout({cyclic(64)}).onto({size}),
      layout({cyclic(5)}).onto({(size + 1) / 2}).at(size / 2)};
  Vector a({n}, layouts[0]);
  fillByIndex(a);
  for (const layout &to : layouts) {
    a.redistribute(to);
    checkByIndex(a, "in place");
    for (const layout &other : layouts) {
      Vector b({n}, other);
      redistribute_into(at(1), redistribution({whole(n)}).from(to).to(other),
                        MPI_COMM_WORLD, objects(a), objects(b));
      checkByIndex(b, "into an array");
      a.for_each([](const auto &, double &value) { value = -1; });
      redistribute_into(at(2), redistribution({whole(n)}).from(other).to(to),
                        MPI_COMM_WORLD, objects(b), objects(a));
      checkByIndex(a, "and back");
    }
  }
}

/// Every rank changes its source as soon as its own call has returned, and is
/// late in turn.
static void changesAtOnce(int size) {
  const std::int64_t n = 5000;
  const layout from = layout({block()}).onto({size});
  const layout to = layout({cyclic()}).onto({size});
  Vector a({n}, from), b({n}, to);
  for (int i = 0; i < 200; ++i) {
    a.for_each([&](const auto &index, double &value) {
      value = static_cast<double>(index[0] + i);
    });
    if (i % 50 == rankOf())
      usleep(2000);
    redistribute_into(at(3), redistribution({whole(n)}).from(from).to(to),
                      MPI_COMM_WORLD, objects(a), objects(b));
    a.fill(-5);
    bool right = true;
    b.for_each([&](const auto &index, double value) {
      right = right && value == static_cast<double>(index[0] + i);
    });
    require(right, "a source that is changed after the call");
  }
}

/// Arrays and vectors in one directive are not seen by others.
static void mixed(int size) {
  const std::int64_t n = 30011;
  const layout from = layout({cyclic(3)}).onto({size});
  const layout to = layout({cyclic(7)}).onto({size});
  Vector a({n}, from);
  fillByIndex(a);
  std::vector<double> v(a.begin(), a.end());
  redistribute(at(4), redistribution({whole(n)}).from(from).to(to),
               MPI_COMM_WORLD, a, v);
  checkByIndex(a, "beside a vector");
  require(std::equal(v.begin(), v.end(), a.begin(), a.end()),
          "a vector beside an array");
  std::vector<double> taken;
  redistribute_into(at(5), redistribution({whole(n)}).from(to).to(from),
                    MPI_COMM_WORLD, objects(a), objects(taken));
  Vector expected({n}, from);
  fillByIndex(expected);
  require(
      std::equal(taken.begin(), taken.end(), expected.begin(), expected.end()),
      "a vector from an array");
  const Vector copied = a.copy();
  const std::vector<double> whole = copied.gather(size - 1);
  for (std::size_t i = 0; i < whole.size(); ++i)
    require(whole[i] == valueAt<double>(std::array<std::int64_t, 1>{
                            static_cast<std::int64_t>(i)}),
            "what is gathered");
}

/// Long runs of what no cache holds: ranks write to each other's arrays, from
/// arrays and from vectors; vectors are not written to.
static void beyondCaches(int size) {
  constexpr std::int64_t most = std::int64_t{256} << 20;
  const std::int64_t bytes = redist::runtime::lastLevelCacheBytes();
  if (bytes > most)
    return;
  const std::int64_t n = bytes / 16 + 1009; // two of them are more
  const layout from = layout({cyclic(128)}).onto({size});
  const layout to = layout({cyclic(192)}).onto({size});
  const auto there = redistribution({whole(n)}).from(from).to(to);
  Vector a({n}, from), b({n}, to);
  fillByIndex(a);
  std::vector<double> v(a.begin(), a.end());
  redistribute_into(at(6), there, MPI_COMM_WORLD, objects(a), objects(b));
  checkByIndex(b, "long runs of an array");
  b.fill(-1);
  redistribute_into(at(7), there, MPI_COMM_WORLD, objects(v), objects(b));
  checkByIndex(b, "long runs of a vector");
  redistribute_into(at(8), redistribution({whole(n)}).from(to).to(from),
                    MPI_COMM_WORLD, objects(b), objects(v));
  require(std::equal(v.begin(), v.end(), a.begin(), a.end()),
          "long runs into a vector");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  // Before the first directive, as a launcher would.
  const char *const refusing = std::getenv("REFUSING_RANK");
  if (refusing && std::atoi(refusing) == rankOf())
    setenv("REDIST_SHARED_MEMORY", "0", 1);
  const int size = sizeOf();
  const char *const asked = std::getenv("REDIST_SHARED_MEMORY");
  const bool isShared =
      size > 1 && !refusing && !(asked && std::string(asked) == "0");
  for (const std::int64_t n : {0, 1, 17, 10000, 400009})
    inPlace(n, size);
  changesAtOnce(size);
  mixed(size);
  beyondCaches(size);

  MPI_Barrier(MPI_COMM_WORLD); // what others give back is gone here, too
  const long before = sharedKilobytes();
  const std::int64_t n = 1 << 20;
  std::optional<Vector> late;
  {
    Vector a({n}, layout({block()}).onto({size}));
    fillByIndex(a);
    const long during = sharedKilobytes();
    require((during - before >= n * 8 / 1024 / size - 64) == isShared,
            "storage where others see it, or not");
    a.redistribute(layout({cyclic()}).onto({size}));
    late = a.copy();
  }
  MPI_Barrier(MPI_COMM_WORLD);
  require(sharedKilobytes() - before < 2 * n * 8 / 1024 / size,
          "storage is given back");
  MPI_Finalize();
  late->for_each([](const auto &index, double value) {
    require(value == valueAt<double>(index), "an array after MPI_Finalize");
  });
  late.reset();
  require(sharedKilobytes() == 0, "segments at the end");
}
