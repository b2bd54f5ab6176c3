//===- tran-numbers.cpp - Numbers of wrong arguments of p?tran ------------===//
//
// tran-numbers <seed> <count>: random calls with up to three wrong arguments,
// with either kind of descriptor, and PBLAS' own routine with the same ones.
// Both end the job by Cblacs_abort, which is this program's here and throws:
// the number must be the same, that of the first wrong argument as PBLAS counts
// (eleven entries of a descriptor). Ours has told it to PXERBLA before, which
// is this program's as well. Where nothing is wrong, the results must be the
// same.
//
//===----------------------------------------------------------------------===//
#include "matrices.h"

#include <cstdlib>
#include <cstring>
#include <dlfcn.h>

using Tran = void(const int *, const int *, const double *, const double *,
                  const int *, const int *, const int *, const double *,
                  double *, const int *, const int *, const int *);

/// Enough for the longest leading dimension and the last column.
static constexpr std::size_t elements = 100 * 100;

/// What the job ends with.
struct Aborted {
  int code;
};

/// What PXERBLA was called with; nothing where the name is empty.
static struct {
  std::string name;
  int number;
} told;

extern "C" {
Tran pdtran_;
void Cblacs_abort(int, int code) { throw Aborted{code}; }
void pxerbla_(const int *, const char *name, const int *number,
              std::size_t length) {
  told.name.assign(name, length);
  told.number = *number;
}
}

/// The integers of a call, in any order.
struct Call {
  int m, n, ia, ja, ic, jc;
  std::vector<int> a, c;
};

static std::vector<int> randomDescriptor(test::Random &random, int context,
                                         int rows, int columns,
                                         int coordinates) {
  const bool isLong = random.oneIn(2);
  std::vector<int> entries = {isLong ? 2 : 1, context, rows, columns};
  for (int i = 0; i < (isLong ? 4 : 2); ++i)
    entries.push_back(random.between(1, 5));
  entries.push_back(random.oneIn(6) ? -1 : random.below(coordinates));
  entries.push_back(random.oneIn(6) ? -1 : 0);
  entries.push_back(random.between(60, 65));
  return entries;
}

/// A wrong value, mostly.
static void spoil(test::Random &random, Call &call) {
  constexpr int values[] = {-1000, -2, -1, 0, 1, 2, 3, 9, 25, 60};
  const int value = values[random.below(10)];
  int *const scalars[] = {&call.m,  &call.n,  &call.ia,
                          &call.ja, &call.ic, &call.jc};
  if (random.oneIn(3)) {
    *scalars[random.below(6)] = value;
    return;
  }
  std::vector<int> &entries = random.oneIn(2) ? call.a : call.c;
  const int which = random.below(static_cast<int>(entries.size()));
  // Who has no rows there may have a short leading dimension: PBLAS would end
  // on one rank, and wait on another one.
  const bool isOfRank =
      which == 2 || which + 1 == static_cast<int>(entries.size());
  // Without the first context nothing else is looked at.
  if ((which == 1 && &entries == &call.a) ||
      (isOfRank && value > 0 && test::worldSize() > 1))
    return;
  entries[static_cast<std::size_t>(which)] = which == 0 ? 7 * value : value;
}

/// The code of the abort, or 0.
static int run(Tran &tran, const Call &call, std::vector<double> &target) {
  constexpr double alpha = 2, beta = 1;
  std::vector<double> source(elements);
  std::iota(source.begin(), source.end(), 1);
  told = {};
  // A program's descriptors end where their type says, or later.
  std::vector<int> a = call.a, c = call.c;
  a.resize(11);
  c.resize(11);
  try {
    tran(&call.m, &call.n, &alpha, source.data(), &call.ia, &call.ja, a.data(),
         &beta, target.data(), &call.ic, &call.jc, c.data());
  } catch (const Aborted &aborted) {
    return aborted.code;
  }
  return 0;
}

static bool runCase(test::Random &random, const test::Grid &grid, Tran &pblas,
                    int number) {
  Call call{random.between(0, 12), random.between(0, 12), 1, 1, 1, 1, {}, {}};
  call.ia = random.between(1, 4);
  call.ja = random.between(1, 4);
  call.ic = random.between(1, 4);
  call.jc = random.between(1, 4);
  const auto descriptor = [&](int rows, int columns) {
    return randomDescriptor(random, grid.context, rows + 3 + random.below(4),
                            columns + 3 + random.below(4), grid.rows);
  };
  call.a = descriptor(call.n, call.m);
  call.c = descriptor(call.m, call.n);
  for (int i = random.between(0, 3); i > 0; --i)
    spoil(random, call);
  std::vector<double> theirTarget(elements, 1), ourTarget = theirTarget;
  const int theirs = run(pblas, call, theirTarget);
  const int ours = run(pdtran_, call, ourTarget);
  const std::string what = "case " + std::to_string(number) + ": ";
  if (ours != theirs)
    test::fail(what + "number " + std::to_string(-ours) + ", PBLAS has " +
               std::to_string(-theirs));
  if (ours != 0 &&
      (told.name.empty() ? test::worldRank() == 0
                         : told.name != "PDTRAN" || told.number != -ours))
    test::fail(what + "PXERBLA has heard of '" + told.name + "', number " +
               std::to_string(told.number));
  if (ours == 0 && ourTarget != theirTarget)
    test::fail(what + "the results differ");
  return ours != 0;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  auto *const pblas = reinterpret_cast<Tran *>(
      dlsym(dlopen("libscalapack-openmpi.so.2.2", RTLD_NOW), "pdtran_"));
  if (!pblas || pblas == &pdtran_)
    test::fail("ScaLAPACK's routine is not found, or ours");
  test::Random random(argc > 1 ? std::atoi(argv[1]) : 1);
  const int count = argc > 2 ? std::atoi(argv[2]) : 10;
  test::Grid grid;
  grid.rows = test::worldSize();
  grid.columns = 1;
  grid.ranks.resize(static_cast<std::size_t>(grid.rows));
  std::iota(grid.ranks.begin(), grid.ranks.end(), 0);
  grid.open();
  int wrong = 0;
  for (int number = 0; number < count; ++number)
    wrong += runCase(random, grid, *pblas, number);
  MPI_Barrier(MPI_COMM_WORLD);
  if (test::worldRank() == 0)
    std::printf("%s\n", 2 * wrong > count ? "all numbers agree"
                                          : "too few calls were wrong");
  Cblacs_exit(0);
}
