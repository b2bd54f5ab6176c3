// Random assignments of one section of an array to another section of the same
// array, against the same call with a copy of the array as destination: 1 to 4
// dimensions, all distributions, copies, halos, permutations, storage orders,
// nowait, several objects, what arrives combined with what is there, other
// extents of one memory. The
// sections have no element in common: one dimension takes halves, or every
// other index. Arguments: seed, number of cases, small or large.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t 1 60 | FileCheck %s
// RUN: timeout 100 %mpirun 2 %t 2 60
// RUN: timeout 100 %mpirun 3 %t 3 60
// RUN: timeout 100 %mpirun 4 %t 4 80
// RUN: timeout 100 %mpirun 6 %t 5 60
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 4 %t 6 40
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t 7 60
// RUN: timeout 200 %mpirun 4 %t 8 30 large
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,1,1,2,2 timeout 100 %mpirun 5 %t 9 40
// CHECK: 60 cases, {{[0-9]}} of them refused
#include "Inputs/RandomDirective.h"

#include "redist/Accumulate.h"

/// Two sections of equal lengths without a common index; or, of a dimension
/// that need not keep them apart, any two.
static std::pair<section, section> pickPair(std::int64_t extent, bool isApart) {
  if (!isApart) {
    const std::int64_t length = pick(1, extent);
    const auto somewhere = [&] {
      return slice(pick(0, extent - length), length);
    };
    const section one = somewhere();
    return {one, somewhere()};
  }
  const std::int64_t half = extent / 2;
  const std::int64_t length = pick(half > 0 ? 1 : 0, half);
  if (chance(50))
    return {slice(0, length, 2), slice(1, length, 2)};
  const section low = slice(pick(0, half - length), length);
  const section high = chance(50) ? slice(half + pick(0, half - length), length)
                                  : slice(half + length - 1, length, -1);
  return chance(50) ? std::pair(low, high) : std::pair(high, low);
}

struct OwnCase {
  Side side;
  redistribution what{};
  bool isNowait = false, combines = false;
  std::int64_t room = 0; ///< elements, more than a rank's part needs
  std::string text;
};

static OwnCase pickOwn(int number, bool isLarge) {
  OwnCase one;
  const auto dimensions = static_cast<std::size_t>(pick(1, isLarge ? 2 : 4));
  const std::int64_t longest = longestFor(dimensions, isLarge, 8);
  // A square, so that all permutations fit.
  const std::int64_t extent = pick(isLarge ? longest : 2, longest);
  const bool isPermuted = chance(40);
  one.side.extents.assign(dimensions, extent);
  one.side.sections.assign(dimensions, whole(extent));
  pickLayout(one.side, sizeOf());
  one.side.told.has_halo = chance(40);
  one.side.told.width_count = one.side.told.has_halo ? dimensions : 0;
  one.room = 1;
  for (std::size_t k = 0; k < dimensions; ++k) {
    if (one.side.told.has_halo)
      one.side.told.widths[k] = {pick(0, 2), pick(0, 2)};
    one.room *= extent + 4;
  }
  const std::size_t apart = static_cast<std::size_t>(
      pick(0, static_cast<std::int64_t>(dimensions) - 1));
  redistribution &what = one.what;
  what.dimension_count = what.target_section_count = dimensions;
  what.has_target_sections = true;
  const std::int64_t length = pick(1, extent / 2);
  for (std::size_t k = 0; k < dimensions; ++k) {
    auto [from, to] = pickPair(extent, k == apart);
    if (isPermuted)
      from.length = to.length = std::min(length, from.length);
    what.source_sections[k] = from;
    what.target_sections[k] = to;
    what.source_extents[k] = what.target_extents[k] = extent;
    // Numbered in another way, all indices may share memory.
    if (one.side.told.dimensions[k].kind == distribution_kind::undistributed &&
        chance(20))
      what.target_extents[k] += pick(1, 3);
  }
  if (isPermuted) {
    std::int64_t least = extent;
    for (std::size_t k = 0; k < dimensions; ++k)
      least = std::min(least, what.source_sections[k].length);
    for (std::size_t k = 0; k < dimensions; ++k) {
      what.source_sections[k].length = what.target_sections[k].length = least;
      what.permutation[k] = static_cast<int>(dimensions - 1 - k);
    }
    what.is_permuted = true;
    what.permutation_count = dimensions;
  }
  what = what.from(one.side.told).to(one.side.told);
  if (chance(30))
    what = what.stored(storage_order::column);
  one.isNowait = chance(40);
  one.combines = chance(30);
  one.text = "case " + std::to_string(number);
  return one;
}

/// Equal on ranks that hold copies of the same part.
template <typename T>
static std::vector<T> filled(const OwnCase &one, int object) {
  std::int64_t number = object;
  for (const std::int64_t coordinate : one.side.coordinates(rankOf()))
    number = number * 31 + coordinate;
  std::vector<T> result(static_cast<std::size_t>(one.room));
  for (std::size_t i = 0; i < result.size(); ++i)
    result[i] = static_cast<T>(number * 7919 + static_cast<std::int64_t>(i));
  return result;
}

struct Weighted {
  template <typename T> T operator()(const T &a, const T &b) const {
    return static_cast<T>(3 * a + b);
  }
};

template <typename From, typename To>
static void assign(const OwnCase &one, From from, To to) {
  Weighted op;
  if (one.combines && one.isNowait) {
    request under =
        start_accumulate_into(at(17), one.what, MPI_COMM_WORLD, op, from, to);
    wait(under);
  } else if (one.combines) {
    accumulate_into(at(17), one.what, MPI_COMM_WORLD, op, from, to);
  } else if (one.isNowait) {
    request under =
        start_redistribute_into(at(17), one.what, MPI_COMM_WORLD, from, to);
    wait(under);
  } else {
    redistribute_into(at(17), one.what, MPI_COMM_WORLD, from, to);
  }
}

static void run(const OwnCase &one) {
  auto a = filled<std::int64_t>(one, 1);
  auto b = filled<std::int16_t>(one, 2);
  auto wantedA = a;
  auto wantedB = b;
  assign(one, objects(std::as_const(a).data(), std::as_const(b).data()),
         objects(wantedA.data(), wantedB.data()));
  assign(one, objects(a.data(), b.data()), objects(a.data(), b.data()));
  require(a == wantedA && b == wantedB,
          one.text + ": not as into another array");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  generator.seed(static_cast<std::uint64_t>(std::atoll(argv[1])));
  const int count = std::atoi(argv[2]);
  const bool isLarge = argc > 3 && std::string(argv[3]) == "large";
  int refused = 0;
  for (int number = 0; number < count; ++number) {
    const OwnCase one = pickOwn(number, isLarge);
    try {
      run(one);
    } catch (const redist::error &e) {
      // A halo may be wider than the parts are.
      require(std::string(e.what()).find("halo") != std::string::npos,
              one.text + ": " + e.what());
      ++refused;
    }
  }
  if (rankOf() == 0)
    std::printf("%d cases, %d of them refused\n", count, refused);
  MPI_Finalize();
}
