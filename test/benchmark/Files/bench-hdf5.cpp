//===- bench-hdf5.cpp - Ways from a layout to a dataset -------------------===//
//
// Writes one matrix of doubles on 2 x 2 ranks to a dataset of a new file, in
// interleaved rounds: contiguous blocks of rows by HDF5 alone, redist::hdf5
// from the same blocks and from cyclic(64) x cyclic(64), and HDF5 alone from
// that by hyperslabs, collectively and rank by rank. A round's time is that of
// the slowest rank, with opening and closing the file.
//
//===----------------------------------------------------------------------===//
#include "Support/CommandLine.h"
#include "Support/Timing.h"

#define REDIST_REWRITTEN
#include "redist/hdf5.h"

#include <hdf5.h>

#include <array>
#include <cstdio>

namespace {

using Matrix = redist::array<double, 2>;

struct Options {
  std::int64_t rows = 4096;
  int rounds = 15;
  std::string file = "bench-hdf5.h5";
};

constexpr std::int64_t block = 64;

/// By HDF5 alone: the blocks of a rank's part, which have a regular pattern
/// where the matrix is a multiple of them.
void writeByHand(const Matrix &matrix, const std::string &file,
                 H5FD_mpio_xfer_t transfer) {
  const hid_t access = H5Pcreate(H5P_FILE_ACCESS);
  H5Pset_fapl_mpio(access, MPI_COMM_WORLD, MPI_INFO_NULL);
  const hid_t opened =
      H5Fcreate(file.c_str(), H5F_ACC_TRUNC, H5P_DEFAULT, access);
  const std::array<hsize_t, 2> extents = {
      static_cast<hsize_t>(matrix.extent(0)),
      static_cast<hsize_t>(matrix.extent(1))};
  const hid_t space = H5Screate_simple(2, extents.data(), nullptr);
  const hid_t how = H5Pcreate(H5P_DATASET_CREATE);
  H5Pset_fill_time(how, H5D_FILL_TIME_NEVER);
  const hid_t dataset = H5Dcreate2(opened, "matrix", H5T_NATIVE_DOUBLE, space,
                                   H5P_DEFAULT, how, H5P_DEFAULT);
  std::array<hsize_t, 2> first{}, stride{}, count{}, size{};
  for (std::size_t k = 0; k < 2; ++k) {
    const auto local = matrix.local_extents();
    const bool isDealt =
        matrix.layout().dimensions[k].kind == redist::distribution_kind::cyclic;
    first[k] = static_cast<hsize_t>(matrix.global_index({0, 0})[k]);
    size[k] = static_cast<hsize_t>(isDealt ? block : local[k]);
    count[k] = static_cast<hsize_t>(local[k]) / size[k];
    stride[k] = 2 * size[k];
  }
  H5Sselect_hyperslab(space, H5S_SELECT_SET, first.data(), stride.data(),
                      count.data(), size.data());
  const hsize_t elements = matrix.size();
  const hid_t memory = H5Screate_simple(1, &elements, nullptr);
  const hid_t transferred = H5Pcreate(H5P_DATASET_XFER);
  H5Pset_dxpl_mpio(transferred, transfer);
  if (H5Dwrite(dataset, H5T_NATIVE_DOUBLE, memory, space, transferred,
               matrix.data()) < 0)
    MPI_Abort(MPI_COMM_WORLD, 1);
  for (const hid_t list : {access, how, transferred})
    H5Pclose(list);
  H5Sclose(memory);
  H5Sclose(space);
  H5Dclose(dataset);
  H5Fclose(opened);
}

constexpr const char *usage =
    "usage: mpirun -n 4 bench-hdf5 [options]\n"
    "  --rows N     of a square matrix of doubles, a multiple of 128 (4096)\n"
    "  --rounds N   rounds (15)\n"
    "  --file PATH  to be written, and removed (bench-hdf5.h5)\n"
    "Prints least times and medians in ms, and their ratios to those of "
    "contiguous\nblocks by HDF5 alone.\n";

Options parse(int argc, char **argv) {
  Options options;
  bench::CommandLine line("bench-hdf5", usage, argc, argv);
  while (line.next())
    if (line.is("--rows"))
      options.rows = line.number<std::int64_t>(2 * block, 1 << 20);
    else if (line.is("--rounds"))
      options.rounds = line.number<int>();
    else if (line.is("--file"))
      options.file = line.text();
    else
      line.refuseUnknown();
  options.rows -= options.rows % (2 * block);
  return options;
}

struct Way {
  const char *name;
  std::function<void()> write;
};

void measure(const Options &options, int rank) {
  const Matrix::index_type extents = {options.rows, options.rows};
  Matrix rows(
      extents,
      redist::layout({redist::block(), redist::undistributed()}).onto({4}));
  rows.for_each([](const auto &index, double &value) {
    value = static_cast<double>(index[0] * 10007 + index[1]);
  });
  Matrix dealt = rows.copy();
  dealt.redistribute(
      redist::layout({redist::cyclic(block), redist::cyclic(block)})
          .onto({2, 2}));
  const std::string &file = options.file;
  const Way ways[] = {
      {"rows, HDF5 alone",
       [&] { writeByHand(rows, file, H5FD_MPIO_INDEPENDENT); }},
      {"rows, HDF5 alone, collective",
       [&] { writeByHand(rows, file, H5FD_MPIO_COLLECTIVE); }},
      {"rows, redist::hdf5",
       [&] { redist::hdf5::write(rows, file, "matrix"); }},
      {"cyclic(64) x cyclic(64), redist::hdf5",
       [&] { redist::hdf5::write(dealt, file, "matrix"); }},
      {"cyclic(64) x cyclic(64), hyperslabs, collective",
       [&] { writeByHand(dealt, file, H5FD_MPIO_COLLECTIVE); }},
      {"cyclic(64) x cyclic(64), hyperslabs",
       [&] { writeByHand(dealt, file, H5FD_MPIO_INDEPENDENT); }},
  };
  std::array<std::vector<double>, std::size(ways)> times;
  // The first two rounds are for caches, and to check what is written.
  for (int round = -2; round < options.rounds; ++round)
    for (std::size_t turn = 0; turn < std::size(ways); ++turn) {
      const std::size_t k =
          (turn + static_cast<std::size_t>(round + 2)) % std::size(ways);
      if (rank == 0)
        std::remove(file.c_str());
      const double seconds = bench::slowest(ways[k].write);
      if (round >= 0) {
        times[k].push_back(seconds);
        continue;
      }
      Matrix found(extents, rows.layout());
      redist::hdf5::read(found, file, "matrix");
      if (!std::equal(found.begin(), found.end(), rows.begin())) {
        std::fprintf(stderr, "bench-hdf5: wrong contents: %s\n", ways[k].name);
        MPI_Abort(MPI_COMM_WORLD, 1);
      }
    }
  if (rank != 0)
    return;
  std::remove(file.c_str());
  const auto least = [&](std::size_t k) {
    return *std::min_element(times[k].begin(), times[k].end());
  };
  for (std::size_t k = 0; k < std::size(ways); ++k)
    std::printf("%-48s %10.1f %10.1f   %.2f %.2f\n", ways[k].name,
                least(k) * 1e3, bench::median(times[k]) * 1e3,
                least(k) / least(0),
                bench::median(times[k]) / bench::median(times[0]));
}

} // namespace

int main(int argc, char **argv) {
  const Options options = parse(argc, argv);
  MPI_Init(&argc, &argv);
  int ranks = 0, rank = 0;
  MPI_Comm_size(MPI_COMM_WORLD, &ranks);
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  if (ranks != 4) {
    if (rank == 0)
      std::fprintf(stderr, "bench-hdf5: 4 ranks are needed, not %d\n", ranks);
    MPI_Finalize();
    return 2;
  }
  measure(options, rank);
  MPI_Finalize();
  return 0;
}
