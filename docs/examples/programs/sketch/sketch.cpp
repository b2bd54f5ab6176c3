//===- sketch.cpp - Busy services and frequent keys of many logs ---------===//
//
// mpirun -n P sketch FOLDER [--top N] [--per-mille N] [--check]
// mpirun -n P sketch FOLDER --make [--files N] [--lines N] [--services N]
//                                  [--seed N]
//
// Prints, for all files *.log of a folder together, the services with the most
// requests, with the number of their users and quantiles of their times; and
// the keys that make up more than a given share of all requests. Memory does
// not grow with the number of keys. The files are dealt to the ranks;
// directives merge what the ranks have found, so that the report does not
// depend on the number of ranks: --check compares it with that of the serial
// program.
//
//   redistc++ -O2 sketch.cpp -o sketch
//
//===----------------------------------------------------------------------===//
#include "Logs.h"
#include "Options.h"
#include "Sketches.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <exception>
#include <stdexcept>
#include <string>

struct World {
  int rank = 0, size = 1;
};

// parallel: begin
/// What one rank has, where the others have nothing.
template <typename T> static T firstOf(const T &a, const T &b) {
  return a.empty() ? b : a;
}

/// Does the work of this rank. Throws on every rank if that of any rank fails.
template <typename Work> static void together(Work work) {
  std::string problem;
  try {
    work();
  } catch (const std::exception &caught) {
    problem = caught.what();
  }
#pragma reduce(firstOf : problem) ordered
  if (!problem.empty())
    throw std::runtime_error(problem);
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
  together([&] {
    if (world.rank == 0)
      names = logsOf(options.folder);
  });
#pragma reduce(firstOf : names) ordered

  together([&] {
    forMyLogs(
        [&](const std::string &name) { addLog(name, frequencies, services); });
  });
#pragma reduce(merge : frequencies) // every rank needs them for the next pass
#pragma reduce(merge : services) root(0)
  // parallel: end

  const std::int64_t least = leastCount(frequencies, options);
  // parallel: begin
  together([&] {
    forMyLogs([&](const std::string &name) {
      addHeavy(name, frequencies, least, heavy);
    });
  });
#pragma reduce(merge : heavy) root(0)
  // parallel: end
  return world.rank == 0 ? reportOf(services, heavy, least, options)
                         : std::string();
}

static void run(const Options &options, const World &world) {
  if (options.make) {
    together([&] {
      if (world.rank == 0)
        makeLogs(options.folder, options);
    });
    return;
  }
  Names names;
  const double begin = MPI_Wtime();
  const std::string report = analyse(names, options, world);
  const double seconds = MPI_Wtime() - begin;
  together([&] {
    if (world.rank != 0)
      return;
    std::printf("%s", report.c_str());
    std::fprintf(stderr, "sketch: %zu logs in %.3f s on %d ranks\n",
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
      std::fprintf(stderr, "sketch: error: %s\n%s", wrong.c_str(), usage());
    status = 2;
  } else {
    // What run() throws, it throws on every rank.
    try {
      run(options, world);
    } catch (const std::exception &problem) {
      if (world.rank == 0)
        std::fprintf(stderr, "sketch: error: %s\n", problem.what());
      status = 1;
    }
  }
  MPI_Finalize();
  return status;
}
