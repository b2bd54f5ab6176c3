// A directive that is executed again reuses its plan and allocates nothing.
// REQUIRES: runtime
// RUN: %mpicxx -std=c++17 -O1 -I%source_dir/include %s -L%build_dir/lib -lredistRuntime -o %t
// RUN: timeout 60 %mpirun 1 %t
// RUN: timeout 60 %mpirun 4 %t
// RUN: env REDIST_VERIFY=1 timeout 60 %mpirun 3 %t
// RUN: env REDIST_TWO_LEVELS=1 REDIST_NODES=0,0,1,1 timeout 60 %mpirun 4 %t
#include "Inputs/Check.h"
#include "Inputs/CountAllocations.h"

using namespace redist;

static void oneDimension(int rank, int size) {
  const std::int64_t n = 300000;
  const layout from = cyclic_layout(3, size, 0);
  const layout to = cyclic_layout(5, size, 0);
  auto a = filled<double>(n, from, rank);
  std::vector<double> b(static_cast<std::size_t>(extentOn(n, to, rank)));
  const redistribution what = redistribution({whole(n)}).from(from).to(to);
  for (const char *strategy : {"auto", "stepwise", "alltoall", "direct"})
    requireNone(strategy, [&] {
      redistribute_into(at(1, strategy), what, MPI_COMM_WORLD, objects(a),
                        objects(b));
    });
  check(b.data(), n, to, rank, "into");

  // Vectors change size at every execution.
  const redistribution back =
      redistribution({whole(n)})
          .from(to)
          .to(layout({cyclic(7)}).onto({1}).at(size - 1));
  const redistribution again =
      redistribution({whole(n)}).from(back.target_layout).to(to);
  requireNone("in place", [&] {
    redistribute(at(2), back, MPI_COMM_WORLD, b);
    redistribute(at(3), again, MPI_COMM_WORLD, b);
  });
  check(b.data(), n, to, rank, "in place");

  double fixed[16] = {};
  const redistribution few = redistribution({whole(8)})
                                 .from(block_layout(1, 0))
                                 .to(block_layout(1, 0));
  requireNone("overlapping", [&] {
    redistribute_into(at(4), few, MPI_COMM_WORLD, objects(fixed),
                      objects(fixed + 4));
  });
}

/// A matrix and a vector of structures, by rows and as blocks of columns.
static void severalDimensions(int size) {
  struct Complex {
    double parts[2];
  };
  const std::int64_t n = 120, m = 91;
  const layout rows = layout({block(), undistributed()}).onto({size});
  const layout columns = layout({undistributed(), cyclic(4)}).onto({size});
  const auto most = static_cast<std::size_t>(n * m);
  std::vector<double> a(most);
  std::vector<Complex> b(most);
  const redistribution there =
      redistribution({whole(n), whole(m)}).from(rows).to(columns);
  const redistribution back =
      redistribution({whole(n), whole(m)}).from(columns).to(rows);
  requireNone("two objects", [&] {
    redistribute(at(5), there, MPI_COMM_WORLD, a, b);
    redistribute(at(6), back, MPI_COMM_WORLD, a, b);
  });
  std::vector<double> c(most);
  requireNone("sections into a pointer", [&] {
    redistribute_into(
        at(7),
        redistribution({slice(3, 50, 2), whole(m)})
            .from(layout({cyclic(3), undistributed()}).onto({size}))
            .into({slice(60, 50, -1), whole(m)})
            .to(layout({block(130), undistributed()}).onto({size})),
        MPI_COMM_WORLD, objects(a.data()), objects(c.data()));
  });
  requireNone("transposed", [&] {
    redistribute(at(14), redistribution(there).permute({1, 0}), MPI_COMM_WORLD,
                 a);
    redistribute(at(15),
                 redistribution({whole(m), whole(n)})
                     .from(columns)
                     .permute({1, 0})
                     .to(rows),
                 MPI_COMM_WORLD, a);
  });
  int position = -1;
  requireNone("relabelled", [&] {
    redistribute_into(at(8), redistribution(there).relabel(position),
                      MPI_COMM_WORLD, objects(a.data()), objects(c.data()));
  });
  const layout blocks = layout({block(), block()}).onto({size, 1});
  const redistribution halo = redistribution({whole(n), whole(m)})
                                  .from(blocks.room({2, 1}))
                                  .to(blocks.halo({2, 1}));
  std::vector<double> d(static_cast<std::size_t>(
      (local_extent(n, (n - 1) / size + 1, size, rankOf()) + 4) * (m + 2)));
  requireNone("halo", [&] { redistribute(at(16), halo, MPI_COMM_WORLD, d); });
  requireNone("halo in the background", [&] {
    request going = start_redistribute(at(17), halo, MPI_COMM_WORLD, d);
    wait(going);
  });
  // The whole extents are found out from the sizes of the storage.
  std::vector<double> part(static_cast<std::size_t>(
      local_extent(n, 120 / size + 1, size, rankOf()) * m));
  requireNone("sections of storage", [&] {
    redistribute_into(
        at(9),
        redistribution({slice(0, n), slice(2, m - 2)})
            .from(layout({block(120 / size + 1), undistributed()}).onto({size}))
            .into({whole(n), whole(m - 2)})
            .to(layout({cyclic(2), undistributed()}).onto({size})),
        MPI_COMM_WORLD, objects(part), objects(c));
  });
}

static void underWay(int rank, int size) {
  const std::int64_t n = 300000;
  const layout from = cyclic_layout(3, size, 0);
  const layout to = cyclic_layout(5, size, 0);
  const redistribution what = redistribution({whole(n)}).from(from).to(to);
  const redistribution back = redistribution({whole(n)}).from(to).to(from);
  auto a = filled<double>(n, from, rank);
  std::vector<double> b(a.size() + 10), c(b), d(b);
  requireNone("nowait", [&] {
    request first = start_redistribute_into(at(10), what, MPI_COMM_WORLD,
                                            objects(a), objects(b));
    request second = start_redistribute_into(at(10), what, MPI_COMM_WORLD,
                                             objects(a), objects(c));
    redistribute_into(at(11), what, MPI_COMM_WORLD, objects(a), objects(d));
    wait(second);
    wait(first);
  });
  check(b.data(), n, to, rank, "nowait");
  requireNone("nowait in place", [&] {
    request there = start_redistribute(at(12), what, MPI_COMM_WORLD, a);
    wait(there);
    request again = start_redistribute(at(13), back, MPI_COMM_WORLD, a);
    wait(again);
  });
  check(a.data(), n, from, rank, "nowait in place");
}

int main(int argc, char **argv) {
  MPI_Init(&argc, &argv);
  oneDimension(rankOf(), sizeOf());
  severalDimensions(sizeOf());
  underWay(rankOf(), sizeOf());
  MPI_Finalize();
}
