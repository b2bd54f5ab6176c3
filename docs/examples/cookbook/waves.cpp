//===- waves.cpp - The strongest wave of a field, found by FFTW -----------===//
//
// mpirun -n P waves
//
// A field of two waves is transformed by rows, turned, and transformed by rows
// again. The strongest coefficient tells the wave; a reduction finds it.
//
//   redistc++ -O2 waves.cpp -o waves -lfftw3
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <fftw3.h>
#include <mpi.h>

#include <cmath>
#include <complex>
#include <cstdint>
#include <cstdio>

using Complex = std::complex<double>;
using Field = redist::array<Complex, 2>;

/// One-dimensional transforms of the rows that this rank has.
static void transformRows(Field &field) {
  const int length = static_cast<int>(field.extent(1));
  for (std::int64_t row = 0; row < field.local_extent(0); ++row) {
    auto *const data =
        reinterpret_cast<fftw_complex *>(field.data() + row * length);
    const fftw_plan plan =
        fftw_plan_dft_1d(length, data, data, FFTW_FORWARD, FFTW_ESTIMATE);
    fftw_execute(plan);
    fftw_destroy_plan(plan);
  }
}

struct Wave {
  double height;
  int down, across; // periods
};

static Wave stronger(const Wave &a, const Wave &b) {
  return a.height >= b.height ? a : b;
}

// clang-format off: it would take the * of a layout for a pointer's

static Wave strongest(int ranks) {
  constexpr std::int64_t rows = 60, columns = 80;
  Field field({rows, columns},
              redist::layout({redist::block(), redist::undistributed()}).onto({ranks}));
  const double turn = 2 * std::acos(-1.0);
  for (auto [index, value] : field.owned()) {
    const double y = turn * index[0] / rows, x = turn * index[1] / columns;
    value = 3 * std::cos(5 * y + 2 * x) + std::cos(7 * x);
  }

  transformRows(field);
#pragma redistribute field[rows][columns] to(block, * onto(ranks)) permute(1, 0)
  transformRows(field); // of the columns, which are rows now

  Wave wave = {};
  for (auto [index, value] : field.owned())
    if (index[0] <= columns / 2 && index[1] <= rows / 2)
      wave = stronger(wave, {std::abs(value), static_cast<int>(index[1]),
                             static_cast<int>(index[0])});
#pragma reduce(stronger : wave) ordered
  return wave;
}

// clang-format on

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank = 0, ranks = 1;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  const Wave wave = strongest(ranks);
  if (rank == 0)
    std::printf("strongest wave: %d down, %d across\n", wave.down, wave.across);
  MPI_Finalize();
}
