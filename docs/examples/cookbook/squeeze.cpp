//===- squeeze.cpp - A compressing filter ---------------------------------===//
//
// mpirun -n P squeeze < INPUT > OUTPUT.gz
//
// Chunks of standard input become members of a gzip file, which gunzip joins.
// Many ranks compress; chunks leave in the order in which they came.
//
//   redistc++ -O2 squeeze.cpp -o squeeze -lz
//
//===----------------------------------------------------------------------===//
#include <redist/redist.h>

#include <mpi.h>
#include <zlib.h>

#include <cstdio>
#include <vector>

using Bytes = std::vector<unsigned char>;

/// The next bytes of standard input; none at its end.
static Bytes nextChunk() {
  Bytes chunk(1 << 18);
  chunk.resize(std::fread(chunk.data(), 1, chunk.size(), stdin));
  return chunk;
}

/// A member of a gzip file.
static Bytes squeezed(const Bytes &raw) {
  z_stream stream = {};
  deflateInit2(&stream, 6, Z_DEFLATED, MAX_WBITS + 16, 8, Z_DEFAULT_STRATEGY);
  Bytes packed(deflateBound(&stream, raw.size()));
  stream.next_in = const_cast<unsigned char *>(raw.data());
  stream.avail_in = static_cast<uInt>(raw.size());
  stream.next_out = packed.data();
  stream.avail_out = static_cast<uInt>(packed.size());
  deflate(&stream, Z_FINISH);
  packed.resize(stream.total_out);
  deflateEnd(&stream);
  return packed;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  bool isEnd = false;
#pragma pipeline
  while (!isEnd) {
    Bytes raw, packed;
#pragma pipeline stage at(0) // mpirun gives standard input to rank 0
    {
      raw = nextChunk();
      isEnd = raw.empty();
    }
#pragma pipeline stage replicate(auto)
    packed = squeezed(raw);
#pragma pipeline stage
    {
      std::fwrite(packed.data(), 1, packed.size(), stdout);
      std::fflush(stdout);
    }
  }
  MPI_Finalize();
}
