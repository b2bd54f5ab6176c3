//===- sketch_mpi.cpp - The program sketch, written by hand --------------===//
//
// The same program as sketch.cpp, with calls of MPI in place of directives:
// tables are packed to bytes and merged along a binomial tree.
//
//   mpicxx -O2 sketch_mpi.cpp -o sketch_mpi
//
//===----------------------------------------------------------------------===//
#include "Logs.h"
#include "Options.h"
#include "Sketches.h"

#include <mpi.h>

#include <cstdio>
#include <cstring>
#include <exception>
#include <limits>
#include <stdexcept>
#include <string>
#include <vector>

struct World {
  int rank = 0, size = 1;
};

// parallel: begin
static int intOf(std::size_t count) {
  if (count > static_cast<std::size_t>(std::numeric_limits<int>::max())) {
    std::fprintf(stderr, "sketch_mpi: a table exceeds 2 GB\n");
    MPI_Abort(MPI_COMM_WORLD, 1);
  }
  return static_cast<int>(count);
}

class Packer {
public:
  template <typename T> void number(const T &value) {
    const char *first = reinterpret_cast<const char *>(&value);
    bytes.insert(bytes.end(), first, first + sizeof value);
  }
  template <typename Range> void range(const Range &values) {
    number(values.size());
    const char *first = reinterpret_cast<const char *>(values.data());
    bytes.insert(bytes.end(), first, first + values.size());
  }
  void value(std::int64_t count) { number(count); }
  void value(const Service &service) {
    number(service.requests);
    number(service.longest);
    range(service.users.ranks);
    number(service.times.total);
    number(service.times.buckets.size());
    for (const auto &[bucket, count] : service.times.buckets) {
      number(bucket);
      number(count);
    }
  }
  template <typename Table> void table(const Table &entries) {
    number(entries.size());
    for (const auto &[name, entry] : entries) {
      range(name);
      value(entry);
    }
  }
  std::vector<char> bytes;
};

class Unpacker {
public:
  explicit Unpacker(const std::vector<char> &packed) : bytes(packed) {}

  template <typename T> void number(T &value) {
    std::memcpy(&value, bytes.data() + at, sizeof value);
    at += sizeof value;
  }
  template <typename Range> void range(Range &values) {
    std::size_t size = 0;
    number(size);
    values.resize(size);
    std::memcpy(values.data(), bytes.data() + at, size);
    at += size;
  }
  void value(std::int64_t &count) { number(count); }
  void value(Service &service) {
    number(service.requests);
    number(service.longest);
    range(service.users.ranks);
    number(service.times.total);
    std::size_t size = 0;
    number(size);
    for (std::size_t i = 0; i < size; ++i) {
      int bucket = 0;
      number(bucket);
      number(service.times.buckets[bucket]);
    }
  }
  template <typename Table> void table(Table &entries) {
    std::size_t size = 0;
    number(size);
    std::string name;
    for (std::size_t i = 0; i < size; ++i) {
      range(name);
      value(entries[name]);
    }
  }

private:
  const std::vector<char> &bytes;
  std::size_t at = 0;
};

/// Merges the tables of all ranks into that of rank 0.
template <typename Table>
static void mergeToRoot(Table &table, const World &world) {
  for (int step = 1; step < world.size; step *= 2) {
    if (world.rank & step) {
      Packer packer;
      packer.table(table);
      MPI_Send(packer.bytes.data(), intOf(packer.bytes.size()), MPI_CHAR,
               world.rank - step, 0, MPI_COMM_WORLD);
      return;
    }
    if (world.rank + step < world.size) {
      MPI_Status status;
      int size = 0;
      MPI_Probe(world.rank + step, 0, MPI_COMM_WORLD, &status);
      MPI_Get_count(&status, MPI_CHAR, &size);
      std::vector<char> bytes(static_cast<std::size_t>(size));
      MPI_Recv(bytes.data(), size, MPI_CHAR, world.rank + step, 0,
               MPI_COMM_WORLD, MPI_STATUS_IGNORE);
      Table other;
      Unpacker(bytes).table(other);
      merge(table, other);
    }
  }
}

static void broadcast(std::vector<char> &bytes, int root) {
  int size = intOf(bytes.size());
  MPI_Bcast(&size, 1, MPI_INT, root, MPI_COMM_WORLD);
  bytes.resize(static_cast<std::size_t>(size));
  MPI_Bcast(bytes.data(), size, MPI_CHAR, root, MPI_COMM_WORLD);
}

static void broadcastNames(Names &names, const World &world) {
  Packer packer;
  for (const std::string &name : names)
    packer.range(name);
  std::size_t count = names.size();
  MPI_Bcast(&count, sizeof count, MPI_BYTE, 0, MPI_COMM_WORLD);
  broadcast(packer.bytes, 0);
  if (world.rank == 0)
    return;
  Unpacker unpacker(packer.bytes);
  names.resize(count);
  for (std::string &name : names)
    unpacker.range(name);
}

/// Does the work of this rank. Throws on every rank if that of any rank fails.
template <typename Work> static void together(const World &world, Work work) {
  std::string problem;
  try {
    work();
  } catch (const std::exception &caught) {
    problem = caught.what();
  }
  int first = problem.empty() ? world.size : world.rank;
  MPI_Allreduce(MPI_IN_PLACE, &first, 1, MPI_INT, MPI_MIN, MPI_COMM_WORLD);
  if (first == world.size)
    return;
  std::vector<char> text(problem.begin(), problem.end());
  broadcast(text, first);
  throw std::runtime_error(std::string(text.begin(), text.end()));
}
// parallel: end

/// The report, on rank 0.
static std::string analyse(Names &names, const Options &options,
                           const World &world) {
  Frequencies frequencies;
  Services services;
  Counts heavy;
  // parallel: begin
  const auto forMyLogs = [&](auto take) {
    for (std::size_t i = world.rank; i < names.size(); i += world.size)
      take(names[i]);
  };
  together(world, [&] {
    if (world.rank == 0)
      names = logsOf(options.folder);
  });
  broadcastNames(names, world);

  together(world, [&] {
    forMyLogs(
        [&](const std::string &name) { addLog(name, frequencies, services); });
  });
  MPI_Allreduce(MPI_IN_PLACE, frequencies.counts.data(),
                intOf(frequencies.counts.size()), MPI_INT64_T, MPI_SUM,
                MPI_COMM_WORLD);
  MPI_Allreduce(MPI_IN_PLACE, &frequencies.total, 1, MPI_INT64_T, MPI_SUM,
                MPI_COMM_WORLD);
  mergeToRoot(services, world);
  // parallel: end

  const std::int64_t least = leastCount(frequencies, options);
  // parallel: begin
  together(world, [&] {
    forMyLogs([&](const std::string &name) {
      addHeavy(name, frequencies, least, heavy);
    });
  });
  mergeToRoot(heavy, world);
  // parallel: end
  return world.rank == 0 ? reportOf(services, heavy, least, options)
                         : std::string();
}

static void run(const Options &options, const World &world) {
  if (options.make) {
    together(world, [&] {
      if (world.rank == 0)
        makeLogs(options.folder, options);
    });
    return;
  }
  Names names;
  const double begin = MPI_Wtime();
  const std::string report = analyse(names, options, world);
  const double seconds = MPI_Wtime() - begin;
  together(world, [&] {
    if (world.rank != 0)
      return;
    std::printf("%s", report.c_str());
    std::fprintf(stderr, "sketch_mpi: %zu logs in %.3f s on %d ranks\n",
                 names.size(), seconds, world.size);
    if (options.check && report != analyseSerially(names, options))
      throw std::runtime_error("the report is not the serial one");
  });
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  World world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  Options options;
  int status = 0;
  if (const std::string wrong = parse(argc, argv, options); !wrong.empty()) {
    if (world.rank == 0)
      std::fprintf(stderr, "sketch_mpi: error: %s\n%s", wrong.c_str(), usage());
    status = 2;
  } else {
    // What run() throws, it throws on every rank.
    try {
      run(options, world);
    } catch (const std::exception &problem) {
      if (world.rank == 0)
        std::fprintf(stderr, "sketch_mpi: error: %s\n", problem.what());
      status = 1;
    }
  }
  MPI_Finalize();
  return status;
}
