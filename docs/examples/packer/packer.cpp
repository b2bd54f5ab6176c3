//===- packer.cpp - Compresses a file of any size ------------------------===//
//
// mpirun -n P packer INPUT [OUTPUT] [--level L] [--chunk BYTES] [--force]
//
// Writes INPUT as a gzip file, INPUT.gz by default, from which
//
//   gzip -dc OUTPUT
//
// makes the identical file. A pipeline of four stages: chunks are read on the
// first rank, compressed on as many ranks as there are and are of use, get
// their checksum, and are written by the last rank, in order. No more than a
// few chunks are in memory, however large the file is. What goes wrong on one
// rank is told once, and leaves no file.
//
//   redistc++ -O2 packer.cpp -lz -o packer
//
//===----------------------------------------------------------------------===//
#include "GzipFile.h"

#include <redist/redist.h>

#include <mpi.h>

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <exception>
#include <string>
#include <vector>

struct Options {
  std::string input, output;
  int level = 6;
  std::size_t chunkBytes = std::size_t(1) << 20;
  bool force = false;
};

struct World {
  int rank = 0, size = 1;
};

struct Totals {
  long long raw = 0, packed = 0;
};

static Totals pack(const Options &options, const World &world) {
  ChunkReader source(options.input, options.chunkBytes);
  WholeFile sink(options.output, options.force);
  const int level = options.level, last = world.size - 1;
  long long rawBytes = 0, packedBytes = 0;
#pragma pipeline
  while (source.hasNext()) {
    Bytes raw, packed, member;
    bool isLast = false;
#pragma pipeline stage at(0)
    {
      raw = source.next();
      isLast = !source.hasNext();
    }
    // The code of zlib is not seen: say what it uses.
#pragma pipeline stage replicate(auto) out(packed) in(raw)
    packed = deflated(raw, level);
#pragma pipeline stage out(member, rawBytes) in(raw, packed)
    {
      member = memberOf(packed, checksum(raw), raw.size());
      rawBytes += static_cast<long long>(raw.size());
    }
#pragma pipeline stage at(last)
    {
      sink.write(member);
      packedBytes += static_cast<long long>(member.size());
      if (isLast)
        sink.finish();
    }
  }
  return {rawBytes, packedBytes};
}

/// A number from `least` to `most`, or -1.
static long long number(const char *text, long long least, long long most) {
  char *end = nullptr;
  errno = 0;
  const long long value = std::strtoll(text, &end, 10);
  const bool isNumber = errno == 0 && end != text && *end == '\0';
  return isNumber && value >= least && value <= most ? value : -1;
}

/// Returns what is wrong with the command line, or nothing.
static std::string parse(int argc, char **argv, Options &options) {
  std::vector<std::string> files;
  for (int i = 1; i < argc; ++i) {
    const std::string word = argv[i];
    const char *next = i + 1 < argc ? argv[i + 1] : "";
    if (word == "--force") {
      options.force = true;
    } else if (word == "--level") {
      const long long value = number(next, 0, 9);
      if (value < 0)
        return "'--level' needs a number from 0 to 9";
      options.level = static_cast<int>(value);
      ++i;
    } else if (word == "--chunk") {
      const long long value = number(next, 1, 1ll << 30);
      if (value < 0)
        return "'--chunk' needs a number of bytes, 1073741824 at most";
      options.chunkBytes = static_cast<std::size_t>(value);
      ++i;
    } else if (word.size() > 1 && word[0] == '-') {
      return "unknown option '" + word + "'";
    } else {
      files.push_back(word);
    }
  }
  if (files.empty() || files.size() > 2)
    return "expected one or two file names, found " +
           std::to_string(files.size());
  options.input = files[0];
  options.output = files.size() == 2 ? files[1] : files[0] + ".gz";
  return std::string();
}

/// Returns the exit status.
static int run(const Options &options, const World &world) {
  const double begin = MPI_Wtime();
  try {
    const Totals totals = pack(options, world);
    const double seconds = MPI_Wtime() - begin;
    if (world.rank == 0)
      std::fprintf(
          stderr,
          "packer: %lld bytes to %lld (%.1f %%) in %.3f s, %.1f MB/s, on "
          "%d ranks\n",
          totals.raw, totals.packed,
          totals.raw > 0 ? 100.0 * static_cast<double>(totals.packed) /
                               static_cast<double>(totals.raw)
                         : 100.0,
          seconds, static_cast<double>(totals.raw) / 1e6 / seconds, world.size);
    return 0;
  } catch (const redist::stage_error &problem) {
    // Stage and item are for who wrote the program.
    if (world.rank == 0)
      std::fprintf(stderr, "packer: error: %s\n", problem.message().c_str());
  } catch (const std::exception &problem) {
    if (world.rank == 0)
      std::fprintf(stderr, "packer: error: %s\n", problem.what());
  }
  return 1;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  World world;
  MPI_Comm_rank(MPI_COMM_WORLD, &world.rank);
  MPI_Comm_size(MPI_COMM_WORLD, &world.size);
  Options options;
  int status = 2;
  if (const std::string wrong = parse(argc, argv, options); wrong.empty())
    status = run(options, world);
  else if (world.rank == 0)
    std::fprintf(stderr,
                 "packer: error: %s\n"
                 "usage: packer INPUT [OUTPUT] [--level L] [--chunk BYTES] "
                 "[--force]\n",
                 wrong.c_str());
  MPI_Finalize();
  return status;
}
