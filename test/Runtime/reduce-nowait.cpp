// Reductions that go on while the program computes: several at once, the same
// directive twice, on several communicators, beside redistributions and calls
// that wait, completed in any order; items are untouched until then. Errors of
// operators come with wait(); a request that nobody waits for ends the job.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 5 %t threads
// RUN: env REDIST_COMBINE_THREAD=0 timeout 60 %mpirun 3 %t
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 3 %t statistics 2>&1 | FileCheck --check-prefix=STATS %s
// RUN: rm -f %t.json
// RUN: env REDIST_TRACE=%t.json timeout 60 %mpirun 3 %t statistics
// RUN: FileCheck --check-prefix=TRACE %s < %t.json
// RUN: %python %S/Inputs/check_timeline.py %t.json | FileCheck --check-prefix=ROWS %s
// ROWS: all spans nest
// RUN: not timeout 60 %mpirun 2 %t destroyed 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// RUN: not timeout 60 %mpirun 2 %t finalized 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// RUN: not timeout 60 %mpirun 2 %t freed 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// RUN: not timeout 60 %mpirun 2 %t overwritten 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// FORGOTTEN: app.cpp:99: error: nobody waits for this reduction: '#pragma reduce wait' is missing
// Three ranks to a root: two messages and combines each; six bytes a name and a
// head of sixteen.
// STATS: redist (3 ranks from world rank 0): 4 reductions: {{[0-9]+}} bytes sent in 8 messages, 8 combines
// STATS-NEXT: redist (3 ranks from world rank 0):   time {{[0-9.]+}} s: combine {{[0-9.]+}}, wait {{[0-9.]+}}, pack {{[0-9.]+}}, unpack {{[0-9.]+}} (slowest rank of each call)
// STATS-NEXT: redist (3 ranks from world rank 0):   model: 0.020000 s where costs are known, measured {{[0-9.]+}} s there
// TRACE-DAG: "name":"reduce app.cpp:{{[0-9]+}}","cat":"directive","ph":"b"
// TRACE-DAG: "name":"thread_name",{{.*}}"name":"nowait"
// TRACE-DAG: "name":"combine","cat":"redist","ph":"X"
// TRACE-DAG: "name":"receive from rank 0","cat":"transfer","ph":"b","id2":{"local":"[[ID:0x[0-9a-f]+]]"},
// TRACE-DAG: "name":"receive from rank 0","cat":"transfer","ph":"e","id2":{"local":"[[ID]]"},
// TRACE-DAG: "name":"receive from rank 2"
#include "Inputs/ReduceCheck.h"

using namespace redist;

static int ownRank;

static std::string reducedIn(const std::vector<int> &order) {
  std::string all;
  for (const int rank : order)
    all += nameOf(rank);
  return all;
}

/// Requests of all strategies at once, and calls that wait among them.
static void severalAtOnce(MPI_Comm comm, const std::vector<int> &order) {
  const char *const strategies[] = {"auto",      "greedy", "binomial",
                                    "fibonacci", "auto",   "auto"};
  std::vector<std::string> items(6, nameOf(ownRank));
  std::vector<std::int64_t> numbers(200000, ownRank);
  std::vector<request> requests;
  for (std::size_t i = 0; i < 6; ++i)
    requests.push_back(start_reduce(reduceAt(1, strategies[i]),
                                    reduction().ordered(), comm, joined,
                                    items[i]));
  requests.push_back(start_reduce(
      reduceAt(2), reduction().root(0), comm,
      [](std::int64_t a, std::int64_t b) { return a + b; },
      elements(numbers, 0, 200000, 1)));
  long builtin = ownRank;
  requests.push_back(
      start_reduce(reduceAt(3), reduction(), comm, plus{}, builtin));
  std::string now = nameOf(ownRank);
  reduce(reduceAt(4), reduction().ordered(), comm, joined, now);
  expectText(reducedIn(order), now, "beside others");
  long small = ownRank;
  reduce(reduceAt(5), reduction(), comm, plus{}, small);
  for (const std::string &item : items)
    expectText(nameOf(ownRank), item, "before wait");
  // Every rank in an order of its own.
  const std::size_t count = requests.size();
  for (std::size_t i = 0; i < count; ++i)
    wait(requests[(i + static_cast<std::size_t>(ownRank)) % count]);
  for (const std::string &item : items)
    expectText(reducedIn(order), item, "one of several");
  std::int64_t sum = 0;
  for (const int rank : order)
    sum += rank;
  require(small == sum && builtin == sum, "sums");
  const bool isRoot = ownRank == order.front();
  require(numbers == std::vector<std::int64_t>(200000, isRoot ? sum : ownRank),
          "numbers");
}

/// Reductions and redistributions go on together.
static void amongRedistributions() {
  constexpr std::int64_t n = 100000;
  const int size = sizeOf();
  const layout from = cyclic_layout(7, size, 0);
  const layout to = block_layout(size, 0);
  const auto a = filled<double>(n, from, ownRank);
  std::vector<double> b, c;
  std::string x = nameOf(ownRank), y = x;
  const redistribution what = redistribution({whole(n)}).from(from).to(to);
  request first = start_redistribute_into(at(6), what, MPI_COMM_WORLD,
                                          objects(a), objects(b));
  request second = start_reduce(reduceAt(7), reduction().ordered(),
                                MPI_COMM_WORLD, joined, x);
  redistribute_into(at(8), what, MPI_COMM_WORLD, objects(a), objects(c));
  reduce(reduceAt(9), reduction().ordered(), MPI_COMM_WORLD, joined, y);
  if (ownRank % 2 == 0)
    wait(first);
  wait(second);
  if (ownRank % 2 != 0)
    wait(first);
  check(b.data(), n, to, ownRank, "started");
  check(c.data(), n, to, ownRank, "waited for");
  expectText(namesOf(size), x, "started");
  expectText(namesOf(size), y, "waited for");
}

static std::string thrice(const std::string &, const std::string &) {
  throw std::runtime_error("never three times");
}

static void errors() {
  const int size = sizeOf();
  std::string item = nameOf(ownRank);
  request failing = start_reduce(reduceAt(10), reduction().root(0),
                                 MPI_COMM_WORLD, thrice, item);
  std::string other = item;
  request fine = start_reduce(reduceAt(11), reduction().ordered(),
                              MPI_COMM_WORLD, joined, other);
  const std::string thrown = errorOf([&] { wait(failing); });
  if (size > 1)
    require(thrown.find("app.cpp:10: error: rank ") == 0 &&
                thrown.find(": never three times") != std::string::npos,
            "got '" + thrown + "'");
  wait(fine);
  expectText(nameOf(ownRank), item, "after the error");
  expectText(namesOf(size), other, "beside the error");
  expectText("app.cpp:11: error: this reduction has been waited for already",
             errorOf([&] { wait(fine); }), "twice");
  // Unwinding completes it: its items are about to go.
  const std::string unwound = errorOf([&] {
    std::string local = nameOf(ownRank);
    request left =
        start_reduce(reduceAt(12), reduction(), MPI_COMM_WORLD, joined, local);
    throw error("something else");
  });
  expectText("something else", unwound, "unwinding");
}

static void forget(const std::string &how) {
  std::string item = nameOf(ownRank);
  if (how == "destroyed") {
    request left =
        start_reduce(reduceAt(99), reduction(), MPI_COMM_WORLD, joined, item);
  } else if (how == "overwritten") {
    request left =
        start_reduce(reduceAt(99), reduction(), MPI_COMM_WORLD, joined, item);
    left = request();
  } else {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    request left = start_reduce(reduceAt(99), reduction(), copy, joined, item);
    if (how == "freed")
      MPI_Comm_free(&copy);
    else
      MPI_Finalize();
    wait(left);
  }
  require(false, "nobody noticed");
}

static void statistics() {
  for (int i = 0; i < 2; ++i) {
    std::string x = nameOf(ownRank), y = x;
    const reduction what = reduction().cost(1e-3, 2e-3).ordered().root(1);
    request first = start_reduce(reduceAt(1), what, MPI_COMM_WORLD, joined, x);
    reduce(reduceAt(2), what, MPI_COMM_WORLD, joined, y);
    wait(first);
  }
}

int main(int argc, char **argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  int provided = 0;
  MPI_Init_thread(&argc, &argv,
                  how == "threads" ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                  &provided);
  ownRank = rankOf();
  if (how == "statistics") {
    statistics();
  } else if (!how.empty() && how != "threads") {
    forget(how);
  } else {
    std::vector<int> order;
    for (int rank = 0; rank < sizeOf(); ++rank)
      order.push_back(rank);
    severalAtOnce(MPI_COMM_WORLD, order);
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, ownRank % 2, -ownRank, &half);
    std::vector<int> inHalf;
    for (int rank = sizeOf() - 1; rank >= 0; --rank)
      if (rank % 2 == ownRank % 2)
        inHalf.push_back(rank);
    severalAtOnce(half, inHalf);
    MPI_Comm_free(&half);
    amongRedistributions();
    errors();
  }
  MPI_Finalize();
}
