//===- fft2d.cpp - The spectrum of a picture -----------------------------===//
//
// mpirun -n P fft2d PICTURE.pgm [SPECTRUM]
//
// Each rank reads a block of the picture's rows and transforms them with FFTW;
// a directive turns the corner, so that each rank has a block of columns; these
// are transformed, and a second corner turn brings the rows back. Rank 0
// compares with what FFTW makes of the whole picture. SPECTRUM gets the
// coefficients, rows of complex doubles.
//
//   redistc++ -O2 fft2d.cpp -o fft2d -lfftw3
//
//===----------------------------------------------------------------------===//
#include "Picture.h"

#include <redist/redist.h>

#include <fftw3.h>
#include <mpi.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>
#include <exception>
#include <string>
#include <vector>

using Complex = std::complex<double>;
using Field = redist::array<Complex, 2>;

static fftw_complex *asFftw(Complex *data) {
  return reinterpret_cast<fftw_complex *>(data);
}

/// Each row that this rank has. Not collective.
static void transformRows(Field &field) {
  const int length = static_cast<int>(field.extent(1));
  const int rows = static_cast<int>(field.local_extent(0));
  if (rows == 0)
    return;
  fftw_complex *const data = asFftw(field.data());
  const fftw_plan plan =
      fftw_plan_many_dft(1, &length, rows, data, nullptr, 1, length, data,
                         nullptr, 1, length, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
}

// clang-format off: it would take the * of a layout for a pointer's

/// The two-dimensional transform of a field in blocks of rows. Collective.
static void transform(Field &field, int ranks) {
  const std::int64_t rows = field.extent(0), columns = field.extent(1);
  transformRows(field);
#pragma redistribute field[rows][columns] to(block, * onto(ranks)) permute(1, 0)
  // Now it is columns x rows.
  transformRows(field);
#pragma redistribute field[columns][rows] to(block, * onto(ranks)) permute(1, 0)
}

// clang-format on

/// Largest difference from the serial transform, as a part of the root mean
/// square of the coefficients. On one rank.
static double difference(std::vector<Complex> picture,
                         const std::vector<Complex> &spectrum, int rows,
                         int columns) {
  fftw_complex *const data = asFftw(picture.data());
  const fftw_plan plan =
      fftw_plan_dft_2d(rows, columns, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
  fftw_execute(plan);
  fftw_destroy_plan(plan);
  double largest = 0, squares = 0;
  for (std::size_t i = 0; i < picture.size(); ++i) {
    largest = std::max(largest, std::abs(picture[i] - spectrum[i]));
    squares += std::norm(picture[i]);
  }
  return largest / std::sqrt(squares / static_cast<double>(picture.size()));
}

static void run(int argc, char **argv, int rank, int ranks) {
  const Picture picture = openPicture(argv[1]);
  const auto rows =
      redist::layout({redist::block(), redist::undistributed()}).onto({ranks});
  redist::array<unsigned char, 2> pixels({picture.rows, picture.columns}, rows);
  pixels.read(argv[1], picture.firstPixel);
  Field field({picture.rows, picture.columns}, rows);
  std::copy(pixels.begin(), pixels.end(), field.begin());
  const std::vector<Complex> before = field.gather();

  transform(field, ranks);

  const std::vector<Complex> after = field.gather();
  double error = 0;
  if (rank == 0)
    error = difference(before, after, static_cast<int>(picture.rows),
                       static_cast<int>(picture.columns));
  MPI_Bcast(&error, 1, MPI_DOUBLE, 0, MPI_COMM_WORLD);
  // Written so that a difference which is no number is too large.
  if (!(error < 1e-12))
    throw std::runtime_error("the spectrum differs from the serial one: " +
                             std::to_string(error));
  if (argc > 2)
    field.write(argv[2]);
  if (rank == 0)
    std::printf("fft2d: %lld x %lld pixels on %d ranks: equal to serial FFTW "
                "within %.1e\n",
                static_cast<long long>(picture.rows),
                static_cast<long long>(picture.columns), ranks, error);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  int status = 0;
  if (argc < 2 || argc > 3) {
    if (rank == 0)
      std::fprintf(stderr, "usage: fft2d PICTURE.pgm [SPECTRUM]\n");
    status = 2;
  } else {
    // All ranks throw alike.
    try {
      run(argc, argv, rank, ranks);
    } catch (const std::exception &problem) {
      if (rank == 0)
        std::fprintf(stderr, "fft2d: error: %s\n", problem.what());
      status = 1;
    }
  }
  MPI_Finalize();
  return status;
}
