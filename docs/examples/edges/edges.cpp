//===- edges.cpp - The edges in a picture, strip by strip ----------------===//
//
// mpirun -n P edges INPUT OUTPUT [--rows R]
//
// Reads a PGM or PPM picture, blurs it, finds its edges, and writes them as a
// PGM picture. The picture goes through a pipeline in strips of R rows, 64 by
// default; each carries the rows around it that its pixels depend on. The
// output is the same, byte for byte, for all R and P, and with the directives
// ignored. No more than a few strips are in memory.
//
//   redistc++ -O2 edges.cpp -o edges
//
//===----------------------------------------------------------------------===//
#include "Filters.h"
#include "Picture.h"

#include <redist/redist.h>

#include <mpi.h>

#include <algorithm>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <stdexcept>
#include <string>
#include <vector>

static std::string firstOf(const std::string &a, const std::string &b) {
  return a.empty() ? b : a;
}

/// Rank 0 reads the header; all ranks have the size, or throw what it throws.
static Size openOnFirst(PictureReader &source, int rank) {
  std::int64_t width = 0, height = 0;
  std::string problem;
  if (rank == 0)
    try {
      const Size size = source.open();
      width = size.width;
      height = size.height;
    } catch (const std::exception &thrown) {
      problem = thrown.what();
    }
#pragma reduce(firstOf : problem) ordered
  if (!problem.empty())
    throw std::runtime_error(problem);
#pragma reduce(+ : width, height)
  return {width, height};
}

static void findEdges(const std::string &input, const std::string &output,
                      std::int64_t atOnce, int rank) {
  PictureReader source(input);
  const Size size = openOnFirst(source, rank);
  WholeFile sink(output, true);
#pragma pipeline
  for (std::int64_t row = 0; row < size.height; row += atOnce) {
    // Every rank knows the rows; the pixels travel.
    const Rows rows = {row, std::min(row + atOnce, size.height)};
    const Rows inner = rows.widened(1, size.height);
    const Rows outer = rows.widened(3, size.height);
    Pixels raw, soft, steep;
    std::string text;
#pragma pipeline stage at(0)
    raw = source.strip(outer);
#pragma pipeline stage replicate(auto)
    soft = blurred(raw, outer, size, inner);
#pragma pipeline stage replicate(auto)
    steep = edgesOf(soft, inner, size, rows);
#pragma pipeline stage
    text = encoded(steep, rows, size);
#pragma pipeline stage
    {
      sink.write(text);
      if (rows.last == size.height)
        sink.finish();
    }
  }
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, status = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const bool hasRows = argc == 5 && std::string(argv[3]) == "--rows";
  const long long atOnce = hasRows ? std::atoll(argv[4]) : 64;
  if ((argc != 3 && !hasRows) || atOnce < 1 || atOnce > (1ll << 31)) {
    if (rank == 0)
      std::fprintf(stderr, "usage: edges INPUT OUTPUT [--rows R]\n");
    status = 2;
  } else {
    // What it throws, it throws on every rank.
    try {
      findEdges(argv[1], argv[2], atOnce, rank);
    } catch (const redist::stage_error &problem) {
      if (rank == 0)
        std::fprintf(stderr, "edges: error: %s\n", problem.message().c_str());
      status = 1;
    } catch (const std::exception &problem) {
      if (rank == 0)
        std::fprintf(stderr, "edges: error: %s\n", problem.what());
      status = 1;
    }
  }
  MPI_Finalize();
  return status;
}
