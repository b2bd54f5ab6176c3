//===- collectives.cpp - Directives beside MPI's collectives --------------===//
//
// Each collective of MPI on the same data as the directive that stands for it;
// all results are compared. Runs on 4 ranks.
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <numeric>
#include <vector>

static int rankOf() {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  return rank;
}

/// Says on rank 0 whether `ours` is `theirs` on all ranks.
static void compare(const char *name, const std::vector<double> &ours,
                    const std::vector<double> &theirs) {
  int own = ours == theirs, all = 0;
  MPI_Reduce(&own, &all, 1, MPI_INT, MPI_MIN, 0, MPI_COMM_WORLD);
  if (rankOf() == 0)
    std::printf("%s: %s\n", name, all ? "equal" : "different");
}

using Numbers = std::vector<double>;

static void append(Numbers &all, const Numbers &more) {
  all.insert(all.end(), more.begin(), more.end());
}

/// A value and where it is, as MPI_MINLOC compares them.
struct Place {
  double value;
  int rank;
};

static Place lower(const Place &a, const Place &b) {
  return b.value < a.value || (b.value == a.value && b.rank < a.rank) ? b : a;
}

// clang-format off
int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf(), ranks = 4;
  const int n = 12, part = n / ranks;
  std::vector<double> numbers(n), mine(part);
  std::iota(numbers.begin(), numbers.end(), 100 * rank);
  std::iota(mine.begin(), mine.end(), part * rank);

  {
    std::vector<double> a, theirs(n);
    if (rank == 0)
      a = theirs = numbers;
    MPI_Bcast(theirs.data(), n, MPI_DOUBLE, 0, MPI_COMM_WORLD);
#pragma redistribute a[n] from(* onto(1)) to(* onto(copies(ranks)))
    compare("broadcast", a, theirs);
  }
  {
    std::vector<double> a = mine, theirs(n);
    MPI_Allgather(mine.data(), part, MPI_DOUBLE, theirs.data(), part,
                  MPI_DOUBLE, MPI_COMM_WORLD);
#pragma redistribute a[n] from(block onto(ranks)) to(* onto(copies(ranks)))
    compare("allgather", a, theirs);
  }
  {
    std::vector<double> a = mine, theirs(rank == 0 ? n : 0);
    MPI_Gather(mine.data(), part, MPI_DOUBLE, theirs.data(), part, MPI_DOUBLE,
               0, MPI_COMM_WORLD);
#pragma redistribute a[n] from(block onto(ranks)) to(* onto(1))
    compare("gather", a, theirs);
#pragma redistribute a[n] from(* onto(1)) to(block onto(ranks))
    compare("scatter", a, mine);
  }
  {
    // Row i of a matrix on rank i; then column i.
    std::vector<double> a(numbers.begin(), numbers.begin() + ranks);
    std::vector<double> theirs(ranks);
    MPI_Alltoall(a.data(), 1, MPI_DOUBLE, theirs.data(), 1, MPI_DOUBLE,
                 MPI_COMM_WORLD);
#pragma redistribute a[ranks][ranks] from(block, * onto(ranks)) to(*, block onto(ranks))
    compare("all-to-all", a, theirs);
  }
  {
    // Halves, each gathered by the two ranks that have its quarters.
    std::vector<double> a = mine, theirs(2 * part);
    MPI_Comm pair;
    MPI_Comm_split(MPI_COMM_WORLD, rank / 2, rank, &pair);
    MPI_Allgather(mine.data(), part, MPI_DOUBLE, theirs.data(), part,
                  MPI_DOUBLE, pair);
    MPI_Comm_free(&pair);
#pragma redistribute a[n] from(block onto(ranks)) to(block onto(2, copies(2)))
    compare("allgather of halves", a, theirs);
  }
  {
    std::vector<double> a = numbers, b = numbers, theirs(n);
    MPI_Allreduce(numbers.data(), theirs.data(), n, MPI_DOUBLE, MPI_SUM,
                  MPI_COMM_WORLD);
#pragma redistribute b[n] from(* onto(partial(+, ranks))) to(* onto(copies(ranks)))
    compare("allreduce of parts", b, theirs);
#pragma reduce(+ : a[0 : n])
    compare("allreduce", a, theirs);
  }
  {
    std::vector<double> a = numbers, theirs(part);
    MPI_Reduce_scatter_block(numbers.data(), theirs.data(), part, MPI_DOUBLE,
                             MPI_SUM, MPI_COMM_WORLD);
#pragma redistribute a[n] from(* onto(partial(+, ranks))) to(block onto(ranks))
    compare("reduce-scatter", a, theirs);
  }
  {
    double value = 10 * rank + 1, theirs = value;
    MPI_Bcast(&theirs, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
    double *one = &value;
#pragma redistribute one[1] from(* onto(1)) to(* onto(copies(ranks))) capacity(1)
    compare("broadcast of one value", {value}, {theirs});
  }
  {
    // The first n % p ranks have one element more.
    const int all = 14;
    std::vector<int> sizes(ranks, all / ranks), begins(ranks);
    for (int i = 0; i < all % ranks; ++i)
      ++sizes[i];
    std::partial_sum(sizes.begin(), sizes.end() - 1, begins.begin() + 1);
    std::vector<double> a(sizes[rank], rank), theirs(all);
    MPI_Allgatherv(a.data(), sizes[rank], MPI_DOUBLE, theirs.data(),
                   sizes.data(), begins.data(), MPI_DOUBLE, MPI_COMM_WORLD);
#pragma redistribute a[all] from(gen_block(sizes) onto(ranks)) to(* onto(copies(ranks)))
    compare("allgather of parts of other sizes", a, theirs);
  }
  {
    // Each rank has found some numbers; no rank knows how many the others have.
    Numbers found(numbers.begin(), numbers.begin() + 2 * rank % 3);
    Numbers theirs = found; // of ranks other than the root
    const int own = static_cast<int>(found.size());
    std::vector<int> sizes(ranks), begins(ranks);
    MPI_Gather(&own, 1, MPI_INT, sizes.data(), 1, MPI_INT, 0, MPI_COMM_WORLD);
    std::partial_sum(sizes.begin(), sizes.end() - 1, begins.begin() + 1);
    if (rank == 0)
      theirs.resize(begins.back() + sizes.back());
    MPI_Gatherv(found.data(), own, MPI_DOUBLE, theirs.data(), sizes.data(),
                begins.data(), MPI_DOUBLE, 0, MPI_COMM_WORLD);
#pragma reduce(append : found) ordered root(0)
    compare("gather of unknown sizes", found, theirs);
  }
  {
    struct {
      double value;
      int rank;
    } theirs = {static_cast<double>((rank + 2) % ranks), rank};
    Place least = {theirs.value, rank};
    MPI_Allreduce(MPI_IN_PLACE, &theirs, 1, MPI_DOUBLE_INT, MPI_MINLOC,
                  MPI_COMM_WORLD);
#pragma reduce(lower : least)
    compare("least value and its rank", {least.value, 1.0 * least.rank},
            {theirs.value, 1.0 * theirs.rank});
  }
  {
    // Ranks 0 and 1 exchange their parts, and 2 and 3.
    const std::vector<int> partner = {1, 0, 3, 2};
    std::vector<double> a = mine, theirs(part);
    MPI_Sendrecv(mine.data(), part, MPI_DOUBLE, partner[rank], 0, theirs.data(),
                 part, MPI_DOUBLE, partner[rank], 0, MPI_COMM_WORLD,
                 MPI_STATUS_IGNORE);
#pragma redistribute a[n] from(block onto(ranks)) to(block onto(ranks) ranks(partner))
    compare("exchange in pairs", a, theirs);
  }
  MPI_Finalize();
}
