// Everything that a directive may name: pointers, arrays, std::array, views,
// vectors, strings, other containers; in place and into one another.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -Wall -Wextra -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 3 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: %mpicxx -std=c++20 -O1 -DWITH_SPAN -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t.20
// RUN: timeout 60 %mpirun 3 %t.20
#include "Inputs/Check.h"

#include <array>
#include <memory>
#ifdef WITH_SPAN
#include <span>
#endif

using namespace redist;

/// A contiguous range that cannot be resized and owns nothing.
struct View {
  int *first;
  std::size_t count;
  int *data() const { return first; }
  std::size_t size() const { return count; }
};

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  const int rank = rankOf();
  const int size = sizeOf();
  constexpr std::int64_t n = 500;
  const layout from = cyclic_layout(7, size, 0);
  const layout to = block_layout(size, 0);
  const auto part = filled<int>(n, from, rank);

  int array[n + 20];
  std::copy(part.begin(), part.end(), array);
  redistribute(at(1), array, n, from, to, MPI_COMM_WORLD);
  check(array, n, to, rank, "array in place");

  std::array<int, n + 20> standard{};
  std::copy(part.begin(), part.end(), standard.begin());
  redistribute(at(2), standard, n, from, to, MPI_COMM_WORLD);
  check(standard.data(), n, to, rank, "std::array in place");

  int *pointer = standard.data();
  redistribute(at(3), pointer, n, to, from, MPI_COMM_WORLD);
  check(pointer, n, from, rank, "pointer in place");
  redistribute(at(3), standard.data(), n, from, to, MPI_COMM_WORLD);
  check(pointer, n, to, rank, "pointer value in place");

  View view{array, n + 20};
  std::copy(part.begin(), part.end(), array);
  redistribute(at(4), view, n, from, to, MPI_COMM_WORLD);
  check(array, n, to, rank, "view in place");

  // Const sources of every kind, destinations of every kind.
  const std::vector<int> source = part;
  const int *const constantPointer = source.data();
  int raw[n + 20];
  redistribute_into(at(5), constantPointer, raw, n, from, to, MPI_COMM_WORLD);
  check(raw, n, to, rank, "const pointer into array");
  const std::unique_ptr<int[]> owned(new int[n + 20]);
  redistribute_into(at(6), source, owned.get(), n, from, to, MPI_COMM_WORLD);
  check(owned.get(), n, to, rank, "const vector into pointer");
  redistribute_into(at(7), source, View{raw, n}, n, from, to, MPI_COMM_WORLD);
  check(raw, n, to, rank, "const vector into temporary view");

  // A vector too small is resized; one that is larger keeps its size.
  std::vector<int> small(1, -1);
  redistribute_into(at(8), source, small, n, from, to, MPI_COMM_WORLD);
  require(static_cast<std::int64_t>(small.size()) >= extentOn(n, to, rank),
          "small vector was not resized");
  check(small.data(), n, to, rank, "into small vector");
  std::vector<int> large(n + 300, -1);
  redistribute_into(at(9), source, large, n, from, to, MPI_COMM_WORLD);
  require(large.size() == n + 300 && large.back() == -1,
          "elements beyond the local extent changed");
  check(large.data(), n, to, rank, "into large vector");

  // A source larger than it need be; and into itself.
  std::vector<int> roomy = part;
  roomy.resize(n + 50);
  redistribute_into(at(10), roomy, roomy, n, from, to, MPI_COMM_WORLD);
  check(roomy.data(), n, to, rank, "into itself");

  std::string text;
  for (const char c : filled<char>(n, from, rank))
    text.push_back(c);
  redistribute(at(11), text, n, from, to, MPI_COMM_WORLD);
  check(text.data(), n, to, rank, "string");

#ifdef WITH_SPAN
  std::copy(part.begin(), part.end(), array);
  std::span<int> span(array);
  redistribute(at(12), span, n, from, to, MPI_COMM_WORLD);
  check(array, n, to, rank, "span in place");
  redistribute_into(at(13), std::span<const int>(source), std::span(raw), n,
                    from, to, MPI_COMM_WORLD);
  check(raw, n, to, rank, "span into span");
#endif

  // Ranks outside a grid have nothing to send, and nothing afterwards.
  std::vector<int> narrow = rank == 0
                                ? filled<int>(n, cyclic_layout(2, 1, 0), 0)
                                : std::vector<int>();
  redistribute(at(14), narrow, n, cyclic_layout(2, 1, 0),
               cyclic_layout(3, 1, size - 1), MPI_COMM_WORLD);
  require(narrow.size() == (rank == size - 1 ? n : 0), "ranks outside");
  check(narrow.data(), n, cyclic_layout(3, 1, size - 1), rank, "moved whole");
  MPI_Finalize();
}
