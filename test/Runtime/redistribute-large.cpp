// More than 2^31 elements, and more than 2^31 bytes in one message: everything
// from one rank to the other, in one dimension and as a matrix whose rows and
// columns change places. Elements of one byte; 4.4 GB of memory.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O2 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 200 %mpirun 2 %t
#include "Inputs/Check.h"

#include <memory>

using namespace redist;

constexpr std::int64_t rows = 47000, columns = 46800; // 2.2e9 > 2^31
constexpr std::int64_t n = rows * columns;

static unsigned char byteOf(std::int64_t i) {
  return static_cast<unsigned char>(i * 7 + (i >> 9) + (i >> 30));
}

/// Storage without values: pages come with the first touch.
static std::unique_ptr<unsigned char[]> storageOn(int rank) {
  return std::unique_ptr<unsigned char[]>(
      new unsigned char[rankOf() == rank ? static_cast<std::size_t>(n) : 1]);
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const auto a = storageOn(0);
  const auto b = storageOn(1);
  if (rankOf() == 0)
    for (std::int64_t i = 0; i < n; ++i)
      a[i] = byteOf(i);
  redistribute_into(at(1),
                    redistribution({whole(n)})
                        .from(layout({block()}).onto({1}))
                        .to(layout({block()}).onto({1}).at(1)),
                    MPI_COMM_WORLD, objects(a.get()), objects(b.get()));
  if (rankOf() == 1)
    for (std::int64_t i = 0; i < n; ++i)
      if (b[i] != byteOf(i))
        require(false, "element " + std::to_string(i));
  redistribute_into(
      at(2),
      redistribution({whole(rows), whole(columns)})
          .from(layout({undistributed(), block()}).onto({1}))
          .permute({1, 0})
          .to(layout({cyclic(5), undistributed()}).onto({1}).at(1)),
      MPI_COMM_WORLD, objects(a.get()), objects(b.get()));
  if (rankOf() == 1)
    for (std::int64_t j = 0; j < columns; ++j)
      for (std::int64_t i = 0; i < rows; i += j % 5 + 1)
        if (b[j * rows + i] != byteOf(i * columns + j))
          require(false,
                  "element " + std::to_string(i) + ", " + std::to_string(j));
  MPI_Finalize();
}
