//===- bench-halo.cpp - Halos and room beside what is done by hand --------===//
//
//   mpirun -n 4 bench-halo [rounds]
//
// A matrix of doubles in blocks on 2 x 2 ranks, 4000 x 4000 on each. First the
// exchange of its halo, of width 1 and 2: a directive beside MPI_Isend and
// MPI_Irecv with derived types, corners included. Then a redistribution from
// blocks of rows to 2 x 2 blocks, in storage with room and without, whose rows
// have 4 KB and more. Both of a pair run in turn; printed are medians, and the
// median of the ratios of pairs, which a loaded machine disturbs least.
//
//===----------------------------------------------------------------------===//
#define REDIST_REWRITTEN
#include "redist/redist.h"

#include <algorithm>
#include <array>
#include <cstdio>
#include <cstdlib>
#include <vector>

static const MPI_Comm world = MPI_COMM_WORLD;
static int me;

template <typename Work> static double secondsOf(Work work) {
  MPI_Barrier(world);
  const double begin = MPI_Wtime();
  work();
  double own = MPI_Wtime() - begin, slowest = 0;
  MPI_Allreduce(&own, &slowest, 1, MPI_DOUBLE, MPI_MAX, world);
  return slowest;
}

static double median(std::vector<double> values) {
  const auto middle = values.begin() + std::ssize(values) / 2;
  std::nth_element(values.begin(), middle, values.end());
  return *middle;
}

template <typename First, typename Second>
static void compare(const char *title, int rounds, First first, Second second) {
  std::vector<double> ours, theirs, ratios;
  for (int i = -3; i < rounds; ++i) {
    double a = 0, b = 0;
    if (i % 2 == 0) {
      a = secondsOf(first);
      b = secondsOf(second);
    } else {
      b = secondsOf(second);
      a = secondsOf(first);
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

static void halos(int rounds, int width) {
  constexpr int n = 4000;
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

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(world, &me);
  int size = 0;
  MPI_Comm_size(world, &size);
  const int rounds = argc > 1 ? std::atoi(argv[1]) : 51;
  if (size != 4) {
    if (me == 0)
      std::fprintf(stderr, "bench-halo: run it on 4 ranks\n");
    MPI_Finalize();
    return 1;
  }
  halos(rounds, 1);
  halos(rounds, 2);
  for (const std::int64_t columns : {1024, 4096, 16384})
    room(rounds, columns);
  MPI_Finalize();
}
