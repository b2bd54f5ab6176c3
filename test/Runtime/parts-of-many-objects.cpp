// Parts of many objects in one directive, whose elements are more together than
// a slot of the rings between ranks of a node holds: of few bytes and of more,
// transposed and not, in extents at random; often enough to have rings.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 100 %mpirun 2 %t 1
// RUN: timeout 100 %mpirun 3 %t 2
// RUN: env REDIST_NODES=0,0,1 timeout 100 %mpirun 3 %t 3
// RUN: env REDIST_SHARED_MEMORY=0 timeout 100 %mpirun 3 %t 4
#include "Inputs/Check.h"

#include "redist/Parts.h"

#include <random>
#include <utility>

using namespace redist;

struct Extents {
  std::int64_t rows, columns;
  bool isTransposed;
};

/// Exact in all types.
template <typename T>
static T partOf(std::int64_t element, std::size_t object, int rank) {
  return static_cast<T>((element * 5 + static_cast<std::int64_t>(object)) % 23 +
                        rank);
}

template <typename T>
static void checkSums(const std::vector<T> &values, const Extents &now,
                      std::size_t object) {
  const int size = sizeOf(), rank = rankOf();
  const std::int64_t outer = now.isTransposed ? now.columns : now.rows;
  const std::int64_t inner = now.isTransposed ? now.rows : now.columns;
  const std::int64_t length = (outer + size - 1) / size;
  std::size_t next = 0;
  for (std::int64_t i = rank * length; i < std::min(outer, (rank + 1) * length);
       ++i)
    for (std::int64_t j = 0; j < inner; ++j) {
      const std::int64_t element =
          now.isTransposed ? j * now.columns + i : i * now.columns + j;
      T sum = 0;
      for (int part = 0; part < size; ++part)
        sum = static_cast<T>(sum + partOf<T>(element, object, part));
      require(values.at(next++) == sum,
              "a sum of object " + std::to_string(object));
    }
  require(next == values.size(), "the number of sums");
}

template <typename T, std::size_t... Is>
static void addOnce(const Extents &now, std::index_sequence<Is...>) {
  const int size = sizeOf(), rank = rankOf();
  std::array<std::vector<T>, sizeof...(Is)> all;
  for (std::size_t object = 0; object < all.size(); ++object)
    for (std::int64_t i = 0; i < now.rows * now.columns; ++i)
      all[object].push_back(partOf<T>(i, object, rank));
  redistribution what =
      redistribution({whole(now.rows), whole(now.columns)})
          .from(layout({undistributed(), undistributed()})
                    .onto({partial(plus{}, size)}))
          .to(layout({block(), undistributed()}).onto({size}));
  if (now.isTransposed)
    what = what.permute({1, 0});
  redistribute_parts(at(1), what, MPI_COMM_WORLD, plus{}, all[Is]...);
  for (std::size_t object = 0; object < all.size(); ++object)
    checkSums(all[object], now, object);
}

template <typename T, std::size_t objects>
static void add(const Extents &now, int times) {
  for (int i = 0; i < times; ++i)
    addOnce<T>(now, std::make_index_sequence<objects>());
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  require(argc == 2, "usage: SEED");
  std::mt19937 random(static_cast<unsigned>(std::atoi(argv[1])));
  for (int i = 0; i < 6; ++i) {
    const Extents now{std::int64_t(random() % 70), std::int64_t(random() % 90),
                      i % 2 == 0};
    const int times = i == 0 ? 10 : 1;
    add<double, 1>(now, times);
    add<double, 40>(now, 1);
    add<double, 300>(now, 1);
    add<char, 300>(now, 1);
  }
  MPI_Finalize();
}
