// Small messages travel while the ranks agree on a call, or with the ballots by
// which ranks of several nodes agree. Where they do not agree, on storage, an
// extent, a layout or the kind of call, all ranks throw the same error, no
// object has changed, no message is left under way, and the next call is right.
// Random calls, small ones and some that wait for the agreement; one in three
// is wrong on some ranks. Arguments: seed, calls.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: env -u REDIST_VERIFY REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 2 %t 1 300 | FileCheck %s
// RUN: env -u REDIST_VERIFY REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 3 %t 2 300 | FileCheck %s
// RUN: env -u REDIST_VERIFY REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 5 %t 3 300 | FileCheck %s
// RUN: env -u REDIST_VERIFY REDIST_SHARED_MEMORY=0 REDIST_STATS=1 timeout 100 %mpirun 4 %t 4 100 | FileCheck %s
// RUN: env -u REDIST_VERIFY REDIST_NODES=0,0,1,1,1 REDIST_TWO_LEVELS=0 timeout 100 %mpirun 5 %t 5 300 | FileCheck --check-prefix BALLOTS %s
// RUN: env -u REDIST_VERIFY REDIST_NODES=0,0,1 timeout 100 %mpirun 3 %t 8 300 | FileCheck --check-prefix BALLOTS %s
// RUN: env -u REDIST_VERIFY REDIST_NODES=0,1,0,1 timeout 100 %mpirun 4 %t 9 300 | FileCheck --check-prefix BALLOTS %s
// RUN: env -u REDIST_VERIFY REDIST_NODES=0,1,1,2,0,3,3 timeout 100 %mpirun 7 %t 10 300 | FileCheck --check-prefix BALLOTS %s
// RUN: env -u REDIST_VERIFY REDIST_RANKS_PER_NODE=3 REDIST_STATS=1 timeout 100 %mpirun 6 %t 11 100 | FileCheck --check-prefix BALLOTS %s
// RUN: env -u REDIST_VERIFY REDIST_RANKS_PER_NODE=1 timeout 100 %mpirun 4 %t 13 300 | FileCheck --check-prefix BALLOTS %s
// More nodes than agree by ballots.
// RUN: env -u REDIST_VERIFY REDIST_NODES=0,0,1,2,3,4,5,6,7,8 timeout 100 %mpirun 10 %t 12 60 | FileCheck %s
// Not where the ranks see the same memory, nor where plans are compared.
// RUN: timeout 100 %mpirun 3 %t 6 100 | FileCheck --check-prefix NONE %s
// RUN: env REDIST_SHARED_MEMORY=0 REDIST_VERIFY=1 timeout 100 %mpirun 3 %t 7 100 | FileCheck --check-prefix NONE %s
// CHECK: right: {{[1-9][0-9]*}}, wrong: {{[1-9][0-9]*}}, early: {{[1-9][0-9]*}}, taken back: {{[1-9][0-9]*}}, ballots: 0
// BALLOTS: right: {{[1-9][0-9]*}}, wrong: {{[1-9][0-9]*}}, early: {{[0-9]*}}, taken back: {{[0-9]*}}, ballots: {{[1-9][0-9]*}}
// NONE: right: {{[1-9][0-9]*}}, wrong: {{[1-9][0-9]*}}, early: 0, taken back: 0, ballots: 0
#include "Inputs/Check.h"

#include "redist/Array.h"

#include <algorithm>
#include <random>
#include <utility>

using namespace redist;

// Messages sent before the agreement; pairs of ranks that took messages back;
// messages of ballots.
static long sinceAgreement = 0, early = 0, takenBack = 0, ballots = 0;
// Tags of the runtime's messages.
static constexpr int earlyTag = 2, ballotsTag = 11, meetingTag = 13;

extern "C" {
int MPI_Isend(const void *data, int count, MPI_Datatype type, int peer, int tag,
              MPI_Comm comm, MPI_Request *request) {
  sinceAgreement += tag == earlyTag;
  ballots += tag == ballotsTag;
  return PMPI_Isend(data, count, type, peer, tag, comm, request);
}
int MPI_Send(const void *data, int count, MPI_Datatype type, int peer, int tag,
             MPI_Comm comm) {
  if (tag == meetingTag)
    early += std::exchange(sinceAgreement, 0);
  return PMPI_Send(data, count, type, peer, tag, comm);
}
int MPI_Sendrecv(const void *from, int count, MPI_Datatype type, int to,
                 int tag, void *into, int intoCount, MPI_Datatype intoType,
                 int source, int intoTag, MPI_Comm comm, MPI_Status *status) {
  ++takenBack;
  return PMPI_Sendrecv(from, count, type, to, tag, into, intoCount, intoType,
                       source, intoTag, comm, status);
}
}

struct Case {
  std::int64_t n;
  layout from, to;
  bool inPlace;
};

using Random = std::mt19937;

static int below(Random &random, int end) {
  return std::uniform_int_distribution<int>(0, end - 1)(random);
}

static layout randomLayout(Random &random, int size) {
  const int ranks = 1 + below(random, size);
  return cyclic_layout(1 + below(random, 9), ranks,
                       below(random, size - ranks + 1));
}

static Case randomCase(Random &random, int size) {
  static constexpr std::int64_t lengths[] = {0, 1, 7, 40, 500, 3000, 40'000};
  const std::int64_t n = lengths[below(random, 7)];
  return {n, randomLayout(random, size), randomLayout(random, size),
          below(random, 2) == 0};
}

/// What the ranks of `isWrong` do otherwise than the others.
enum class Wrong { Nothing, Storage, Extent, Layout, Kind, count };

static void call(const Case &one, Wrong wrong, std::vector<int> &a,
                 std::vector<int> &b) {
  layout to = one.to;
  std::int64_t n = one.n;
  if (wrong == Wrong::Kind) {
    array<int, 1> other({n + 1}, block_layout(sizeOf(), 0));
    return;
  }
  if (wrong == Wrong::Layout)
    to = cyclic_layout(blockOf(n, to) + 1, ranksOf(to), to.first_rank);
  if (wrong == Wrong::Extent)
    n = std::max<std::int64_t>(0, n / 2);
  if (wrong == Wrong::Storage)
    a.clear();
  if (one.inPlace)
    redistribute(at(1), a, n, one.from, to, MPI_COMM_WORLD);
  else
    redistribute_into(at(2), a, b, n, one.from, to, MPI_COMM_WORLD);
}

static bool tryCase(Random &random, int rank, int size) {
  const Case one = randomCase(random, size);
  auto wrong = Wrong::Nothing;
  if (below(random, 3) == 0)
    wrong = static_cast<Wrong>(
        1 + below(random, static_cast<int>(Wrong::count) - 1));
  const int first = below(random, size);
  const int some = 1 + below(random, std::max(1, size - 1));
  const bool isOther = (rank - first + size) % size < some;
  std::vector<int> a = filled<int>(one.n, one.from, rank);
  std::vector<int> b(static_cast<std::size_t>(extentOn(one.n, one.to, rank)),
                     -1);
  const std::vector<int> before = b;
  sinceAgreement = 0;
  std::string caught;
  try {
    call(one, isOther ? wrong : Wrong::Nothing, a, b);
  } catch (const error &e) {
    caught = e.what();
  }
  sinceAgreement = 0;
  // A mistake that changes nothing, such as no storage for no elements, is
  // none.
  int hasThrown = !caught.empty(), sum = 0;
  MPI_Allreduce(&hasThrown, &sum, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
  require(sum == 0 || sum == size, "not all ranks threw");
  require(wrong != Wrong::Nothing || caught.empty(), "threw " + caught);
  int lacks = isOther && extentOn(one.n, one.from, rank) > 0;
  MPI_Allreduce(MPI_IN_PLACE, &lacks, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  const bool mustThrow =
      size > 1 && (wrong == Wrong::Kind || wrong == Wrong::Layout ||
                   (wrong == Wrong::Extent && one.n > 0) ||
                   (wrong == Wrong::Storage && lacks));
  require(!mustThrow || !caught.empty(), "did not throw");
  if (caught.empty()) {
    if (size > 1 || wrong == Wrong::Nothing)
      check((one.inPlace ? a : b).data(), one.n, one.to, rank, "result");
    return true;
  }
  require(b == before, "the destination has changed");
  if (!(isOther && wrong == Wrong::Storage))
    require(a == filled<int>(one.n, one.from, rank), "the source has changed");
  return false;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  require(argc == 3, "arguments: seed, calls");
  const int rank = rankOf();
  const int size = sizeOf();
  Random random(static_cast<unsigned>(std::atoi(argv[1])));
  long right = 0;
  const long calls = std::atol(argv[2]);
  for (long i = 0; i < calls; ++i)
    right += tryCase(random, rank, size);
  long sums[3] = {early, takenBack, ballots};
  MPI_Allreduce(MPI_IN_PLACE, sums, 3, MPI_LONG, MPI_SUM, MPI_COMM_WORLD);
  if (rank == 0)
    std::printf("right: %ld, wrong: %ld, early: %ld, taken back: %ld, "
                "ballots: %ld\n",
                right, calls - right, sums[0], sums[1], sums[2]);
  MPI_Finalize();
  return 0;
}
