//===- bench-halo.cpp - Halos and room beside what is done by hand --------===//
//
//   mpirun -n 4 bench-halo --rounds 51 --extent 4000
//
// A matrix of doubles in blocks on 2 x 2 ranks, 4000 x 4000 on each. First the
// exchange of its halo, of width 1 and 2: a directive beside MPI_Isend and
// MPI_Irecv with derived types, corners included. Then a redistribution from
// blocks of rows to 2 x 2 blocks, in storage with room and without, whose rows
// have 4 KB and more. Both of a pair run in turn; printed are medians, and the
// median of the ratios of pairs, which a loaded machine disturbs least.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#define REDIST_REWRITTEN
#include "redist/redist.h"

#include <array>
#include <cstdio>
#include <vector>

using bench::median;

static const MPI_Comm world = MPI_COMM_WORLD;
static int me;

template <typename First, typename Second>
static void compare(const char *title, int rounds, First first, Second second) {
  std::vector<double> ours, theirs, ratios;
  for (int i = -3; i < rounds; ++i) {
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
  if (me == 0)
    std::printf("%-44s %9.1f us %9.1f us  ratio %.2f\n", title,
                1e6 * median(ours), 1e6 * median(theirs), median(ratios));
}

/// The eight neighbours by hand.
class ByHand {
public:
  ByHand(std::vector<double> &of, int rows, int columns, int width) : a(of) {
    const int whole[] = {rows + 2 * width, columns + 2 * width};
    for (int x = -1; x <= 1; ++x)
      for (int y = -1; y <= 1; ++y) {
        const int row = me / 2 + x, column = me % 2 + y;
        if ((x == 0 && y == 0) || row < 0 || row > 1 || column < 0 ||
            column > 1)
          continue;
        const auto place = [&](int step, int extent, bool isHalo) {
          return step == 0  ? width
                 : step < 0 ? (isHalo ? 0 : width)
                            : (isHalo ? width + extent : extent);
        };
        const int size[] = {x == 0 ? rows : width, y == 0 ? columns : width};
        Neighbour made{row * 2 + column, {}};
        for (const bool isHalo : {false, true}) {
          const int begin[] = {place(x, rows, isHalo),
                               place(y, columns, isHalo)};
          MPI_Type_create_subarray(2, whole, size, begin, MPI_ORDER_C,
                                   MPI_DOUBLE, &made.types[isHalo]);
          MPI_Type_commit(&made.types[isHalo]);
        }
        all.push_back(made);
      }
    requests.resize(2 * all.size());
  }
  ByHand(const ByHand &) = delete;
  ByHand &operator=(const ByHand &) = delete;
  ~ByHand() {
    for (Neighbour &one : all)
      for (MPI_Datatype &type : one.types)
        MPI_Type_free(&type);
  }
  void operator()() {
    std::size_t next = 0;
    for (Neighbour &one : all)
      MPI_Irecv(a.data(), 1, one.types[1], one.rank, 0, world,
                &requests[next++]);
    for (Neighbour &one : all)
      MPI_Isend(a.data(), 1, one.types[0], one.rank, 0, world,
                &requests[next++]);
    MPI_Waitall(static_cast<int>(next), requests.data(), MPI_STATUSES_IGNORE);
  }

private:
  struct Neighbour {
    int rank;
    std::array<MPI_Datatype, 2> types; ///< what is sent, and received
  };
  std::vector<double> &a;
  std::vector<Neighbour> all;
  std::vector<MPI_Request> requests;
};

static redist::directive directiveAt(int line) {
  return {"bench-halo.cpp", line, "halo", "auto", nullptr, 0};
}

static redist::layout blocks() {
  return redist::layout({redist::block(), redist::block()}).onto({2, 2});
}

static void halos(int rounds, int n, int width) {
  const auto places = static_cast<std::size_t>(n + 2 * width);
  std::vector<double> a(places * places, me), b = a;
  const redist::redistribution what =
      redist::redistribution({redist::whole(2 * n), redist::whole(2 * n)})
          .from(blocks().room({width, width}))
          .to(blocks().halo({width, width}));
  const redist::directive where = directiveAt(width);
  redist::array<double, 2> x({2 * n, 2 * n}, blocks().room({width, width}));
  ByHand byHand(b, n, n, width);
  const std::string of = "halo of width " + std::to_string(width);
  compare((of + ", vector : by hand").c_str(), rounds,
          [&] { redist::redistribute(where, what, world, a); },
          [&] { byHand(); });
  const redist::redistribution ofArray =
      redist::redistribution({redist::whole(2 * n), redist::whole(2 * n)})
          .to(blocks().halo({width, width}));
  compare((of + ", redist::array : by hand").c_str(), rounds,
          [&] { redist::redistribute(where, ofArray, world, x); },
          [&] { byHand(); });
}

static void room(int rounds, std::int64_t columns) {
  const std::int64_t n = (std::int64_t{1} << 23) / columns, m = columns;
  const std::int64_t rows = n / 4;
  const redist::layout from =
      redist::layout({redist::block(), redist::undistributed()}).onto({4});
  const auto sized = [](std::int64_t r, std::int64_t c) {
    return std::vector<double>(static_cast<std::size_t>(r * c), 1);
  };
  std::vector<double> a = sized(rows, m), b = sized(n / 2, m / 2);
  std::vector<double> c = sized(rows + 2, m + 2),
                      d = sized(n / 2 + 2, m / 2 + 2);
  const redist::redistribution whole({redist::whole(n), redist::whole(m)});
  const redist::redistribution dense = whole.from(from).to(blocks());
  const redist::redistribution roomy =
      whole.from(from.room({1, 1})).to(blocks().room({1, 1}));
  const auto run = [](int line, const redist::redistribution &what,
                      std::vector<double> &source,
                      std::vector<double> &target) {
    redist::redistribute_into(directiveAt(line), what, world,
                              redist::objects(source), redist::objects(target));
  };
  const std::string title = "room : dense, target rows of " +
                            std::to_string(m / 2 * 8 / 1024) + " KB";
  compare(
      title.c_str(), rounds, [&] { run(10, roomy, c, d); },
      [&] { run(11, dense, a, b); });
}

struct Options {
  int rounds = 51;
  int extent = 4000; ///< of the matrix on each rank
};

static Options parse(int argc, char **argv) {
  constexpr const char *usage =
      "usage: mpirun -n 4 bench-halo [options]\n"
      "  --rounds N   rounds of a case (51)\n"
      "  --extent N   rows and columns of a halo's matrix on each rank (4000)\n"
      "Prints medians, and the median of the ratios of pairs.\n";
  Options options;
  bench::CommandLine line("bench-halo", usage, argc, argv);
  while (line.next())
    if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--extent"))
      options.extent = line.number<int>(2, 20'000);
    else
      line.refuseUnknown();
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &me);
  int size = 0;
  MPI_Comm_size(world, &size);
  if (size != 4) {
    if (me == 0)
      std::fprintf(stderr, "bench-halo: run it on 4 ranks\n");
    MPI_Finalize();
    return 1;
  }
  for (const int width : {1, 2})
    halos(options.rounds, options.extent, width);
  for (const std::int64_t columns : {1024, 4096, 16384})
    room(options.rounds, columns);
  MPI_Finalize();
}
