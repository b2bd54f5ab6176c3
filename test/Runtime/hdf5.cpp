// redist::hdf5: arrays of any layout, order and type in datasets, which other
// ranks read in other layouts and which the tools of HDF5 understand. What goes
// wrong is the same error on every rank, and leaves no half of a file or
// dataset.
// REQUIRES: runtime, hdf5, hdf5-tools
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include %s -L%build_dir/lib %hdf5 -o %t
// RUN: cd %t.d && timeout 90 %mpirun 1 %t first both
// RUN: cd %t.d && timeout 90 %mpirun 4 %t second both
// RUN: cd %t.d && timeout 90 %mpirun 3 %t first read
// RUN: cd %t.d && timeout 90 %mpirun 5 %t second read
// RUN: cd %t.d && timeout 90 %mpirun 4 %t errors
// RUN: cd %t.d && h5dump -a copies/redist_layout second.h5 | FileCheck %s
// CHECK: (0): "*, * onto(copies(4))"
// Written in layouts of 1 and of 4 ranks: only the attributes that say so
// differ, and what h5diff takes for a part of a long double and is none.
// RUN: cd %t.d && not h5diff first.h5 second.h5 > %t.differences
// RUN: grep '^\(dataset\|attribute\)' %t.differences | sort -u > %t.named
// RUN: not grep -v 'redist_layout\|long double' %t.named
// RUN: not ls %t.d/*.redist-*
#include "Inputs/ArrayCheck.h"

#include "redist/hdf5.h"

#include <sys/resource.h>
#include <sys/stat.h>

#include <complex>
#include <csignal>
#include <filesystem>
#include <fstream>

using namespace redist;

struct Particle {
  char kind;
  std::array<double, 3> place;
  std::complex<float> phase;
  short tags[2][2];
  bool isFixed;
  double scratch; ///< not in files
};
template <> struct redist::hdf5::structure<Particle> {
  static std::vector<field> fields() {
    return {member("kind", &Particle::kind), member("place", &Particle::place),
            member("phase", &Particle::phase), member("tags", &Particle::tags),
            member("fixed", &Particle::isFixed)};
  }
};

/// A layout for any number of dimensions and ranks, different for each `seed`.
template <std::size_t D>
static layout layoutOf(const std::array<std::int64_t, D> &extents, int seed,
                       std::vector<std::int64_t> &sizes) {
  const int size = sizeOf();
  layout result;
  result.dimension_count = D;
  const std::size_t dealt = static_cast<std::size_t>(seed) % D;
  const std::size_t other = (dealt + 1) % D;
  switch (seed % 5) {
  case 0:
    result.dimensions[dealt] = cyclic(1 + seed % 3);
    return result.onto({size});
  case 1:
    result.dimensions[dealt] = block();
    return result.onto({1}).at(size - 1);
  case 2:
    sizes.assign(static_cast<std::size_t>(size), 0);
    for (std::int64_t i = 0; i < extents[dealt]; ++i)
      ++sizes[static_cast<std::size_t>(i * i % 7 % size)];
    result.dimensions[dealt] = gen_block(sizes);
    return result.onto({size});
  case 3:
    if (D > 1) {
      result.dimensions[dealt] = cyclic(2);
      result.dimensions[other] = cyclic(3);
      return dealt < other
                 ? result.onto({size / 2 + size % 2, size > 1 ? 2 : 1}).at(0)
                 : result.onto({1, size});
    }
    [[fallthrough]];
  default:
    result.dimensions[dealt] = block();
    return result.onto({size});
  }
}

static bool fits(const layout &given) {
  std::int64_t product = 1;
  for (std::size_t i = 0; i < given.grid_count; ++i)
    product *= given.grid[i];
  return product + given.first_rank <= sizeOf();
}

template <typename T, std::size_t D>
static void thereAndBack(const std::string &name, const std::string &file,
                         bool isWritten,
                         const std::array<std::int64_t, D> &extents) {
  for (int seed = 0; seed < 30; ++seed) {
    std::vector<std::int64_t> sizes;
    const layout given = layoutOf(extents, seed, sizes);
    if (!fits(given))
      continue;
    redist::array<T, D> a(extents, given, MPI_COMM_WORLD,
                          seed % 2 == 0 ? storage_order::row
                                        : storage_order::column);
    // Written again and again, and read behind each.
    if (isWritten && seed % 3 == 0) {
      fillByIndex(a);
      hdf5::write(a, file, name);
    }
    a.fill(T());
    hdf5::read(a, file, name);
    checkByIndex(a, name);
  }
}

static void particles(const std::string &file, bool isWritten) {
  redist::array<Particle, 1> a({101}, layout({cyclic(3)}).onto({sizeOf()}));
  const auto made = [](std::int64_t i) {
    Particle p{};
    p.kind = static_cast<char>(i);
    p.place = {1.0 * i, 2.0 * i, -0.5 * i};
    p.phase = {1.0F * static_cast<float>(i), -1};
    p.tags[1][0] = static_cast<short>(3 * i);
    p.isFixed = i % 3 == 0;
    return p;
  };
  if (isWritten) {
    a.for_each([&](const auto &index, Particle &p) { p = made(index[0]); });
    hdf5::write(a, file, "lists/of/particles");
  }
  a.redistribute(layout({block()}).onto({1}));
  a.fill(Particle{});
  hdf5::read(a, file, "/lists/of//particles");
  a.for_each([&](const auto &index, const Particle &p) {
    const Particle q = made(index[0]);
    require(p.kind == q.kind && p.place == q.place && p.phase == q.phase &&
                p.tags[1][0] == q.tags[1][0] && p.isFixed == q.isFixed,
            "a particle is wrong");
  });
}

/// Any of the ranks that hold an element writes it; all of them read it.
static void copiesOfEach(const std::string &file, bool isWritten) {
  redist::array<int, 2> a(
      {3, 4},
      layout({undistributed(), undistributed()}).onto({copies(sizeOf())}));
  if (isWritten) {
    fillByIndex(a);
    hdf5::write(a, file, "copies");
  }
  a.fill(0);
  hdf5::read(a, file, "copies");
  require(a.size() == 12, "each rank has all");
  a.for_each([](const auto &index, const int &value) {
    require(value == valueAt<int>(index), "a copy is wrong");
  });
}

static void errors() {
  namespace fs = std::filesystem;
  redist::array<double, 2> a(
      {6, 500}, layout({cyclic(), undistributed()}).onto({sizeOf()}));
  fillByIndex(a);
  const auto startsWith = [](const std::string &expected, auto call) {
    const std::string found = errorOf(call);
    require(found.rfind(expected, 0) == 0,
            "expected '" + expected + "...', found '" + found + "'");
    // Each rank has thrown the same.
    std::string first = found;
    first.resize(2000);
    MPI_Bcast(first.data(), 2000, MPI_CHAR, 0, MPI_COMM_WORLD);
    std::string own = found;
    own.resize(2000);
    require(first == own, "the error differs from that of rank 0: " + found);
  };
  const std::string read = "redist::hdf5::read: ",
                    write = "redist::hdf5::write: ";
  hdf5::write(a, "right.h5", "group/a");
  const auto size = fs::file_size("right.h5");
  MPI_Barrier(MPI_COMM_WORLD);
  startsWith(read + "cannot open 'gone.h5' for dataset 'a': there is no such "
                    "regular file",
             [&] { hdf5::read(a, "gone.h5", "a"); });
  if (sizeOf() > 1) {
    const bool isLast = rankOf() == sizeOf() - 1;
    startsWith(write + "the dataset differs between ranks: it is 'w' on rank 0",
               [&] {
                 hdf5::write(a, "right.h5",
                             isLast ? "some/deep/group/of/this/file" : "w");
               });
    startsWith(write + "the path differs between ranks: it is 'new.h5' on "
                       "rank 0",
               [&] { hdf5::write(a, isLast ? "b.h5" : "new.h5", "w"); });
    startsWith(read + "the dataset differs between ranks: it is 'group/a' on "
                      "rank 0",
               [&] { hdf5::read(a, "right.h5", isLast ? "w" : "group/a"); });
    require(!fs::exists("new.h5") && !fs::exists("b.h5"), "a file was written");
  }
  startsWith(read + "'right.h5' has no dataset 'b'",
             [&] { hdf5::read(a, "right.h5", "b"); });
  startsWith(read + "'right.h5' has no dataset 'b/c'",
             [&] { hdf5::read(a, "right.h5", "b/c"); });
  startsWith(read + "'group' of 'right.h5' is no dataset",
             [&] { hdf5::read(a, "right.h5", "group"); });
  startsWith(write + "'group' of 'right.h5' is no dataset",
             [&] { hdf5::write(a, "right.h5", "group"); });
  startsWith(write + "'group/a' of 'right.h5' is no group",
             [&] { hdf5::write(a, "right.h5", "group/a/b"); });
  for (const std::string name : {"", "/", "a/", ".", "a/./b"})
    startsWith(write + "'" + name +
                   "' cannot be the name of a dataset of 'new.h5'",
               [&] { hdf5::write(a, "new.h5", name); });
  redist::array<double, 2> other({500, 6},
                                 layout({block(), undistributed()}).onto({1}));
  startsWith(read + "dataset 'group/a' of 'right.h5' has 6 x 500 elements, but "
                    "the array has 500 x 6",
             [&] { hdf5::read(other, "right.h5", "group/a"); });
  redist::array<float, 2> floats({6, 500},
                                 layout({block(), undistributed()}).onto({1}));
  startsWith(read + "dataset 'group/a' of 'right.h5' has elements of type "
                    "float64, not float32",
             [&] { hdf5::read(floats, "right.h5", "group/a"); });
  redist::array<Particle, 2> structures(
      {6, 500}, layout({block(), undistributed()}).onto({1}));
  startsWith(read + "dataset 'group/a' of 'right.h5' has elements of type "
                    "float64, not {kind: int8, place: float64[3], phase: {r: "
                    "float32, i: float32}, tags: int16[2][2], fixed: bool}",
             [&] { hdf5::read(structures, "right.h5", "group/a"); });
  if (rankOf() == 0) {
    std::ofstream("text.h5") << "this is no file of HDF5";
    fs::create_directory("folder");
    require(mkfifo("pipe", 0600) == 0, "a pipe");
    fs::create_symlink("right.h5", "link.h5");
    fs::create_symlink("folder/new.h5", "to-nothing.h5");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  startsWith(read + "cannot open 'text.h5' for dataset 'a': ",
             [&] { hdf5::read(a, "text.h5", "a"); });
  startsWith(write + "cannot open 'text.h5' for dataset 'a': ",
             [&] { hdf5::write(a, "text.h5", "a"); });
  require(fs::file_size("text.h5") == 23, "a file of others stays");
  for (const std::string name : {"folder", "pipe", "/dev/null"})
    startsWith(write + "cannot write '" + name + "': it is no regular file",
               [&] { hdf5::write(a, name, "a"); });
  startsWith(write + "cannot open '", [&] { hdf5::write(a, "no/x.h5", "a"); });
  require(fs::file_size("right.h5") == size, "errors write nothing");
  // Links are followed, to what is there and to what is not there yet.
  hdf5::write(a, "link.h5", "b");
  hdf5::write(a, "to-nothing.h5", "b");
  MPI_Barrier(MPI_COMM_WORLD);
  require(fs::is_symlink("link.h5") && fs::is_symlink("to-nothing.h5") &&
              fs::exists("folder/new.h5"),
          "links");
  a.fill(0);
  hdf5::read(a, "right.h5", "b");
  checkByIndex(a, "written through a link");

  // No room: the old dataset stays, and of a new file nothing does. The limit
  // is one of each process.
  std::signal(SIGXFSZ, SIG_IGN);
  rlimit limit{};
  getrlimit(RLIMIT_FSIZE, &limit);
  const rlimit old = limit;
  const auto before = fs::file_size("right.h5");
  limit.rlim_cur = 9000;
  setrlimit(RLIMIT_FSIZE, &limit);
  a.fill(-1);
  startsWith(write + "cannot write dataset 'c' of 'full.h5': ",
             [&] { hdf5::write(a, "full.h5", "c"); });
  startsWith(write + "cannot write dataset 'b' of 'right.h5': ",
             [&] { hdf5::write(a, "right.h5", "b"); });
  setrlimit(RLIMIT_FSIZE, &old);
  require(!fs::exists("full.h5"), "no half of a new file");
  require(fs::file_size("right.h5") >= before, "the old file");
  hdf5::read(a, "right.h5", "b");
  checkByIndex(a, "the old dataset stays");

  // One rank alone can open nothing: HDF5 would wait for it.
  getrlimit(RLIMIT_NOFILE, &limit);
  const rlimit files = limit;
  limit.rlim_cur = rankOf() == 1 ? 3 : limit.rlim_cur;
  setrlimit(RLIMIT_NOFILE, &limit);
  const std::string cannotOpen = "cannot open 'right.h5' for dataset 'b': ";
  startsWith(write + cannotOpen, [&] { hdf5::write(a, "right.h5", "b"); });
  startsWith(read + cannotOpen, [&] { hdf5::read(a, "right.h5", "b"); });
  setrlimit(RLIMIT_NOFILE, &files);
  hdf5::read(a, "right.h5", "b");
  checkByIndex(a, "after one rank could not open it");
  MPI_Barrier(MPI_COMM_WORLD);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const std::string what = argv[1];
  if (what == "errors") {
    errors();
  } else {
    const bool isWritten = std::string(argv[2]) == "both";
    const std::string file = what + ".h5";
    thereAndBack<int, 1>("int", file, isWritten, {{1001}});
    thereAndBack<double, 2>("double", file, isWritten, {{30, 17}});
    thereAndBack<std::complex<float>, 3>("complex", file, isWritten,
                                         {{2, 13, 5}});
    thereAndBack<bool, 1>("bool", file, isWritten, {{10}});
    thereAndBack<unsigned char, 4>("uint8", file, isWritten, {{3, 2, 4, 5}});
    thereAndBack<long double, 1>("long double", file, isWritten, {{50}});
    thereAndBack<std::uint16_t, 2>("empty", file, isWritten, {{0, 3}});
    particles(file, isWritten);
    copiesOfEach(file, isWritten);
  }
  MPI_Finalize();
}
