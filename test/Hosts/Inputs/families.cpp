//===- families.cpp - Every family of directives, across hosts ------------===//
//
// families FILE [FAMILY [killed]]: redistributions, requests, reductions,
// arrays and files, pipelines; each is compared with what it must come to, on
// every rank. With a family it alone, over and over, and the last rank is
// killed meanwhile. Prints the number of hosts.
//
//===----------------------------------------------------------------------===//
#include <mpi.h>

#include <redist/redist.h>

#include <chrono>
#include <csignal>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <set>
#include <string>
#include <thread>
#include <vector>

#include <unistd.h>

static int rank, ranks;
static std::string file;
static constexpr int n = 200'003;

static void require(bool holds, const char *what) {
  if (holds)
    return;
  std::fprintf(stderr, "rank %d: %s\n", rank, what);
  MPI_Abort(MPI_COMM_WORLD, 1);
}

/// This rank's part of n elements in CYCLIC(block); element i is i + salt.
static std::vector<double> dealt(int block, int salt) {
  std::vector<double> part;
  for (int i = 0; i < n; ++i)
    if (i / block % ranks == rank)
      part.push_back(i + salt);
  return part;
}

static void redistributes(int salt) {
  std::vector<double> a = dealt(3, salt), b(dealt(5, 0).size());
#pragma redistribute a[n] from(cyclic(3) onto(ranks)) into(b)                  \
    to(cyclic(5) onto(ranks))
  require(b == dealt(5, salt), "into another object");
#pragma redistribute a[n] from(cyclic(3) onto(ranks))                          \
    to(cyclic(1000) onto(ranks))
  require(a == dealt(1000, salt), "in place");
  // Constants: two ranks, of any placement, to one.
  std::vector<double> c;
  for (int i = 0; i < 40; ++i)
    if (rank < 2 && i / 4 % 2 == rank)
      c.push_back(i + salt);
#pragma redistribute c[40] from(cyclic(4) onto(2)) to(cyclic(40) onto(1) at(3))
  require(c.size() == (rank == 3 ? 40 : 0) && (rank != 3 || c[39] == 39 + salt),
          "constants");
}

static void requests(int salt) {
  std::vector<double> a = dealt(7, salt), b = dealt(2, -salt);
#pragma redistribute a[n] from(cyclic(7) onto(ranks))                          \
    to(cyclic(64) onto(ranks)) nowait(first)
#pragma redistribute b[n] from(cyclic(2) onto(ranks))                          \
    to(cyclic(9) onto(ranks)) nowait(second)
  long sum = rank + salt;
#pragma reduce(+ : sum) nowait(third)
#pragma redistribute wait(second)
  require(b == dealt(9, -salt), "the second request");
#pragma redistribute wait(first)
  require(a == dealt(64, salt), "the first request");
#pragma reduce wait(third)
  require(sum == ranks * (ranks - 1L) / 2 + long{salt} * ranks,
          "a request of a reduction");
}

static void merge(std::map<std::string, long> &into,
                  const std::map<std::string, long> &from) {
  for (const auto &[word, count] : from)
    into[word] += count;
}

static void reductions(int salt) {
  std::vector<double> x(5000, rank + salt);
  double *const first = x.data();
#pragma reduce(+ : first[0 : 5000])
  require(x == std::vector<double>(5000, ranks * (ranks - 1) / 2 +
                                             double(salt) * ranks),
          "a section");
  std::map<std::string, long> words = {{"all", 1},
                                       {"of " + std::to_string(rank), salt}};
#pragma reduce(merge : words) root(ranks - 1)
  require(rank != ranks - 1 ||
              (words["all"] == ranks && words["of 0"] == salt &&
               words.size() == std::size_t(ranks) + 1),
          "maps");
  std::string line = std::string(1, static_cast<char>('a' + rank));
#pragma reduce(+ : line) ordered
  require(line == std::string("abcdefgh").substr(0, std::size_t(ranks)),
          "in the order of ranks");
}

static void arrays(int salt) {
  redist::array<int, 2> a(
      {301, 77},
      redist::layout({redist::block(), redist::undistributed()}).onto({ranks}));
  const auto valueAt = [&](std::int64_t i, std::int64_t j) {
    return static_cast<int>(1000 * i + j + salt);
  };
  const auto visit = [&](redist::array<int, 2> &all, auto &&each) {
    const auto extents = all.local_extents();
    for (std::int64_t i = 0; i < extents[0]; ++i)
      for (std::int64_t j = 0; j < extents[1]; ++j) {
        const auto global = all.global_index({i, j});
        each(all.data()[i * extents[1] + j], valueAt(global[0], global[1]));
      }
  };
  visit(a, [](int &x, int value) { x = value; });
#pragma redistribute a[301][77] to(*, cyclic(4) onto(ranks))
  visit(a, [](int &x, int value) { require(x == value, "an array"); });
  a.write(file);
  redist::array<int, 2> b(
      {301, 77}, redist::layout({redist::cyclic(5), redist::undistributed()})
                     .onto({ranks}));
  b.read(file);
  visit(b, [](int &x, int value) { require(x == value, "a file"); });
}

static void pipelines(int salt) {
  long bytes = 0, items = 0;
#pragma pipeline
  for (int i = 0; i < 60; ++i) {
    std::vector<int> raw, packed;
#pragma pipeline stage
    {
      raw.assign(3000 + 500 * (i % 9), i + salt);
    }
#pragma pipeline stage replicate(auto)
    {
      packed = raw;
      packed.push_back(i);
    }
#pragma pipeline stage
    {
      bytes += packed.size();
      items += packed.back() == i && packed.front() == i + salt;
    }
  }
  long wanted = 0;
  for (int i = 0; i < 60; ++i)
    wanted += 3001 + 500 * (i % 9);
  require(items == 60 && bytes == wanted, "a pipeline");
}

static int countHosts() {
  char own[64] = {};
  gethostname(own, sizeof own - 1);
  std::vector<char> all(sizeof own * static_cast<std::size_t>(ranks));
  MPI_Allgather(own, sizeof own, MPI_CHAR, all.data(), sizeof own, MPI_CHAR,
                MPI_COMM_WORLD);
  std::set<std::string> names;
  for (std::size_t i = 0; i < all.size(); i += sizeof own)
    names.insert(&all[i]);
  return static_cast<int>(names.size());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const std::map<std::string, std::function<void(int)>> families = {
      {"redistribute", redistributes},
      {"request", requests},
      {"reduce", reductions},
      {"array", arrays},
      {"pipeline", pipelines}};
  file = argv[1];
  if (argc == 2)
    for (int salt = 1; salt <= 2; ++salt)
      for (const auto &[name, run] : families)
        run(salt);
  std::thread killer;
  if (argc > 2) {
    const auto &run = families.at(argv[2]);
    run(0);
    MPI_Barrier(MPI_COMM_WORLD);
    if (argc > 3 && rank == ranks - 1)
      killer = std::thread([] {
        std::this_thread::sleep_for(std::chrono::milliseconds(100));
        kill(getpid(), SIGKILL);
      });
    for (int salt = 1; salt <= (argc > 3 ? 1'000'000 : 3); ++salt)
      run(salt);
  }
  if (const int hosts = countHosts(); rank == 0)
    std::printf("%d hosts, %d ranks: right\n", hosts, ranks);
  MPI_Barrier(MPI_COMM_WORLD);
  MPI_Finalize();
}
