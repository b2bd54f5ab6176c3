// Vectors with redist::allocator lie where the other ranks of a node see them,
// from before MPI_Init until after MPI_Finalize; they are copied from there
// from the first redistribution on, in turn with arrays and vectors of other
// memory. Any thread frees them, and their memory goes back; a forked process
// leaves the blocks of its parent alone. Not where a rank has
// REDIST_SHARED_MEMORY=0.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include -I%source_dir/runtime %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 1 %t
// RUN: timeout 100 %mpirun 2 %t
// RUN: timeout 100 %mpirun 4 %t
// RUN: timeout 100 %mpirun 7 %t
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 100 %mpirun 3 %t
// RUN: env REDIST_RANKS_PER_NODE=2 timeout 100 %mpirun 4 %t
// RUN: env REFUSING_RANK=1 timeout 100 %mpirun 3 %t
#include "Inputs/ArrayCheck.h"

#include "redist/Allocator.h"

#include <sys/wait.h>
#include <unistd.h>

#include <cstdint>
#include <fstream>
#include <list>
#include <random>
#include <thread>

using namespace redist;
template <typename T> using Shared = std::vector<T, redist::allocator<T>>;

/// What the system says of the segments of ours that are mapped.
struct Mapped {
  int segments = 0;
  long kilobytes = 0; ///< in memory, of the one where `block` lies

  static Mapped now(const void *block = nullptr) {
    std::ifstream maps("/proc/self/smaps");
    Mapped found;
    bool isOurs = false, isIts = false;
    for (std::string line; std::getline(maps, line);) {
      const std::size_t dash = line.find('-');
      if (dash < line.find(' ')) {
        const auto place = reinterpret_cast<std::uintptr_t>(block);
        isOurs = line.find("/redist-") != std::string::npos;
        isIts = std::stoull(line, nullptr, 16) <= place &&
                place < std::stoull(line.substr(dash + 1), nullptr, 16);
        found.segments += isOurs;
      }
      if (isOurs && isIts && line.rfind("Rss:", 0) == 0)
        found.kilobytes += std::atol(line.c_str() + 4);
    }
    return found;
  }
};

static void isAnAllocator() {
  using Traits = std::allocator_traits<redist::allocator<int>>;
  static_assert(Traits::is_always_equal::value);
  static_assert(Traits::propagate_on_container_move_assignment::value);
  static_assert(
      std::is_same<Traits::rebind_alloc<char>, redist::allocator<char>>::value);
  const redist::allocator<int> some;
  require(some == redist::allocator<double>(some) &&
              !(some != redist::allocator<char>()),
          "allocators that differ");
  std::list<int, redist::allocator<int>> nodes{1, 2, 3};
  nodes.splice(nodes.begin(), std::list<int, redist::allocator<int>>{0});
  require(nodes.front() == 0 && nodes.size() == 4, "a list");
  struct alignas(8192) Page {
    char bytes[8192];
  };
  Shared<Page> pages(5);
  require(reinterpret_cast<std::uintptr_t>(pages.data()) % 8192 == 0,
          "what is aligned to more than pages");
  for (const std::size_t many :
       {std::size_t(-1), std::size_t(-1) / 8, std::size_t{1} << 60})
    try {
      require(!redist::allocator<double>().allocate(many),
              "a block beyond all memory");
      require(false, "more memory than there is");
    } catch (const std::bad_alloc &) {
    }
}

/// Blocks of all sizes hold what is written to them, whoever frees them.
static void holdsWhatIsWritten(unsigned seed, int turns) {
  std::mt19937 random(seed);
  std::vector<Shared<unsigned>> kept(20);
  for (int i = 0; i < turns; ++i) {
    Shared<unsigned> &one = kept[random() % kept.size()];
    for (const unsigned value : one)
      require(value == one.size(), "a block that another one overlaps");
    const std::size_t size = random() % (random() % 4 ? 9000 : 200000);
    if (random() % 2) {
      one = Shared<unsigned>(size, static_cast<unsigned>(size));
    } else {
      one.resize(size);
      std::fill(one.begin(), one.end(), static_cast<unsigned>(size));
    }
  }
}

static void fromManyThreads() {
  std::vector<std::thread> threads;
  for (unsigned i = 0; i < 4; ++i)
    threads.emplace_back([i] { holdsWhatIsWritten(i, 100); });
  Shared<double> made;
  std::thread([&] { made.assign(1 << 20, 2.5); }).join();
  for (std::thread &thread : threads)
    thread.join();
  require(made[100] == 2.5 && made.back() == 2.5, "what another thread made");
}

/// Of this process: in the segments of others pages come and go meanwhile.
static void givesMemoryBack(const void *block, bool expected) {
  const long before = Mapped::now(block).kilobytes;
  {
    const Shared<char> large(64 << 20, 'a');
    require((Mapped::now(block).kilobytes >= before + (60 << 10)) == expected,
            "memory that is shared, or none");
  }
  require(Mapped::now(block).kilobytes < before + (8 << 10),
          "memory that stays");
}

static void leavesTheParentsBlocksAlone() {
  Shared<int> parents(100000, 7);
  const pid_t child = fork();
  require(child >= 0, "fork");
  if (child == 0) {
    Shared<int> own(100000, 8);
    parents = Shared<int>(50000, 9);
    _exit(own[5] == 8 && parents[5] == 9 ? 0 : 1);
  }
  const Shared<int> next(100000, 10);
  int status = -1;
  waitpid(child, &status, 0);
  require(status == 0, "a forked process");
  for (const int value : parents)
    require(value == 7, "a block that a forked process has changed");
  require(next[77] == 10, "a block that was made beside a forked process");
}

/// There, into another one, and back in place; arrays and vectors in between.
static void move(std::int64_t n, const layout &from, const layout &to,
                 MPI_Comm comm) {
  const int rank = rankOf(comm);
  const std::vector<double> expected = filled<double>(n, from, rank);
  Shared<double> a(expected.begin(), expected.end());
  std::vector<double> plain;
  redist::array<double, 1> array({n}, to, comm);
  for (int repeat = 0; repeat < 2; ++repeat) {
    Shared<double> b;
    redistribute_into(at(1), a, b, n, from, to, comm);
    check(b.data(), n, to, rank, "into another one");
    redistribute_into(at(2), a, plain, n, from, to, comm);
    check(plain.data(), n, to, rank, "into other memory");
    redistribute_into(at(3), a, array, n, from, to, comm);
    check(array.data(), n, to, rank, "into an array");
    redistribute(at(4), a, n, from, to, comm);
    check(a.data(), n, to, rank, "in place");
    redistribute(at(5), a, n, to, from, comm);
    check(a.data(), n, from, rank, "and back");
    std::fill(a.begin(), a.end(), -1.0);
    redistribute_into(at(6), plain, a, n, to, from, comm);
    check(a.data(), n, from, rank, "from other memory");
  }
}

/// Some ranks have their part in other memory.
static void moveMixed(std::int64_t n, const layout &from, const layout &to,
                      MPI_Comm comm) {
  const int rank = rankOf(comm);
  const std::vector<double> own = filled<double>(n, from, rank);
  const Shared<double> shared(own.begin(), own.end());
  for (int turn = 0; turn < 4; ++turn) {
    Shared<double> b;
    redistribute_into(at(1), (turn + rank) % 2 ? own.data() : shared.data(), b,
                      n, from, to, comm);
    check(b.data(), n, to, rank, "of both kinds");
  }
}

static void redistributions(bool expected) {
  const int size = sizeOf();
  const std::int64_t large = 400009;
  MPI_Comm copy;
  MPI_Comm_dup(MPI_COMM_WORLD, &copy);
  // From the first one on, however little it is.
  const int before = Mapped::now().segments;
  const layout block = block_layout(size, 0), three = cyclic_layout(3, size, 0);
  const auto part = filled<float>(5000 * size, block, rankOf());
  Shared<float> a(part.begin(), part.end()), b;
  redistribute_into(at(1), a, b, 5000 * size, block, three, copy);
  redistribute_into(at(1), a, b, 5000 * size, block, three, copy);
  check(b.data(), 5000 * size, three, rankOf(), "the second one");
  require(size == 1 || (Mapped::now().segments > before) == expected,
          "memory of the others, or none");
  MPI_Comm_free(&copy);

  const layout layouts[] = {block, three, cyclic_layout(64, size, 0),
                            cyclic_layout(1, size, 0),
                            cyclic_layout(1000, (size + 1) / 2, size / 2)};
  for (const layout &from : layouts)
    for (const layout &to : layouts)
      for (const std::int64_t n : {0, 17, 20011})
        move(n, from, to, MPI_COMM_WORLD);
  for (const layout &to : layouts)
    move(large, layouts[2], to, MPI_COMM_WORLD);
  moveMixed(large, layouts[2], layouts[0], MPI_COMM_WORLD);
  MPI_Comm half;
  MPI_Comm_split(MPI_COMM_WORLD, rankOf() % 2, -rankOf(), &half);
  const int halfSize = sizeOf(half);
  move(large, block_layout(halfSize, 0), cyclic_layout(10, halfSize, 0), half);
  MPI_Comm_free(&half);
}

int main(int argc, char **argv) {
  const char *const asked = std::getenv("REDIST_SHARED_MEMORY");
  const bool mayShare = !(asked && std::string(asked) == "0");
  Shared<double> early(50000, 3.5);
  leavesTheParentsBlocksAlone();
  MPI_Init(&argc, &argv);
  // Before the first directive, as a launcher would.
  const char *const refusing = std::getenv("REFUSING_RANK");
  if (refusing && std::atoi(refusing) == rankOf())
    setenv("REDIST_SHARED_MEMORY", "0", 1);
  isAnAllocator();
  holdsWhatIsWritten(5, 300);
  fromManyThreads();
  givesMemoryBack(early.data(), mayShare);
  redistributions(mayShare && !refusing);
  givesMemoryBack(early.data(), mayShare);
  MPI_Finalize();
  Shared<double> late(early);
  early.clear();
  early.shrink_to_fit();
  require(late[49999] == 3.5, "what is left after MPI_Finalize");
}
