//===- poisson.cpp - Poisson's equation by FFTs, with directives ---------===//
//
// mpirun -n P poisson [--points N|NxMxK] [--layout slabs|pencils]
//                     [--repeat N] [--output FILE]
//
// Solves -div grad u = f in a periodic cube. FFTW transforms along the last
// axis of what a rank has; between two transforms a directive turns the array,
// so that another axis is last and whole on each rank. poisson_mpi.cpp is the
// same program with calls of MPI; Poisson.h has the serial parts of both.
//
//   redistc++ -O2 poisson.cpp -o poisson -lfftw3
//
//===----------------------------------------------------------------------===//
#include "Poisson.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cstdio>
#include <exception>

using Field = redist::array<double, 3>;
using Spectrum = redist::array<Complex, 3>;

// parallel: begin
template <typename Array> static Box boxOf(const Array &array) {
  Box box{{}, array.local_extents()};
  if (!array.empty())
    box.begin = array.global_index({0, 0, 0});
  return box;
}
// parallel: end

// clang-format off: it would take the * of a layout for a pointer's

/// Replaces f by u. The axes of field and spectrum are x, y, z before and after;
/// the spectrum has half of z. Collective.
static void solve(Field &field, Spectrum &spectrum, Transforms &transforms,
                  const Extents &points, const std::array<int, 2> &grid) {
  // parallel: begin
  const std::int64_t nx = points[0], ny = points[1], nz = spectrum.extent(2);
  const int rows = grid[0], columns = grid[1];
  // parallel: end
  transforms.zForward.transform(boxOf(field).lines(), spectrum.data(),
                                field.data());
  // parallel: begin
#pragma redistribute spectrum[nx][ny][nz] permute(0, 2, 1)                     \
    to(block, block, * onto(rows, columns))
  // parallel: end
  transforms.yForward.transform(boxOf(spectrum).lines(), spectrum.data());
  // parallel: begin
#pragma redistribute spectrum[nx][nz][ny] permute(2, 1, 0)                     \
    to(block, block, * onto(rows, columns))
  // parallel: end
  transforms.xForward.transform(boxOf(spectrum).lines(), spectrum.data());
  divide(boxOf(spectrum), points, spectrum.data());
  transforms.xBackward.transform(boxOf(spectrum).lines(), spectrum.data());
  // parallel: begin
#pragma redistribute spectrum[ny][nz][nx] permute(2, 1, 0)                     \
    to(block, block, * onto(rows, columns))
  // parallel: end
  transforms.yBackward.transform(boxOf(spectrum).lines(), spectrum.data());
  // parallel: begin
#pragma redistribute spectrum[nx][nz][ny] permute(0, 2, 1)                     \
    to(block, block, * onto(rows, columns))
  // parallel: end
  transforms.zBackward.transform(boxOf(field).lines(), spectrum.data(),
                                 field.data());
}

// clang-format on

static void run(const Options &options, int rank, int ranks) {
  const Extents &points = options.points;
  const auto grid = rankGrid(options.pencils, ranks);
  // parallel: begin
  const auto dealt = redist::layout({redist::block(), redist::block(),
                                     redist::undistributed()})
                         .onto({grid[0], grid[1]});
  Field field(points, dealt);
  Spectrum spectrum({points[0], points[1], points[2] / 2 + 1}, dealt);
  // parallel: end
  Transforms transforms(points);
  std::vector<double> times;
  for (int i = 0; i < options.repeat; ++i) {
    fillSource(boxOf(field), points, field.data());
    // parallel: begin
    MPI_Barrier(MPI_COMM_WORLD);
    const double start = MPI_Wtime();
    // parallel: end
    solve(field, spectrum, transforms, points, grid);
    times.push_back(MPI_Wtime() - start);
  }
  double seconds = median(times);
  double error = largestError(boxOf(field), points, field.data());
  // parallel: begin
#pragma reduce(max : error, seconds)
  if (!options.output.empty())
    field.write(options.output);
  // parallel: end
  if (rank == 0)
    std::printf("%s", reportOf(options, grid, error, seconds).c_str());
}

int main(int argc, char **argv) {
  // parallel: begin
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  // parallel: end
  int status = 0;
  // All ranks throw alike.
  try {
    run(optionsOf(argc, argv), rank, ranks);
  } catch (const std::exception &problem) {
    if (rank == 0)
      std::fprintf(stderr, "poisson: error: %s\n", problem.what());
    status = 1;
  }
  // parallel: begin
  MPI_Finalize();
  // parallel: end
  return status;
}
