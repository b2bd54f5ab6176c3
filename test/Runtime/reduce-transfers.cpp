// transfers(K) at run time: ranks come late and combine slowly, by chance, and
// yet never more than K items are under way, counted where they are handed to
// MPI and where they are received: items of fixed size and others, with a root
// and without one, in rank order, started with nowait, with costs that are
// measured, and where an operator throws.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 2 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 5 %t
// RUN: timeout 60 %mpirun 8 %t
// RUN: env REDIST_COMBINE_THREAD=0 timeout 60 %mpirun 7 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 4 %t
#include "Inputs/ReduceCheck.h"
#include "Inputs/UnderWay.h"

#include <chrono>
#include <random>
#include <stdexcept>
#include <thread>

using namespace redist;

static std::minstd_rand chance;

static void delay(unsigned mostMicroseconds) {
  std::this_thread::sleep_for(
      std::chrono::microseconds(chance() % (mostMicroseconds + 1)));
}

/// Long enough to be counted, and for MPI to wait for its receiver.
struct Row {
  std::int64_t values[1500];
};

static Row rowOf(int rank) {
  Row row{};
  for (int i = 0; i < 1500; ++i)
    row.values[i] = rank * 10 + i;
  return row;
}

static void addTo(Row &into, const Row &from) {
  delay(600);
  for (int i = 0; i < 1500; ++i)
    into.values[i] += from.values[i];
}

/// Beyond the first message.
static std::string longNameOf(int rank) {
  return std::string(20000, static_cast<char>('a' + rank));
}

static std::string slowlyJoined(const std::string &a, const std::string &b) {
  delay(600);
  return a + b;
}

static std::string whereOf(int limit, int root) {
  return "limit " + std::to_string(limit) + ", root " + std::to_string(root);
}

static void checkMost(int limit, const std::string &where) {
  const long most = underway::takeMost();
  require(most > 0, where + ": nothing was sent, or something never arrived");
  require(most <= limit,
          where + ": " + std::to_string(most) + " items at once");
}

static void checkRow(const Row &row, int root, const std::string &where) {
  const int size = sizeOf();
  const bool hasResult = root < 0 || root == rankOf();
  for (int i = 0; i < 1500; ++i)
    require(row.values[i] == (hasResult ? size * (size - 1) * 5 + size * i
                                        : rankOf() * 10 + i),
            where + ": wrong sum");
}

static reduction clausesOf(int limit, int root) {
  const reduction clauses = reduction().transfers(limit);
  return root < 0 ? clauses : clauses.root(root);
}

static void rows(int limit, int root, const reduction &clauses) {
  const std::string where = whereOf(limit, root);
  // The second time with costs that were measured, where none are given.
  for (int i = 0; i < 2; ++i) {
    Row row = rowOf(rankOf());
    delay(2000);
    reduce(reduceAt(limit), clauses, MPI_COMM_WORLD, addTo, row);
    checkMost(limit, where);
    checkRow(row, root, where);
  }
}

static void strings(int limit, int root) {
  std::string item = longNameOf(rankOf());
  std::string expected = item;
  delay(2000);
  reduce(reduceAt(100 + limit), clausesOf(limit, root).ordered(),
         MPI_COMM_WORLD, slowlyJoined, item);
  checkMost(limit, whereOf(limit, root));
  if (root < 0 || root == rankOf()) {
    expected.clear();
    for (int rank = 0; rank < sizeOf(); ++rank)
      expected += longNameOf(rank);
  }
  require(item == expected, whereOf(limit, root) + ": wrong text");
}

/// Sections, which would travel in pieces without a limit.
static void sections(int limit) {
  std::vector<double> items(100000, rankOf() + 1.0);
  delay(2000);
  reduce(reduceAt(200 + limit), clausesOf(limit, -1), MPI_COMM_WORLD, plus{},
         elements(items, 0, 100000, 1));
  checkMost(limit, "sections");
  const double sum = sizeOf() * (sizeOf() + 1) / 2.0;
  for (const double item : items)
    require(item == sum, "sections: wrong sum");
}

/// Two at once, each with its own limit.
static void started(int limit) {
  Row row = rowOf(rankOf());
  std::string name = longNameOf(rankOf());
  delay(2000);
  request first = start_reduce(reduceAt(300 + limit), clausesOf(limit, -1),
                               MPI_COMM_WORLD, addTo, row);
  request second =
      start_reduce(reduceAt(400 + limit), clausesOf(limit, 0).ordered(),
                   MPI_COMM_WORLD, slowlyJoined, name);
  delay(2000);
  wait(second);
  wait(first);
  checkMost(2 * limit, "nowait");
  checkRow(row, -1, "nowait");
}

static void failing(int limit) {
  for (int bad = 0; bad < sizeOf(); ++bad) {
    Row row = rowOf(rankOf());
    delay(1000);
    const std::string what = errorOf([&] {
      reduce(
          reduceAt(500 + limit), clausesOf(limit, bad), MPI_COMM_WORLD,
          [](Row &into, const Row &from) {
            addTo(into, from);
            if (rankOf() != 1) // known to combine, or not: all must agree
              throw std::runtime_error("no more");
          },
          row);
    });
    const int failed = !what.empty();
    int everywhere = 0;
    MPI_Allreduce(&failed, &everywhere, 1, MPI_INT, MPI_SUM, MPI_COMM_WORLD);
    require(everywhere == 0 || everywhere == sizeOf(),
            "only some ranks have heard of the failure");
    require(bad == 1 || everywhere > 0, "the failure is not heard of");
    const long most = underway::takeMost();
    require(most >= 0 && most <= limit,
            "failing: " + std::to_string(most) + " items at once");
  }
}

/// That the counting finds what nothing limits: all others send to rank 0,
/// which is busy.
static void withoutLimit() {
  Row row = rowOf(rankOf());
  reduce(
      reduceAt(600), reduction().root(0).reducers(1), MPI_COMM_WORLD,
      [](Row &into, const Row &from) {
        std::this_thread::sleep_for(std::chrono::milliseconds(20));
        into.values[0] += from.values[0];
      },
      row);
  const long most = underway::takeMost();
  require(sizeOf() < 5 || most > 2, "hardly anything is counted");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  underway::begin();
  chance.seed(static_cast<unsigned>(1 + rankOf()));
  for (int limit = 1; limit <= sizeOf(); ++limit) {
    for (int root = -1; root < sizeOf(); root += limit > 2 ? 3 : 1) {
      rows(limit, root, clausesOf(limit, root));
      rows(limit, root, clausesOf(limit, root).cost(1e-3, 2e-3));
      strings(limit, root);
    }
    sections(limit);
    started(limit);
    failing(limit);
  }
  withoutLimit();
  underway::end();
  MPI_Finalize();
}
