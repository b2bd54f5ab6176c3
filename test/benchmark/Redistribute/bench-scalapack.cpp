//===- bench-scalapack.cpp - The drop-in beside ScaLAPACK -----------------===//
//
// Runs pdgemr2d and pdtran on matrices of doubles, of the drop-in and of the
// library that it stands in for, in interleaved rounds. Every result is
// compared with the other's once. A round's time is that of the slowest rank;
// the ratio is the median over the rounds.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#include <mpi.h>

#include <dlfcn.h>

#include <algorithm>
#include <cstdio>
#include <functional>
#include <string>
#include <vector>

using bench::median;
using bench::slowest;

using Gemr2d = void(int m, int n, const double *a, int ia, int ja,
                    const int *descA, double *b, int ib, int jb,
                    const int *descB, int context);
using Tran = void(const int *m, const int *n, const double *alpha,
                  const double *a, const int *ia, const int *ja,
                  const int *descA, const double *beta, double *c,
                  const int *ic, const int *jc, const int *descC);

extern "C" {
void Cblacs_get(int context, int what, int *value);
void Cblacs_gridinit(int *context, const char *order, int rows, int columns);
void Cblacs_gridinfo(int context, int *rows, int *columns, int *row,
                     int *column);
void Cblacs_gridexit(int context);
int numroc_(const int *n, const int *nb, const int *coordinate,
            const int *source, const int *coordinates);
Gemr2d Cpdgemr2d;
Tran pdtran_;
}

/// One case: n x n elements, blocks of `from` on one grid to blocks of `to` on
/// the other.
struct Case {
  const char *name;
  int n, from, to;
  bool isTran = false;
  double beta = 0;
  bool toColumns = false; ///< the target's grid is one process row
};

struct Options {
  int size = 4000;
  int rounds = 11;
  bool json = false;
  const char *library = "libscalapack-openmpi.so.2.2";
};

/// A block-cyclic matrix on a context, with this rank's part.
struct Matrix {
  Matrix(int context, int n, int block) {
    int rows = 0, columns = 0, row = 0, column = 0;
    Cblacs_gridinfo(context, &rows, &columns, &row, &column);
    const int zero = 0;
    const int localRows = numroc_(&n, &block, &row, &zero, &rows);
    const int localColumns = numroc_(&n, &block, &column, &zero, &columns);
    const int leading = std::max(1, localRows);
    descriptor = {1, context, n, n, block, block, 0, 0, leading};
    values.resize(static_cast<std::size_t>(leading) *
                  static_cast<std::size_t>(localColumns));
  }
  std::vector<double> values;
  std::vector<int> descriptor;
};

/// The square-most grid of all ranks, or one process row.
static int makeContext(bool isRow) {
  int ranks = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int rows = 1;
  for (int p = 1; !isRow && p * p <= ranks; ++p)
    if (ranks % p == 0)
      rows = p;
  int context = 0;
  Cblacs_get(-1, 0, &context);
  Cblacs_gridinit(&context, "Row", rows, ranks / rows);
  return context;
}

/// ScaLAPACK's own function; ours hides it from the linker.
template <typename Function>
static Function *original(const Options &options, const char *name,
                          Function *ours) {
  void *const handle = dlopen(options.library, RTLD_NOW);
  auto *const found =
      handle ? reinterpret_cast<Function *>(dlsym(handle, name)) : nullptr;
  if (found && found != ours)
    return found;
  std::fprintf(stderr, "bench-scalapack: no %s of its own in '%s'\n", name,
               options.library);
  MPI_Abort(MPI_COMM_WORLD, 1);
  return nullptr;
}

static void print(const Case &c, const Options &options, bool isFirst,
                  const std::vector<double> (&times)[2]) {
  std::vector<double> ratios(times[0].size());
  for (std::size_t i = 0; i < ratios.size(); ++i)
    ratios[i] = times[0][i] / times[1][i];
  double least[2], middle[2];
  for (int way = 0; way < 2; ++way) {
    least[way] = *std::min_element(times[way].begin(), times[way].end());
    middle[way] = median(times[way]);
  }
  if (options.json)
    std::printf("%s\n    {\"name\":\"%s\",\"extent\":%d,\"redist\":{"
                "\"minimum\":%.9g,\"median\":%.9g},\"scalapack\":{"
                "\"minimum\":%.9g,\"median\":%.9g},\"ratio\":%.6g}",
                isFirst ? "" : ",", c.name, c.n, least[0], middle[0], least[1],
                middle[1], median(ratios));
  else
    std::printf("%-34s %6d %9.3f %9.3f %9.3f %9.3f   %6.3f\n", c.name, c.n,
                least[0] * 1e3, middle[0] * 1e3, least[1] * 1e3,
                middle[1] * 1e3, median(ratios));
}

static void measure(const Case &c, const Options &options, bool isFirst) {
  const int context = makeContext(false);
  const int contextB = c.toColumns ? makeContext(true) : context;
  Matrix a(context, c.n, c.from);
  Matrix b(contextB, c.n, c.to);
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  for (std::size_t i = 0; i < a.values.size(); ++i)
    a.values[i] = static_cast<double>(rank) + static_cast<double>(i) * 4;
  Gemr2d *const gemr2d[] = {&Cpdgemr2d,
                            original(options, "Cpdgemr2d", &Cpdgemr2d)};
  Tran *const tran[] = {&pdtran_, original(options, "pdtran_", &pdtran_)};
  const auto run = [&](int way) {
    const int one = 1;
    const double alpha = 1;
    if (c.isTran)
      tran[way](&c.n, &c.n, &alpha, a.values.data(), &one, &one,
                a.descriptor.data(), &c.beta, b.values.data(), &one, &one,
                b.descriptor.data());
    else
      gemr2d[way](c.n, c.n, a.values.data(), 1, 1, a.descriptor.data(),
                  b.values.data(), 1, 1, b.descriptor.data(), context);
  };
  std::vector<double> results[2];
  for (int way = 0; way < 2; ++way) {
    std::fill(b.values.begin(), b.values.end(), 1.0);
    run(way);
    results[way] = b.values;
  }
  if (results[0] != results[1]) {
    std::fprintf(stderr, "bench-scalapack: %s: the results differ\n", c.name);
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  std::vector<double> times[2];
  for (int round = 0; round < options.rounds; ++round)
    for (int turn = 0; turn < 2; ++turn) {
      const int way = (turn + round) % 2;
      times[way].push_back(slowest([&] { run(way); }));
    }
  if (rank == 0)
    print(c, options, isFirst, times);
  if (c.toColumns)
    Cblacs_gridexit(contextB);
  Cblacs_gridexit(context);
}

static const char usage[] =
    "usage: mpirun -n RANKS bench-scalapack [options]\n"
    "  --size N       rows and columns of the large matrices (4000)\n"
    "  --rounds K     interleaved rounds (11)\n"
    "  --library F    ScaLAPACK's shared library\n"
    "  --json         machine-readable output\n"
    "  --help         this text\n"
    "Times in milliseconds, of the slowest rank; ratios are medians of "
    "redist / ScaLAPACK.\n";

static Options parse(int argc, char **argv) {
  constexpr int largestSize = 100'000;
  Options options;
  bench::CommandLine line("bench-scalapack", usage, argc, argv);
  while (line.next()) {
    if (line.is("--json"))
      options.json = true;
    else if (line.is("--size"))
      options.size = line.number(1, largestSize);
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--library"))
      options.library = line.text();
    else
      line.refuseUnknown();
  }
  return options;
}

int main(int argc, char **argv) {
  const Options options = parse(argc, argv); // before MPI: --help needs none
  MPI_Init(&argc, &argv);
  int rank = 0;
  int ranks = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const int n = options.size;
  const Case cases[] = {
      {"pdgemr2d 64 -> 96", n, 64, 96},
      {"pdgemr2d 64 -> 64, one process row", n, 64, 64, false, 0, true},
      {"pdgemr2d 64 -> 96", 100, 64, 96},
      {"pdtran 64 -> 64", n, 64, 64, true},
      {"pdtran 64 -> 96", n, 64, 96, true},
      {"pdtran 64 -> 64, beta 1", n, 64, 64, true, 1},
      {"pdtran 64 -> 64", 100, 64, 64, true},
  };
  if (rank == 0 && options.json)
    std::printf("{\"ranks\":%d,\"cases\":[", ranks);
  else if (rank == 0)
    std::printf("%-34s %6s %19s %19s   %6s\n%-34s %6s %9s %9s %9s %9s\n", "",
                "", "redist [ms]", "ScaLAPACK [ms]", "ratio", "", "extent",
                "min", "median", "min", "median");
  bool isFirst = true;
  for (const Case &c : cases) {
    measure(c, options, isFirst);
    isFirst = false;
  }
  if (rank == 0 && options.json)
    std::printf("\n]}\n");
  MPI_Finalize();
}
