//===- Picture.h - Where the pixels of a PGM file begin --------*- C++ -*-===//
//
// Part of the example fft2d: the header of a binary PGM picture ("P5", at most
// 255 grey levels), which rank 0 reads for all. No directives.
//
//===----------------------------------------------------------------------===//
#ifndef FFT2D_PICTURE_H
#define FFT2D_PICTURE_H

#include <mpi.h>

#include <cstdint>
#include <fstream>
#include <limits>
#include <stdexcept>
#include <string>

struct Picture {
  std::int64_t rows = 0, columns = 0;
  std::int64_t firstPixel = 0; ///< byte of the file
};

/// The next number of the header; -1 where there is none. Comments go from # to
/// the end of the line.
inline std::int64_t nextNumber(std::istream &file) {
  while (file >> std::ws && file.peek() == '#')
    file.ignore(std::numeric_limits<std::streamsize>::max(), '\n');
  std::int64_t value = -1;
  return file >> value ? value : -1;
}

/// Throws the same std::runtime_error on every rank. Collective over
/// MPI_COMM_WORLD.
inline Picture openPicture(const std::string &path) {
  int rank = 0;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  std::int64_t header[3] = {-1, -1, -1};
  if (rank == 0) {
    std::ifstream file(path, std::ios::binary);
    char kind[2] = {};
    file.read(kind, 2);
    if (kind[0] == 'P' && kind[1] == '5') {
      const std::int64_t columns = nextNumber(file), rows = nextNumber(file);
      const std::int64_t levels = nextNumber(file);
      if (columns > 0 && rows > 0 && levels > 0 && levels < 256) {
        header[0] = rows;
        header[1] = columns;
        // One blank ends the header.
        header[2] = static_cast<std::int64_t>(file.tellg()) + 1;
      }
    }
  }
  MPI_Bcast(header, 3, MPI_INT64_T, 0, MPI_COMM_WORLD);
  if (header[2] < 0)
    throw std::runtime_error("cannot read '" + path +
                             "' as a PGM picture (P5, up to 255 levels)");
  return {header[0], header[1], header[2]};
}

#endif
