//===- recorder.cpp - Records what changes in the frames of a camera -----===//
//
// mpirun -n P recorder FOLDER ARCHIVE [--level N] [--threshold N] [--force]
//                                     [--check]
// mpirun -n P recorder FOLDER --make [--frames N] [--width N] [--height N]
//
// A pipeline of five stages: frames are read, filtered, compared with what is
// recorded so far, compressed, and written. Filter and compression keep nothing
// between frames, and run on as many ranks as are of use. The archive is the
// same on any number of ranks: --check compares it with that of the serial
// program, and plays it. What goes wrong on one rank is told once, and leaves
// no archive.
//
//   redistc++ -O2 recorder.cpp -lz -o recorder
//
//===----------------------------------------------------------------------===//
#include "Archive.h"
#include "Frames.h"
#include "Options.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <exception>
#include <string>

struct World {
  int rank = 0, size = 1;
};

static Totals record(const Options &options, const World &world) {
  Camera camera(options.folder);
  WholeFile sink(options.archive, options.force);
  Recorded recorded;
  Totals totals;
  const int level = options.level, threshold = options.threshold;
  // parallel: begin
  const int last = world.size - 1;
  // parallel: end
#pragma pipeline
  while (camera.hasNext()) {
    Frame frame;
    Difference difference;
    Bytes packed;
    bool isLast = false;
#pragma pipeline stage at(0)
    {
      frame = camera.next();
      isLast = !camera.hasNext();
    }
#pragma pipeline stage replicate(auto)
    frame = withoutNoise(frame);
#pragma pipeline stage
    difference = recorded.next(frame, threshold);
    // The code of zlib is not seen: say what it uses.
#pragma pipeline stage replicate(auto) out(packed) in(difference)
    packed = deflated(difference.pixels, level);
#pragma pipeline stage at(last)
    {
      const std::string entry = entryOf(difference, packed);
      sink.write(entry);
      totals.add(difference, entry);
      if (isLast)
        sink.finish();
    }
  }
  return totals;
}

/// Throws on every rank, or on none, but for rank 0's own work behind the loop.
static void run(const Options &options, const World &world) {
  const double begin = MPI_Wtime();
  if (options.make) {
    if (world.rank == 0)
      makeFrames(options.folder, options);
    return;
  }
  const Totals totals = record(options, world);
  const double seconds = MPI_Wtime() - begin;
  if (world.rank != 0)
    return;
  std::printf("%s", reportOf(totals).c_str());
  std::fprintf(stderr, "recorder: %.3f s on %d ranks\n", seconds, world.size);
  if (options.check)
    checkArchive(options);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  World world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  Options options;
  int status = 2;
  std::string problem = parse(argc, argv, options);
  if (!problem.empty())
    problem += std::string("\n") + usage();
  else
    try {
      status = 1;
      run(options, world);
      status = 0;
      // parallel: begin
    } catch (const redist::stage_error &caught) {
      problem = caught.message() + "\n"; // stage and item are not for users
      // parallel: end
    } catch (const std::exception &caught) {
      problem = std::string(caught.what()) + "\n";
    }
  if (world.rank == 0 && status != 0)
    std::fprintf(stderr, "recorder: error: %s", problem.c_str());
  MPI_Finalize();
  return status;
}
