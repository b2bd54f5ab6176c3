// Redistributions that go on while the program computes: several at once, the
// same directive twice, on several communicators, completed in any order,
// alone and beside calls that wait; storage is untouched until then. Wrong
// requests are errors; one that nobody waits for ends the job and names its
// directive, wherever it is found out.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,1,1 timeout 60 %mpirun 4 %t
// RUN: timeout 60 %mpirun 5 %t threads
// RUN: env REDIST_STATS=1 timeout 60 %mpirun 3 %t statistics 2>&1 | FileCheck --check-prefix=STATS %s
// RUN: not timeout 60 %mpirun 2 %t destroyed 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// RUN: not timeout 60 %mpirun 2 %t finalized 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// RUN: not timeout 60 %mpirun 2 %t freed 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// RUN: not timeout 60 %mpirun 2 %t overwritten 2>&1 | FileCheck --check-prefix=FORGOTTEN %s
// FORGOTTEN: app.cpp:99: error: nobody waits for this redistribution: '#pragma redistribute wait' is missing
// STATS: redist (3 ranks from world rank 0): 4 redistributions: {{[0-9]+}} bytes sent in 24 messages
#include "Inputs/Check.h"

#include <memory>

using namespace redist;

constexpr std::int64_t n = 200000;

static redistribution between(const layout &from, const layout &to) {
  return redistribution({whole(n)}).from(from).to(to);
}

static void expect(const std::string &message, const std::string &caught) {
  require(caught.find(message) != std::string::npos,
          "expected '" + message + "', got '" + caught + "'");
}

template <typename Call> static std::string caughtFrom(Call call) {
  try {
    call();
  } catch (const redist::error &e) {
    return e.what();
  }
  return "";
}

/// Requests of all strategies at once, and a call that waits among them.
static void severalAtOnce(MPI_Comm comm) {
  const int rank = rankOf(comm);
  const int size = sizeOf(comm);
  const layout from = cyclic_layout(7, size, 0);
  const layout to = block_layout(size, 0);
  const auto a = filled<double>(n, from, rank);
  const char *const strategies[] = {"auto",     "stepwise", "greedy",
                                    "alltoall", "direct",   "auto"};
  std::vector<std::vector<double>> b(6);
  std::vector<request> requests;
  for (std::size_t i = 0; i < 6; ++i)
    requests.push_back(start_redistribute_into(at(1, strategies[i]),
                                               between(from, to), comm,
                                               objects(a), objects(b[i])));
  std::vector<double> c;
  redistribute_into(at(2), between(from, to), comm, objects(a), objects(c));
  check(c.data(), n, to, rank, "beside others");
  // Every rank in an order of its own.
  for (std::size_t i = 0; i < 6; ++i)
    wait(requests[(i + static_cast<std::size_t>(rank)) % 6]);
  for (const auto &one : b)
    check(one.data(), n, to, rank, "one of several");
}

/// A rank may wait late while others call on.
static void waitsInDifferentPlaces() {
  const int rank = rankOf();
  const int size = sizeOf();
  const layout from = cyclic_layout(7, size, 0);
  const layout to = cyclic_layout(1000, size, 0);
  auto a = filled<double>(n, from, rank);
  auto b = a;
  request first =
      start_redistribute(at(3), between(from, to), MPI_COMM_WORLD, a);
  if (rank % 2 == 0)
    wait(first);
  redistribute(at(4), between(from, to), MPI_COMM_WORLD, b);
  if (rank % 2 != 0)
    wait(first);
  check(a.data(), n, to, rank, "waited for anywhere");
  check(b.data(), n, to, rank, "meanwhile");
}

static void storageIsUntouched() {
  const int rank = rankOf();
  const int size = sizeOf();
  const layout from = cyclic_layout(7, size, 0);
  const layout to = block_layout(size, 0);
  auto a = filled<double>(n, from, rank);
  std::unique_ptr<double[]> fixed(new double[n]);
  fill(fixed.get(), n, from, rank);
  double *const pointer = fixed.get();
  std::vector<double> small(3, -1);
  {
    request vector =
        start_redistribute(at(5), between(from, to), MPI_COMM_WORLD, a);
    request array =
        start_redistribute(at(6), between(from, to), MPI_COMM_WORLD, pointer);
    request grown = start_redistribute_into(
        at(7), between(from, to), MPI_COMM_WORLD, objects(a), objects(small));
    check(a.data(), n, from, rank, "before wait");
    check(pointer, n, from, rank, "fixed storage before wait");
    require(small == std::vector<double>(3, -1), "grown before wait");
    wait(grown);
    wait(array);
    wait(vector);
  }
  check(a.data(), n, to, rank, "after wait");
  check(pointer, n, to, rank, "fixed storage after wait");
  check(small.data(), n, to, rank, "grown after wait");
}

static void wrongRequests() {
  const layout from = cyclic_layout(7, sizeOf(), 0);
  auto a = filled<double>(n, from, rankOf());
  expect("the request has never been started", caughtFrom([] {
           request none;
           wait(none);
         }));
  request once =
      start_redistribute(at(8), between(from, from), MPI_COMM_WORLD, a);
  require(once.pending(), "not pending");
  request moved = std::move(once);
  require(!once.pending() && moved.pending(), "not moved");
  wait(moved);
  require(!moved.pending(), "still pending");
  expect("app.cpp:8: error: this redistribution has been waited for already",
         caughtFrom([&] { wait(moved); }));
  expect("app.cpp:9: error: to(): ", caughtFrom([&] {
           request none = start_redistribute(
               at(9), between(from, block_layout(sizeOf(), 1)), MPI_COMM_WORLD,
               a);
           wait(none);
         }));
  // Unwinding completes it: its storage is about to go.
  const std::string thrown = caughtFrom([&] {
    request left =
        start_redistribute(at(10), between(from, from), MPI_COMM_WORLD, a);
    throw error("something else");
  });
  expect("something else", thrown);
  check(a.data(), n, from, rankOf(), "after the errors");
}

static void forget(const std::string &how) {
  const layout from = cyclic_layout(7, sizeOf(), 0);
  auto a = filled<double>(n, from, rankOf());
  const redistribution what = between(from, block_layout(sizeOf(), 0));
  if (how == "destroyed") {
    request left = start_redistribute(at(99), what, MPI_COMM_WORLD, a);
  } else if (how == "overwritten") {
    request left = start_redistribute(at(99), what, MPI_COMM_WORLD, a);
    left = request();
  } else {
    MPI_Comm copy;
    MPI_Comm_dup(MPI_COMM_WORLD, &copy);
    request left = start_redistribute(at(99), what, copy, a);
    if (how == "freed")
      MPI_Comm_free(&copy);
    else
      MPI_Finalize();
    wait(left);
  }
  require(false, "nobody noticed");
}

int main(int argc, char **argv) {
  const std::string how = argc > 1 ? argv[1] : "";
  int provided = 0;
  MPI_Init_thread(&argc, &argv,
                  how == "threads" ? MPI_THREAD_MULTIPLE : MPI_THREAD_SINGLE,
                  &provided);
  if (how == "statistics") {
    const layout from = cyclic_layout(7, 3, 0);
    const auto a = filled<double>(n, from, rankOf());
    std::vector<double> b, c;
    for (int i = 0; i < 2; ++i) {
      request x =
          start_redistribute_into(at(1), between(from, block_layout(3, 0)),
                                  MPI_COMM_WORLD, objects(a), objects(b));
      request y =
          start_redistribute_into(at(2), between(from, block_layout(3, 0)),
                                  MPI_COMM_WORLD, objects(a), objects(c));
      wait(rankOf() == 1 ? y : x);
      wait(rankOf() == 1 ? x : y);
    }
  } else if (!how.empty() && how != "threads") {
    forget(how);
  } else {
    severalAtOnce(MPI_COMM_WORLD);
    MPI_Comm half;
    MPI_Comm_split(MPI_COMM_WORLD, rankOf() % 2, -rankOf(), &half);
    severalAtOnce(half);
    MPI_Comm_free(&half);
    waitsInDifferentPlaces();
    storageIsUntouched();
    wrongRequests();
  }
  MPI_Finalize();
}
