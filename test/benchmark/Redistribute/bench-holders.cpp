//===- bench-holders.cpp - Copies and parts beside MPI's collectives ------===//
//
//   mpirun -n 4 bench-holders --rounds 21
//
// Private vectors of doubles, of 8 KB, 1 MB and 32 MB a rank: a broadcast and
// an allgather as redistributions to copies, a reduce-scatter and an allreduce
// as redistributions of parts, each beside the collective of MPI on the same
// data; and parts of a CYCLIC(3) array to blocks that are copied, beside
// MPI_Allreduce and the loop that moves what a rank wants. Both of a pair run
// in turn; printed are medians and minima, and the median of the ratios of
// pairs, which a loaded machine disturbs least.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#define REDIST_REWRITTEN
#include "redist/redist.h"

#include "redist/Parts.h"

#include <algorithm>
#include <cstdio>
#include <vector>

using bench::median;

static const MPI_Comm world = MPI_COMM_WORLD;
static int me, ranks;

struct Options {
  int rounds = 21;
  std::int64_t bytes = 0; ///< 0: of all sizes
  bool json = false;
};

template <typename Ours, typename Theirs>
static void compare(const Options &options, const char *title,
                    std::int64_t bytes, Ours first, Theirs second) {
  std::vector<double> ours, theirs, ratios;
  for (int i = -3; i < options.rounds; ++i) {
    double a = 0, b = 0;
    if (i % 2 == 0) {
      a = bench::slowest(first);
      b = bench::slowest(second);
    } else {
      b = bench::slowest(second);
      a = bench::slowest(first);
    }
    if (i < 0)
      continue;
    ours.push_back(a);
    theirs.push_back(b);
    ratios.push_back(a / b);
  }
  if (me != 0)
    return;
  const auto least = [](const std::vector<double> &all) {
    return *std::min_element(all.begin(), all.end());
  };
  std::printf(
      options.json
          ? "{\"case\": \"%s\", \"bytes\": %lld, \"ranks\": %d, "
            "\"redist\": %.3e, \"redist_least\": %.3e, \"mpi\": %.3e, "
            "\"mpi_least\": %.3e, \"ratio\": %.3f}\n"
          : "%-34s %9lld bytes, %d ranks %10.3e (%.3e) s  MPI %10.3e (%.3e) s  "
            "ratio %.2f\n",
      title, static_cast<long long>(bytes), ranks, median(ours), least(ours),
      median(theirs), least(theirs), median(ratios));
}

static redist::layout whole() {
  return redist::layout({redist::undistributed()}).onto({});
}
static redist::layout blocks() {
  return redist::layout({redist::block()}).onto({ranks});
}
static redist::layout wholeOn(redist::grid_extent holders) {
  return redist::layout({redist::undistributed()}).onto({holders});
}

/// `n` elements on each rank that has all.
static void compareAll(const Options &options, std::int64_t n) {
  using namespace redist;
  const std::int64_t part = n / ranks, bytes = 8 * n;
  n = part * ranks;
  std::vector<double> all(n, me), mine(part, me), ours(n), theirs(n);
  const auto run = [&](int line, const layout &from, const layout &to,
                       std::vector<double> &source) {
    const redist::directive where{
        "bench-holders.cpp", line, "holders", "auto", nullptr, 0};
    redistribute_into(where,
                      redistribution({redist::whole(n)}).from(from).to(to),
                      world, objects(source), objects(ours));
  };
  const auto combine = [&](int line, const layout &from, const layout &to,
                           std::vector<double> &source) {
    const redist::directive where{
        "bench-holders.cpp", line, "holders", "auto", nullptr, 0};
    redistribute_parts_into(
        where, redistribution({redist::whole(n)}).from(from).to(to), world,
        plus{}, objects(source), objects(ours));
  };
  const int count = static_cast<int>(n), share = static_cast<int>(part);
  const layout parts = wholeOn(partial(plus{}, ranks));
  compare(
      options, "broadcast : MPI_Bcast", bytes,
      [&] { run(1, whole(), wholeOn(copies(ranks)), all); },
      [&] { MPI_Bcast(theirs.data(), count, MPI_DOUBLE, 0, world); });
  compare(
      options, "allgather : MPI_Allgather", bytes,
      [&] { run(2, blocks(), wholeOn(copies(ranks)), mine); },
      [&] {
        MPI_Allgather(mine.data(), share, MPI_DOUBLE, theirs.data(), share,
                      MPI_DOUBLE, world);
      });
  std::vector<int> counts(static_cast<std::size_t>(ranks), share);
  compare(
      options, "reduce-scatter : MPI_Reduce_scatter", bytes,
      [&] { combine(3, parts, blocks(), all); },
      [&] {
        MPI_Reduce_scatter(all.data(), theirs.data(), counts.data(), MPI_DOUBLE,
                           MPI_SUM, world);
      });
  compare(
      options, "parts to copies : MPI_Allreduce", bytes,
      [&] { combine(4, parts, wholeOn(copies(ranks)), all); },
      [&] {
        MPI_Allreduce(all.data(), theirs.data(), count, MPI_DOUBLE, MPI_SUM,
                      world);
      });
  if (ranks % 2 != 0)
    return;
  // Parts of what is dealt to halves of the ranks, to blocks of the halves.
  const int half = ranks / 2;
  const layout dealt = layout({cyclic(3)}).onto({half, partial(plus{}, 2)});
  const layout wanted = layout({block()}).onto({half, copies(2)});
  const std::int64_t own = local_extent(n, 3, half, me / 2);
  std::vector<double> dealtParts(static_cast<std::size_t>(own), me);
  compare(
      options, "cyclic(3) parts to blocks : MPI", bytes,
      [&] { combine(5, dealt, wanted, dealtParts); },
      [&] {
        std::fill(theirs.begin(), theirs.end(), 0.0);
        for (std::int64_t i = 0; i < own; ++i)
          theirs[(i / 3 * half + me / 2) * 3 + i % 3] = dealtParts[i];
        MPI_Allreduce(MPI_IN_PLACE, theirs.data(), count, MPI_DOUBLE, MPI_SUM,
                      world);
      });
}

static Options parse(int argc, char **argv) {
  constexpr const char *usage =
      "usage: mpirun -n N bench-holders [options]\n"
      "  --rounds N   rounds of a case (21)\n"
      "  --bytes N    of this size alone\n"
      "  --json       one object a line\n"
      "Prints medians and minima in seconds, and the median of the ratios.\n";
  Options options;
  bench::CommandLine line("bench-holders", usage, argc, argv);
  while (line.next())
    if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--bytes"))
      options.bytes = line.number<std::int64_t>();
    else if (line.is("--json"))
      options.json = true;
    else
      line.refuseUnknown();
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &me);
  MPI_Comm_size(world, &ranks);
  for (const std::int64_t bytes : {8 << 10, 1 << 20, 32 << 20})
    if (options.bytes == 0)
      compareAll(options, bytes / 8);
  if (options.bytes > 0)
    compareAll(options, options.bytes / 8);
  MPI_Finalize();
}
