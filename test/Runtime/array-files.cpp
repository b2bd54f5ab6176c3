// redist::array in files: row-major whatever the layout, of any shape, whole
// or from an offset on; what goes wrong is the same error on every rank, and
// leaves no half of a file.
// REQUIRES: runtime
// RUN: rm -rf %t.d && mkdir %t.d
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -Wno-cast-function-type -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: cd %t.d && timeout 60 %mpirun 1 %t
// RUN: cd %t.d && timeout 60 %mpirun 4 %t
// RUN: cd %t.d && timeout 60 %mpirun 7 %t
// RUN: not ls %t.d/*.redist-*
#include "Inputs/ArrayCheck.h"

#include <sys/stat.h>

#include <filesystem>
#include <fstream>
#include <random>

using namespace redist;

/// What the file of the array must be.
template <typename T, std::size_t D>
static std::vector<T> expectedFile(const std::array<std::int64_t, D> &extents) {
  std::int64_t count = 1;
  for (const std::int64_t extent : extents)
    count *= extent;
  std::vector<T> all;
  for (std::int64_t i = 0; i < count; ++i) {
    std::array<std::int64_t, D> index;
    std::int64_t rest = i;
    for (std::size_t k = D; k-- > 0; rest /= extents[k])
      index[k] = rest % extents[k];
    all.push_back(valueAt<T>(index));
  }
  return all;
}

/// From an offset on: of a file that is not there, that is shorter, and that
/// goes on behind the array.
template <typename T, std::size_t D>
static void writeInto(const redist::array<T, D> &a,
                      const std::vector<T> &expected) {
  const std::string elements(reinterpret_cast<const char *>(expected.data()),
                             expected.size() * sizeof(T));
  const std::string more(elements.size() + 4, 'm');
  for (const std::string &before :
       {std::string(), std::string("head"), "a header " + more}) {
    if (rankOf() == 0) {
      std::filesystem::remove("into");
      if (!before.empty())
        std::ofstream("into", std::ios::binary) << before;
    }
    MPI_Barrier(MPI_COMM_WORLD);
    a.write("into", 7);
    if (rankOf() == 0) {
      std::ifstream file("into", std::ios::binary);
      const std::string found((std::istreambuf_iterator<char>(file)),
                              std::istreambuf_iterator<char>());
      std::string whole = before;
      if (!elements.empty()) {
        whole.resize(std::max(whole.size(), 7 + elements.size()));
        whole.replace(7, elements.size(), elements);
      }
      require(found == whole, "written from an offset on");
    }
    MPI_Barrier(MPI_COMM_WORLD);
  }
}

template <typename T, std::size_t D>
static void thereAndBack(const std::array<std::int64_t, D> &extents,
                         const layout &given) {
  for (const auto order : {storage_order::row, storage_order::column}) {
    redist::array<T, D> a(extents, given, MPI_COMM_WORLD, order);
    fillByIndex(a);
    a.write("file");
    const std::vector<T> expected = expectedFile<T>(extents);
    if (rankOf() == 0) {
      std::vector<T> found(expected.size() + 1);
      std::ifstream file("file", std::ios::binary);
      file.read(reinterpret_cast<char *>(found.data()),
                static_cast<std::streamsize>(found.size() * sizeof(T)));
      require(file.gcount() ==
                  static_cast<std::streamsize>(expected.size() * sizeof(T)),
              "size of the file");
      found.pop_back();
      require(found == expected, "contents of the file");
    }
    a.fill(T());
    a.read("file");
    checkByIndex(a, "read");
    // The same behind a header, and with something after it.
    if (rankOf() == 0) {
      std::ofstream file("header", std::ios::binary);
      file << "header ";
      file.write(reinterpret_cast<const char *>(expected.data()),
                 static_cast<std::streamsize>(expected.size() * sizeof(T)));
      file << "more";
    }
    MPI_Barrier(MPI_COMM_WORLD);
    a.fill(T());
    a.read("header", 7);
    checkByIndex(a, "read behind a header");
    MPI_Barrier(MPI_COMM_WORLD);
    writeInto(a, expected);
  }
}

static void errors() {
  namespace fs = std::filesystem;
  redist::array<int, 2> a({6, 5},
                          layout({cyclic(), undistributed()}).onto({sizeOf()}));
  fillByIndex(a);
  const auto startsWith = [](const std::string &expected, auto call) {
    const std::string found = errorOf(call);
    require(found.rfind(expected, 0) == 0,
            "expected '" + expected + "...', found '" + found + "'");
  };
  startsWith("redist::array::read: cannot open 'gone': ",
             [&] { a.read("gone"); });
  startsWith("redist::array::write: cannot open '",
             [&] { a.write("no/file"); });
  startsWith("redist::array::write: cannot write '.': it is no regular file",
             [&] { a.write("."); });
  a.write("right");
  if (rankOf() == 0)
    fs::copy_file("right", "short", fs::copy_options::overwrite_existing),
        fs::resize_file("short", 119);
  MPI_Barrier(MPI_COMM_WORLD);
  requireError("redist::array::read: 'short' has 119 bytes, but 6 x 5 elements "
               "of 4 bytes need 120",
               [&] { a.read("short"); });
  requireError("redist::array::read: 'right' has 120 bytes, but 6 x 5 elements "
               "of 4 bytes from byte 1 on need 120",
               [&] { a.read("right", 1); });
  requireError("redist::array::read: cannot read 'right' from byte -1 on",
               [&] { a.read("right", -1); });
  requireError("redist::array::write: cannot write 'right' from byte -1 on",
               [&] { a.write("right", -1); });
  requireError("redist::array::write: cannot write 'right' from byte "
               "9223372036854775800 on",
               [&] { a.write("right", 9223372036854775800); });
  startsWith("redist::array::write: cannot open 'no/file': ",
             [&] { a.write("no/file", 0); });
  if (sizeOf() > 1) {
    const bool isLast = rankOf() == sizeOf() - 1;
    const std::string other = isLast ? "other" : "right";
    requireError("redist::array::write: the path differs between ranks: it is "
                 "'right' on rank 0",
                 [&] { a.write(other); });
    requireError("redist::array::write: the path differs between ranks: it is "
                 "'right' on rank 0",
                 [&] { a.write(other, 0); });
    requireError("redist::array::read: the path differs between ranks: it is "
                 "'right' on rank 0",
                 [&] { a.read(other); });
    requireError("redist::array::write: the path differs between ranks: it is "
                 "'right.npy' on rank 0",
                 [&] { a.write(isLast ? "other.npy" : "right.npy"); });
    require(!fs::exists("other") && !fs::exists("other.npy") &&
                !fs::exists("right.npy"),
            "a file was written");
  }
  checkByIndex(a, "unchanged by errors");

  // What is there is replaced: its permissions and links to it stay.
  if (rankOf() == 0) {
    std::ofstream("old") << "something longer than the array would be, so that "
                            "its end would show if the file were written over, "
                            "which it must not be";
    fs::permissions("old", fs::perms::owner_read | fs::perms::owner_write);
    for (const char *left : {"link", "to-nothing", "there", "pipe", "loop"})
      fs::remove_all(left);
    fs::create_symlink("old", "link");
    // A name that could be foreseen: whoever wrote there would write elsewhere.
    std::ofstream("precious") << "what somebody keeps";
    fs::create_symlink("precious", "old.redist-unfinished");
    fs::create_symlink("there/new", "to-nothing");
    fs::create_directory("there");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  a.write("link");
  if (rankOf() == 0) {
    require(fs::is_symlink("link") && fs::file_size("old") == 120,
            "the link leads to the new file");
    require(fs::status("old").permissions() ==
                (fs::perms::owner_read | fs::perms::owner_write),
            "permissions");
    require(fs::file_size("precious") == 19, "what somebody keeps stays");
    fs::remove("old.redist-unfinished");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  a.write("to-nothing");
  if (rankOf() == 0) {
    require(fs::is_symlink("to-nothing") && fs::file_size("there/new") == 120,
            "a link is followed to what is not there yet");
    require(mkfifo("pipe", 0600) == 0, "a pipe");
    fs::create_symlink("loop", "loop");
  }
  MPI_Barrier(MPI_COMM_WORLD);
  for (const std::string name : {"there", "pipe", "loop", "/dev/null"})
    requireError("redist::array::write: cannot write '" + name +
                     "': it is no regular file",
                 [&] { a.write(name); });
  for (const std::string name : {"there", "pipe", "loop", "/dev/null"})
    requireError("redist::array::write: cannot write '" + name +
                     "': it is no regular file",
                 [&] { a.write(name, 8); });
  requireError("redist::array::read: cannot open 'pipe': it is a pipe",
               [&] { a.read("pipe"); });
  requireError("redist::array::read: cannot open 'there': it is a folder",
               [&] { a.read("there"); });
  MPI_Barrier(MPI_COMM_WORLD);
}

/// Blocks of one dimension, which go to the file as they are where a rank's
/// stretches of it are long.
static void blocks(std::mt19937 &random) {
  const auto pick = [&](std::int64_t least, std::int64_t most) {
    return std::uniform_int_distribution<std::int64_t>(least, most)(random);
  };
  const int size = sizeOf();
  for (int repeat = 0; repeat < 25; ++repeat) {
    std::array<std::int64_t, 3> extents{};
    layout given({undistributed(), undistributed(), undistributed()});
    const auto along = static_cast<std::size_t>(pick(0, 2));
    for (std::size_t k = 0; k < 3; ++k)
      extents[k] = k == along   ? pick(0, 1) ? pick(1, 40) : pick(1, 20000)
                     : pick(0, 2) ? 1
                                : pick(1, 5);
    const std::int64_t ranks = pick(1, size), extent = extents[along];
    std::vector<std::int64_t> sizes(static_cast<std::size_t>(ranks), 0);
    for (std::int64_t left = extent; left > 0;) {
      const std::int64_t some = pick(1, left);
      sizes[static_cast<std::size_t>(pick(0, ranks - 1))] += some;
      left -= some;
    }
    const std::int64_t fair = (extent + ranks - 1) / ranks;
    const distribution all[] = {block(),
                                block(fair + pick(0, 3)),
                                gen_block(sizes),
                                cyclic(fair + pick(0, 2)),
                                cyclic(fair).shift(pick(-3, 3)),
                                undistributed()};
    const distribution &one = all[pick(0, 5)];
    given.dimensions[along] = one;
    if (one.kind == distribution_kind::undistributed)
      thereAndBack<int, 3>(extents, given.onto({}).at(pick(0, size - 1)));
    else
      thereAndBack<int, 3>(extents,
                           given.onto({ranks}).at(pick(0, size - ranks)));
  }
}

/// Arrays that a redistribution in the background uses, in blocks, which go to
/// the file as they are, or not.
static void inUse(const distribution &one) {
  const std::int64_t n = 5000;
  redist::array<int, 1> from({n}, layout({one}).onto({sizeOf()}),
                             MPI_COMM_WORLD);
  redist::array<int, 1> to({n}, layout({cyclic(7)}).onto({sizeOf()}),
                           MPI_COMM_WORLD);
  fillByIndex(from);
  const auto start = [&](auto &source, auto &target) {
    return start_redistribute_into(at(5),
                                   redistribution({whole(n)})
                                       .from(source.layout())
                                       .into({whole(n)})
                                       .to(target.layout()),
                                   MPI_COMM_WORLD, objects(source),
                                   objects(target));
  };
  request under = start(from, to);
  from.write("file"); // which is only read
  requireError("redist::array::read: the storage is in use: nobody has "
               "waited yet for the redistribution at app.cpp:5",
               [&] { from.read("file"); });
  wait(under);
  under = start(to, from);
  requireError("redist::array::write: the storage is in use: nobody has "
               "waited yet for the redistribution at app.cpp:5",
               [&] { from.write("other"); });
  wait(under);
  checkByIndex(from, "after its use");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int size = sizeOf();
  const std::vector<int> sizes = {3, 0, 40};
  thereAndBack<int, 1>({0}, layout({block()}).onto({size}));
  thereAndBack<int, 1>({1}, layout({block()}).onto({size}));
  thereAndBack<char, 1>({10007}, layout({cyclic(3)}).onto({size}));
  thereAndBack<double, 2>({50, 9},
                          layout({undistributed(), cyclic(2)}).onto({size}));
  thereAndBack<double, 2>({9, 50},
                          layout({cyclic(2), undistributed()}).onto({size}));
  thereAndBack<short, 2>({13, 0}, layout({block(), cyclic()}).onto({1, size}));
  // Fewer rows than ranks, and hardly anything.
  thereAndBack<short, 2>({2, 301}, layout({block(), cyclic()}).onto({1, size}));
  thereAndBack<short, 3>(
      {2, 1, 3}, layout({block(), cyclic(), undistributed()}).onto({1, size}));
  thereAndBack<float, 3>({2, 30, 3},
                         layout({undistributed(), cyclic(4), undistributed()})
                             .onto({1})
                             .at(size - 1));
  if (size >= 4)
    thereAndBack<long, 4>({5, 3, 4, 6}, layout({cyclic(2), undistributed(),
                                                block(), undistributed()})
                                            .onto({2, 2})
                                            .at(size - 4));
  if (size >= 3)
    thereAndBack<short, 2>(
        {20, 3}, layout({gen_block(sizes), undistributed()}).onto({3}));
  std::mt19937 random(20261127);
  blocks(random);
  inUse(block());
  inUse(cyclic(3));
  errors();
  MPI_Finalize();
}
