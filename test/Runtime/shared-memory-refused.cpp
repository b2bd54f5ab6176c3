// Where a rank's system refuses memory that a node shares, all go without, and
// nothing else changes: no files may be opened, none may be long, there are too
// few addresses; on the rank that makes a segment or on one that opens it.
// Where only nameless files are refused, named ones take their place.
// REQUIRES: runtime, one-node
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 3 %t nothing 0 | FileCheck --check-prefix=THREE %s
// RUN: timeout 100 %mpirun 3 %t files 0 | FileCheck --check-prefix=NONE %s
// RUN: timeout 100 %mpirun 3 %t files 2 | FileCheck --check-prefix=NONE %s
// RUN: timeout 100 %mpirun 3 %t length 0 | FileCheck --check-prefix=NONE %s
// RUN: timeout 100 %mpirun 3 %t addresses 0 | FileCheck --check-prefix=ONE %s
// RUN: timeout 100 %mpirun 3 %t addresses 1 | FileCheck --check-prefix=ONE %s
// RUN: timeout 100 %mpirun 3 %t nameless 0 | FileCheck --check-prefix=THREE %s
// Rings, storage of arrays, links of pipelines:
// THREE: all has moved, shared segments: 3
// ONE: all has moved, shared segments: 1
// NONE: all has moved, shared segments: 0
#include "Inputs/EveryWay.h"

#include <fcntl.h>
#include <sys/resource.h>
#include <unistd.h>

#ifdef __linux__
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <sys/prctl.h>
#include <sys/syscall.h>

#include <cerrno>
#include <cstddef>
#endif

#include <filesystem>
#include <fstream>
#include <memory>

/// While it lives, this process may have no more than so much of something.
class Limit {
public:
  Limit(decltype(RLIMIT_AS) kind, rlim_t most) : what(kind) {
    require(getrlimit(what, &before) == 0, "getrlimit");
    rlimit now = before;
    now.rlim_cur = most;
    require(setrlimit(what, &now) == 0, "setrlimit");
  }
  Limit(const Limit &) = delete;
  Limit &operator=(const Limit &) = delete;
  ~Limit() { setrlimit(what, &before); }

private:
  decltype(RLIMIT_AS) what;
  rlimit before{};
};

/// Bytes of addresses that this process has.
static rlim_t addressesInUse() {
  std::ifstream status("/proc/self/statm");
  rlim_t pages = 0;
  status >> pages;
  return pages * static_cast<rlim_t>(sysconf(_SC_PAGESIZE));
}

/// As on a system that does not know memfd_create(); false: that cannot be had.
static bool refuseNamelessFiles() {
#if defined(__linux__) && defined(SYS_memfd_create)
  sock_filter steps[] = {
      BPF_STMT(BPF_LD | BPF_W | BPF_ABS, offsetof(seccomp_data, nr)),
      BPF_JUMP(BPF_JMP | BPF_JEQ | BPF_K, SYS_memfd_create, 0, 1),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ERRNO | ENOSYS),
      BPF_STMT(BPF_RET | BPF_K, SECCOMP_RET_ALLOW)};
  sock_fprog program{static_cast<unsigned short>(std::size(steps)), steps};
  return prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) == 0 &&
         prctl(PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program) == 0;
#else
  return false;
#endif
}

static std::unique_ptr<Limit> refuse(const std::string &what, bool &isNamed) {
  if (what == "files") {
    const int next = dup(0);
    close(next);
    return std::make_unique<Limit>(RLIMIT_NOFILE, static_cast<rlim_t>(next));
  }
  if (what == "length")
    return std::make_unique<Limit>(RLIMIT_FSIZE, 4096);
  if (what == "addresses") {
    constexpr rlim_t room = rlim_t{300} << 20;
    return std::make_unique<Limit>(RLIMIT_AS, addressesInUse() + room);
  }
  if (what == "nameless")
    isNamed = refuseNamelessFiles();
  return nullptr;
}

/// Segments of ours that this process has mapped, and whose paths have `part`.
static int countSegments(const char *part) {
  int count = 0;
  std::ifstream maps("/proc/self/maps");
  for (std::string line; std::getline(maps, line);)
    count += line.find("/redist-") != std::string::npos &&
             line.find(part) != std::string::npos;
  return count;
}

/// Whether there is a name of a segment that this process has made.
static bool hasLeftAName() {
  const std::filesystem::path memory("/dev/shm");
  const std::string begin = "redist-" + std::to_string(getpid()) + "-";
  if (std::filesystem::is_directory(memory))
    for (const auto &entry : std::filesystem::directory_iterator(memory))
      if (entry.path().filename().string().rfind(begin, 0) == 0)
        return true;
  return false;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const World world;
  // What MPI makes when it is first used is there before.
  std::vector<double> some(200'000, world.rank), others(some.size());
  MPI_Allreduce(some.data(), others.data(), static_cast<int>(some.size()),
                MPI_DOUBLE, MPI_SUM, MPI_COMM_WORLD);
  bool isNamed = false;
  {
    const std::unique_ptr<Limit> limit =
        world.rank == std::atoi(argv[2]) ? refuse(argv[1], isNamed) : nullptr;
    for (const Way &way : everyWay)
      for (int salt = 0; salt < 3; ++salt)
        way.move(salt);
  }
  require(!hasLeftAName(), "a name is left");
  const int own = countSegments("");
  require(!isNamed || countSegments("/dev/shm/") == own, "other paths");
  int least = 0, most = 0;
  MPI_Allreduce(&own, &least, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  MPI_Allreduce(&own, &most, 1, MPI_INT, MPI_MAX, MPI_COMM_WORLD);
  require(least == most, "some share and some do not");
  if (world.rank == 0)
    std::printf("all has moved, shared segments: %d\n", own);
  MPI_Finalize();
}
