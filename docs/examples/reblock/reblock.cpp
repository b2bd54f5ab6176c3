//===- reblock.cpp - A file through four layouts and back ----------------===//
//
// mpirun -n P reblock INPUT OUTPUT [--block r] [--ranks q]
//
// Reads any file in `block` layout, deals its bytes CYCLIC(r) onto q ranks,
// from there through two layouts that are constants of this program, and back
// to `block`; then writes it. All of the moving is done by directives. Every
// byte travels with a mark made from its global index, and after each step
// every rank checks the mark of every byte it holds.
//
//   redistc++ -O2 reblock.cpp -o reblock
//
//===----------------------------------------------------------------------===//
#include "BlockFile.h"

#include <redist/redist.h>

#include <mpi.h>

#include <algorithm>
#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <new>
#include <string>
#include <vector>

struct Item {
  unsigned char byte;
  unsigned char mark;
};

/// High bits of a multiple: neighbours differ, and so do indices that are a
/// block or a superblock apart.
static unsigned char markOf(std::int64_t globalIndex) {
  return static_cast<unsigned char>(
      static_cast<std::uint64_t>(globalIndex) * 0x9e3779b97f4a7c15u >> 56);
}

/// CYCLIC(block) onto `ranks`, as the directives below state it.
struct Place {
  std::string name;
  std::int64_t block;
  std::int64_t ranks;
};

struct Options {
  std::string input, output;
  std::int64_t block = 4096;
  std::int64_t ranks = 0; ///< 0: one fewer than there are
};

struct World {
  int rank = 0, size = 1;
};

/// Number of misplaced items on this rank; a wrong count of items is one.
static std::int64_t misplaced(const std::vector<Item> &items, std::int64_t n,
                              const Place &place, int rank) {
  const std::int64_t expected =
      redist::local_extent(n, place.block, place.ranks, rank);
  const auto count = static_cast<std::int64_t>(items.size());
  if (count < expected)
    return 1;
  std::int64_t wrong = 0;
  for (std::int64_t local = 0; local < expected; local += place.block) {
    const std::int64_t global =
        (local / place.block * place.ranks + rank) * place.block;
    const std::int64_t end = std::min(place.block, expected - local);
    for (std::int64_t i = 0; i < end; ++i)
      wrong +=
          items[static_cast<std::size_t>(local + i)].mark != markOf(global + i);
  }
  return wrong;
}

/// Throws on every rank where any rank holds an item that is not its own.
static void check(const std::vector<Item> &items, std::int64_t n,
                  const Place &place, const World &world) {
  const std::int64_t mine = misplaced(items, n, place, world.rank);
  std::int64_t all = 0;
  MPI_Allreduce(&mine, &all, 1, MPI_INT64_T, MPI_SUM, MPI_COMM_WORLD);
  if (all != 0)
    throw AgreedError(std::to_string(all) + " elements are not where " +
                      place.name + " puts them");
}

/// One step: times `move`, checks the result, and says what it took.
template <typename Move>
static void step(const char *kind, const Place &from, const Place &to,
                 const std::vector<Item> &items, std::int64_t n,
                 const World &world, Move move) {
  MPI_Barrier(MPI_COMM_WORLD);
  const double begin = MPI_Wtime();
  move();
  MPI_Barrier(MPI_COMM_WORLD);
  const double seconds = MPI_Wtime() - begin;
  check(items, n, to, world);
  if (world.rank != 0)
    return;
  const double bytes = static_cast<double>(n) * sizeof(Item);
  std::printf("  %-28s -> %-28s %-8s %9.1f MB %8.3f s %8.2f GB/s\n",
              from.name.c_str(), to.name.c_str(), kind, bytes / 1e6, seconds,
              seconds > 0 ? bytes / seconds / 1e9 : 0.0);
}

static std::string cyclicName(std::int64_t block, std::int64_t ranks) {
  return "cyclic(" + std::to_string(block) + ") onto(" + std::to_string(ranks) +
         ")";
}

/// The step whose schedule redistc computes and embeds, for a grid of `Ranks`.
template <int Ranks>
static Place constantStep(std::vector<Item> &items, std::int64_t n,
                          const World &world) {
  constexpr int fewer = Ranks > 1 ? Ranks - 1 : 1;
  const Place from{cyclicName(64, Ranks), 64, Ranks};
  const Place to{cyclicName(96, fewer), 96, fewer};
  step("constant", from, to, items, n, world, [&] {
#pragma redistribute items[n] from(cyclic(64) onto(Ranks))                     \
    to(cyclic(96) onto(fewer))
  });
  return to;
}

/// Through all layouts; `items` holds this rank's block before and after.
static void goRound(std::vector<Item> &items, std::int64_t n,
                    const Options &options, const World &world) {
  const std::int64_t ranks = world.size, q = options.ranks, r = options.block;
  // The constant grids have at most four ranks, and no more than there are.
  const std::int64_t fixed = std::min<std::int64_t>(ranks, 4);
  const Place home{"block onto(" + std::to_string(ranks) + ")",
                   std::max<std::int64_t>(1, (n + ranks - 1) / ranks), ranks};
  const Place away{cyclicName(r, q), r, q};
  const Place start{cyclicName(64, fixed), 64, fixed};

  check(items, n, home, world);
  step("run time", home, away, items, n, world, [&] {
#pragma redistribute items[n] from(block onto(ranks)) to(cyclic(r) onto(q))
  });
  step("run time", away, start, items, n, world, [&] {
#pragma redistribute items[n] from(cyclic(r) onto(q)) to(cyclic(64) onto(fixed))
  });
  const Place turn = fixed == 4   ? constantStep<4>(items, n, world)
                     : fixed == 3 ? constantStep<3>(items, n, world)
                     : fixed == 2 ? constantStep<2>(items, n, world)
                                  : constantStep<1>(items, n, world);
  step("run time", turn, home, items, n, world, [&] {
#pragma redistribute items[n] from(cyclic(turn.block) onto(turn.ranks))        \
    to(block onto(ranks))
  });
}

static void run(const Options &options, const World &world) {
  BlockFile input(options.input, MPI_MODE_RDONLY, "open");
  const std::int64_t n = input.size();
  const std::int64_t block = (n + world.size - 1) / world.size;
  const std::int64_t begin = std::min(n, world.rank * block);
  const std::int64_t length = std::min(block, n - begin);

  // Before the work, so that a place that cannot be written to costs no time.
  UnfinishedFile unfinished(options.output);
  BlockFile output(unfinished.path(), MPI_MODE_CREATE | MPI_MODE_WRONLY,
                   "create");

  output.resize(n); // an earlier run may have been killed

  std::vector<Item> items;
  try {
    items.resize(static_cast<std::size_t>(length));
  } catch (const std::bad_alloc &) {
  }
  agree(static_cast<std::int64_t>(items.size()) == length
            ? std::string()
            : "not enough memory for " + std::to_string(length) + " bytes");
  input.readBlock(
      begin, length, block,
      [&](std::int64_t first, const unsigned char *data, int count) {
        for (int i = 0; i < count; ++i)
          items[static_cast<std::size_t>(first + i)] = {
              data[i], markOf(begin + first + i)};
      });
  input.close();
  if (world.rank == 0)
    std::printf("reblock: %lld bytes of '%s' on %d ranks\n",
                static_cast<long long>(n), options.input.c_str(), world.size);

  goRound(items, n, options, world);

  output.writeBlock(begin, length, block,
                    [&](std::int64_t first, unsigned char *data, int count) {
                      for (int i = 0; i < count; ++i)
                        data[i] =
                            items[static_cast<std::size_t>(first + i)].byte;
                    });
  output.close();
  unfinished.finish();
  if (world.rank == 0)
    std::printf("reblock: every element was in its place; wrote '%s'\n",
                options.output.c_str());
}

/// A positive number, or -1.
static std::int64_t positive(const char *text) {
  char *end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  return errno == 0 && end != text && *end == '\0' && value > 0 ? value : -1;
}

/// Returns what is wrong with the command line, or nothing.
static std::string parse(int argc, char **argv, const World &world,
                         Options &options) {
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    if (word == "--block" || word == "--ranks") {
      const std::int64_t value = i + 1 < argc ? positive(argv[i + 1]) : -1;
      if (value < 0)
        return "'" + word + "' needs a positive number";
      (word == "--block" ? options.block : options.ranks) = value;
      ++i;
    } else if (word.size() > 1 && word[0] == '-') {
      return "unknown option '" + word + "'";
    } else {
      files.push_back(word);
    }
  }
  if (files.size() != 2)
    return "expected two file names, found " + std::to_string(files.size());
  if (options.ranks > world.size)
    return "'--ranks " + std::to_string(options.ranks) + "' on " +
           std::to_string(world.size) + " ranks";
  options.input = files[0];
  options.output = files[1];
  if (options.ranks == 0)
    options.ranks = std::max(1, world.size - 1);
  return std::string();
}

static int report(const std::exception &problem, const World &world) {
  if (world.rank == 0)
    std::fprintf(stderr, "reblock: error: %s\n", problem.what());
  return 1;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  World world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  Options options;
  int status = 0;
  if (const std::string wrong = parse(argc, argv, world, options);
      !wrong.empty()) {
    if (world.rank == 0)
      std::fprintf(stderr,
                   "reblock: error: %s\n"
                   "usage: reblock INPUT OUTPUT [--block r] [--ranks q]\n",
                   wrong.c_str());
    status = 2;
  } else {
    // These two reach every rank alike; any other would leave ranks waiting.
    try {
      run(options, world);
    } catch (const AgreedError &problem) {
      status = report(problem, world);
    } catch (const redist::error &problem) {
      status = report(problem, world);
    } catch (const std::exception &problem) {
      std::fprintf(stderr, "reblock: error: %s\n", problem.what());
      MPI_Abort(MPI_COMM_WORLD, 1);
    }
  }
  MPI_Finalize();
  return status;
}
