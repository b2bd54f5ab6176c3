// The example of the language reference: read, compress, write to a file. The
// file and the number of bytes are those of the loop without directives, on any
// number of ranks.
//
// REQUIRES: compiler, runtime
// RUN: %mpicxx -std=c++17 -O1 -Wno-unknown-pragmas %s -o %t.serial
// RUN: %mpirun 1 %t.serial %t.expected > %t.out
// RUN: %redistc++ -std=c++17 -O1 -Wall -Wextra %s -o %t
// RUN: timeout 60 %mpirun 1 %t %t.one | diff %t.out -
// RUN: timeout 60 %mpirun 2 %t %t.two | diff %t.out -
// RUN: timeout 60 %mpirun 3 %t %t.three | diff %t.out -
// RUN: timeout 60 %mpirun 5 %t %t.five | diff %t.out -
// RUN: cmp %t.expected %t.one
// RUN: cmp %t.expected %t.two
// RUN: cmp %t.expected %t.three
// RUN: cmp %t.expected %t.five
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 1 %t %t.verified | diff %t.out -
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t %t.verified | diff %t.out -
#include <mpi.h>

#include <cstdio>
#include <string>
#include <vector>

/// Opens its file when the first bytes come: one rank alone does.
class Sink {
public:
  explicit Sink(const char *path) : name(path) {}
  Sink(const Sink &) = delete;
  Sink &operator=(const Sink &) = delete;
  ~Sink() {
    if (file)
      std::fclose(file);
  }
  void write(const std::vector<char> &bytes) {
    if (!file)
      file = std::fopen(name, "wb");
    std::fwrite(bytes.data(), 1, bytes.size(), file);
  }

private:
  const char *name;
  std::FILE *file = nullptr;
};

static std::vector<char> read_chunk(int i) {
  std::vector<char> chunk(static_cast<std::size_t>(1000 + i * 37 % 500));
  for (std::size_t k = 0; k < chunk.size(); ++k)
    chunk[k] = static_cast<char>('a' + (k / 7 + static_cast<std::size_t>(i)) % 20);
  return chunk;
}

/// Runs of equal bytes.
static std::vector<char> compress(const std::vector<char> &raw) {
  std::vector<char> packed;
  for (std::size_t k = 0; k < raw.size();) {
    std::size_t end = k;
    while (end < raw.size() && raw[end] == raw[k] && end - k < 100)
      ++end;
    packed.push_back(static_cast<char>(end - k));
    packed.push_back(raw[k]);
    k = end;
  }
  return packed;
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  int rank;
  MPI_Comm_rank(MPI_COMM_WORLD, &rank);
  const int chunks = 300;
  {
    Sink sink(argv[1]);
    long bytes = 0;
#pragma pipeline
    for (int i = 0; i < chunks; ++i) {
      std::vector<char> raw, packed;             // travel with the item
      #pragma pipeline stage
      { raw = read_chunk(i); }
      #pragma pipeline stage work(8.0)
      { packed = compress(raw); }
      #pragma pipeline stage
      { sink.write(packed); bytes += static_cast<long>(packed.size()); }
    }
    if (rank == 0)
      std::printf("%ld bytes\n", bytes);
  }
  MPI_Finalize();
}
